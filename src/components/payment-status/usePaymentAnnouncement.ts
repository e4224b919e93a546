'use client';
import { useEffect } from 'react';
import type { TerminalOperations } from '../../core/operations/createTerminalOperations.ts';
import type { Phase } from '../../core/operations/terminalOperation.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { paymentEnding } from './paymentEnding.ts';
import type { PaymentView } from './usePaymentView.ts';

const said = new WeakMap<TerminalOperations, Map<string, Phase>>();
const assertive: readonly Phase[] = ['unknown', 'failed', 'rejected'];

/** Says each phase of an operation once, however many places on the page show it. */
export function usePaymentAnnouncement(view: PaymentView): void {
  const { operations, announce } = usePaymentsContext();
  useEffect(() => {
    const { id, phase } = view.operation;
    const phases = said.get(operations) ?? new Map<string, Phase>();
    said.set(operations, phases);
    if (phases.get(id) === phase) return;
    phases.set(id, phase);
    announce(announcement(view), assertive.includes(phase) ? 'assertive' : 'polite');
  }, [view, operations, announce]);
}

function announcement(view: PaymentView): string {
  const { operation, labels, terminal, amount } = view;
  const ending = paymentEnding(view);
  if (ending) {
    const texts = [ending.title, amount, ...ending.sentences.map(({ text }) => text)].filter(
      (text) => text !== undefined,
    );
    return texts.map((text) => text.replace(/\.$/, '')).join('. ');
  }
  if (operation.phase === 'sending') return labels.sendingNow({ terminal });
  return labels.waitingNow({ kind: operation.kind, terminal });
}
