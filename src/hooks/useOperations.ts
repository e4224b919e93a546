'use client';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { TerminalOperations, OperationFilter } from '../core/operations/terminalOperations.ts';
import { allFields } from '../core/operations/operationFields.ts';
import type { TerminalOperation } from '../core/operations/terminalOperation.ts';
import { getTerminalOperations } from '../core/client/getTerminalOperations.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

/** Notes which fields of a store's snapshots are read: only a change of one of those has to be shown. */
export interface TrackedFields<Snapshot extends object> {
  /** The same fields; each is noted when it is read. A spread or a stringify reads all of them. */
  view: (snapshot: Snapshot) => Snapshot;
  /** Whether two snapshots are alike in every field that was read; never as long as none was, for whoever reads later. */
  areAlike: (before: Snapshot | undefined, after: Snapshot | undefined) => boolean;
}

type IsSame<Snapshot> = (before: Snapshot, after: Snapshot, name: keyof Snapshot) => boolean;

const snapshots = /*#__PURE__*/ new WeakMap<object, object>();

export function trackFields<Snapshot extends object>(
  names: readonly (keyof Snapshot)[],
  isSame: IsSame<Snapshot> = (before, after, name) => Object.is(before[name], after[name]),
): TrackedFields<Snapshot> {
  const read = new Set<keyof Snapshot>();
  return {
    view(snapshot) {
      const view = {} as Snapshot;
      for (const name of names) {
        const get = () => {
          read.add(name);
          return snapshot[name];
        };
        Object.defineProperty(view, name, { enumerable: true, get });
      }
      snapshots.set(view, snapshot);
      return view;
    },
    areAlike(before, after) {
      if (before === after) return true;
      if (before === undefined || after === undefined || read.size === 0) return false;
      for (const name of read) if (!isSame(before, after, name)) return false;
      return true;
    },
  };
}

/** What a view was made of: for a host's callback, whose reading shows nothing. */
export function untracked<Snapshot extends object>(view: Snapshot): Snapshot {
  return (snapshots.get(view) as Snapshot | undefined) ?? view;
}

export interface SnapshotStore<Snapshot> {
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => Snapshot;
}

type AreAlike<Snapshot> = (before: Snapshot, after: Snapshot) => boolean;

/** A store's newest snapshot at each render; a change renders only where it is not alike to the one that was rendered. */
export function useSnapshot<Snapshot>(
  { subscribe, getSnapshot }: SnapshotStore<Snapshot>,
  getServerSnapshot: () => Snapshot,
  areAlike: AreAlike<Snapshot>,
): Snapshot {
  const { read, keep } = createReader(getSnapshot, areAlike);
  const snapshot = useSyncExternalStore(subscribe, read, getServerSnapshot);
  keep(snapshot);
  return snapshot;
}

/** Belongs to one render: React keeps that of the render it commits, and asks it about every change of the store. */
function createReader<Snapshot>(getSnapshot: () => Snapshot, areAlike: AreAlike<Snapshot>) {
  let rendered: Snapshot | undefined;
  return {
    read: (): Snapshot => {
      const next = getSnapshot();
      return rendered !== undefined && areAlike(rendered, next) ? rendered : next;
    },
    keep: (snapshot: Snapshot) => {
      rendered = snapshot;
    },
  };
}

/** Something that a page keeps once for its operations, through whichever client they are seen. */
export function keptPer<Value>(create: () => Value): (operations: TerminalOperations) => Value {
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
 * The operations of this page, newest first. They render again only when one comes or goes, or a field that was read
 * has changed in one.
 *
 * `standing` leaves out what somebody took note of: its length is the count for a badge.
 *
 * @example
 * const { length } = useOperations({ standing: true });
 */
export function useOperations(options?: UseOperationsOptions): UseOperationsResult {
  return useOperationRows(useTerminalOperations(), options);
}

/** Those that something else on the page has taken up. A list of terminals alone carries no operations. */
export function useTakenOperations(options?: UseOperationsOptions): UseOperationsResult {
  const { taken } = usePaymentsContext();
  return useOperationRows(useSyncExternalStore(taken.subscribe, taken.current, onServer), options);
}

type Listed = Pick<TerminalOperations, 'list' | 'subscribe'>;
const noneTaken: Listed = { list: () => [], subscribe: () => () => undefined };

function useOperationRows(
  operations: Listed = noneTaken,
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

/** The list, and the same array as long as nothing in it changed. */
function stableList(operations: Listed, filter: OperationFilter): () => UseOperationsResult {
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
  const fields = trackFields<TerminalOperation>(allFields);
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
 * One operation by its id, wherever on the page it was started. It renders again only when a field that was read has
 * changed.
 *
 * @example
 * const operation = useOperation(id);
 */
export function useOperation(id: string | undefined): UseOperationResult {
  const operations = useTerminalOperations();
  const [fields] = useState(() => trackFields<TerminalOperation>(allFields));
  const getSnapshot = () => (id === undefined ? undefined : operations.get(id));
  const { subscribe } = operations;
  const operation = useSnapshot({ subscribe, getSnapshot }, onServer, fields.areAlike);
  return useMemo(() => operation && fields.view(operation), [fields, operation]);
}

const onServer = () => undefined;

export type UseTerminalOperationsResult = TerminalOperations;

/**
 * The operations of the provider, for what one does to a single one: `acknowledge`, `resolveUnknown`, `checkNow`.
 *
 * @example
 * const { acknowledge } = useTerminalOperations();
 */
export function useTerminalOperations(): UseTerminalOperationsResult {
  const { client, ownOperations, scopeKey, taken } = usePaymentsContext();
  const operations = ownOperations ?? getTerminalOperations(client, { scopeKey });
  useEffect(() => taken.takeUp(operations), [taken, operations]);
  return operations;
}
