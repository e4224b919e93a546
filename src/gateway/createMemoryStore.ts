import { PaymentsError, warnOnce } from '../core/errors.ts';
import { type Clock, systemClock } from '../core/time.ts';
import {
  type GatewayStore,
  inTurn,
  type Order,
  type RecordTables,
  type Table,
  type Where,
} from './gatewayStore.ts';
import {
  allowedBy,
  type Cell,
  cellsInOrder,
  fitness,
  inOrder,
  insertCell,
  isInOrder,
  isPlain,
  type MemoryIndex,
  rangesIn,
  moveCell,
  type Row,
  walk,
} from './memoryIndex.ts';
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
        const run = steps({ ...tables, together: inTurn, now: startedAt + passed, knownForMs, forgotAt: 0 });
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

/** Rows in maps and in the order of each index. `undos` takes back what a transaction did, last first. */
function createRows({ columns, key, indexes }: AnyShape, undos: (() => void)[]): Table<Row> {
  const cells = new Map<string, Cell>();
  const keyOf = (row: Where<Row>) => JSON.stringify(key.map((column) => row[column]));
  const orders = [key, ...indexes].map((index) => [...new Set([...index, ...key])]);
  /** Those that something was found by. */
  const sorted = new Map<readonly string[], MemoryIndex>();
  const kinds = Object.entries<string>(columns);
  const serial = kinds.find(([, kind]) => kind === 'serial')?.[0];
  const json = kinds.filter(([, kind]) => kind.startsWith('json')).map(([column]) => column);
  const empty = Object.fromEntries(kinds.map(([column]) => [column, null]));
  let last = 0;

  /** As a database has it: what is not given is null, and the rest went through JSON. */
  const copied = (row: Row): Row => {
    const copy: Row = { ...empty };
    for (const column in empty) copy[column] = row[column] ?? null;
    for (const column of json) copy[column] = JSON.parse(JSON.stringify(copy[column]));
    return copy;
  };

  const set = (before: Row | undefined, after: Row | undefined) => {
    const cell = before && cells.get(keyOf(before));
    if (cell) moveCell(sorted.values(), cell, after);
    if (before && !after) cells.delete(keyOf(before));
    if (before || !after) return;
    const added: Cell = { row: after };
    for (const index of sorted.values()) insertCell(index, added);
    cells.set(keyOf(after), added);
  };
  const replace = (before: Row | undefined, after: Row | undefined) => {
    set(before, after);
    undos.push(() => set(after, before));
  };

  const added = (given: Row) => {
    last += 1;
    const row = copied(serial === undefined ? given : { ...given, [serial]: last });
    replace(undefined, row);
    return row;
  };

  const indexBy = (by: readonly string[]): MemoryIndex => {
    const index = sorted.get(by) ?? { columns: by, cells: cellsInOrder([...cells.values()], by) };
    sorted.set(by, index);
    return index;
  };
  const found = (where: Where<Row>, order?: Order<Row>): Row[] => {
    const asked = Object.entries(where).flatMap(([column, condition]) =>
      condition === undefined ? [] : [[column, allowedBy(condition)] as const],
    );
    const isFound = (row: Row) => asked.every(([column, isAllowed]) => isAllowed(row[column]));
    if (key.every((column) => isPlain(where[column]))) {
      const row = cells.get(keyOf(where))?.row;
      return row && isFound(row) ? inOrder([row], order) : [];
    }
    const fitting = orders.map((by) => fitness(by, where, order));
    const best = orders.filter((_, at) => fitting[at] === Math.max(...fitting));
    const all = best.map((by) => rangesIn(indexBy(by), where));
    const least = Math.min(...all.map(({ size }) => size));
    const smallest = all.filter(({ size }) => size === least);
    const ordered = order && smallest.find((ranges) => isInOrder(ranges, order));
    const [ranges = ordered] = ordered ? [ordered] : smallest;
    if (!ranges) return [];
    const rowsFound: Row[] = [];
    for (const row of walk(ranges, ordered && order)) {
      if (ordered && rowsFound.length === order?.limit) break;
      if (isFound(row)) rowsFound.push(row);
    }
    return ordered ? rowsFound : inOrder(rowsFound, order);
  };

  /* oxlint-disable require-yield -- nobody has to be asked for what is in memory */
  return {
    *list(where, order) {
      return found(where, order).map(copied);
    },
    *put(row) {
      replace(cells.get(keyOf(row))?.row, copied(row));
    },
    *add(given) {
      return copied(added(given));
    },
    *addAll(given) {
      given.forEach(added);
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

export const readOnly = () =>
  new PaymentsError('storage', 'A transaction that only reads was told to write.');

function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === 'production';
  } catch {
    return false; // not every server has a `process`
  }
}
