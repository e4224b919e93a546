import { createExpiringMap, type ExpiringMap } from './expiringMap.ts';
import type { MessageEntry, PollRules, PollTurn } from './gatewayStore.ts';
import { waitForTurn } from './pollTurns.ts';

export interface PollSlot {
  at: number;
  messageId: string;
}

/** The polls and results of one process. Times are of one clock that never goes back. */
export interface PollMemory {
  messages: ExpiringMap<MessageEntry & { at: number }>;
  /** The slots of the last window, oldest first. */
  slots: () => readonly PollSlot[];
  restUntil: () => number;
  askFor: (messageId: string, rules: PollRules, now: number) => PollTurn;
  takeSlot: (slot: PollSlot) => void;
  /** Its latest slot counts from now on. */
  pollEnded: (messageId: string, now: number) => void;
  /** Gives whether the entry is kept: a result is not replaced by what came before it. */
  keepMessage: (messageId: string, entry: MessageEntry, now: number) => boolean;
  restFor: (ms: number, now: number) => void;
}

export function createPollMemory(keepMs: number): PollMemory {
  const messages: PollMemory['messages'] = createExpiringMap(keepMs);
  const slots: PollSlot[] = [];
  /** The messages somebody wants to hear of; who wanted longest ago comes first. */
  const wanted = new Map<string, { at: number; askedAt?: number | undefined }>();
  let restUntil = 0;

  const want = (messageId: string, at: number, askedAt = wanted.get(messageId)?.askedAt) => {
    wanted.delete(messageId);
    wanted.set(messageId, { at, askedAt });
    return askedAt;
  };
  const takeSlot = (slot: PollSlot) => {
    slots.push(slot);
    want(slot.messageId, slot.at, slot.at);
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
    restUntil: () => restUntil,
    takeSlot,
    askFor(messageId, rules, now) {
      const message = messages.get(messageId, now);
      const known = message && { body: message.body, isFinal: message.isFinal, ageMs: now - message.at };
      if (known?.isFinal) return { isGranted: false, waitMs: 0, known };
      forget(rules, now);
      const lastAskedAt = want(messageId, now);
      const times = slots.map(({ at }) => at);
      const log = { slots: times, wanted: wanted.size, lastAskedAt, restUntil };
      const waitMs = Math.ceil(waitForTurn(now, log, rules));
      if (waitMs > 0) return { isGranted: false, waitMs, known };
      takeSlot({ at: now, messageId });
      return { isGranted: true, waitMs: 0, known };
    },
    pollEnded(messageId, now) {
      const askedAt = wanted.get(messageId)?.askedAt;
      const index = slots.findIndex((slot) => slot.messageId === messageId && slot.at === askedAt);
      if (index < 0) return;
      slots.splice(index, 1);
      slots.push({ messageId, at: now });
    },
    keepMessage(messageId, { body, isFinal }, now) {
      if (!isFinal && messages.get(messageId, now)?.isFinal) return false;
      messages.set(messageId, { body, isFinal, at: now }, now);
      if (isFinal) wanted.delete(messageId);
      return true;
    },
    restFor(ms, now) {
      restUntil = Math.max(restUntil, now + ms);
    },
  };
}
