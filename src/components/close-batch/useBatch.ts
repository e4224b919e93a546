'use client';
import { isOpen, type TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { holds } from '../../core/operations/startGuard.ts';
import { useCloseBatch } from '../../hooks/useTerminalFlow.ts';
import { useOperations } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useTerminalEntry } from '../terminal-picker/useTerminalEntry.ts';

/** A terminal's batch: the operation that closes it, and what stands in its way. */
export function useBatch(terminalId: string, flowKey = `close-batch ${terminalId}`) {
  const { operations } = usePaymentsContext();
  const { operation, refusal, start, reset } = useCloseBatch({ flowKey });
  const entry = useTerminalEntry(terminalId);
  const open = useOperations({ open: true, terminalId });
  const now = operations.clock.now();
  const isInTheWay = (other: TerminalOperation) => holds(other, { kind: 'closeBatch', terminalId }, now);
  return {
    // A key of the host's may have been another terminal's before.
    operation: operation?.terminalId === terminalId ? operation : undefined,
    refusal,
    open,
    inTheWay: open.filter(isInTheWay),
    isOldDoubt: (other: TerminalOperation) => isOpen(other) && !isInTheWay(other),
    close: () => void start({ terminalId, provider: entry?.terminal.provider }),
    leave: reset,
    flowKey,
  };
}

export type Batch = ReturnType<typeof useBatch>;
