import { ConfigurationError, PaymentsError } from '../../core/errors.ts';
import { sleep, systemClock } from '../../core/time.ts';
import {
  notDone,
  type SqlAccess,
  type SqlDatabase,
  type SqlRow,
  type SqlSteps,
  type SqlValue,
} from './sqlDatabase.ts';

interface SqliteStatement {
  /** Whether it gives rows, where the driver tells. */
  readonly reader?: boolean;
  // Methods: the types of some drivers want to know how many values each statement has.
  all(...values: SqlValue[]): unknown[];
  run(...values: SqlValue[]): unknown;
}

/** What the store needs of `node:sqlite`, `better-sqlite3` or `libsql`. */
export interface SqliteConnection {
  exec: (sql: string) => unknown;
  prepare: (sql: string) => SqliteStatement;
}

/** How long a connection waits for another process by itself (ms); after that this process does something else for a while. */
const busyTimeoutMs = 20;

export function createSqliteDatabase(connection: SqliteConnection, timeoutMs: number): SqlDatabase {
  const name = 'SQLite';
  const prepared = new Map<string, SqliteStatement>();
  let path = '';
  let file = '';

  const all = (text: string, values: readonly SqlValue[] = []): SqlRow[] => {
    const statement = prepared.get(text) ?? connection.prepare(text);
    prepared.set(text, statement);
    if (statement.reader !== false) return statement.all(...values) as SqlRow[];
    statement.run(...values);
    return [];
  };

  const inTransaction = <T>(access: SqlAccess, steps: SqlSteps<T>): T => {
    if (fileAt(path) !== file) throw moved(path);
    if (access === 'write') connection.exec('pragma synchronous = normal');
    try {
      connection.exec(access === 'read' ? 'begin' : 'begin immediate');
      try {
        let step = steps.next();
        while (!step.done) step = steps.next(all(step.value.text, step.value.values));
        connection.exec('commit');
        return step.value;
      } catch (error) {
        rollBack(connection);
        throw error;
      }
    } finally {
      if (access === 'write') connection.exec('pragma synchronous = full');
    }
  };

  /** Again and again while another process is at it. */
  const patiently = async <T>(run: () => T): Promise<T> => {
    const startedAt = systemClock.monotonic();
    for (;;) {
      try {
        return run();
      } catch (error) {
        if (!isBusy(error) || systemClock.monotonic() - startedAt > timeoutMs) throw notDone(name, error);
      }
      await sleep(systemClock, 2 + Math.random() * 10);
    }
  };

  return {
    name,
    isLocal: true,
    time: `unixepoch('subsec') * 1000`,
    identity: () => `'${file}'`,
    serial: 'integer primary key autoincrement',
    skipLocked: '',
    hasTable: (table) => ({
      text: `select name from sqlite_master where type = 'table' and name = ?`,
      values: [table],
    }),
    // A transaction that writes is alone anyway.
    *lock() {},
    prepare: () =>
      patiently(() => {
        connection.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
        const [journal] = all('pragma journal_mode = wal');
        if (journal?.['journal_mode'] !== 'wal') throw noWal(String(journal?.['journal_mode']));
        connection.exec('pragma synchronous = full');
        const [main] = all(`select file from pragma_database_list where name = 'main'`);
        path = typeof main?.['file'] === 'string' ? main['file'] : '';
        file = fileAt(path);
      }),
    run: (access, steps) => patiently(() => inTransaction(access, steps())),
  };
}

/** What the system knows a file by; nothing where it does not tell. Its number alone is given to the next file. */
function fileAt(path: string): string {
  const fs = globalThis.process?.getBuiltinModule?.('node:fs');
  if (!fs || path === '') return '';
  const stat = fs.statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat ? `${stat.ino}:${stat.birthtimeNs}` : 'gone';
}

function rollBack(connection: SqliteConnection): void {
  try {
    connection.exec('rollback');
  } catch {
    // A full disk or a broken one has ended the transaction already.
  }
}

/** SQLITE_BUSY and its like, as each driver tells it. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  return String(code).startsWith('SQLITE_BUSY') || (typeof errcode === 'number' && (errcode & 0xff) === 5);
}

function moved(path: string): PaymentsError {
  return new PaymentsError(
    'storage',
    `${path} was moved or replaced while it was in use, so nothing is sent. Start anew with the file that is to be used.`,
  );
}

function noWal(mode: string): ConfigurationError {
  return new ConfigurationError(
    'database',
    `This SQLite database has no write-ahead log (journal_mode is "${mode}"), so it would not keep what two processes write. ` +
      'Use a file on a disk of this machine; for tests there is createMemoryStore().',
  );
}
