import { ConfigurationError } from '../../core/errors.ts';
import type { OperationName } from '../../core/wire/routes.ts';
import { defaultKeepMs, type StoreOptions, unclaimed, waitForTurn } from '../createMemoryStore.ts';
import type { GatewayStore, HeldOperation, MessageEntry, OperationAnswer } from '../gatewayStore.ts';
import { migrate, tablesOf } from './migrate.ts';
import { createPostgresDatabase, type PostgresPool } from './postgresDatabase.ts';
import {
  query,
  type SqlAccess,
  type SqlDatabase,
  type SqlRow,
  type SqlSteps,
  type SqlValue,
} from './sqlDatabase.ts';
import { createSqliteDatabase, type SqliteConnection } from './sqliteDatabase.ts';
import { remember, type StoreMemory } from './storeMemory.ts';

export interface SqlStoreOptions extends StoreOptions {
  /** Begins the names of all tables. Default `tillkit_`. */
  prefix?: string | undefined;
  /** How long the database may take (ms). Default 2000. */
  timeoutMs?: number | undefined;
}

export interface SqlStore extends GatewayStore {
  /** Creates the tables or brings them up to date; else the first use does. */
  migrate: () => Promise<void>;
}

/**
 * Keeps everything in SQLite, for one machine, or in PostgreSQL, for any number of instances. `database` is a connection of
 * `node:sqlite`, `better-sqlite3` or `libsql`, or a `Pool` of `pg`, and stays yours. Methods reject with `storage` when it does
 * not do what it is asked in time.
 */
export function createSqlStore(
  database: SqliteConnection | PostgresPool,
  { prefix = 'tillkit_', keepMs = defaultKeepMs, timeoutMs = 2000, clock }: SqlStoreOptions = {},
): SqlStore {
  const db = databaseOf(database, timeoutMs);
  const tables = tablesOf(checkedPrefix(prefix));
  let opening: Promise<void> | undefined;
  let memory: StoreMemory | undefined;

  const opened = () => {
    opening ??= migrate(db, tables).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  const transact = async <T>(access: SqlAccess, steps: (now: number, seen: StoreMemory) => SqlSteps<T>) => {
    await opened();
    const known = memory;
    const done = await db.run(access, function* () {
      const seen = yield* remember(db, tables, { keepMs, clock }, known, access === 'read');
      return { seen, result: yield* steps(seen.now, seen) };
    });
    if (access !== 'read' && (!memory || done.seen.at >= memory.at)) memory = done.seen;
    return done;
  };
  const act = async <T>(
    access: SqlAccess,
    steps: (now: number, seen: StoreMemory) => SqlSteps<T>,
  ): Promise<T> => (await transact(access, steps)).result;
  const poll = <T>(steps: (now: number, seen: StoreMemory) => SqlSteps<T>): Promise<T> =>
    act('write', function* (now, seen) {
      yield* db.lock(`${tables.slots} polls`);
      return yield* steps(now, seen);
    });

  /** A few of what has expired, more than there comes. */
  const forget = (table: string, column: string, now: number) =>
    query(
      `delete from ${table} where id in (
        select id from ${table} where ${column} <= ? order by ${column} limit 3 ${db.skipLocked})`,
      [now - keepMs],
    );

  function* findOperation(id: string, now: number): SqlSteps<HeldOperation | undefined> {
    const [row] = yield* query<OperationRow>(
      `select * from ${tables.operations} where id = ? and claimed_at > ?`,
      [id, now - keepMs],
    );
    return row && operationOf(row, now);
  }

  function* findMessage(id: string, now: number): SqlSteps<(MessageEntry & { ageMs: number }) | undefined> {
    const [row] = yield* query<MessageRow>(`select * from ${tables.messages} where id = ? and kept_at > ?`, [
      id,
      now - keepMs,
    ]);
    if (!row) return undefined;
    const body = JSON.parse(row.body) as string;
    return { body, isFinal: row.is_final === 1, ageMs: Math.max(0, now - row.kept_at) };
  }

  function* restUntil(who: Resting): SqlSteps<number> {
    const [row] = yield* query<{ until_at: number }>(`select until_at from ${tables.rests} where who = ?`, [
      who,
    ]);
    return row?.until_at ?? 0;
  }

  const want = (place: string, now: number, askedAt: number | null) =>
    query<{ asked_at: number | null }>(
      `insert into ${tables.wanted} (place, wanted_at, asked_at) values (?, ?, ?) on conflict (place) do update
        set wanted_at = excluded.wanted_at, asked_at = coalesce(excluded.asked_at, ${tables.wanted}.asked_at)
        returning asked_at`,
      [place, now, askedAt],
    );

  return {
    migrate: opened,
    async knownForMs() {
      const { seen } = await transact('write', function* () {});
      return Math.floor(Math.max(0, Math.min(keepMs, seen.now - seen.since)));
    },
    claim: ({ id, state, operation, bodyHash, subject, claimedBy, answerWithinMs }) =>
      act('durable', function* (now) {
        yield* forget(tables.operations, 'claimed_at', now);
        const row: Record<string, SqlValue> = {
          id,
          state,
          operation: operation ?? null,
          body_hash: bodyHash ?? null,
          subject,
          claimed_by: claimedBy ?? null,
          claimed_at: now,
          answer_within_ms: answerWithinMs,
          answer: null,
        };
        const columns = Object.keys(row);
        const claimed = yield* query(
          `insert into ${tables.operations} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})
            on conflict (id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
            where ${tables.operations}.claimed_at <= ? returning id`,
          [...Object.values(row), now - keepMs],
        );
        return claimed.length > 0 ? undefined : yield* findOperation(id, now);
      }),
    find: (id) => act('read', (now) => findOperation(id, now)),
    answer: (id, answer) =>
      act('durable', function* (now) {
        const kept = yield* query(
          `update ${tables.operations} set answer = ? where id = ? and claimed_at > ? returning id`,
          [JSON.stringify(answer), id, now - keepMs],
        );
        if (kept.length === 0) throw unclaimed();
      }),
    askFor: (messageId, rules) =>
      poll(function* (now, { forgotAt }) {
        const known = yield* findMessage(messageId, now);
        if (known?.isFinal) return { isGranted: false, waitMs: 0, known };
        const { windowMs, minGapMs } = rules;
        const horizonMs = Math.max(windowMs, minGapMs);
        yield* query(`delete from ${tables.slots} where at <= ?`, [now - windowMs]);
        yield* query(`delete from ${tables.wanted} where wanted_at <= ?`, [now - horizonMs]);
        const place = known ? messageId : strangers;
        const [asked] = yield* want(place, now, null);
        const [wanted] = yield* query<{ count: number | string }>(
          `select count(*) as count from ${tables.wanted}`,
        );
        const slots = yield* query<{ at: number }>(`select at from ${tables.slots} order by at`);
        // What it forgot may have been a whole window of questions.
        const rests = [forgotAt + windowMs, yield* restUntil('all'), known ? 0 : yield* restUntil('strange')];
        const log = {
          slots: slots.map(({ at }) => at),
          wanted: Number(wanted?.count),
          lastAskedAt: asked?.asked_at ?? undefined,
          isStrange: !known,
          restUntil: Math.max(...rests),
        };
        const waitMs = Math.ceil(waitForTurn(now, log, rules));
        if (waitMs > 0) return { isGranted: false, waitMs, known };
        yield* query(`insert into ${tables.slots} (message_id, at) values (?, ?)`, [messageId, now]);
        yield* want(place, now, now);
        return { isGranted: true, waitMs: 0, known };
      }),
    pollEnded: (messageId) =>
      poll(function* (now) {
        yield* query(
          `update ${tables.slots} set at = ?, message_id = null where id = (
            select id from ${tables.slots} where message_id = ? order by at desc, id desc limit 1)`,
          [now, messageId],
        );
      }),
    keepMessage: (messageId, { body, isFinal }) =>
      poll(function* (now) {
        const before = yield* findMessage(messageId, now);
        if (before?.isFinal && !isFinal && body !== '') return true;
        yield* forget(tables.messages, 'kept_at', now);
        yield* query(
          `insert into ${tables.messages} (id, body, is_final, kept_at) values (?, ?, ?, ?) on conflict (id) do update
            set body = excluded.body, is_final = excluded.is_final, kept_at = excluded.kept_at`,
          [messageId, JSON.stringify(body), isFinal ? 1 : 0, now],
        );
        if (isFinal) yield* query(`delete from ${tables.wanted} where place = ?`, [messageId]);
        else if (!before && body !== '') yield* want(messageId, now, now); // strange until then: it was asked about just now
        return before !== undefined;
      }),
    rest: (ms, messageId) =>
      poll(function* (now) {
        const who: Resting = (yield* findMessage(messageId, now)) ? 'all' : 'strange';
        if (now + ms <= (yield* restUntil(who))) return;
        yield* query(
          `insert into ${tables.rests} (who, until_at) values (?, ?)
            on conflict (who) do update set until_at = excluded.until_at`,
          [who, now + ms],
        );
      }),
  };
}

/** In whose place strange messages are asked about. */
const strangers = '';

type Resting = 'all' | 'strange';

interface OperationRow extends SqlRow {
  id: string;
  state: HeldOperation['state'];
  operation: OperationName | null;
  body_hash: string | null;
  subject: string;
  claimed_by: string | null;
  claimed_at: number;
  answer_within_ms: number;
  answer: string | null;
}

interface MessageRow extends SqlRow {
  body: string;
  is_final: number;
  kept_at: number;
}

function operationOf(row: OperationRow, now: number): HeldOperation {
  return {
    id: row.id,
    state: row.state,
    ...(row.operation === null ? {} : { operation: row.operation }),
    ...(row.body_hash === null ? {} : { bodyHash: row.body_hash }),
    subject: row.subject,
    ...(row.claimed_by === null ? {} : { claimedBy: row.claimed_by }),
    answerWithinMs: row.answer_within_ms,
    ...(row.answer === null ? {} : { answer: JSON.parse(row.answer) as OperationAnswer }),
    ageMs: Math.max(0, now - row.claimed_at),
  };
}

function databaseOf(database: SqliteConnection | PostgresPool, timeoutMs: number): SqlDatabase {
  if ('prepare' in database && 'exec' in database) return createSqliteDatabase(database, timeoutMs);
  if ('connect' in database && 'on' in database) return createPostgresDatabase(database, timeoutMs);
  throw new ConfigurationError(
    'database',
    'createSqlStore() takes a connection of node:sqlite, better-sqlite3 or libsql, or a Pool of pg. This is neither.',
  );
}

function checkedPrefix(prefix: string): string {
  if (/^[a-z_][a-z0-9_]{0,30}$/.test(prefix)) return prefix;
  throw new ConfigurationError(
    'prefix',
    'prefix begins the names of tables: lower-case letters, digits and _, at most 31.',
  );
}
