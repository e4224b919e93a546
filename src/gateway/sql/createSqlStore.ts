import { ConfigurationError } from '../../core/errors.ts';
import { createListeners } from '../../core/listeners.ts';
import { systemClock, withTimeout } from '../../core/time.ts';
import { defaultRecordKeepMs, type StoreOptions } from '../createMemoryStore.ts';
import { checkedPositiveOption, type GatewayStore } from '../gatewayStore.ts';
import { buildRecordTables } from '../tableShapes.ts';
import { type RunTransaction, createGroupCommit } from './createGroupCommit.ts';
import { migrate, prefixedTableNames } from './migrate.ts';
import type { PostgresPool } from './postgresConnection.ts';
import { createPostgresDatabase } from './postgresDatabase.ts';
import {
  paymentsErrorOrStorage,
  runStatement,
  type SqlDatabase,
  type SqlDatabaseOptions,
} from './sqlDatabase.ts';
import { createSqliteDatabase, type SqliteConnection } from './sqliteDatabase.ts';
import { createSqlTable } from './sqlTable.ts';
import { emptyStoreError, readAndUpdateStoreTimes, type StoreTimes } from './readAndUpdateStoreTimes.ts';

export interface SqlStoreOptions extends StoreOptions {
  /** The prefix of all table names. Default `tillkit_`. */
  prefix?: string | undefined;
  /** How long the store waits for the database (ms). Default 2000. */
  timeoutMs?: number | undefined;
}

/**
 * Keeps everything in SQLite, for one machine, or in PostgreSQL, for any number of instances. `database` is a
 * connection of `node:sqlite`, `better-sqlite3` or `libsql`, or a `Pool` of `pg`; you create and close it. Methods
 * reject with `storage` if the database fails or is too slow.
 */
export function createSqlStore(
  database: SqliteConnection | PostgresPool,
  { prefix = 'tillkit_', keepMs = defaultRecordKeepMs, timeoutMs = 2000, clock }: SqlStoreOptions = {},
): GatewayStore {
  checkedPositiveOption('keepMs', keepMs);
  checkedPositiveOption('timeoutMs', timeoutMs);
  const names = prefixedTableNames(checkedPrefix(prefix));
  const db = databaseOf(database, { prefix, timeoutMs, clock });
  const tables = buildRecordTables((name, shape) => createSqlTable(names[name], shape, db));
  const watchers = createListeners();
  let opening: Promise<void> | undefined;
  let isOpen = false;
  let memory: StoreTimes | undefined;
  let secret: string | undefined;
  let stopWatching: (() => void) | undefined;

  const open = () => {
    opening ??= migrate(db, names).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  /** Waits until the tables are migrated, but no longer than `timeoutMs`. */
  const opened = async () => {
    if (isOpen) return;
    await withTimeout(systemClock, timeoutMs, open()).catch((error: unknown) => {
      throw paymentsErrorOrStorage(db.name, error);
    });
    isOpen = true;
  };

  const run: RunTransaction = async (line, access, steps) => {
    const known = memory;
    const done = await db.run(access, line, function* () {
      const seen = yield* readAndUpdateStoreTimes(db, names, { keepMs, clock }, known, access === 'read');
      const { since, forgotAt } = seen;
      const knownForMs = Math.floor(Math.max(0, Math.min(keepMs, seen.now - since)));
      // PostgreSQL's time has fractions of a millisecond, which not every reader of the record accepts.
      const now = Math.floor(seen.now);
      return { seen, result: yield* steps({ ...tables, together: db.together, now, knownForMs, forgotAt }) };
    });
    if (access !== 'read' && (!memory || done.seen.at >= memory.at)) memory = done.seen;
    return done.result;
  };
  const runTogether = createGroupCommit(run, timeoutMs);

  const transact: GatewayStore['transact'] = async (account, access, steps) => {
    await opened();
    if (access === 'read') return run('', access, steps);
    return runTogether(
      db.isLocal ? '' : `${access === 'background' ? 'aside' : 'account'} ${account}`,
      access,
      steps,
    );
  };

  return {
    keepMs,
    transact,
    async open() {
      await open();
      await transact('', 'write', function* () {}); // an empty write, from which `knownForMs` counts
    },
    watch(onChange) {
      const leave = watchers.add(() => onChange()); // a new function, because `onChange` may be given twice
      stopWatching ??= db.watch(watchers.notify);
      return () => {
        leave();
        if (!watchers.isEmpty()) return;
        stopWatching?.();
        stopWatching = undefined;
      };
    },
    async secret() {
      await opened();
      secret ??= await db.run('read', '', function* () {
        const [row] = yield* runStatement<{ secret: string }>(`select secret from ${names.store}`);
        return row?.secret;
      });
      if (secret === undefined) throw emptyStoreError(names);
      return secret;
    },
  };
}

function databaseOf(database: SqliteConnection | PostgresPool, options: SqlDatabaseOptions): SqlDatabase {
  if (typeof database === 'object') {
    if ('prepare' in database && 'exec' in database) return createSqliteDatabase(database, options);
    if ('connect' in database && 'on' in database && !('connection' in database))
      return createPostgresDatabase(database, options);
  }
  throw new ConfigurationError(
    'database',
    'createSqlStore() takes a connection of node:sqlite, better-sqlite3 or libsql, or a Pool of pg. The given value is none of these.',
  );
}

function checkedPrefix(prefix: string): string {
  if (/^[a-z_][a-z0-9_]{0,30}$/.test(prefix)) return prefix;
  throw new ConfigurationError(
    'prefix',
    'prefix must be at most 31 lower-case letters, digits and _, and must not begin with a digit.',
  );
}
