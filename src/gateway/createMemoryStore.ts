import { PaymentsError, warnOnce } from '../core/errors.ts';
import { type Clock, systemClock } from '../core/time.ts';
import {
  type GatewayStore,
  type HeldOperation,
  type MessageEntry,
  type OperationAnswer,
  type OperationEntry,
  type PollRules,
  type PollTurn,
} from './gatewayStore.ts';

export interface ExpiringMap<Value> {
  get: (key: string, now: number) => Value | undefined;
  /** How long ago it was set. */
  ageOf: (key: string, now: number) => number;
  set: (key: string, value: Value, at: number) => void;
}

/** A map that forgets what was set `keepMs` ago. Times are of one clock that never goes back. */
export function createExpiringMap<Value>(keepMs: number): ExpiringMap<Value> {
  const kept = new Map<string, { value: Value; at: number }>(); // oldest first
  const isOver = (at: number, now: number) => at + keepMs <= now;

  return {
    get(key, now) {
      const found = kept.get(key);
      return found && !isOver(found.at, now) ? found.value : undefined;
    },
    ageOf: (key, now) => now - (kept.get(key)?.at ?? now),
    set(key, value, at) {
      kept.delete(key);
      kept.set(key, { value, at });
      for (const [oldest, entry] of kept) {
        if (!isOver(entry.at, at)) return;
        kept.delete(oldest);
      }
    },
  };
}

/** The operation ids of one process. Times are of one clock that never goes back. */
function createOperationMemory(keepMs: number) {
  const kept = createExpiringMap<OperationEntry>(keepMs);
  const find = (id: string, now: number): HeldOperation | undefined => {
    const entry = kept.get(id, now);
    return entry && { ...entry, ageMs: kept.ageOf(id, now) };
  };
  return {
    find,
    claim(entry: OperationEntry, now: number): HeldOperation | undefined {
      const holder = find(entry.id, now);
      if (!holder) kept.set(entry.id, { ...entry }, now);
      return holder;
    },
    answer(id: string, answer: OperationAnswer, now: number): void {
      const entry = kept.get(id, now);
      if (!entry) throw unclaimed();
      entry.answer = answer;
    },
  };
}

/** The id to be answered is not there: nobody claimed it, or the store lost it. */
export function unclaimed(): PaymentsError {
  return new PaymentsError(
    'storage',
    'The answer to an operation was not kept: the store does not know its id. What it held before may be lost.',
  );
}

/** What is known of the polls of the last window. Times are epoch ms of one clock. */
export interface PollLog {
  /** When each slot of the window was taken, oldest first. */
  slots: readonly number[];
  /** How many messages somebody wanted to hear of within the window; all strange ones are one. */
  wanted: number;
  /** When this message was asked about last; of a strange one, when any of them was. */
  lastAskedAt: number | undefined;
  /** Nobody accepted it here and the service never spoke of it: its id may be made up. */
  isStrange: boolean;
  restUntil: number;
}

/** One question in so many is about a strange message where the window is full. */
const strangeShare = 4;

/**
 * How long a message must wait for its next question; 0 where it may be asked about now. With room in the window only the
 * shortest gap counts; the fuller it is, the closer a message is held to its fair share, so that none starves. Where more are
 * wanted than a window holds, the fair share always counts: slots that become free all at once would go to the same few again.
 * All strange messages together have a quarter of a full window: ids that somebody made up hold up no payment.
 */
export function waitForTurn(
  now: number,
  { slots, wanted, lastAskedAt, isStrange, restUntil }: PollLog,
  rules: PollRules,
): number {
  const { limit, windowMs, minGapMs } = rules;
  const used = slots.length / limit;
  const fairShareMs = ((isStrange ? strangeShare : wanted) * windowMs) / limit;
  const held = wanted > limit ? 1 : Math.max(0, 2 * used - 1);
  const gapMs = Math.max(minGapMs, fairShareMs * held);
  const oldest = slots[slots.length - limit];
  return Math.max(
    0,
    restUntil - now,
    lastAskedAt === undefined ? 0 : lastAskedAt + gapMs - now,
    oldest === undefined ? 0 : oldest + windowMs - now,
  );
}

/** In whose place strange messages are asked about. */
const strangers = '';

/** The polls and results of one process. Times are of one clock that never goes back. */
function createPollMemory(keepMs: number) {
  const messages = createExpiringMap<MessageEntry & { at: number }>(keepMs);
  /** The slots of the last window, oldest first, and whose question each is; empty once that has ended. */
  const slots: { at: number; messageId: string }[] = [];
  /** The messages somebody wants to hear of, all strange ones as one; who wanted longest ago comes first. */
  const wanted = new Map<string, { at: number; askedAt?: number | undefined }>();
  /** Until when nobody asks: about anything, and about strange messages. */
  const rests = { all: 0, strange: 0 };

  const placeOf = (messageId: string, now: number) => (messages.get(messageId, now) ? messageId : strangers);
  const want = (place: string, at: number, askedAt = wanted.get(place)?.askedAt) => {
    wanted.delete(place);
    wanted.set(place, { at, askedAt });
    return askedAt;
  };
  const forget = ({ windowMs, minGapMs }: PollRules, now: number) => {
    while (slots[0] && slots[0].at + windowMs <= now) slots.shift();
    for (const [messageId, { at }] of wanted) {
      if (at + Math.max(windowMs, minGapMs) > now) return;
      wanted.delete(messageId);
    }
  };

  return {
    askFor(messageId: string, rules: PollRules, now: number): PollTurn {
      const message = messages.get(messageId, now);
      const known = message && { body: message.body, isFinal: message.isFinal, ageMs: now - message.at };
      if (known?.isFinal) return { isGranted: false, waitMs: 0, known };
      forget(rules, now);
      const lastAskedAt = want(placeOf(messageId, now), now);
      const times = slots.map(({ at }) => at);
      const restUntil = known ? rests.all : Math.max(rests.all, rests.strange);
      const log = { slots: times, wanted: wanted.size, lastAskedAt, isStrange: !known, restUntil };
      const waitMs = Math.ceil(waitForTurn(now, log, rules));
      if (waitMs > 0) return { isGranted: false, waitMs, known };
      slots.push({ at: now, messageId });
      want(placeOf(messageId, now), now, now);
      return { isGranted: true, waitMs: 0, known };
    },
    /** Its latest slot that has not ended counts from now on. */
    pollEnded(messageId: string, now: number): void {
      const index = slots.findLastIndex((slot) => slot.messageId === messageId);
      if (index < 0) return;
      slots.splice(index, 1);
      slots.push({ messageId: '', at: now });
    },
    keepMessage(messageId: string, { body, isFinal }: MessageEntry, now: number): boolean {
      const before = messages.get(messageId, now);
      if (before?.isFinal && !isFinal && body !== '') return true;
      messages.set(messageId, { body, isFinal, at: now }, now);
      if (isFinal) wanted.delete(messageId);
      else if (!before && body !== '') want(messageId, now, now); // strange until then: it was asked about just now
      return before !== undefined;
    },
    rest(ms: number, messageId: string, now: number): void {
      const who = messages.get(messageId, now) ? 'all' : 'strange';
      rests[who] = Math.max(rests[who], now + ms);
    },
  };
}

export interface StoreOptions {
  /** How long operation ids, their answers and results are kept (ms). Default 30 days. */
  keepMs?: number | undefined;
  clock?: Clock | undefined;
}

export const defaultKeepMs = 30 * 24 * 60 * 60_000;

/** Keeps everything in the process, for tests and trials: a restart forgets which payments were sent. */
export function createMemoryStore({
  keepMs = defaultKeepMs,
  clock = systemClock,
}: StoreOptions = {}): GatewayStore {
  if (isProduction()) {
    warnOnce(
      'createMemoryStore() forgets at a restart which payments were sent, and one of them could be sent twice. ' +
        'Use createSqlStore().',
      { always: true },
    );
  }
  const operations = createOperationMemory(keepMs);
  const polls = createPollMemory(keepMs);
  const startedAt = clock.monotonic();
  const now = () => clock.monotonic();

  return {
    knownForMs: async () => Math.floor(Math.min(keepMs, now() - startedAt)),
    claim: async (entry) => operations.claim(entry, now()),
    find: async (id) => operations.find(id, now()),
    answer: async (id, answer) => operations.answer(id, answer, now()),
    askFor: async (messageId, rules) => polls.askFor(messageId, rules, now()),
    pollEnded: async (messageId) => polls.pollEnded(messageId, now()),
    keepMessage: async (messageId, entry) => polls.keepMessage(messageId, entry, now()),
    rest: async (ms, messageId) => polls.rest(ms, messageId, now()),
  };
}

function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === 'production';
  } catch {
    return false; // not every server has a `process`
  }
}
