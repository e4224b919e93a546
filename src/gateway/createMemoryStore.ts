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
  type Cell,
  fitness,
  indexOf,
  sortedBy,
  insertCell,
  isInOrder,
  isPlain,
  matching,
  type MemoryIndex,
  moveCell,
  questionOf,
  type Ranges,
  rangesIn,
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
  const copies = new Map<unknown, unknown>();
  const tables = recordTables((_, shape) => createRows(shape, undos, copies));
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

/** Where an index leaves no more, none is looked for that leaves less. */
const fewRows = 16;

/**
 * Rows in maps and in the order of each index. `undos` takes back what a transaction did, last first; `copies` are those of the
 * values that it wrote, which several rows may share.
 */
function createRows(
  { columns, key, indexes }: AnyShape,
  undos: (() => void)[],
  copies: Map<unknown, unknown>,
): Table<Row> {
  const cells = new Map<string, Cell>();
  const keyOf = (row: Where<Row>) => JSON.stringify(key.map((column) => row[column]));
  const orders = [key, ...indexes].map((index) => [...new Set([...index, ...key])]);
  /** Those that something was found by. */
  const sorted = new Map<readonly string[], MemoryIndex>();
  /** The indexes that fit a question best, by what it asks for. */
  const fitting = new Map<string, readonly (readonly string[])[]>();
  const kinds = Object.entries<string>(columns);
  const serial = kinds.find(([, kind]) => kind === 'serial')?.[0];
  const json = new Set(kinds.filter(([, kind]) => kind.startsWith('json')).map(([column]) => column));
  const empty = Object.fromEntries(kinds.map(([column]) => [column, null]));
  let last = 0;

  /** As a database has it: what is not given is null, and the rest went through JSON. Whoever finds it shares it, so it stays. */
  const kept = (given: Row, before: Row = empty): Row => {
    const row = { ...before };
    for (const column in empty) {
      const value = given[column];
      if (value !== undefined) row[column] = json.has(column) ? copyOf(value) : value;
    }
    return row;
  };
  const copyOf = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    const copy = copies.get(value) ?? throughJson(value);
    copies.set(value, copy);
    return copy;
  };

  const set = (name: string, after: Row | undefined) => {
    const cell = cells.get(name);
    if (cell) moveCell(sorted.values(), cell, after);
    if (!after) cells.delete(name);
    if (cell || !after) return;
    const added: Cell = { row: after };
    for (const index of sorted.values()) insertCell(index, added);
    cells.set(name, added);
  };
  const replace = (name: string, before: Row | undefined, after: Row | undefined) => {
    set(name, after);
    undos.push(() => set(name, before));
  };

  const added = (given: Row) => {
    last += 1;
    const row = kept(serial === undefined ? given : { ...given, [serial]: last });
    replace(keyOf(row), undefined, row);
    return row;
  };

  const indexBy = (by: readonly string[]): MemoryIndex => {
    const index = sorted.get(by) ?? indexOf(cells.values(), by);
    sorted.set(by, index);
    return index;
  };
  const fittingFor = (where: Where<Row>, order: Order<Row> | undefined) => {
    const name = questionOf(where, order);
    const known = fitting.get(name);
    if (known) return known;
    const rated = orders.map((by) => fitness(by, where, order));
    const most = Math.max(...rated);
    const best = orders.filter((_, at) => rated[at] === most);
    // The shapes name last what tells rows apart most. What fits none is looked for in all rows, in whatever order.
    const tried = most > 0 ? best.toReversed() : best.slice(0, 1);
    fitting.set(name, tried);
    return tried;
  };
  const found = (where: Where<Row>, order?: Order<Row>): Row[] => {
    const isFound = matching(where);
    if (key.every((column) => isPlain(where[column]))) {
      const row = cells.get(keyOf(where))?.row;
      return row && isFound(row) ? sortedBy([row], order) : [];
    }
    let ranges: Ranges | undefined;
    for (const by of fittingFor(where, order)) {
      const others = rangesIn(indexBy(by), where);
      const isOrdered = order && isInOrder(others, order);
      if (!ranges || others.size < ranges.size || (isOrdered && others.size === ranges.size)) ranges = others;
      if (others.size <= fewRows) break;
    }
    if (!ranges) return [];
    const ordered = order && isInOrder(ranges, order) ? order : undefined;
    const rowsFound: Row[] = [];
    for (const row of walk(ranges, ordered)) {
      if (ordered && rowsFound.length === ordered.limit) break;
      if (isFound(row)) rowsFound.push(row);
    }
    return ordered ? rowsFound : sortedBy(rowsFound, order);
  };

  /* oxlint-disable require-yield -- nobody has to be asked for what is in memory */
  return {
    *list(where, order) {
      return found(where, order).map((row) => ({ ...row }));
    },
    *put(row) {
      const name = keyOf(row);
      replace(name, cells.get(name)?.row, kept(row));
    },
    *add(given) {
      return { ...added(given) };
    },
    *addAll(given) {
      given.forEach(added);
    },
    *change(where, patch) {
      const changed = found(where);
      for (const row of changed) replace(keyOf(row), row, kept(patch, row));
      return changed.length;
    },
    *remove(where, order) {
      const gone = found(where, order);
      for (const row of gone) replace(keyOf(row), row, undefined);
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

/** A frozen copy, as it would come out of JSON: what is undefined is not there. */
function throughJson(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map((item: unknown) => throughJson(item ?? null)));
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value;
  const given = value as Row;
  const copy: Row = {};
  for (const name in given) if (given[name] !== undefined) copy[name] = throughJson(given[name]);
  return Object.freeze(copy);
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
