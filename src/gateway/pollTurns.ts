import type { PollRules } from './gatewayStore.ts';

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
