'use client';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { TerminalOperations, OperationFilter } from '../core/operations/terminalOperations.ts';
import { terminalOperationFieldNames } from '../core/operations/operationFields.ts';
import type { TerminalOperation } from '../core/operations/terminalOperation.ts';
import { getTerminalOperations } from '../core/client/getTerminalOperations.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';
import { trackFields, useSnapshot } from './useSnapshot.ts';

/** Returns a function that gets a state for `operations`. Clients and providers that share operations share the state. */
export function statePerOperations<Value>(create: () => Value): (operations: TerminalOperations) => Value {
  const kept = new WeakMap<object, Value>();
  return ({ ready }) => {
    const value = kept.get(ready) ?? create();
    kept.set(ready, value);
    return value;
  };
}

export type UseOperationsOptions = Pick<OperationFilter, 'open' | 'standing' | 'terminalId'>;
export type UseOperationsResult = readonly TerminalOperation[];

const none: UseOperationsResult = [];

/**
 * The operations of this page, newest first. The component renders again only when an operation comes or goes, or
 * when a field that the component read has changed.
 *
 * `standing` leaves out the operations that a person acknowledged: the length of the list is the count for a badge.
 *
 * @example
 * const { length } = useOperations({ standing: true });
 */
export function useOperations(options?: UseOperationsOptions): UseOperationsResult {
  return useOperationRows(useTerminalOperations(), options);
}

/** Like `useOperations`, but does not activate the operations: the list is empty until another component does so. */
export function useActiveOperations(options?: UseOperationsOptions): UseOperationsResult {
  const { activeOperations } = usePaymentsContext();
  return useOperationRows(
    useSyncExternalStore(activeOperations.subscribe, activeOperations.current, onServer),
    options,
  );
}

type OperationList = Pick<TerminalOperations, 'list' | 'subscribe'>;
const noOperations: OperationList = { list: () => [], subscribe: () => () => undefined };

function useOperationRows(
  operations: OperationList = noOperations,
  { open, standing, terminalId }: UseOperationsOptions = {},
): UseOperationsResult {
  const [rows] = useState(trackRows);
  const getSnapshot = useMemo(
    () => stableList(operations, { open, standing, terminalId }),
    [operations, open, standing, terminalId],
  );
  const { subscribe } = operations;
  const list = useSnapshot({ subscribe, getSnapshot }, () => none, rows.areAlike);
  return useMemo(() => list.map(rows.view), [rows, list]);
}

/** Returns a getter of the list. The getter returns the same array until the list or one of its operations changes. */
function stableList(operations: OperationList, filter: OperationFilter): () => UseOperationsResult {
  let last = none;
  return () => {
    const next = operations.list(filter);
    if (next.length !== last.length || next.some((operation, index) => operation !== last[index]))
      last = next;
    return last;
  };
}

/**
 * Records which fields of the rows a component reads, so that it renders only when one of those changes. A field that it
 * reads of one row counts for all rows, because a list shows its rows alike. An unchanged row keeps its view.
 */
function trackRows() {
  const fields = trackFields<TerminalOperation>(terminalOperationFieldNames);
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

export type UseOperationResult = TerminalOperation | undefined;

/**
 * One operation by its id, wherever on the page it was started. The component renders again only when a field that
 * was read has changed.
 *
 * @example
 * const operation = useOperation(id);
 */
export function useOperation(id: string | undefined): UseOperationResult {
  const operations = useTerminalOperations();
  const [fields] = useState(() => trackFields<TerminalOperation>(terminalOperationFieldNames));
  const getSnapshot = () => (id === undefined ? undefined : operations.get(id));
  const { subscribe } = operations;
  const operation = useSnapshot({ subscribe, getSnapshot }, onServer, fields.areAlike);
  return useMemo(() => operation && fields.view(operation), [fields, operation]);
}

const onServer = () => undefined;

export type UseTerminalOperationsResult = TerminalOperations;

/**
 * The provider's operations, for actions on a single one: `acknowledge`, `resolveUnknown`, `checkNow`.
 *
 * @example
 * const { acknowledge } = useTerminalOperations();
 */
export function useTerminalOperations(): UseTerminalOperationsResult {
  const { client, ownOperations, scopeKey, activeOperations } = usePaymentsContext();
  const operations = ownOperations ?? getTerminalOperations(client, { scopeKey });
  useEffect(() => activeOperations.activate(operations), [activeOperations, operations]);
  return operations;
}
