import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { PaymentsError } from '../../src/exports/core.ts';
import { type Clock, sleep } from '../../src/core/time.ts';
import { createMemoryStore } from '../../src/gateway/createMemoryStore.ts';
import type { GatewayStore } from '../../src/gateway/gatewayStore.ts';
import { createSqlStore } from '../../src/gateway/sql/createSqlStore.ts';
import type { Faults } from './faults.ts';
import type { Random } from './random.ts';
import type { Trace } from './trace.ts';
import type { createMachineClock } from './worldClock.ts';

/** Files that live in memory, where the system has such a place: SQLite wants a file. */
const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** One database, and how a process of the gateway connects to it. */
interface SharedDatabase {
  connect: () => GatewayStore;
  close: () => void;
}

function memoryDatabase(clock: Clock): SharedDatabase {
  const store = createMemoryStore({ clock });
  return { connect: () => store, close: () => undefined };
}

function sqliteDatabase(clock: Clock): SharedDatabase {
  const folder = mkdtempSync(join(inMemory, 'tillkit-world-'));
  const connections: { close: () => unknown }[] = [];
  return {
    connect() {
      const connection = new Database(join(folder, 'gateway.db'));
      connections.push(connection);
      return createSqlStore(connection, { clock });
    },
    close() {
      for (const connection of connections) connection.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Surroundings {
  clock: Clock;
  random: Random;
  faults: Faults;
  trace: Trace;
}

/** The longest that a commit stalls (ms). */
const stallMs = 4000;
/** How soon another instance hears of a commit, as with SQLite (ms). */
const heardMs = 250;

/** The stores of several processes on one database: commits fail, stall, and are lost on the way back. */
export function createStores(kind: 'memory' | 'sqlite', { clock, random, faults, trace }: Surroundings) {
  const database = kind === 'sqlite' ? sqliteDatabase(clock) : memoryDatabase(clock);
  const watchers = new Map<object, Set<() => void>>();
  const reader = database.connect();

  const notifyOthers = (writer: object) => {
    for (const [owner, listeners] of watchers) {
      if (owner === writer || listeners.size === 0) continue;
      const lateMs = faults.strike(['watch-late']) ? random.between(1000, 20_000) : random.whole(heardMs);
      clock.setTimeout(() => listeners.forEach((listener) => listener()), lateMs);
    }
  };

  return {
    /** Rows as the database has them. */
    read: <Value>(steps: Parameters<GatewayStore['transact']>[2]) =>
      reader.transact('', 'read', steps) as Promise<Value>,
    /** The store of one process. A process that is dead hears nothing, and one that stands still goes on later. */
    open(machine: ReturnType<typeof createMachineClock>): GatewayStore {
      const store = database.connect();
      const owner = {};
      const listeners = new Set<() => void>();
      watchers.set(owner, listeners);
      const alive = async () => {
        while (machine.isFrozen() && !machine.isDead()) await sleep(clock, 500);
        if (machine.isDead()) await new Promise<never>(() => undefined);
      };
      return {
        ...store,
        async transact(account, access, steps) {
          await alive();
          if (access === 'read') return store.transact(account, access, steps);
          const fault = faults.strike(['commit-fails', 'commit-answer-lost', 'commit-stalls']);
          trace.add(`commit ${account} ${access} ${fault ?? ''}`);
          if (fault === 'commit-fails') throw failure();
          if (fault === 'commit-stalls') await sleep(clock, random.between(100, stallMs));
          const value = await store.transact(account, access, steps);
          notifyOthers(owner);
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

const failure = () => new PaymentsError('storage', 'The connection to the database was lost.');
