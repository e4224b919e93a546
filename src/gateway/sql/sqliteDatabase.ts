import { attempt, ConfigurationError, PaymentsError } from '../../core/errors.ts';
import { type Clock, unrefClock, sleep, systemClock } from '../../core/time.ts';
import { writeInReadTransactionError } from '../createMemoryStore.ts';
import { type TransactionMode, runInSequence, type Statement, type StoreSteps } from '../gatewayStore.ts';
import {
  memoize,
  paymentsErrorOrStorage,
  type SqlDatabase,
  type SqlDatabaseOptions,
  type SqlRow,
  type SqlValue,
} from './sqlDatabase.ts';

interface SqliteStatement {
  /** Whether the statement returns rows; undefined if the driver does not tell. */
  readonly reader?: boolean;
  // The values are `unknown`, because that fits the type of every driver. `SqlValue` would not: it includes null, which
  // the type `{}` of libsql and better-sqlite3 excludes.
  all(...values: unknown[]): unknown[];
  run(...values: unknown[]): unknown;
}

/** What the store needs of `node:sqlite`, `better-sqlite3` or `libsql`. */
export interface SqliteConnection {
  exec: (sql: string) => unknown;
  prepare: (sql: string) => SqliteStatement;
}

/** How long one try of a statement waits for another writer (ms). This blocks the process, so each try is short. */
const busyTimeoutMs = 20;

/** How often other connections' changes are polled while there is a listener (ms). */
const lookMs = 250;

const name = 'SQLite';

export function createSqliteDatabase(
  connection: SqliteConnection,
  { timeoutMs, clock }: SqlDatabaseOptions,
): SqlDatabase {
  const prepared = memoize((text) => connection.prepare(text));
  let path = '';
  let file = '';
  let inode = '';
  let writtenAt: number | undefined;
  /** The inode of the write-ahead log, once there is one. */
  let log: string | undefined;

  const asked = <T>(ask: () => T): T => {
    try {
      return ask();
    } catch (error) {
      throw isBusy(error) ? error : paymentsErrorOrStorage(name, error);
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

  /** A number that changes whenever another connection has written; undefined if it cannot be read. */
  const version = () => attempt(() => all('pragma data_version')[0]?.['data_version']);

  /** Runs a statement and continues the steps with its rows or error. Throws if the transaction must start again. */
  const goOn = <T>(steps: StoreSteps<T>, { text, values }: Statement, access: TransactionMode) => {
    let rows: SqlRow[];
    try {
      if (access === 'read' && !text.startsWith('select')) throw writeInReadTransactionError();
      rows = all(text, values);
    } catch (error) {
      if (isBusy(error)) throw error;
      return steps.throw(error);
    }
    return steps.next(rows);
  };

  // Throws if the file or its log was replaced: processes with different logs do not see each other's commits.
  const assertSameFiles = () => {
    const isSame = asked(() => inodeAt(path) === inode);
    const hasSameLog = log === undefined || asked(() => inodeAt(`${path}-wal`) === log);
    if (isSame && hasSameLog) return;
    throw new PaymentsError(
      'storage',
      `${isSame ? `${path}-wal` : path} was moved or replaced while it was in use, so nothing is sent. ` +
        'End all processes that use the file, and restart with the right one.',
    );
  };

  const inTransaction = <T>(access: TransactionMode, steps: StoreSteps<T>): T => {
    assertSameFiles();
    const mayLoseLast = access === 'write' || access === 'background';
    if (mayLoseLast) exec('pragma synchronous = normal');
    try {
      exec(access === 'read' ? 'begin' : 'begin immediate');
      try {
        let step = steps.next();
        while (!step.done) step = goOn(steps, step.value, access);
        exec('commit');
        log ??= inodeAt(`${path}-wal`);
        return step.value;
      } catch (error) {
        // The rollback may fail: on a full or broken disk, SQLite has ended the transaction already.
        attempt(() => connection.exec('rollback'));
        throw error;
      }
    } finally {
      if (mayLoseLast) exec('pragma synchronous = full');
    }
  };

  return {
    name,
    isLocal: true,
    time: `unixepoch('subsec') * 1000`,
    identity: () => `'${file}'`,
    writtenBefore: () => writtenAt ?? 0,
    serial: 'integer primary key autoincrement',
    text: 'text',
    nullsFirst: '',
    skipLocked: '',
    together: runInSequence,
    hasTable: (table) => ({
      text: `select name from sqlite_master where type = 'table' and name = ?`,
      values: [table],
    }),
    prepare: () =>
      retryWhileBusy(timeoutMs, () => {
        exec(`pragma busy_timeout = ${busyTimeoutMs}`);
        const [main] = all(`select file from pragma_database_list where name = 'main'`);
        path = typeof main?.['file'] === 'string' ? main['file'] : '';
        writtenAt ??= asked(() => Number(statOf(path)?.mtimeMs ?? 0)); // the next statement may write
        const [journal] = all('pragma journal_mode = wal');
        if (journal?.['journal_mode'] !== 'wal')
          throw new ConfigurationError(
            'database',
            `This SQLite database has no write-ahead log (journal_mode is "${String(journal?.['journal_mode'])}"), so it could lose what two processes write. ` +
              'Use a file on a disk of this machine; for tests there is createMemoryStore().',
          );
        exec('pragma synchronous = full');
        inode = asked(() => inodeAt(path));
        file = inode && `${inode}:${asked(() => birthOf(path))}`;
      }),
    // Ignores the lock, because SQLite runs one writing transaction at a time anyway.
    run: (access, _, steps, limitMs = timeoutMs) =>
      retryWhileBusy(limitMs, () => inTransaction(access, steps())),
    watch: (onChange) => watchVersion(clock, version, onChange),
  };
}

function watchVersion(clock: Clock | undefined, version: () => unknown, onChange: () => void): () => void {
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
}

async function retryWhileBusy<T>(limitMs: number, run: () => T): Promise<T> {
  const startedAt = systemClock.monotonic();
  for (;;) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (systemClock.monotonic() - startedAt > limitMs) throw paymentsErrorOrStorage(name, error);
    }
    await sleep(systemClock, 2 + Math.random() * 10);
  }
}

const nodeFs = () => globalThis.process?.getBuiltinModule?.('node:fs');

/** Undefined if there is no such file, or no `node:fs`. */
const statOf = (path: string) => nodeFs()?.statSync(path, { throwIfNoEntry: false, bigint: true });

/** The inode: while this file is in use, no other has the same. `gone` if there is no file. Empty without `node:fs`. */
function inodeAt(path: string): string {
  if (!nodeFs() || path === '') return '';
  return String(statOf(path)?.ino ?? 'gone');
}

/** When a file was created: a later file may have the same inode, but not this time. Empty if not known. */
function birthOf(path: string): string {
  const [stat, folder] = [statOf(path), statOf(path.replace(/[^/\\]*$/, '.'))];
  // An old kernel gives the time of the last change as the creation time, which then identifies nothing. On such a
  // kernel, the two times of the folder are equal.
  return folder?.birthtimeNs === folder?.ctimeNs ? '' : String(stat?.birthtimeNs);
}

/** SQLITE_BUSY and its variants, in each driver's form. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  return String(code).startsWith('SQLITE_BUSY') || (typeof errcode === 'number' && (errcode & 0xff) === 5);
}
