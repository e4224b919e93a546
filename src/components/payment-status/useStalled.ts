'use client';
import { useEffect, useState } from 'react';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';

// Terminals that wake up late start within some ten seconds.
const stalledMs = 20_000;

/** Whether an operation was accepted a while ago and nobody saw it start, though the service answers. */
export function useStalled(operation: Partial<TerminalOperation> = {}): boolean {
  const { clock } = usePaymentsContext().operations;
  const { phase, status, seenProcessing, connection, createdAt, acceptedAt = createdAt } = operation;
  const isQuiet = phase === 'waiting' && !seenProcessing && (status === undefined || status === 'received');
  const [lateSince, setLateSince] = useState<number>();
  useEffect(() => {
    if (!isQuiet || acceptedAt === undefined) return undefined;
    const left = Math.max(0, acceptedAt + stalledMs - clock.now());
    const timer = clock.setTimeout(() => setLateSince(acceptedAt), left);
    return () => clock.clearTimeout(timer);
  }, [clock, isQuiet, acceptedAt]);
  return isQuiet && lateSince === acceptedAt && connection === 'ok';
}
