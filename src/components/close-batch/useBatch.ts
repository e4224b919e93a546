'use client';
import { blocksStart, isOpen, type TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useOperations } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useCloseBatch } from '../../hooks/useTerminalFlow.ts';
import { useTerminalLookup } from '../terminal-picker/useTerminalList.ts';

/** A terminal's batch: the operation that closes it, and the open operations that block it. */
export function useBatch(terminalId: string, flowKey = `close-batch ${terminalId}`) {
  const { clock, client } = usePaymentsContext();
  const { operation, refusal, start, reset } = useCloseBatch({ flowKey });
  const { entry, isLooking } = useTerminalLookup(terminalId);
  const provider = entry?.terminal.provider;
  const open = useOperations({ open: true, terminalId });
  const now = clock.now();
  const isInTheWay = (other: TerminalOperation) => blocksBatch(other, terminalId, now);
  return {
    // If the host used this flow key for another terminal before, that terminal's operation is not shown.
    operation: operation?.terminalId === terminalId ? operation : undefined,
    refusal,
    open,
    inTheWay: open.filter(isInTheWay),
    isOldDoubt: (other: TerminalOperation) => isOpen(other) && !isInTheWay(other),
    close: () => void start({ terminalId, provider }),
    /** Closes the batch with the approval code of another person. */
    approve: (approval: string) => start({ terminalId, provider }, { approval }),
    // While the provider's name is unknown, closing is blocked: the service could close another provider's batch.
    isProviderUnknown: client.service.needsProvider && provider === undefined && isLooking,
    leave: reset,
    flowKey,
  };
}

export type Batch = ReturnType<typeof useBatch>;

export function blocksBatch(operation: TerminalOperation, terminalId: string, now: number): boolean {
  return blocksStart(operation, { kind: 'closeBatch', terminalId }, now);
}
