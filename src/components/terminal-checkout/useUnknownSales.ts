'use client';
import { useState } from 'react';
import { isPutOff, putOff } from '../../core/operations/flowView.ts';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useOperations, useTerminalOperations } from '../../hooks/useOperations.ts';

/** The operations whose outcome is unknown, and those that were put off, except the one that the till shows. */
export interface UnknownSales {
  unknowns: readonly TerminalOperation[];
  /** Operations that were put off here and have ended since, until they are acknowledged; the last one first. */
  ended: readonly TerminalOperation[];
  /** The check is shown instead of the form. */
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
  const isFollowed = (id: string) => followed.includes(id) || isPutOff(operations, id);
  const ended = others.filter(({ id, phase }) => phase !== 'unknown' && isFollowed(id));
  const isOver = unknowns.length === 0 && ended.length === 0;
  if (isAsked && isOver) setIsAsked(false); // otherwise the next unknown operation would replace the form
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
    putOff: ({ id }) => putOff(operations, id),
    see: ({ id }) => operations.acknowledge(id),
  };
}
