'use client';
import { useEffect } from 'react';
import type { TerminalOperations } from '../../core/operations/createTerminalOperations.ts';
import type { Phase, TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { paymentEnding } from './paymentEnding.ts';
import type { PaymentView } from './usePaymentView.ts';

type Said = Phase | 'stalled';

interface Spoken {
  /** The last of each operation. */
  phases: Map<string, Said>;
  /** How asking went; it is one connection for all of them. */
  connection: TerminalOperation['connection'];
}

const spoken = new WeakMap<TerminalOperations, Spoken>();
const assertive: readonly Said[] = ['unknown', 'failed', 'rejected'];

/** Says each phase of an operation once, however many places on the page show it. */
export function usePaymentAnnouncement(view: PaymentView | undefined): void {
  const { operations, announce } = usePaymentsContext();
  useEffect(() => {
    if (!view) return;
    const said = spoken.get(operations) ?? { phases: new Map<string, Said>(), connection: 'ok' };
    spoken.set(operations, said);
    const { id, phase, status, connection } = view.operation;
    const before = said.phases.get(id);
    const now = view.isStalled ? 'stalled' : phase;
    const isStillQuiet = before === 'stalled' && now === 'waiting' && status !== 'processing';
    if (before !== now && !isStillQuiet) {
      said.phases.set(id, now);
      announce(announcement(view, before), assertive.includes(now) ? 'assertive' : 'polite');
    } else if (phase === 'waiting' && connection !== said.connection) {
      said.connection = connection;
      if (connection !== 'ok') announce(connectionWords(connection, view));
    }
  }, [view, operations, announce]);
}

function announcement(view: PaymentView, before: Said | undefined): string {
  const { operation, labels, terminal, amount, isStalled } = view;
  const { kind, phase } = operation;
  const ending = paymentEnding(view);
  if (ending) {
    const texts = [ending.title, amount, ...ending.sentences.map(({ text }) => text)].filter(
      (text) => text !== undefined,
    );
    return texts.map((text) => text.replace(/\.$/, '')).join('. ');
  }
  if (phase === 'sending') return labels.sendingNow({ terminal });
  if (isStalled) return labels.stalled({ kind, terminal });
  return (before === 'stalled' ? labels.processingNow : labels.waitingNow)({ kind, terminal });
}

function connectionWords(
  connection: Exclude<TerminalOperation['connection'], 'ok'>,
  { labels }: PaymentView,
): string {
  return { degraded: labels.degraded, slowed: labels.slowed, 'needs-auth': labels.needsAuth }[connection];
}
