import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { PaymentsError } from '../../src/exports/core.ts';
import { type Clock, sleep } from '../../src/core/time.ts';
import { createMemoryStore } from '../../src/gateway/createMemoryStore.ts';
import type { AnyTable, GatewayStore, StoreSteps, StoreTransaction } from '../../src/gateway/gatewayStore.ts';
import { createSqlStore } from '../../src/gateway/sql/createSqlStore.ts';
import type { Faults } from './faults.ts';
import type { Random } from './random.ts';
import type { Trace } from './trace.ts';
import type { createMachineClock } from './worldClock.ts';
import { everything, type WorldRecord } from './worldRecord.ts';

/** Files that live in memory, where the system has such a place: SQLite wants a file. */
const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** One database, and how a process of the gateway connects to it. */
interface SharedDatabase {
  connect: () => GatewayStore;
  /** Copies the database. Returns how to put the copy in its place. */
  backUp: () => () => void;
  close: () => void;
}

function memoryDatabase(clock: Clock): SharedDatabase {
  const store = createMemoryStore({ clock });
  const backUp = () => {
    throw new Error('A database in memory has no backup.');
  };
  return { connect: () => store, backUp, close: () => undefined };
}

function sqliteDatabase(clock: Clock): SharedDatabase {
  const folder = mkdtempSync(join(inMemory, 'tillkit-world-'));
  const connections: { close: () => unknown }[] = [];
  let path = join(folder, 'gateway.db');
  const opened = () => {
    const connection = new Database(path);
    connections.push(connection);
    return connection;
  };
  return {
    connect: () => createSqlStore(opened(), { clock }),
    backUp() {
      const copy = join(folder, `backup-${connections.length}.db`);
      opened().exec(`vacuum into '${copy}'`);
      return () => void (path = copy);
    },
    close() {
      for (const connection of connections) connection.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Machine = ReturnType<typeof createMachineClock>;

interface Surroundings {
  clock: Clock;
  random: Random;
  faults: Faults;
  trace: Trace;
}

/** A process that hears of the commits of others: of several together, if they come soon after each other. */
interface Watcher {
  machine: Machine;
  listeners: Set<() => void>;
  isDue: boolean;
}

/** The longest that a commit stalls (ms). */
const stallMs = 4000;
/** How soon another instance hears of a commit, as with SQLite (ms). */
const heardMs = 250;

/** The stores of several processes on one database: commits fail, stall, and are lost on the way back. */
export function createStores(kind: 'memory' | 'sqlite', { clock, random, faults, trace }: Surroundings) {
  const database = kind === 'sqlite' ? sqliteDatabase(clock) : memoryDatabase(clock);
  const watchers = new Set<Watcher>();
  let reader = database.connect();
  /** How each process connects anew. */
  const reconnects = new Set<() => void>();
  /** Operations of which a restored database has no row, or an earlier one. */
  const forgotten = new Set<string>();

  const notifyOthers = (writer: Watcher) => {
    for (const watcher of watchers) {
      const { listeners, machine } = watcher;
      if (machine.isDead()) watchers.delete(watcher);
      else if (watcher !== writer && !watcher.isDue && listeners.size > 0) {
        watcher.isDue = true;
        const lateMs = faults.strike(['watch-late']) ? random.between(1000, 20_000) : random.whole(heardMs);
        clock.setTimeout(() => {
          watcher.isDue = false;
          listeners.forEach((listener) => listener());
        }, lateMs);
      }
    }
  };

  const read = <Value>(steps: Parameters<GatewayStore['transact']>[2]) =>
    reader.transact('', 'read', steps) as Promise<Value>;

  let isRestored = false;

  return {
    forgotten,
    /** All processes on a file of SQLite run on one machine, with one clock. It is not set back while an old copy may come back. */
    skew: kind === 'sqlite' ? { ms: 0 } : undefined,
    isRestored: () => isRestored,
    /** Rows as the database has them. */
    read,
    backUp: database.backUp,
    /** Puts a copy in the place of the database. Returns whether something was lost. */
    async restore(replace: () => void): Promise<boolean> {
      const before = await read<WorldRecord>(everything);
      isRestored = true;
      replace();
      reader = database.connect();
      for (const reconnect of reconnects) reconnect();
      const after = await read<WorldRecord>(everything);
      const seqs = new Map(after.operations.map(({ id, seq }) => [id, seq]));
      const lost = before.operations.filter(({ id, seq }) => seqs.get(id) !== seq);
      for (const { id } of lost) forgotten.add(id);
      trace.add('database', `is restored, without ${lost.length} rows`);
      return lost.length > 0;
    },
    /** The store of one process. A process that is dead hears nothing, and one that stands still goes on later. */
    open(machine: Machine): GatewayStore {
      let store = database.connect();
      reconnects.add(() => void (machine.isDead() || (store = database.connect())));
      const listeners = new Set<() => void>();
      const watcher: Watcher = { machine, listeners, isDue: false };
      watchers.add(watcher);
      const alive = async () => {
        while (machine.isFrozen() && !machine.isDead()) await sleep(clock, 500);
        if (machine.isDead()) await new Promise<never>(() => undefined);
      };
      return {
        keepMs: store.keepMs,
        open: () => store.open(),
        secret: () => store.secret(),
        async transact(account, access, steps) {
          await alive();
          if (access === 'read') return store.transact(account, access, steps);
          const fault = faults.strike(['commit-fails', 'commit-answer-lost', 'commit-stalls']);
          trace.add('database', `commit ${account} ${access}`);
          if (fault === 'commit-fails') throw failure();
          if (fault === 'commit-stalls') await sleep(clock, random.between(100, stallMs));
          const { value, hasWritten } = await store.transact(account, access, (tx) =>
            notingWrites(tx, steps),
          );
          if (hasWritten) notifyOthers(watcher);
          await alive();
          if (fault === 'commit-answer-lost') throw failure();
          return value;
        },
        watch(onChange) {
          const listener = () => machine.isDead() || onChange();
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      };
    },
    close: database.close,
  };
}
export type Stores = ReturnType<typeof createStores>;

/** How many rows were written. Both databases run one transaction at a time, so all share the number. */
const writes = { count: 0 };
const countedTables = new WeakMap<AnyTable, AnyTable>();

/** Others hear of a transaction only if it has written a row, as with SQLite and PostgreSQL. */
function* notingWrites<Value>(
  tx: StoreTransaction,
  steps: (tx: StoreTransaction) => StoreSteps<Value>,
): StoreSteps<{ value: Value; hasWritten: boolean }> {
  writes.count = 0;
  const noting: Record<string, unknown> = { ...tx };
  for (const [name, given] of Object.entries(tx)) {
    if (typeof given !== 'object') continue;
    const table = given as unknown as AnyTable;
    const counted = countedTables.get(table) ?? withCount(table);
    countedTables.set(table, counted);
    noting[name] = counted;
  }
  const value = yield* steps(noting as unknown as StoreTransaction);
  return { value, hasWritten: writes.count > 0 };
}

function withCount(table: AnyTable): AnyTable {
  const counted = function* <Value>(steps: StoreSteps<Value>): StoreSteps<Value> {
    const done = yield* steps;
    writes.count += typeof done === 'number' ? done : 1;
    return done;
  };
  return {
    ...table,
    put: (row) => counted(table.put(row)),
    add: (row) => counted(table.add(row)),
    addAll: (rows) => counted(table.addAll(rows)),
    change: (where, patch) => counted(table.change(where, patch)),
    remove: (where, order) => counted(table.remove(where, order)),
  };
}

const failure = () => new PaymentsError('storage', 'The connection to the database was lost.');
