'use client';
import { statePerOperations, useTerminalOperations } from '../../hooks/useOperations.ts';
import { useCallback, useEffect, useRef } from 'react';
import type { Phase, TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { paymentEnding } from './paymentEnding.ts';
import type { ConnectionProblem, PaymentView } from './paymentView.ts';

type AnnouncedPhase = Phase | 'stalled' | 'processing';

const announcedOf = /*#__PURE__*/ statePerOperations(() => ({
  /** The last announced phase of each operation. */
  phases: new Map<string, AnnouncedPhase>(),
  /** The last announced state of polling, which all operations share. */
  connection: 'ok' as TerminalOperation['connection'],
}));

const assertive: readonly AnnouncedPhase[] = ['unknown', 'failed', 'rejected', 'partial'];

/**
 * Announces each phase of an operation once, even if several components show it. After the last of them has
 * unmounted, the provider announces further phases until the outcome is acknowledged. If `wasListed` says
 * that the operation was in a long list in the same phase before it is shown, that phase is not announced.
 */
export function usePaymentAnnouncement(
  view: PaymentView | undefined,
  wasListed?: (operation: TerminalOperation) => boolean,
): void {
  const operations = useTerminalOperations();
  const { announce, announcers } = usePaymentsContext();
  const announceChange = useCallback(
    (current: PaymentView) => {
      const announced = announcedOf(operations);
      const { id, phase, connection, acknowledgedAt } = current.operation;
      const before = announced.phases.get(id);
      const now = announcedPhase(current);
      if (acknowledgedAt !== undefined) {
        announced.phases.delete(id); // so that a late result, which must be acknowledged again, is announced
        announcers.delete(id);
        announce('', 'polite', id);
      } else if (before !== now && !(before === 'stalled' && now === 'waiting')) {
        announced.phases.set(id, now);
        announce(announcement(current), assertive.includes(now) ? 'assertive' : 'polite', id);
        // After the operation has ended, a connection problem no longer matters, so its announcement is removed.
        if (paymentEnding(current) && announced.connection !== 'ok') {
          announced.connection = 'ok';
          announce('', 'polite', 'connection');
        }
      } else if (phase === 'waiting' && connection !== announced.connection) {
        announced.connection = connection;
        announce(connection === 'ok' ? '' : connectionWords(connection, current), 'polite', 'connection');
      }
    },
    [operations, announce, announcers],
  );
  const newest = useRef(view);
  useEffect(() => {
    newest.current = view;
    if (!view) return;
    const { phases } = announcedOf(operations);
    const { id } = view.operation;
    if (!phases.has(id) && wasListed?.(view.operation)) phases.set(id, announcedPhase(view));
    announceChange(view);
  }, [view, operations, announceChange, wasListed]);

  const id = view?.operation.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    announcers.delete(id);
    return () => {
      const last = newest.current;
      if (last) announcers.set(id, (operation) => announceChange(last.viewOf(operation)));
    };
  }, [id, announceChange, announcers]);
}

function announcedPhase({ isStalled, operation: { phase, status } }: PaymentView): AnnouncedPhase {
  if (isStalled) return 'stalled';
  return phase === 'waiting' && status === 'processing' ? 'processing' : phase;
}

function announcement(view: PaymentView): string {
  const { operation, labels, terminal, amount, isStalled } = view;
  const { kind, phase, status } = operation;
  const ending = paymentEnding(view);
  if (ending) {
    const isUnknown = phase === 'unknown';
    const texts = [
      isUnknown ? ending.heading : ending.title,
      ending.moved === 'part' ? undefined : amount,
      ...ending.sentences.map(({ text }) => text),
      // What to do comes last, because listeners remember the end best.
      ...(isUnknown ? [labels.unknownCaution({ kind, terminal }), labels.findOut] : []),
    ];
    return texts
      .filter((text) => text !== undefined)
      .map((text) => text.replace(/[.。]([\u200f\u2069]*)$/, '$1'))
      .join('. ');
  }
  if (phase === 'sending') return labels.sendingNow({ terminal });
  if (isStalled) return labels.stalled({ kind, terminal });
  return (status === 'processing' ? labels.processingNow : labels.waitingNow)({ kind, terminal });
}

function connectionWords(connection: ConnectionProblem, { labels }: PaymentView): string {
  return { degraded: labels.degraded, slowed: labels.slowed, 'needs-auth': labels.needsAuth }[connection];
}
