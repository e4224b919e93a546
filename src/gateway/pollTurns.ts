import type { PollRules } from './gatewayStore.ts';

/** What is known of the polls of the last window. Times are epoch ms of one clock. */
export interface PollLog {
  /** When each slot of the window was taken, oldest first. */
  slots: readonly number[];
  /** How many messages somebody wanted to hear of within the window. */
  wanted: number;
  /** When this message was asked about last. */
  lastAskedAt: number | undefined;
  restUntil: number;
}

/**
 * How long a message must wait for its next question; 0 where it may be asked about now. With room in the window only the
 * shortest gap counts; the fuller it is, the closer a message is held to its fair share, so that none starves. Where more are
 * wanted than a window holds, the fair share always counts: slots that become free all at once would go to the same few again.
 */
export function waitForTurn(
  now: number,
  { slots, wanted, lastAskedAt, restUntil }: PollLog,
  rules: PollRules,
): number {
  const { limit, windowMs, minGapMs } = rules;
  const used = slots.length / limit;
  const fairShareMs = (wanted * windowMs) / limit;
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
