import { attempt, PaymentsError, warnOnce } from '../core/errors.ts';
import { type Clock, systemClock } from '../core/time.ts';
import {
  type AnyRow,
  type AnyTable,
  checkedPositiveOption,
  type GatewayStore,
  runInSequence,
} from './gatewayStore.ts';
import { createIndexedRows, sortedPage } from './indexedRows.ts';
import { picked } from '../core/wire/read.ts';
import { type AnyTableShape, buildRecordTables } from './tableShapes.ts';

export interface StoreOptions {
  /** How long operations are kept (ms). Default 400 days. */
  keepMs?: number | undefined;
  clock?: Clock | undefined;
}

export const defaultRecordKeepMs = 400 * 24 * 60 * 60_000;

/** Keeps everything in the process, for tests and trials: a restart forgets which payments were sent. */
export function createMemoryStore({
  keepMs = defaultRecordKeepMs,
  clock = systemClock,
}: StoreOptions = {}): GatewayStore {
  checkedPositiveOption('keepMs', keepMs);
  // Not every server has a `process`.
  if (attempt(() => process.env.NODE_ENV) === 'production') {
    warnOnce(
      'createMemoryStore() forgets on a restart which payments were sent, so one of them could be sent twice. ' +
        'Use createSqlStore().',
    );
  }
  // The store's time begins at the wall clock's, and goes on with the monotonic clock, which never jumps.
  const [startedAt, mono] = [clock.now(), clock.monotonic()];
  const undos: (() => void)[] = [];
  const copies = new Map<unknown, unknown>();
  const tables = buildRecordTables((_, shape) => createMemoryTable(shape, undos, copies));
  // One transaction runs at a time, so all share this object.
  const transaction = { ...tables, together: runInSequence, now: startedAt, knownForMs: 0, forgotAt: 0 };
  const secret = crypto.randomUUID();

  return {
    keepMs,
    open: async () => undefined,
    secret: async () => secret,
    watch: () => () => undefined,
    async transact(_account, access, steps) {
      const passed = clock.monotonic() - mono;
      transaction.now = Math.floor(startedAt + passed);
      transaction.knownForMs = Math.floor(Math.min(keepMs, passed));
      undos.length = 0;
      copies.clear();
      try {
        const run = steps(transaction);
        let step = run.next();
        while (!step.done) step = run.next([]);
        if (access === 'read' && undos.length > 0) throw writeInReadTransactionError();
        return step.value;
      } catch (error) {
        while (undos.length > 0) undos.pop()?.();
        throw error;
      }
    },
  };
}

/** A table in memory. Each change adds its reversal to `undos`. `copies`: frozen copies of the JSON values. */
function createMemoryTable(
  { columns, key, indexes }: AnyTableShape,
  undos: (() => void)[],
  copies: Map<unknown, unknown>,
): AnyTable {
  const rows = createIndexedRows(key, indexes);
  const kinds = Object.entries<string>(columns);
  const serial = kinds.find(([, kind]) => kind === 'serial')?.[0];
  const json = new Set(kinds.filter(([, kind]) => kind.startsWith('json')).map(([column]) => column));
  const empty = Object.fromEntries(kinds.map(([column]) => [column, null]));
  let last = 0;

  /** The row as a database stores it. Missing columns are as in `before`. JSON values are frozen, shared copies. */
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

  const replace = (name: string, after: AnyRow | undefined) => {
    const before = rows.get(name);
    rows.set(name, after);
    undos.push(() => rows.set(name, before));
  };
  const added = (given: AnyRow) => {
    last += 1;
    const row = storedRow(serial === undefined ? given : { ...given, [serial]: last });
    replace(rows.keyOf(row), row);
    return row;
  };

  /* oxlint-disable require-yield -- rows in memory are read without a statement */
  return {
    *list(where, order) {
      return rows.find(where, order).map((row) => ({ ...row }));
    },
    *count(where, most) {
      return Math.min(most, rows.find(where).length);
    },
    *listColumns(where, order) {
      return sortedPage(rows.find(where), order).map((row) => picked(row, order.by));
    },
    *put(row) {
      replace(rows.keyOf(row), storedRow(row));
    },
    *add(given) {
      return { ...added(given) };
    },
    *addAll(given) {
      given.forEach(added);
    },
    *change(where, patch) {
      const changed = rows.find(where);
      for (const row of changed) replace(rows.keyOf(row), storedRow(patch, row));
      return changed.length;
    },
    *remove(where, order) {
      const removed = rows.find(where, order);
      for (const row of removed) replace(rows.keyOf(row), undefined);
      return removed.length;
    },
    *sums(where, given) {
      return sumsOf(rows.find(where), given);
    },
  };
  /* oxlint-enable require-yield */
}

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

export const writeInReadTransactionError = () =>
  new PaymentsError('storage', 'A read transaction must not write.');
