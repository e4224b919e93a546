'use client';
import { type RefObject, useState } from 'react';
import { isOpen, type TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useOperation } from '../../hooks/useOperation.ts';

export interface OperationRowsState {
  rows: readonly TerminalOperation[];
  openedId: string | undefined;
  toggle: (operation: TerminalOperation) => void;
}

/**
 * Operations as rows, of which one may be opened. The opened one stays when it ends, so that its result can be read; when
 * it is closed then, its row goes, and `region` takes the focus.
 */
export function useOperationRows(
  open: readonly TerminalOperation[],
  region: RefObject<HTMLElement | null>,
): OperationRowsState {
  const [openedId, setOpenedId] = useState<string>();
  const opened = useOperation(openedId);
  const isGone = opened !== undefined && !open.some(({ id }) => id === opened.id);
  return {
    rows: isGone ? [...open, opened].toSorted((a, b) => b.createdAt - a.createdAt) : open,
    openedId: opened?.id,
    toggle(operation) {
      const closes = operation.id === openedId;
      setOpenedId(closes ? undefined : operation.id);
      if (closes && !isOpen(operation)) region.current?.focus();
    },
  };
}
