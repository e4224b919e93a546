'use client';
import { useState } from 'react';
import { isOutcomeDecisionPostponed, postponeDecision } from '../../core/operations/flowView.ts';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useOperations, useTerminalOperations } from '../../hooks/useOperations.ts';

/** The operations with an unknown outcome, except the one that the till shows, and what a person can do about them. */
export function useUnknownSales(shown: TerminalOperation | undefined) {
  const operations = useTerminalOperations();
  const standing = useOperations({ standing: true });
  const [followed, setFollowed] = useState<readonly string[]>([]);
  const [isAsked, setIsAsked] = useState(false);
  const others = standing.filter(({ id }) => id !== shown?.id);
  const unknowns = others.filter(({ phase }) => phase === 'unknown');
  const isFollowed = (id: string) => followed.includes(id) || isOutcomeDecisionPostponed(operations, id);
  const ended = others.filter(({ id, phase }) => phase !== 'unknown' && isFollowed(id));
  const isOver = unknowns.length === 0 && ended.length === 0;
  if (isAsked && isOver) setIsAsked(false); // otherwise the next unknown operation would replace the form
  return {
    unknowns,
    /** Unacknowledged operations that ended after a person checked or postponed their outcome, newest first. */
    ended,
    /** Whether the page shows the list of unknown and ended operations instead of the form. */
    isChecking: isAsked && !isOver && shown === undefined,
    check: () => {
      setFollowed((before) => [...new Set([...before, ...unknowns.map(({ id }) => id)])]);
      setIsAsked(true);
    },
    leaveCheck: () => setIsAsked(false),
    postponeDecision: ({ id }: TerminalOperation) => postponeDecision(operations, id),
    see: ({ id }: TerminalOperation) => operations.acknowledge(id),
  };
}
