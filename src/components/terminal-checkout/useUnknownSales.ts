'use client';
import { useState } from 'react';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useOperations, useTerminalOperations } from '../../hooks/useOperations.ts';

/** What was put off at a till, and what else nobody knows yet: apart from what the till shows itself. */
export interface UnknownSales {
  unknowns: readonly TerminalOperation[];
  /** Put off here and known since, until somebody takes note of it; the last one first. */
  ended: readonly TerminalOperation[];
  /** The check stands in the place of the form. */
  isChecking: boolean;
  check: () => void;
  leaveCheck: () => void;
  putOff: (operation: TerminalOperation) => void;
  see: (operation: TerminalOperation) => void;
}

const idOf = ({ id }: TerminalOperation) => id;

export function useUnknownSales(shown: TerminalOperation | undefined): UnknownSales {
  const operations = useTerminalOperations();
  const standing = useOperations({ standing: true });
  const [followed, setFollowed] = useState<readonly string[]>([]);
  const [isAsked, setIsAsked] = useState(false);
  const others = standing.filter(({ id }) => id !== shown?.id);
  const unknowns = others.filter(({ phase }) => phase === 'unknown');
  const ended = others.filter(({ id, phase }) => phase !== 'unknown' && followed.includes(id));
  const isOver = unknowns.length === 0 && ended.length === 0;
  if (isAsked && isOver) setIsAsked(false); // else the next one would take the form away
  const follow = (more: readonly TerminalOperation[]) =>
    setFollowed((before) => [...new Set([...before, ...more.map(idOf)])]);
  return {
    unknowns,
    ended,
    isChecking: isAsked && !isOver && shown === undefined,
    check() {
      follow(unknowns);
      setIsAsked(true);
    },
    leaveCheck: () => setIsAsked(false),
    putOff: (operation) => follow([operation]),
    see: ({ id }) => operations.acknowledge(id),
  };
}
