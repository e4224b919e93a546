import { createIndexedDbTransact, indexedDbResult } from '../storage.ts';
import { type Clock, createTotalClockJumpMeter, sleep, withTimeout } from '../time.ts';
import { isProcessingStatus, type ProcessedMessage } from '../wire/message.ts';

/** A message without the service's raw answer, as tabs share it and a gateway stores it. */
export type MessageWithoutRaw = Omit<ProcessedMessage, 'raw'>;

export function withoutRaw(message: ProcessedMessage | undefined): MessageWithoutRaw | undefined {
  if (!message) return undefined;
  const { raw: _, ...heard } = message;
  return heard;
}

export interface LastPoll {
  /** The tab that sent the poll. Other tabs leave the message to this tab until it has the answer, for at most 10 s. */
  tab: string;
  at: number;
  answeredAt?: number | undefined;
  /** Whether the page of `tab` was hidden when it polled. If so, a visible page need not wait for the answer to that poll. */
  isHidden: boolean;
  heard?: MessageWithoutRaw | undefined;
  heardAt?: number | undefined;
}

/** What all tabs of one budget share. Times are epoch ms. */
export interface PollLog {
  /** When slots were taken, ascending. */
  taken: readonly number[];
  /** Time of the last poll of a message that a caller waits for. */
  awaitedAt: number;
  /** Time of the last poll of a message that no caller waits for. */
  backgroundAt: number;
  /** End of the pause that the service wants: no automatic poll is sent until then. */
  restUntil: number;
  /** Start of the pause that the service wants. */
  restFrom: number;
  /** During a pause, a poll that a person asks for may be sent from this time on. The next one may follow 15 minutes later. */
  urgentFrom: number;
  /** Since `at` the limit is lowered to `to`, because of a 429 outside of a pause: probably another program polls too. */
  lowered: { to: number; at: number } | undefined;
  /** How far jumps of the wall clock have shifted the log's times in total (ms). */
  moved: number;
  /** The last poll of each message, by message id, oldest poll first. Kept for three minutes. */
  asked: ReadonlyMap<string, LastPoll>;
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

/** Whether the log is empty: the user may have cleared the storage. */
export function isEmptyPollLog({ taken, restUntil, moved, asked }: PollLog): boolean {
  return taken.length === 0 && restUntil === 0 && moved === 0 && asked.size === 0;
}

/** How long an unanswered poll keeps other tabs from polling the message (ms). */
export const pollLeaseMs = 10_000;
const keepPolledMs = 3 * 60_000;
/** How long a lowered limit lasts after the last refusal (ms). */
export const loweredLimitForMs = 10 * 60_000;

/** Adds `by` ms to each time in the log that `moves` accepts, and always to the time of a lowered limit. */
export function shiftPollLogTimes(
  log: PollLog,
  by: number,
  moves: (at: number) => boolean = () => true,
): PollLog {
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

/** Drops slots, polls and lowered limits that are too old to count. */
export function prunePollLog(log: PollLog, now: number, windowMs: number): PollLog {
  const isRecent = ({ at }: LastPoll) => at > now - keepPolledMs;
  const [oldest] = log.asked.values();
  const isCurrent = !oldest || isRecent(oldest);
  return {
    ...log,
    taken: log.taken.filter((at) => at > now - windowMs),
    lowered: log.lowered && log.lowered.at > now - loweredLimitForMs ? log.lowered : undefined,
    asked: isCurrent ? log.asked : new Map([...log.asked].filter(([, asked]) => isRecent(asked))),
  };
}

/** Reads a log from storage. Fields of a wrong type get their default. */
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

function isAsked(entry: [unknown, unknown]): entry is [string, LastPoll] {
  const { tab, at, heard } = (entry[1] ?? {}) as Partial<LastPoll>;
  return (
    typeof entry[0] === 'string' &&
    typeof tab === 'string' &&
    Number.isFinite(at) &&
    (heard === undefined || isProcessingStatus(heard.status))
  );
}

type Change<Result> = (log: PollLog) => { log: PollLog; result: Result };

/** Where the log is kept. `update` is one transaction: no other change comes between its read and its write. */
export interface PollStore {
  update: <Result>(change: Change<Result>) => Promise<Result>;
}

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

/** A log in IndexedDB: each change is one transaction, so that all tabs together keep the limit. `key` names the service. */
export function createIndexedDbPollStore(key: string, name = 'tillkit-polls'): PollStore {
  const transact = createIndexedDbTransact(name, { store: 'polls' });
  return {
    update: (change) =>
      transact(
        'readwrite',
        async (store) => {
          const { log, result } = change(parsePollLog(await indexedDbResult(store.get(key))));
          await indexedDbResult(store.put(log, key));
          return result;
        },
        // A power failure loses a minute of poll times at most, so a write need not wait for the disk.
        { durability: 'relaxed' },
      ),
  };
}

const toleratedMs = 2000;

// Shifts the log by jumps of the wall clock, as far as no other tab has done so. Shifts only times that must be from
// before the jump. The others may be right already, from a page that was opened after the jump.
function followJumps(
  log: PollLog,
  before: { jumped: number; moved: number },
  jumps: number,
  now: number,
): PollLog {
  const jump = jumps - before.jumped;
  const behind = jump - (log.moved - before.moved);
  if (jump === 0 || Math.abs(behind) <= toleratedMs) return log;
  return shiftPollLogTimes(log, behind, (at) => (behind > 0 ? now - at >= behind : at > now));
}

/**
 * Creates a function that corrects a shared log, which has wall times, after jumps of the wall clock. The first tab
 * that notices a jump shifts the log and notes how far. A new page cannot know of earlier jumps. To be safe, it shifts
 * the slots of the log's last minute so that the newest slot is now.
 */
export function createPollLogClockCorrection(clock: Clock, windowMs: number): (log: PollLog) => PollLog {
  const jumped = createTotalClockJumpMeter(clock);
  let seen: { jumped: number; moved: number } | undefined;

  const begun = (log: PollLog, now: number): PollLog => {
    const newest = log.taken.at(-1);
    if (newest === undefined) return log;
    // A time in the future proves that the clock went back. Times in the past prove nothing.
    if (newest > now + toleratedMs) return shiftPollLogTimes(log, now - newest);
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
  /** Default: memory, which answers at once. */
  store: PollStore | undefined;
  clock: Clock;
  windowMs: number;
  /** Called when the end of the pause, `restUntil`, changes. */
  onPauseChange: () => void;
  /** Called when the store stops answering; `unseenMs`: how long ago the log was read last. */
  onStoreLost: (unseenMs: number) => void;
}

export const pollStoreTimeoutMs = 1000;
const settlingMs = 2 * pollStoreTimeoutMs;

/** The shared log, and the state of it that this tab saw last. */
export function createSharedPollLog({
  store: shared,
  clock,
  windowMs,
  onPauseChange,
  onStoreLost,
}: SharedPollLogOptions) {
  const store = shared ?? createMemoryPollStore();
  const current = createPollLogClockCorrection(clock, windowMs);
  const jumped = createTotalClockJumpMeter(clock);
  let lastSeen = emptyPollLog;
  let followedJumps = 0;
  let unwritten: readonly { apply: (log: PollLog) => PollLog; until: number }[] = [];
  let isWriting = false;
  let isStoreLost = false;
  let seenAt: number | undefined;
  let settledAt = -Infinity;

  /** The log as this tab saw it last, shifted with the wall clock. */
  const lastLog = () => {
    const jumps = jumped();
    if (jumps !== followedJumps) lastSeen = shiftPollLogTimes(lastSeen, jumps - followedJumps);
    followedJumps = jumps;
    return lastSeen;
  };

  const setLog = (log: PollLog) => {
    const changes = log.restUntil !== lastLog().restUntil;
    lastSeen = log;
    if (changes) onPauseChange();
  };

  /** Changes the shared log in one transaction. Rejects if the store does not answer within 1 s. */
  const change = async <Result>(work: Change<Result>) => {
    let isLate = false;
    let written: typeof unwritten = [];
    const update = store.update<Result | undefined>((stored) => {
      // A transaction that starts too late must not take a slot: its caller has given up.
      if (isLate) return { log: stored, result: undefined };
      written = unwritten;
      // If the storage was cleared, this tab's own log is used, which has the unwritten changes already.
      const isNew = isEmptyPollLog(stored);
      const log = current(isNew ? lastLog() : stored);
      return work(isNew ? log : written.reduce((changed, { apply }) => apply(changed), log));
    });
    const forget = () => {
      unwritten = unwritten.filter((kept) => !written.includes(kept));
    };
    update.then(forget, () => undefined);
    try {
      const result = (await (shared ? withTimeout(clock, pollStoreTimeoutMs, update) : update)) as Result;
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
      if (unwritten.length > 0) await sleep(clock, pollStoreTimeoutMs);
    }
    isWriting = false;
  };

  /** Repeats in the shared log what was changed in `lastLog`, as soon as the store answers. Gives up after `forMs`. */
  const writeLater = (apply: (log: PollLog) => PollLog, forMs: number) => {
    unwritten = [...unwritten, { apply, until: clock.monotonic() + forMs }];
    if (!isWriting) void write();
  };

  return {
    lastLog,
    setLog,
    refresh,
    change,
    /** How long to wait after an outage of the store (ms): other tabs first write down the polls that they sent meanwhile. */
    settlingLeftMs: () => (isStoreLost ? settlingMs : Math.max(0, settledAt - clock.monotonic())),
    writeLater,
  };
}
