import { createExpiringMap, type ExpiringMap } from './expiringMap.ts';
import type { MessageEntry, PollRules, PollTurn } from './gatewayStore.ts';
import { waitForTurn } from './pollTurns.ts';

export interface PollSlot {
  at: number;
  /** Whose question it is; empty once that has ended. */
  messageId: string;
}

export type Resting = 'all' | 'strange';

/** The polls and results of one process. Times are of one clock that never goes back. */
export interface PollMemory {
  messages: ExpiringMap<MessageEntry & { at: number }>;
  /** The slots of the last window, oldest first. */
  slots: () => readonly PollSlot[];
  /** Until when nobody asks: about anything, and about strange messages. */
  rests: () => Record<Resting, number>;
  askFor: (messageId: string, rules: PollRules, now: number) => PollTurn;
  takeSlot: (slot: PollSlot) => void;
  /** Its latest slot that has not ended counts from now on. */
  pollEnded: (messageId: string, now: number) => void;
  /** A result is not replaced by what came before it. An empty body drops what was kept. Gives whether there was something. */
  keepMessage: (messageId: string, entry: MessageEntry, now: number) => boolean;
  /** Who rests after a question about this message. */
  whoRests: (messageId: string, now: number) => Resting;
  restFor: (ms: number, who: Resting, now: number) => void;
}

/** In whose place strange messages are asked about. */
const strangers = '';

export function createPollMemory(keepMs: number): PollMemory {
  const messages: PollMemory['messages'] = createExpiringMap(keepMs);
  const slots: PollSlot[] = [];
  /** The messages somebody wants to hear of, all strange ones as one; who wanted longest ago comes first. */
  const wanted = new Map<string, { at: number; askedAt?: number | undefined }>();
  const rests = { all: 0, strange: 0 };

  const placeOf = (messageId: string, now: number) => (messages.get(messageId, now) ? messageId : strangers);
  const want = (place: string, at: number, askedAt = wanted.get(place)?.askedAt) => {
    wanted.delete(place);
    wanted.set(place, { at, askedAt });
    return askedAt;
  };
  const takeSlot = (slot: PollSlot) => {
    slots.push(slot);
    want(placeOf(slot.messageId, slot.at), slot.at, slot.at);
  };
  const forget = ({ windowMs, minGapMs }: PollRules, now: number) => {
    while (slots[0] && slots[0].at + windowMs <= now) slots.shift();
    for (const [messageId, { at }] of wanted) {
      if (at + Math.max(windowMs, minGapMs) > now) return;
      wanted.delete(messageId);
    }
  };

  return {
    messages,
    slots: () => slots,
    rests: () => ({ ...rests }),
    takeSlot,
    askFor(messageId, rules, now) {
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
      takeSlot({ at: now, messageId });
      return { isGranted: true, waitMs: 0, known };
    },
    pollEnded(messageId, now) {
      const index = slots.findLastIndex((slot) => slot.messageId === messageId);
      if (index < 0) return;
      slots.splice(index, 1);
      slots.push({ messageId: '', at: now });
    },
    keepMessage(messageId, { body, isFinal }, now) {
      const before = messages.get(messageId, now);
      if (before?.isFinal && !isFinal && body !== '') return true;
      messages.set(messageId, { body, isFinal, at: now }, now);
      if (isFinal) wanted.delete(messageId);
      else if (!before && body !== '') want(messageId, now, now); // strange until then: it was asked about just now
      return before !== undefined;
    },
    whoRests: (messageId, now) => (messages.get(messageId, now) ? 'all' : 'strange'),
    restFor(ms, who, now) {
      rests[who] = Math.max(rests[who], now + ms);
    },
  };
}
