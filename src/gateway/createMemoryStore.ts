import { PaymentsError, warnOnce } from '../core/errors.ts';
import { type Clock, systemClock } from '../core/time.ts';
import type { Condition, GatewayStore, Order, RecordTables, Table, Where } from './gatewayStore.ts';
import { type RecordRows, recordShapes } from './recordRows.ts';

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
      'createMemoryStore() forgets at a restart which payments were sent, and one of them could be sent twice. ' +
        'Use createSqlStore().',
      { always: true },
    );
  }
  // The wall clock dates what is kept; the one that never jumps says how much later something else is.
  const [startedAt, mono] = [clock.now(), clock.monotonic()];
  const undos: (() => void)[] = [];
  const tables = recordTables((_, shape) => createRows(shape, undos));
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
      try {
        const run = steps({ ...tables, now: startedAt + passed, knownForMs, forgotAt: 0 });
        let step = run.next();
        while (!step.done) step = run.next([]);
        if (access === 'read' && undos.length > 0) throw readOnly();
        return step.value;
      } catch (error) {
        while (undos.length > 0) undos.pop()?.();
        throw error;
      }
    },
  };
}

/** A shape of any rows. */
export interface AnyShape {
  readonly columns: Readonly<Record<string, string>>;
  readonly key: readonly string[];
  readonly indexes: readonly (readonly string[])[];
}

/** Each of the record's tables, made of its shape. */
export function recordTables(create: (name: keyof RecordRows, shape: AnyShape) => Table<Row>): RecordTables {
  const made = <Name extends keyof RecordRows>(name: Name) =>
    create(name, recordShapes[name]) as Table<object> as RecordTables[Name];
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
  };
}

type Row = Record<string, unknown>;

/** Rows in a map, found by key or by what the indexes begin with. `undos` takes back what a transaction did, last first. */
function createRows({ columns, key, indexes }: AnyShape, undos: (() => void)[]): Table<Row> {
  const rows = new Map<string, Row>();
  const serial = Object.entries<string>(columns).find(([, kind]) => kind === 'serial')?.[0];
  let last = 0;
  const keyOf = (row: Where<Row>) => JSON.stringify(key.map((column) => row[column]));
  // One bucket for each combination of the columns of an index; an index may be looked up by its first columns alone.
  const lookups = indexes.flatMap((index) =>
    index.map((_, at) => ({ columns: index.slice(0, at + 1), buckets: new Map<string, Set<Row>>() })),
  );
  const bucketOf = (lookup: (typeof lookups)[number], row: Where<Row>) =>
    JSON.stringify(lookup.columns.map((column) => row[column]));

  /** As a database has it: what is not given is null, and the rest went through JSON. */
  const copied = (row: Row): Row =>
    Object.fromEntries(
      Object.entries(columns).map(([column, kind]) => {
        const value = row[column] ?? null;
        return [column, kind.startsWith('json') ? JSON.parse(JSON.stringify(value)) : value];
      }),
    );

  const forget = (row: Row) => {
    for (const lookup of lookups) {
      const bucket = bucketOf(lookup, row);
      const found = lookup.buckets.get(bucket);
      found?.delete(row);
      if (found?.size === 0) lookup.buckets.delete(bucket);
    }
    rows.delete(keyOf(row));
  };
  const keep = (row: Row) => {
    rows.set(keyOf(row), row);
    for (const lookup of lookups) {
      const bucket = bucketOf(lookup, row);
      const found = lookup.buckets.get(bucket) ?? new Set();
      lookup.buckets.set(bucket, found.add(row));
    }
  };
  const replace = (before: Row | undefined, after: Row | undefined) => {
    if (before) forget(before);
    if (after) keep(after);
    undos.push(() => {
      if (after) forget(after);
      if (before) keep(before);
    });
  };

  const candidates = (where: Where<Row>): Iterable<Row> => {
    const isEqual = (column: string) => isPlain(where[column]);
    if (key.every(isEqual)) {
      const found = rows.get(keyOf(where));
      return found ? [found] : [];
    }
    const best = lookups
      .filter((lookup) => lookup.columns.every(isEqual))
      .toSorted((a, b) => b.columns.length - a.columns.length)[0];
    return best ? (best.buckets.get(bucketOf(best, where)) ?? []) : rows.values();
  };
  const found = (where: Where<Row>, order?: Order<Row>): Row[] => {
    const asked = Object.entries(where).filter(([, condition]) => condition !== undefined);
    const all = [...candidates(where)].filter((row) =>
      asked.every(([column, condition]) => holds(row[column], condition)),
    );
    return order ? inOrder(all, order) : all;
  };

  /* oxlint-disable require-yield -- nobody has to be asked for what is in memory */
  return {
    *list(where, order) {
      return found(where, order).map(copied);
    },
    *put(row) {
      replace(rows.get(keyOf(row)), copied(row));
    },
    *add(given) {
      last += 1;
      const row = copied(serial === undefined ? given : { ...given, [serial]: last });
      replace(undefined, row);
      return copied(row);
    },
    *change(where, patch) {
      const changed = found(where);
      const given = Object.entries(patch).filter(([, value]) => value !== undefined);
      for (const row of changed) replace(row, copied({ ...row, ...Object.fromEntries(given) }));
      return changed.length;
    },
    *remove(where, order) {
      const gone = found(where, order);
      for (const row of gone) replace(row, undefined);
      return gone.length;
    },
    *sums(where, { by, of }) {
      const groups = new Map<string, Row>();
      for (const row of found(where)) {
        const group = Object.fromEntries(by.map((column) => [column, row[column]]));
        const name = JSON.stringify(group);
        const sum = groups.get(name) ?? {
          ...group,
          count: 0,
          ...Object.fromEntries(of.map((column) => [column, 0])),
        };
        groups.set(name, sum);
        sum['count'] = Number(sum['count']) + 1;
        for (const column of of) sum[column] = Number(sum[column]) + Number(row[column] ?? 0);
      }
      return [...groups.values()] as never;
    },
  };
  /* oxlint-enable require-yield */
}

const isPlain = (condition: unknown) =>
  condition !== undefined && (typeof condition !== 'object' || condition === null);

function holds(value: unknown, condition: Condition<unknown>): boolean {
  if (isPlain(condition)) return value === condition;
  const { in: among, from, above, until, below } = condition as Record<string, unknown>;
  if (Array.isArray(among)) return among.includes(value);
  if ('not' in (condition as object)) return value !== null;
  const is = (limit: unknown, holdsFor: (order: number) => boolean) =>
    limit === undefined || (value !== null && holdsFor(compared(value, limit)));
  return (
    is(from, (order) => order >= 0) &&
    is(above, (order) => order > 0) &&
    is(until, (order) => order <= 0) &&
    is(below, (order) => order < 0)
  );
}

/** As a database does it that compares texts by their code points. */
function compared(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) < Number(b) ? -1 : 1;
  for (let at = 0; ; at += 1) {
    const [one = -1, other = -1] = [a.codePointAt(at), b.codePointAt(at)];
    if (one !== other) return one < other ? -1 : 1;
  }
}

function inOrder(rows: Row[], { by, isDescending, after, limit }: Order<Row>): Row[] {
  const sign = isDescending ? -1 : 1;
  const order = (a: readonly unknown[], b: readonly unknown[]) =>
    sign * (by.map((_, at) => compared(a[at], b[at])).find((compares) => compares !== 0) ?? 0);
  const placeOf = (row: Row) => by.map((column) => row[column]);
  return rows
    .filter((row) => !after || order(placeOf(row), after) > 0)
    .toSorted((a, b) => order(placeOf(a), placeOf(b)))
    .slice(0, limit);
}

export const readOnly = () =>
  new PaymentsError('storage', 'A transaction that only reads was told to write.');

function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === 'production';
  } catch {
    return false; // not every server has a `process`
  }
}
