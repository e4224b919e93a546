import { PaymentsError, warnOnce } from '../core/errors.ts';
import { type Clock, systemClock } from '../core/time.ts';
import {
  type GatewayStore,
  runInSequence,
  type RowOrder,
  type RecordTables,
  type Table,
  type Where,
} from './gatewayStore.ts';
import {
  type RowCell,
  bestIndexes,
  buildIndex,
  sortedBy,
  insertRow,
  areRangesInOrder,
  isSingleValue,
  rowMatcher,
  type MemoryIndex,
  updateIndexes,
  type IndexRanges,
  findRanges,
  type AnyRow,
  rowsInRanges,
} from './memoryIndex.ts';
import type { RecordRows } from './recordRows.ts';
import { tableShapes } from './tableShapes.ts';

export interface StoreOptions {
  /** How long operations are kept (ms). Default 400 days. */
  keepMs?: number | undefined;
  clock?: Clock | undefined;
}

export const defaultKeepMs = 400 * 24 * 60 * 60_000;

/** Keeps everything in the process, for tests and trials: a restart forgets which payments were sent. */
export function createMemoryStore({
  keepMs = defaultKeepMs,
  clock = systemClock,
}: StoreOptions = {}): GatewayStore {
  if (isProduction()) {
    warnOnce(
      'createMemoryStore() forgets on a restart which payments were sent, so one of them could be sent twice. ' +
        'Use createSqlStore().',
      { always: true },
    );
  }
  // The wall clock gives the start; the monotonic clock, which never jumps, measures from there.
  const [startedAt, mono] = [clock.now(), clock.monotonic()];
  const undos: (() => void)[] = [];
  const copies = new Map<unknown, unknown>();
  const tables = buildRecordTables((_, shape) => createMemoryTable(shape, undos, copies));
  const secret = crypto.randomUUID();

  return {
    keepMs,
    open: async () => undefined,
    secret: async () => secret,
    watch: () => () => undefined,
    async transact(_account, access, steps) {
      const passed = clock.monotonic() - mono;
      const knownForMs = Math.floor(Math.min(keepMs, passed));
      undos.length = 0;
      copies.clear();
      try {
        const run = steps({
          ...tables,
          together: runInSequence,
          now: startedAt + passed,
          knownForMs,
          forgotAt: 0,
        });
        let step = run.next();
        while (!step.done) step = run.next([]);
        if (access === 'read' && undos.length > 0) throw readOnlyError();
        return step.value;
      } catch (error) {
        while (undos.length > 0) undos.pop()?.();
        throw error;
      }
    },
  };
}

/** The shape of any table. */
export interface AnyTableShape {
  readonly columns: Readonly<Record<string, string>>;
  readonly key: readonly string[];
  readonly indexes: readonly (readonly string[])[];
}

/** Creates each table of the record from its shape. */
export function buildRecordTables(
  create: (name: keyof RecordRows, shape: AnyTableShape) => Table<AnyRow>,
): RecordTables {
  const made = <Name extends keyof RecordRows>(name: Name) =>
    create(name, tableShapes[name]) as Table<object> as RecordTables[Name];
  return {
    operations: made('operations'),
    messages: made('messages'),
    slots: made('slots'),
    budgets: made('budgets'),
    events: made('events'),
    deliveries: made('deliveries'),
    receivers: made('receivers'),
    resolutions: made('resolutions'),
    acknowledgements: made('acknowledgements'),
    orders: made('orders'),
    legs: made('legs'),
    closings: made('closings'),
  };
}

/** If an index leaves at most this many rows, no better index is looked for. */
const fewRows = 16;

/**
 * A table of maps and indexes. `undos` reverts a transaction, last change first. `copies` holds copies of the values
 * that the transaction wrote, which several rows may share.
 */
function createMemoryTable(
  { columns, key, indexes }: AnyTableShape,
  undos: (() => void)[],
  copies: Map<unknown, unknown>,
): Table<AnyRow> {
  const cells = new Map<string, RowCell>();
  const keyOf = (row: Where<AnyRow>) => JSON.stringify(key.map((column) => row[column]));
  const orders = [key, ...indexes].map((index) => [...new Set([...index, ...key])]);
  /** Indexes are built when a query first needs them. */
  const builtIndexes = new Map<readonly string[], MemoryIndex>();
  const kinds = Object.entries<string>(columns);
  const serial = kinds.find(([, kind]) => kind === 'serial')?.[0];
  const json = new Set(kinds.filter(([, kind]) => kind.startsWith('json')).map(([column]) => column));
  const empty = Object.fromEntries(kinds.map(([column]) => [column, null]));
  let last = 0;

  /**
   * The row as a database would store it: missing columns are null, and JSON values are frozen copies that readers
   * share.
   */
  const storedRow = (given: AnyRow, before: AnyRow = empty): AnyRow => {
    const row = { ...before };
    for (const column in empty) {
      const value = given[column];
      if (value !== undefined) row[column] = json.has(column) ? frozenCopy(value) : value;
    }
    return row;
  };
  const frozenCopy = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    const copy = copies.get(value) ?? throughJson(value);
    copies.set(value, copy);
    return copy;
  };

  const set = (name: string, after: AnyRow | undefined) => {
    const cell = cells.get(name);
    if (cell) updateIndexes(builtIndexes.values(), cell, after);
    if (!after) cells.delete(name);
    if (cell || !after) return;
    const addRow: RowCell = { row: after };
    for (const index of builtIndexes.values()) insertRow(index, addRow);
    cells.set(name, addRow);
  };
  const replace = (name: string, before: AnyRow | undefined, after: AnyRow | undefined) => {
    set(name, after);
    undos.push(() => set(name, before));
  };

  const added = (given: AnyRow) => {
    last += 1;
    const row = storedRow(serial === undefined ? given : { ...given, [serial]: last });
    replace(keyOf(row), undefined, row);
    return row;
  };

  const indexBy = (by: readonly string[]): MemoryIndex => {
    const index = builtIndexes.get(by) ?? buildIndex(cells.values(), by);
    builtIndexes.set(by, index);
    return index;
  };
  const findRows = (where: Where<AnyRow>, order?: RowOrder<AnyRow>): AnyRow[] => {
    const isFound = rowMatcher(where);
    if (key.every((column) => isSingleValue(where[column]))) {
      const row = cells.get(keyOf(where))?.row;
      return row && isFound(row) ? sortedBy([row], order) : [];
    }
    let ranges: IndexRanges | undefined;
    for (const by of bestIndexes(orders, where, order)) {
      const others = findRanges(indexBy(by), where);
      const isOrdered = order && areRangesInOrder(others, order);
      if (!ranges || others.size < ranges.size || (isOrdered && others.size === ranges.size)) ranges = others;
      if (others.size <= fewRows) break;
    }
    if (!ranges) return [];
    const ordered = order && areRangesInOrder(ranges, order) ? order : undefined;
    const rowsFound: AnyRow[] = [];
    for (const row of rowsInRanges(ranges, ordered)) {
      if (ordered && rowsFound.length === ordered.limit) break;
      if (isFound(row)) rowsFound.push(row);
    }
    return ordered ? rowsFound : sortedBy(rowsFound, order);
  };

  /* oxlint-disable require-yield -- rows in memory are read without a statement */
  return {
    *list(where, order) {
      return findRows(where, order).map((row) => ({ ...row }));
    },
    *count(where, most) {
      return Math.min(most, findRows(where).length);
    },
    *places(where, order) {
      return sortedBy(findRows(where), order).map((row) => picked(row, order.by)) as never;
    },
    *put(row) {
      const name = keyOf(row);
      replace(name, cells.get(name)?.row, storedRow(row));
    },
    *add(given) {
      return { ...added(given) };
    },
    *addAll(given) {
      given.forEach(added);
    },
    *change(where, patch) {
      const changed = findRows(where);
      for (const row of changed) replace(keyOf(row), row, storedRow(patch, row));
      return changed.length;
    },
    *remove(where, order) {
      const removed = findRows(where, order);
      for (const row of removed) replace(keyOf(row), row, undefined);
      return removed.length;
    },
    *sums(where, given) {
      return sumsOf(findRows(where), given) as never;
    },
  };
  /* oxlint-enable require-yield */
}

const picked = (row: AnyRow, columns: readonly string[]): AnyRow =>
  Object.fromEntries(columns.map((column) => [column, row[column]]));

function sumsOf(
  rows: readonly AnyRow[],
  { by, of, nonZero }: { by: readonly string[]; of: readonly string[]; nonZero?: string | undefined },
): AnyRow[] {
  const groups = new Map<string, AnyRow>();
  for (const row of rows) {
    const group = picked(row, by);
    const name = JSON.stringify(group);
    const sum = groups.get(name) ?? {
      ...group,
      count: 0,
      ...(nonZero !== undefined && { nonZeroCount: 0 }),
      ...Object.fromEntries(of.map((column) => [column, 0])),
    };
    groups.set(name, sum);
    sum['count'] = Number(sum['count']) + 1;
    if (nonZero !== undefined && row[nonZero]) sum['nonZeroCount'] = Number(sum['nonZeroCount']) + 1;
    for (const column of of) sum[column] = Number(sum[column]) + Number(row[column] ?? 0);
  }
  return [...groups.values()];
}

/** A frozen copy, as if written to JSON and read back. */
function throughJson(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map((item: unknown) => throughJson(item ?? null)));
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value;
  const given = value as AnyRow;
  const copy: AnyRow = {};
  for (const name in given) if (given[name] !== undefined) copy[name] = throughJson(given[name]);
  return Object.freeze(copy);
}

export const readOnlyError = () => new PaymentsError('storage', 'A read transaction must not write.');

function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === 'production';
  } catch {
    return false; // not every server has a `process`
  }
}
