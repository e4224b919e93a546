import type { DBSchema } from 'idb';
import { createDatabase } from '../storage.ts';
import { type Clock, createClockJumpMeter, sleep, withTimeout } from '../time.ts';
import { isProcessingStatus, type ProcessedMessage } from '../wire/message.ts';

/** What a tab heard of a message: enough for the other tabs, and nothing of the service's raw answer. */
export type SharedMessage = Omit<ProcessedMessage, 'raw'>;

export function withoutRaw(message: ProcessedMessage | undefined): SharedMessage | undefined {
  if (!message) return undefined;
  const { raw: _, ...heard } = message;
  return heard;
}

/** The last question about one message. */
export interface PolledMessage {
  /** Who asked. Until it has the answer, or for 10 s, the others leave the message alone. */
  tab: string;
  at: number;
  answeredAt?: number | undefined;
  /** Its page was hidden: a visible one may take over at once. */
  isHidden: boolean;
  heard?: SharedMessage | undefined;
  heardAt?: number | undefined;
}

/** What all spenders of one budget share. Times are epoch ms. */
export interface PollLog {
  /** When slots were taken, ascending. */
  taken: readonly number[];
  /** When the last question was asked that a caller waits for, and the last one that no caller waits for. */
  awaitedAt: number;
  backgroundAt: number;
  /** Nobody asks by itself before this, and since when. */
  restUntil: number;
  restFrom: number;
  /** During a rest a person may ask once from here on. */
  urgentFrom: number;
  /** A stranger was seen to spend too: what we left ourselves of the limit, and when. */
  lowered: { to: number; at: number } | undefined;
  /** How far this log has followed jumps of the wall clock (ms). */
  moved: number;
  /** By message id, in the order of their questions; those of the last minutes. */
  asked: ReadonlyMap<string, PolledMessage>;
}

export const emptyPollLog: PollLog = {
  taken: [],
  awaitedAt: 0,
  backgroundAt: 0,
  restUntil: 0,
  restFrom: 0,
  urgentFrom: 0,
  lowered: undefined,
  moved: 0,
  asked: new Map(),
};

/** Whether nothing is left of what the tabs kept: somebody cleared the storage. */
export function isEmptyPollLog({ taken, restUntil, moved, asked }: PollLog): boolean {
  return taken.length === 0 && restUntil === 0 && moved === 0 && asked.size === 0;
}

/** How long a question without an answer keeps the other tabs from asking (ms). */
export const pollLeaseMs = 10_000;
const keepPolledMs = 3 * 60_000;
/** After so long without a refusal all is as it was (ms). */
export const lowLimitForMs = 10 * 60_000;

/** Every time in the log, `by` ms later; of what has happened, a pause too, only that for which `moves` holds. */
export function shiftPollLog(log: PollLog, by: number, moves: (at: number) => boolean = () => true): PollLog {
  const moved = (at: number) => (moves(at) ? at + by : at);
  const restMoved = moves(log.restFrom) ? by : 0;
  return {
    taken: log.taken.map(moved).toSorted((a, b) => a - b),
    awaitedAt: moved(log.awaitedAt),
    backgroundAt: moved(log.backgroundAt),
    restUntil: log.restUntil + restMoved,
    restFrom: log.restFrom + restMoved,
    urgentFrom: log.urgentFrom + restMoved,
    lowered: log.lowered && { ...log.lowered, at: log.lowered.at + by },
    moved: log.moved + by,
    asked: new Map(
      [...log.asked].map(([id, { at, answeredAt, heardAt, ...asked }]) => [
        id,
        {
          ...asked,
          at: moved(at),
          answeredAt: answeredAt && moved(answeredAt),
          heardAt: heardAt && moved(heardAt),
        },
      ]),
    ),
  };
}

/** Without what counts no more. */
export function prunePollLog(log: PollLog, now: number, windowMs: number): PollLog {
  const isRecent = ({ at }: PolledMessage) => at > now - keepPolledMs;
  const [oldest] = log.asked.values();
  const isCurrent = !oldest || isRecent(oldest);
  return {
    ...log,
    taken: log.taken.filter((at) => at > now - windowMs),
    lowered: log.lowered && log.lowered.at > now - lowLimitForMs ? log.lowered : undefined,
    asked: isCurrent ? log.asked : new Map([...log.asked].filter(([, asked]) => isRecent(asked))),
  };
}

/** A log from storage, whoever wrote it. */
export function parsePollLog(value: unknown): PollLog {
  const kept = (value ?? {}) as Record<keyof PollLog, unknown>;
  const { to, at } = (kept.lowered ?? {}) as Record<string, unknown>;
  return {
    taken: (Array.isArray(kept.taken) ? (kept.taken.filter(Number.isFinite) as number[]) : []).toSorted(
      (a, b) => a - b,
    ),
    awaitedAt: number(kept.awaitedAt),
    backgroundAt: number(kept.backgroundAt),
    restUntil: number(kept.restUntil),
    restFrom: number(kept.restFrom),
    urgentFrom: number(kept.urgentFrom),
    lowered: Number.isFinite(to) && Number.isFinite(at) ? { to: number(to), at: number(at) } : undefined,
    moved: number(kept.moved),
    asked: kept.asked instanceof Map ? new Map([...kept.asked].filter(isAsked)) : emptyPollLog.asked,
  };
}

const number = (value: unknown) => (typeof value === 'number' && !Number.isNaN(value) ? value : 0);

function isAsked(entry: [unknown, unknown]): entry is [string, PolledMessage] {
  const { tab, at, heard } = (entry[1] ?? {}) as Partial<PolledMessage>;
  return (
    typeof entry[0] === 'string' &&
    typeof tab === 'string' &&
    Number.isFinite(at) &&
    (heard === undefined || isProcessingStatus(heard.status))
  );
}

type Change<Result> = (log: PollLog) => { log: PollLog; result: Result };

/** Where the log is kept. `update` is one transaction: no other change comes between reading and writing. */
export interface PollStore {
  update: <Result>(change: Change<Result>) => Promise<Result>;
}

/** A log that lives as long as the process. */
export function createMemoryPollStore(): PollStore {
  let log = emptyPollLog;
  return {
    async update(change) {
      const changed = change(log);
      log = changed.log;
      return changed.result;
    },
  };
}

interface Schema extends DBSchema {
  polls: { key: string; value: PollLog };
}

/**
 * A log that all tabs of a browser share: each change is one transaction, so that together they never take more than one
 * could alone. `key` names the service whose limit it is.
 */
export function createIndexedDbPollStore(key: string, name = 'tillkit-polls'): PollStore {
  const withDatabase = createDatabase<Schema>(name, { polls: {} });
  return {
    update: (change) =>
      withDatabase(async (database) => {
        // What is lost with the power is a minute of bookkeeping: no need to wait for the disk.
        const tx = database.transaction('polls', 'readwrite', { durability: 'relaxed' });
        const { log, result } = change(parsePollLog(await tx.store.get(key)));
        await Promise.all([tx.store.put(log, key), tx.done]);
        return result;
      }),
  };
}

const toleratedMs = 2000;

// A jump that another tab has followed already is not followed twice. A page that had just begun may have asked since: only
// what must be older than the jump moves with it.
function followJumps(
  log: PollLog,
  before: { jumped: number; moved: number },
  jumps: number,
  now: number,
): PollLog {
  const jump = jumps - before.jumped;
  const behind = jump - (log.moved - before.moved);
  if (jump === 0 || Math.abs(behind) <= toleratedMs) return log;
  return shiftPollLog(log, behind, (at) => (behind > 0 ? now - at >= behind : at > now));
}

/**
 * Reads a shared log by this page's clock. Its times are wall times, which all tabs share, and a wall clock may be moved:
 * the first tab that notices moves the log along and notes how far. A page that begins cannot know what happened before it,
 * so it counts the log's last minute as if it had ended just now.
 */
export function createPollLogReader(clock: Clock, windowMs: number): (log: PollLog) => PollLog {
  const jumped = createClockJumpMeter(clock);
  let seen: { jumped: number; moved: number } | undefined;

  const begun = (log: PollLog, now: number): PollLog => {
    const newest = log.taken.at(-1);
    if (newest === undefined) return log;
    // Times from the future tell that the clock went back; times of the past may tell nothing.
    if (newest > now + toleratedMs) return shiftPollLog(log, now - newest);
    return {
      ...log,
      taken: log.taken.filter((at) => at > newest - windowMs).map((at) => at + now - newest),
    };
  };

  return (log) => {
    const now = clock.now();
    const jumps = jumped();
    const moved = seen ? followJumps(log, seen, jumps, now) : begun(log, now);
    seen = { jumped: jumps, moved: moved.moved };
    const past = (at: number) => Math.min(at, now);
    const { taken, awaitedAt, backgroundAt } = moved;
    const upToNow = { taken: taken.map(past), awaitedAt: past(awaitedAt), backgroundAt: past(backgroundAt) };
    return prunePollLog({ ...moved, ...upToNow }, now, windowMs);
  };
}

interface SharedPollLogOptions {
  /** By default the budget's own memory, which answers at once. */
  store: PollStore | undefined;
  clock: Clock;
  windowMs: number;
  /** The pause that the service wants is another one. */
  onPauseChange: () => void;
  /** From now on it cannot be had; it was seen last so long ago (ms). */
  onStoreLost: (unseenMs: number) => void;
}

export const storeTimeoutMs = 1000;
const settlingMs = 2 * storeTimeoutMs;

/** What all spenders share, and what this tab saw of it last. */
export function createSharedPollLog({
  store: shared,
  clock,
  windowMs,
  onPauseChange,
  onStoreLost,
}: SharedPollLogOptions) {
  const store = shared ?? createMemoryPollStore();
  const current = createPollLogReader(clock, windowMs);
  const jumped = createClockJumpMeter(clock);
  let lastSeen = emptyPollLog;
  let followedJumps = 0;
  let unwritten: readonly { apply: (log: PollLog) => PollLog; until: number }[] = [];
  let isWriting = false;
  let isStoreLost = false;
  let seenAt: number | undefined;
  let settledAt = -Infinity;

  /** What this tab saw last, moved along with the wall clock. */
  const lastLog = () => {
    const jumps = jumped();
    if (jumps !== followedJumps) lastSeen = shiftPollLog(lastSeen, jumps - followedJumps);
    followedJumps = jumps;
    return lastSeen;
  };

  const setLog = (log: PollLog) => {
    const changes = log.restUntil !== lastLog().restUntil;
    lastSeen = log;
    if (changes) onPauseChange();
  };

  /** Changes what is shared, in one transaction. Rejects when it cannot be had in time. */
  const change = async <Result>(work: Change<Result>) => {
    let isLate = false;
    let written: typeof unwritten = [];
    const update = store.update<Result | undefined>((stored) => {
      // What comes too late must not take a slot that nobody waits for any more.
      if (isLate) return { log: stored, result: undefined };
      written = unwritten;
      const log = current(isEmptyPollLog(stored) ? lastLog() : stored);
      return work(written.reduce((changed, { apply }) => apply(changed), log));
    });
    const forget = () => {
      unwritten = unwritten.filter((kept) => !written.includes(kept));
    };
    update.then(forget, () => undefined);
    try {
      const result = (await (shared ? withTimeout(clock, storeTimeoutMs, update) : update)) as Result;
      if (isStoreLost && seenAt !== undefined) settledAt = clock.monotonic() + settlingMs;
      isStoreLost = false;
      seenAt = clock.monotonic();
      return result;
    } catch (error) {
      if (!isStoreLost && seenAt !== undefined) onStoreLost(clock.monotonic() - seenAt);
      isStoreLost = true;
      throw error;
    } finally {
      isLate = true;
    }
  };

  const refresh = () =>
    change((log) => {
      setLog(log);
      return { log, result: log };
    });

  const write = async () => {
    isWriting = true;
    for (;;) {
      unwritten = unwritten.filter(({ until }) => until > clock.monotonic());
      if (unwritten.length === 0) break;
      await refresh().catch(() => undefined);
      if (unwritten.length > 0) await sleep(clock, storeTimeoutMs);
    }
    isWriting = false;
  };

  /** A change that this tab has seen already: shared as soon as it can be written, should it still count by then. */
  const writeLater = (apply: (log: PollLog) => PollLog, forMs: number) => {
    unwritten = [...unwritten, { apply, until: clock.monotonic() + forMs }];
    if (!isWriting) void write();
  };

  return {
    lastLog,
    setLog,
    refresh,
    change,
    /** How long the other tabs may need to write down what they asked alone (ms). */
    settlingLeftMs: () => (isStoreLost ? settlingMs : Math.max(0, settledAt - clock.monotonic())),
    writeLater,
  };
}
