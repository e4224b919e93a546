'use client';
import { useMemo, useState } from 'react';
import type { TerminalOperations } from '../core/operations/createTerminalOperations.ts';
import type { OperationFilter } from '../core/operations/operationLedger.ts';
import type { TerminalOperation } from '../core/operations/terminalOperation.ts';
import { operationFields } from './operationFields.ts';
import { trackFields } from './trackedFields.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';
import { useSnapshot } from './useSnapshot.ts';

export type UseOperationsOptions = Pick<OperationFilter, 'open' | 'standing' | 'terminalId'>;
export type UseOperationsResult = readonly TerminalOperation[];

const none: UseOperationsResult = [];

/**
 * The operations of this page, newest first. They render again only when one comes or goes, or a field that was read
 * has changed in one.
 *
 * `standing` leaves out what somebody took note of: its length is the count for a badge.
 *
 * @example
 * const { length } = useOperations({ standing: true });
 */
export function useOperations({
  open,
  standing,
  terminalId,
}: UseOperationsOptions = {}): UseOperationsResult {
  const { operations } = usePaymentsContext();
  const [rows] = useState(trackRows);
  const getSnapshot = useMemo(
    () => stableList(operations, { open, standing, terminalId }),
    [operations, open, standing, terminalId],
  );
  const { subscribe } = operations;
  const list = useSnapshot({ subscribe, getSnapshot }, () => none, rows.areAlike);
  return useMemo(() => list.map(rows.view), [rows, list]);
}

/** The list, and the same array as long as nothing in it changed. */
function stableList(operations: TerminalOperations, filter: OperationFilter): () => UseOperationsResult {
  let last = none;
  return () => {
    const next = operations.list(filter);
    if (next.length !== last.length || next.some((operation, index) => operation !== last[index]))
      last = next;
    return last;
  };
}

/** What is read of one row counts for all: they are shown in one way. A row keeps its view as long as it is the same. */
function trackRows() {
  const fields = trackFields<TerminalOperation>(operationFields);
  const views = new WeakMap<TerminalOperation, TerminalOperation>();
  const areAlikeRows = (before: TerminalOperation, after: TerminalOperation | undefined) =>
    before.id === after?.id && fields.areAlike(before, after);
  return {
    areAlike: (before: UseOperationsResult, after: UseOperationsResult) =>
      before === after ||
      (before.length === after.length && before.every((row, index) => areAlikeRows(row, after[index]))),
    view: (row: TerminalOperation): TerminalOperation => {
      const view = views.get(row) ?? fields.view(row);
      views.set(row, view);
      return view;
    },
  };
}
