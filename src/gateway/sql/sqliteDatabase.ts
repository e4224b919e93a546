import { ConfigurationError, PaymentsError } from '../../core/errors.ts';
import { unrefClock, sleep, systemClock } from '../../core/time.ts';
import { readOnly } from '../createMemoryStore.ts';
import { type Access, inTurn, type Statement, type Steps } from '../gatewayStore.ts';
import {
  createCache,
  notDone,
  type SqlDatabase,
  type SqlDatabaseOptions,
  type SqlRow,
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

/** How often it is looked whether another connection has written (ms), while anybody wants to know. */
const lookMs = 250;

export function createSqliteDatabase(
  connection: SqliteConnection,
  { timeoutMs, clock }: SqlDatabaseOptions,
): SqlDatabase {
  const name = 'SQLite';
  const prepared = createCache((text) => connection.prepare(text));
  let path = '';
  let file = '';

  const asked = <T>(ask: () => T): T => {
    try {
      return ask();
    } catch (error) {
      throw isBusy(error) ? error : notDone(name, error);
    }
  };
  const exec = (text: string) => asked(() => connection.exec(text));
  const all = (text: string, values: readonly SqlValue[] = []): SqlRow[] =>
    asked(() => {
      const statement = prepared(text);
      if (statement.reader !== false) return statement.all(...values) as SqlRow[];
      statement.run(...values);
      return [];
    });

  /** Another one after another connection has written. */
  const version = () => {
    try {
      return all('pragma data_version')[0]?.['data_version'];
    } catch {
      return undefined; // whoever asks for something is told
    }
  };

  /** Goes on with what a statement gives; what it fails with is for the steps, unless they have to begin anew. */
  const goOn = <T>(steps: Steps<T>, { text, values }: Statement, access: Access) => {
    let rows: SqlRow[];
    try {
      if (access === 'read' && !text.startsWith('select')) throw readOnly();
      rows = all(text, values);
    } catch (error) {
      if (isBusy(error)) throw error;
      return steps.throw(error);
    }
    return steps.next(rows);
  };

  const inTransaction = <T>(access: Access, steps: Steps<T>): T => {
    if (asked(() => fileAt(path)) !== file) throw moved(path);
    if (access === 'write') exec('pragma synchronous = normal');
    try {
      exec(access === 'read' ? 'begin' : 'begin immediate');
      try {
        let step = steps.next();
        while (!step.done) step = goOn(steps, step.value, access);
        exec('commit');
        return step.value;
      } catch (error) {
        rollBack(connection);
        throw error;
      }
    } finally {
      if (access === 'write') exec('pragma synchronous = full');
    }
  };

  /** Again and again while another process is at it. */
  const patiently = async <T>(run: () => T, limitMs = timeoutMs): Promise<T> => {
    const startedAt = systemClock.monotonic();
    for (;;) {
      try {
        return run();
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (systemClock.monotonic() - startedAt > limitMs) throw notDone(name, error);
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
    text: 'text',
    nullsFirst: '',
    skipLocked: '',
    together: inTurn,
    hasTable: (table) => ({
      text: `select name from sqlite_master where type = 'table' and name = ?`,
      values: [table],
    }),
    prepare: () =>
      patiently(() => {
        exec(`pragma busy_timeout = ${busyTimeoutMs}`);
        const [journal] = all('pragma journal_mode = wal');
        if (journal?.['journal_mode'] !== 'wal') throw noWal(String(journal?.['journal_mode']));
        exec('pragma synchronous = full');
        const [main] = all(`select file from pragma_database_list where name = 'main'`);
        path = typeof main?.['file'] === 'string' ? main['file'] : '';
        file = asked(() => fileAt(path));
      }),
    // A transaction that writes is alone anyway.
    run: (access, _, steps, limitMs) => patiently(() => inTransaction(access, steps()), limitMs),
    watch(onChange) {
      const background = unrefClock(clock);
      let seen = version();
      const look = () => {
        timer = background.setTimeout(look, lookMs);
        const current = version();
        if (current === seen || current === undefined) return;
        seen = current;
        onChange();
      };
      let timer = background.setTimeout(look, lookMs);
      return () => background.clearTimeout(timer);
    },
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
