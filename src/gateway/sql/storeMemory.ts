import { PaymentsError } from '../../core/errors.ts';
import { type Clock, systemClock } from '../../core/time.ts';
import type { Steps } from '../gatewayStore.ts';
import { checkVersion, type SqlTables } from './migrate.ts';
import { query, type SqlDatabase } from './sqlDatabase.ts';

/** How often the database notes that it is in use (ms). */
const noteMs = 10_000;
/** A database that was in use so long ago (ms) may have been put back meanwhile; its process would have to say what it missed. */
const longestPauseMs = 10 * 60_000;
/** A clock that is off by more was set (ms). */
const noticedMs = 2000;

interface StoreRow extends Record<string, unknown> {
  now: number;
  identity_now: string;
  version: number;
  marker: string;
  identity: string;
  since: number;
  keep_ms: number;
  seen_at: number;
  moved_ms: number;
  forgot_at: number;
}

/** What a database is known to remember, and its time. */
export interface StoreMemory {
  now: number;
  /** Since when it has forgotten nothing. */
  since: number;
  seenAt: number;
  /** When it was seen to be another one than before, or older; 0 where it never was. */
  forgotAt: number;
  /** When this was, by the clock of this machine that never jumps. */
  at: number;
}

export interface StoreMemoryOptions {
  keepMs: number;
  clock: Clock | undefined;
}

/**
 * Begins a transaction. What a database says of itself is believed as long as it is the one it was, and not older than what this
 * process saw of it before (`known`); else it begins anew. `isRead`: nothing is written.
 */
export function* remember(
  database: SqlDatabase,
  tables: SqlTables,
  { keepMs, clock }: StoreMemoryOptions,
  known: StoreMemory | undefined,
  isRead: boolean,
): Steps<StoreMemory> {
  const monotonic = (clock ?? systemClock).monotonic();
  const [row] = yield* query<StoreRow>(
    `select *, ${database.time} as now, ${database.identity(tables.operations)} as identity_now from ${tables.store}`,
  );
  if (!row) throw emptied(tables);
  checkVersion(row.version);

  const wall = clock ? clock.now() : row.now;
  const shown = wall + row.moved_ms;
  // The time of a store never goes back. Where it is this machine's, this process can tell a clock that was set from time that passed.
  const expected =
    database.isLocal && known ? known.now + monotonic - known.at : Math.max(shown, row.seen_at);
  const isMoved = Math.abs(shown - expected) > noticedMs;
  const now = isMoved ? expected : shown;

  const isSame = row.marker !== '' && row.identity === row.identity_now;
  const isOld = known !== undefined && (row.seen_at < known.seenAt || row.since < known.since);
  const isPaused = known === undefined && now - row.seen_at > longestPauseMs;
  const believed = isSame && !isOld && !isPaused ? row.since : now;
  const forgotAt = row.marker !== '' && (!isSame || isOld) ? now : row.forgot_at;
  const since = row.keep_ms < keepMs ? Math.max(believed, now - row.keep_ms) : believed;
  // A clock that is off by less than what is noticed makes it no older.
  const seenAt = isSame && !isOld ? Math.max(now, row.seen_at) : now;
  const isNoted = Math.abs(now - row.seen_at) < noteMs;
  const isUpToDate = isNoted && !isMoved && since === row.since && row.keep_ms === keepMs && isSame;
  if (isRead || isUpToDate) return { now, since, forgotAt, seenAt: row.seen_at, at: monotonic };

  const marker = isSame && since === row.since ? row.marker : crypto.randomUUID();
  // Not where another instance did so since it was read: what that one noted is later.
  const noted = yield* query(
    `update ${tables.store} set marker = ?, identity = ?, since = ?, keep_ms = ?, seen_at = ?, moved_ms = ?, forgot_at = ?
      where marker = ? and seen_at = ? returning marker`,
    [marker, row.identity_now, since, keepMs, seenAt, now - wall, forgotAt, row.marker, row.seen_at],
  );
  if (noted.length === 0) return yield* remember(database, tables, { keepMs, clock }, known, isRead);
  return { now, since, forgotAt, seenAt, at: monotonic };
}

export function emptied({ store }: SqlTables): PaymentsError {
  return new PaymentsError(
    'storage',
    `The table ${store} is empty, so it is not certain which payments were sent, and none is. Delete all tables of the gateway ` +
      'to begin anew: every operation of before is then unknown to it.',
  );
}
