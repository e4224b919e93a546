'use client';
import { type RefObject, useState } from 'react';
import { isOpen, type TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useOperation } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';

export interface OperationRowsState {
  rows: readonly TerminalOperation[];
  openedId: string | undefined;
  toggle: (operation: TerminalOperation) => void;
  /** Takes note of how an operation ended: its row goes. */
  acknowledge: (operation: TerminalOperation) => void;
}

/**
 * Operations as rows, of which one may be opened. The opened one stays when it ends, so that its result can be read. Where a
 * row goes by a press, `region` takes the focus.
 */
export function useOperationRows(
  listed: readonly TerminalOperation[],
  region: RefObject<HTMLElement | null>,
): OperationRowsState {
  const { operations } = usePaymentsContext();
  const [openedId, setOpenedId] = useState<string>();
  const opened = useOperation(openedId);
  const isGone = opened !== undefined && !listed.some(({ id }) => id === opened.id);
  return {
    rows: isGone ? [...listed, opened].toSorted((a, b) => b.createdAt - a.createdAt) : listed,
    openedId: opened?.id,
    toggle(operation) {
      const closes = operation.id === openedId;
      setOpenedId(closes ? undefined : operation.id);
      if (closes && isGone && !isOpen(operation)) region.current?.focus();
    },
    acknowledge({ id }) {
      setOpenedId(undefined);
      operations.acknowledge(id);
      region.current?.focus();
    },
  };
}
