import { PaymentsError } from '../../core/errors.ts';
import { type Clock, systemClock } from '../../core/time.ts';
import type { StoreSteps } from '../gatewayStore.ts';
import { assertTablesNotNewer, type TableNames } from './migrate.ts';
import { runStatement, type SqlDatabase } from './sqlDatabase.ts';

/** How often the store's row is updated while the database is in use (ms). */
const noteMs = 10_000;
/** If no process used the database for longer than this (ms), none could notice that a backup was restored. */
const longestPauseMs = 10 * 60_000;
/** After a restore, a copy of a request from before the restore may still arrive for this long (ms). */
const lateCopyMs = 2 * 60_000;
/** If the database's clock differs from the expected time by more than this (ms), the clock counts as set. */
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

/** What is known about the database: its time, and how far back it remembers. */
export interface StoreTimes {
  now: number;
  /** The database remembers everything since this time (epoch ms). */
  since: number;
  seenAt: number;
  /** When an instance last noticed that the database was replaced or restored from a backup (epoch ms); 0 if never. */
  forgotAt: number;
  /** The monotonic time at which this was read. */
  at: number;
}

/**
 * Reads the store's row at the beginning of each transaction. The database counts as remembering nothing before now if
 * it was replaced, if it is older than what this process saw (`known`), or if no process used it in the 10 minutes
 * before this process began. If `isRead`, writes nothing.
 */
export function* readAndUpdateStoreTimes(
  database: SqlDatabase,
  tables: TableNames,
  { keepMs, clock }: { keepMs: number; clock: Clock | undefined },
  known: StoreTimes | undefined,
  isRead: boolean,
): StoreSteps<StoreTimes> {
  const monotonic = (clock ?? systemClock).monotonic();
  const [row] = yield* runStatement<StoreRow>(
    `select *, ${database.time} as now, ${database.identity(tables.operations)} as identity_now from ${tables.store}`,
  );
  if (!row) throw emptyStoreError(tables);
  assertTablesNotNewer(row.version);

  const wall = clock ? clock.now() : row.now;
  const shown = wall + row.moved_ms;
  // The store's time never goes back. On one machine, the monotonic clock tells the time even if a clock was set.
  const passed = database.isLocal && known ? known.now + monotonic - known.at : -Infinity;
  // Another process, which began after the clock was set, may have recorded a later time than this process expects.
  // Then this process uses the later time too.
  const expected = row.seen_at > passed + noticedMs ? Math.max(shown, row.seen_at) : passed;
  const isMoved = Math.abs(shown - expected) > noticedMs;
  const now = isMoved ? expected : shown;

  const common = row.marker === '' ? undefined : commonIdentity(row.identity, row.identity_now);
  const isSame = common !== undefined;
  const isOld = known !== undefined && (row.seen_at < known.seenAt || row.since < known.since);
  const isPaused = known === undefined && now - row.seen_at > longestPauseMs;
  const believed = isSame && !isOld && !isPaused ? row.since : now;
  // A backup copied over an SQLite file keeps the file's identity, but was written just now. After a mere pause, the
  // last write is long ago. With a `clock` of the host, times cannot be compared with those of files.
  const isOverwritten = isPaused && !clock && row.now - database.writtenBefore() < lateCopyMs;
  const hasForgotten = row.marker !== '' && (!isSame || isOld || isOverwritten);
  const forgotAt = hasForgotten ? now : row.forgot_at;
  const since = row.keep_ms < keepMs ? Math.max(believed, now - row.keep_ms) : believed;
  // `seen_at` never goes back, even if this clock is a little late: else the database would look like an old copy.
  const seenAt = isSame && !isOld ? Math.max(now, row.seen_at) : now;
  const isNoted = Math.abs(now - row.seen_at) < noteMs;
  const isUpToDate = isNoted && !isMoved && since === row.since && row.keep_ms === keepMs && isSame;
  if (isRead || isUpToDate) return { now, since, forgotAt, seenAt: row.seen_at, at: monotonic };

  const marker = isSame && since === row.since ? row.marker : crypto.randomUUID();
  // Writes nothing if another instance has updated the row meanwhile: then the row is read again.
  const noted = yield* runStatement(
    `update ${tables.store} set marker = ?, identity = ?, since = ?, keep_ms = ?, seen_at = ?, moved_ms = ?, forgot_at = ?
      where marker = ? and seen_at = ? returning marker`,
    [
      marker,
      common ?? row.identity_now,
      since,
      keepMs,
      seenAt,
      now - wall,
      forgotAt,
      row.marker,
      row.seen_at,
    ],
  );
  if (noted.length === 0)
    return yield* readAndUpdateStoreTimes(database, tables, { keepMs, clock }, known, isRead);
  return { now, since, forgotAt, seenAt, at: monotonic };
}

/**
 * Joins the stored identity with the one that this instance sees. A part that an instance had no permission to read is
 * empty; the other identity fills it. Undefined if they are of different databases.
 */
function commonIdentity(stored: string, seen: string): string | undefined {
  // Compared from the last part on, which is always known.
  const [before, now] = [stored, seen].map((identity) => identity.split(':').toReversed()) as [
    string[],
    string[],
  ];
  const parts = now.map((part, at) => part || (before[at] ?? ''));
  const isSame = parts.every((part, at) => part === (before[at] || part));
  return isSame ? parts.toReversed().join(':') : undefined;
}

export function emptyStoreError({ store }: TableNames): PaymentsError {
  return new PaymentsError(
    'storage',
    `The table ${store} is empty, so it is not certain which payments were sent, and nothing is sent. To start over, delete ` +
      'all tables of the gateway: earlier operations are then unknown.',
  );
}
