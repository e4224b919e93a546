import { warnOnce } from '../../core/errors.ts';
import { systemClock, withinMs } from '../../core/time.ts';
import { notDone, query, type SqlDatabase, type SqlSteps, type SqlValue } from './sqlDatabase.ts';

interface PostgresClient {
  query: (text: string, values?: SqlValue[]) => Promise<{ rows: unknown[] }>;
  on: (event: 'error', listener: () => void) => unknown;
  off: (event: 'error', listener: () => void) => unknown;
  release: (isToBeDestroyed?: boolean) => void;
}

/** What the store needs of `pg`: a `Pool`. */
export interface PostgresPool {
  connect: () => Promise<PostgresClient>;
  on: (event: 'error', listener: () => void) => unknown;
  off: (event: 'error', listener: () => void) => unknown;
}

const ignore = () => undefined;

export function createPostgresDatabase(pool: PostgresPool, timeoutMs: number): SqlDatabase {
  const name = 'PostgreSQL';
  const texts = new Map<string, string>();
  let server = `''`;
  // Of an idle connection: whoever asks next is told. Nobody listening would end the process.
  pool.off('error', ignore);
  pool.on('error', ignore);

  const numbered = (text: string): string => {
    let number = 0;
    const known = texts.get(text) ?? text.replaceAll('?', () => `$${(number += 1)}`);
    texts.set(text, known);
    return known;
  };

  // The limits free what an instance that was frozen holds. Polls wait for the disk too: what a crash forgot would be asked again.
  const begin = [
    'begin isolation level read committed',
    'set local synchronous_commit = on',
    ...['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'].map(
      (setting) => `set local ${setting} = ${Math.ceil(timeoutMs)}`,
    ),
  ].join('; ');

  const inTransaction = async <T>(client: PostgresClient, steps: SqlSteps<T>) => {
    await client.query(begin);
    let step = steps.next();
    while (!step.done) {
      const { rows } = await client.query(numbered(step.value.text), [...step.value.values]);
      step = steps.next(rows as Record<string, unknown>[]);
    }
    await client.query('commit');
    return step.value;
  };

  const run: SqlDatabase['run'] = async (_, steps) => {
    const startedAt = systemClock.monotonic();
    try {
      const connecting = pool.connect();
      const giveBack = () => void connecting.then((late) => late.release(), ignore);
      const client = await withinMs(systemClock, timeoutMs, connecting, giveBack);
      client.on('error', ignore); // the statement that runs is told
      let isDone = false;
      try {
        const leftMs = Math.max(1, timeoutMs - (systemClock.monotonic() - startedAt));
        const result = await withinMs(systemClock, leftMs, inTransaction(client, steps()));
        isDone = true;
        return result;
      } finally {
        client.off('error', ignore);
        client.release(!isDone); // a connection that ends takes its transaction back
      }
    } catch (error) {
      throw notDone(name, error);
    }
  };

  return {
    name,
    isLocal: false,
    time: 'extract(epoch from clock_timestamp())::float8 * 1000',
    identity: (table) => `${server} || '${table}'::regclass::oid`,
    serial: 'bigint generated always as identity primary key',
    skipLocked: 'for update skip locked',
    hasTable: (table) => ({
      // Not to_regclass(): within a transaction it goes on saying that there is none.
      text: 'select relname from pg_class where relname = ? and pg_table_is_visible(oid)',
      values: [table],
    }),
    *lock(what) {
      yield* query('select pg_advisory_xact_lock(hashtextextended(current_schema() || ?, 0))', [what]);
    },
    async prepare() {
      server = await run('read', function* () {
        const [told] = yield* query<{ fsync: string; system: boolean; timeline: boolean }>(
          `select current_setting('fsync') as fsync,
            has_function_privilege('pg_control_system()', 'execute') as system,
            has_function_privilege('pg_walfile_name(pg_lsn)', 'execute') as timeline`,
        );
        if (told?.fsync !== 'on') warnAboutFsync();
        const system = `(select system_identifier::text from pg_control_system()) || ':'`;
        const timeline = `substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) || ':'`;
        return [told?.system ? system : `''`, told?.timeline ? timeline : `''`].join(' || ');
      });
    },
    run,
  };
}

function warnAboutFsync(): void {
  warnOnce(
    'PostgreSQL does not write to its disk what it acknowledges: a power cut forgets operation ids. Set fsync to on.',
    { always: true },
  );
}
