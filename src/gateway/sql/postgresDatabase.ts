import { warnOnce } from '../../core/errors.ts';
import { systemClock, withTimeout } from '../../core/time.ts';
import type { AccessMode, Statement, StoreSteps, RunTogether } from '../gatewayStore.ts';
import {
  takeConnection,
  releaseConnection,
  ignoreIdleErrors,
  type PostgresClient,
  type PostgresPool,
  type PostgresQuery,
  queryRows,
} from './postgresConnection.ts';
import { watchPostgres } from './postgresWatch.ts';
import {
  createBoundedCache,
  databaseError,
  query,
  type SqlDatabase,
  type SqlDatabaseOptions,
  type SqlRow,
} from './sqlDatabase.ts';

/** How many prepared statements a connection keeps. Longer ones are seldom used twice. */
const mostNamed = 300;
const longestNamed = 5000;

export function createPostgresDatabase(
  pool: PostgresPool,
  { prefix, timeoutMs, clock }: SqlDatabaseOptions,
): SqlDatabase {
  const name = 'PostgreSQL';
  const instance = crypto.randomUUID();
  // Notifications reach a whole database, in which each schema may have a gateway.
  const channel = `'${prefix}' || md5(current_schema())`;
  let server = `''`;
  ignoreIdleErrors(pool);

  const numbered = createBoundedCache((text) => {
    let number = 0;
    return text.replaceAll('?', () => `$${(number += 1)}`);
  });
  const names = new Map<string, string>();
  let isNaming = true;
  const nameOf = (text: string) => {
    if (!isNaming) return undefined;
    if (names.size < mostNamed && text.length <= longestNamed && !names.has(text))
      names.set(text, `${instance}_${names.size}`);
    return names.get(text);
  };

  // The timeouts release what a frozen instance holds. Every transaction waits for the disk: after a crash, lost work
  // would be done twice.
  const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  // Notifying takes a lock of the whole server, so it happens in a transaction of its own that does not wait for the
  // disk.
  const notifying = `begin; set local synchronous_commit = off; select pg_notify(${channel}, '${instance}'); commit`;
  const beginning = (access: AccessMode, lock: string, limitMs: number): string => {
    const settings = [
      'set local synchronous_commit = on',
      ...limits.map((limit) => `set local ${limit} = ${Math.ceil(limitMs)}`),
    ];
    // A read sees one moment only.
    if (access === 'read') return ['begin isolation level repeatable read read only', ...settings].join('; ');
    const key = `current_schema() || '${hexOf(`${prefix} ${lock}`)}'`;
    const locking = `select pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
    return ['begin isolation level read committed', ...settings, locking].join('; ');
  };

  /** Returns a function that gives the result or throws. Rejects if the connection can no longer be used. */
  const inTransaction = async <T>(
    client: PostgresClient,
    access: AccessMode,
    lock: string,
    steps: StoreSteps<T>,
    limitMs: number,
  ): Promise<() => T> => {
    let hasWritten = false;
    const asked = async (what: string | PostgresQuery) => {
      try {
        return await queryRows(client, what);
      } catch (error) {
        // A pooler has switched to another connection, which does not know the name.
        if (isCode(error, ['26000', '42P05'])) isNaming = false;
        throw isConflict(error) ? error : databaseError(name, error);
      }
    };
    /** A failed statement is thrown into the steps, unless the transaction must start again. */
    const goOn = async ({ text, values }: Statement) => {
      hasWritten ||= !text.startsWith('select');
      let rows: readonly SqlRow[];
      try {
        rows = await asked({ name: nameOf(text), text: numbered(text), values: [...values] });
      } catch (error) {
        if (isConflict(error)) throw error;
        return steps.throw(error);
      }
      return steps.next(rows);
    };
    try {
      let step = steps.next();
      // A first statement without values travels with `begin`.
      const first = !step.done && step.value.values.length === 0 ? [step.value.text] : [];
      const rows = await asked([beginning(access, lock, limitMs), ...first].join('; '));
      if (first.length > 0) step = steps.next(rows);
      while (!step.done) step = await goOn(step.value);
      const { value } = step;
      await asked(hasWritten && access !== 'background' ? `commit; ${notifying}` : 'commit');
      return () => value;
    } catch (error) {
      await client.query('rollback').catch(() => {
        throw error;
      });
      return () => {
        throw error;
      };
    }
  };

  const runOnce = async <T>(
    access: AccessMode,
    lock: string,
    steps: StoreSteps<T>,
    limitMs: number,
  ): Promise<T> => {
    const startedAt = systemClock.monotonic();
    let client: PostgresClient | undefined;
    let end: (() => T) | undefined;
    try {
      client = await takeConnection(pool, timeoutMs);
      const leftMs = Math.max(1, limitMs - (systemClock.monotonic() - startedAt));
      end = await withTimeout(systemClock, leftMs, inTransaction(client, access, lock, steps, limitMs));
    } catch (error) {
      throw databaseError(name, error);
    } finally {
      if (client) releaseConnection(client, end !== undefined);
    }
    return end();
  };

  const run: SqlDatabase['run'] = async (access, lock, steps, limitMs = timeoutMs) => {
    const startedAt = systemClock.monotonic();
    for (;;) {
      try {
        return await runOnce(access, lock, steps(), limitMs);
      } catch (error) {
        if (!isConflict(error)) throw error;
        if (systemClock.monotonic() - startedAt > limitMs) throw databaseError(name, error);
      }
    }
  };

  return {
    name,
    isLocal: false,
    time: 'extract(epoch from clock_timestamp())::float8 * 1000',
    identity: (table) => `${server} || '${table}'::regclass::oid`,
    serial: 'bigint generated by default as identity primary key',
    text: 'text collate "C"',
    nullsFirst: ' nulls first',
    skipLocked: 'for update skip locked',
    together,
    hasTable: (table) => ({
      // Not to_regclass(): within a transaction it keeps its first answer.
      text: 'select relname from pg_class where relname = ? and pg_table_is_visible(oid)',
      values: [table],
    }),
    async prepare() {
      server = await run('read', '', function* () {
        const [capabilities] = yield* query<{ fsync: string; system: boolean; timeline: boolean }>(
          `select current_setting('fsync') as fsync,
            has_function_privilege('pg_control_system()', 'execute') as system,
            has_function_privilege('pg_walfile_name(pg_lsn)', 'execute') as timeline`,
        );
        if (capabilities?.fsync !== 'on') warnAboutFsync();
        const system = `(select system_identifier::text from pg_control_system()) || ':'`;
        const timeline = `substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) || ':'`;
        return [capabilities?.system ? system : `''`, capabilities?.timeline ? timeline : `''`].join(' || ');
      });
    },
    run,
    watch: (onChange) => watchPostgres(pool, { channel, instance, timeoutMs, clock }, onChange),
  };
}

/** A round trip costs more than the work, so several statements become one. */
const together: RunTogether = function* <Results extends readonly unknown[]>(
  ...all: { readonly [At in keyof Results]: StoreSteps<Results[At]> }
) {
  const running = all.map((steps: StoreSteps<unknown>) => ({ steps, step: steps.next() }));
  for (;;) {
    const asking = running.flatMap(({ step }) => (step.done ? [] : [step.value]));
    if (asking.length === 0) return running.map(({ step }) => step.value) as readonly unknown[] as Results;
    const rows = yield* atOnce(asking);
    for (const one of running) if (!one.step.done) one.step = one.steps.next(rows.shift() ?? []);
  }
};

/** Several statements as one. The rows of each are JSON in a column of their own. */
interface Compound extends Statement {
  parts: readonly Statement[];
}

const partsOf = (statement: Statement) => ('parts' in statement ? (statement as Compound).parts : undefined);

function* atOnce(asked: readonly Statement[]): StoreSteps<(readonly SqlRow[])[]> {
  const [first] = asked;
  if (first && asked.length === 1) return [yield first];
  // PostgreSQL allows writes at the outermost level only.
  const parts = asked.flatMap((one) => partsOf(one) ?? [one]);
  const isRead = parts.every(({ text }) => text.startsWith('select'));
  const made = parts.map(({ text }, at) => (isRead ? `(${text}) part${at}` : `part${at} as (${text})`));
  const columns = parts.map((_, at) => {
    const from = isRead ? made[at] : `part${at}`;
    return `(select json_agg(part${at})::text from ${from}) as part${at}`;
  });
  const text = `${isRead ? '' : `with ${made.join(', ')} `}select ${columns.join(', ')}`;
  const compound: Compound = { text, values: parts.flatMap(({ values }) => values), parts };
  const [row] = yield compound;
  const results = parts.map((_, at) => row?.[`part${at}`] as string | null);
  return asked.map((one) => {
    const own = results.splice(0, partsOf(one)?.length ?? 1);
    if (partsOf(one)) return [Object.fromEntries(own.map((rows, at) => [`part${at}`, rows]))];
    return JSON.parse(own[0] ?? '[]');
  });
}

const hexOf = (text: string) =>
  [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * A deadlock, a serialization failure, or a statement name of another pooled connection: the transaction may run
 * again.
 */
const isConflict = (error: unknown) => isCode(error, ['40P01', '40001', '26000', '42P05']);

const isCode = (error: unknown, codes: readonly string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

function warnAboutFsync(): void {
  warnOnce(
    'PostgreSQL acknowledges writes before they are on the disk, so a power cut would lose operation ids. Set fsync to on.',
    { always: true },
  );
}
