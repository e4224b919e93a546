import type { PollBudgetStanding } from './pollBudget.ts';
import { expectedDelay } from './resultDelay.ts';

/** What speaks for asking about one message. Times are monotonic ms. */
export interface AskingFacts {
  acceptedAt: number;
  /** The last question, or acceptance. */
  askedAt: number;
  /** A person is looking at it. */
  isLooked: boolean;
}

/** How the budget stands, and for how many messages it is. */
export interface Purse extends PollBudgetStanding {
  messages: number;
}

const lookingWeight = 2;
const doubt = 0.05;
const priceOfOneMs = 170;
const highestPriceMs = 5000;
const highestShareMs = 250;
const longestGapMs = 25_000;

/** What waiting has cost by now: the delay to be expected, and some of the time itself, should the expectation be wrong (ms). */
export function askingValue({ acceptedAt, askedAt, isLooked }: AskingFacts, now: number): number {
  const expected = expectedDelay(askedAt - acceptedAt, now - acceptedAt);
  return (expected + doubt * (now - askedAt)) * (isLooked ? lookingWeight : 1);
}

/**
 * What a question should be worth (ms): it grows with the square of how many messages share the budget, and falls while
 * the burst is full, when not asking saves nothing.
 */
export function askingPrice({ messages, perMinute, saved }: Purse): number {
  const share = (messages * priceOfOneMs * 60) / perMinute;
  return (
    Math.min(Math.max(highestPriceMs, highestShareMs * messages), share ** 2 / 1000) * (1 - 0.9 * saved ** 2)
  );
}

/** The longest that a message goes unasked while others are worth more (ms). */
export function longestGap({ messages, perMinute }: Pick<Purse, 'messages' | 'perMinute'>): number {
  return Math.max(longestGapMs, (messages * 60_000) / perMinute);
}

/** When a message is worth its price, between two times; the later one at the latest. */
export function worthAskingAt(
  facts: AskingFacts,
  [from, until]: readonly [number, number],
  priceAt: (at: number) => number,
): number {
  const isWorthIt = (at: number) => askingValue(facts, at) >= priceAt(at);
  if (from >= until || isWorthIt(from)) return from;
  let [early, late] = [from, until];
  while (late - early > 50) {
    const middle = (early + late) / 2;
    if (isWorthIt(middle)) late = middle;
    else early = middle;
  }
  return late;
}
