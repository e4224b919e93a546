import type { ProcessingStatus } from 'tillkit/core';
import { createPollLimiter, type PollLimiter } from '../../src/sandbox/pollLimiter.ts';
import type { EventClock } from './eventClock.ts';
import { exponential, type Random, uniform } from './random.ts';

/** How the service counts its 50 polls a minute. */
export type LimiterKind = 'fixed' | 'sliding' | 'bucket10';

export interface Message {
  id: string;
  startedAt: number;
  /** Since the start of the simulation (ms). Only the omniscient strategy may read it. */
  completesAt: number;
  /**
   * The service reports `timeout` before, and has the result at this time, if ever; undefined if it completes in
   * time.
   */
  lateAt: number | undefined;
}

export type Answer = { status: ProcessingStatus } | { status: 'refused'; retryAfterMs: number };

export interface Service {
  /** With `lateMs` the message ends in `timeout`; its result follows after that time, or never (Infinity). */
  begin: (durationMs: number, lateMs?: number) => Message;
  /** Polls over the network. */
  ask: (id: string) => Promise<Answer>;
  /** For the omniscient strategy: a poll that arrives now, or how long the limit makes it wait (ms). */
  askNow: (hear: () => void) => number;
  /** When each poll arrived, which ones were refused, and which of the other client's were accepted. */
  arrivals: readonly number[];
  refusals: readonly number[];
  strangers: readonly number[];
}

export interface ServiceOptions {
  clock: EventClock;
  random: Random;
  limiter: LimiterKind;
  /** Polls of another client on the same account. */
  strangerPerMinute?: number | undefined;
  /** The longest wait that a refusal asks for (ms). */
  longestRetryMs?: number | undefined;
}

export const limit = 50;
const minuteMs = 60_000;
const receivedMs = 800;
const legMs = [20, 60] as const;

export function createService(options: ServiceOptions): Service {
  const { clock, random, limiter, strangerPerMinute = 0, longestRetryMs = Infinity } = options;
  const take = limiters[limiter]();
  const messages = new Map<string, Message>();
  const arrivals: number[] = [];
  const refusals: number[] = [];
  const strangers: number[] = [];

  const statusOf = ({ startedAt, completesAt, lateAt = completesAt }: Message): ProcessingStatus => {
    const now = clock.elapsed();
    if (now >= completesAt) return now >= lateAt ? 'complete' : 'timeout';
    return now < startedAt + receivedMs ? 'received' : 'processing';
  };

  const arrive = (id: string, answer: (value: Answer) => void): void => {
    arrivals.push(clock.elapsed());
    const waitMs = take(clock.now());
    if (waitMs > 0) refusals.push(clock.elapsed());
    const value: Answer =
      waitMs > 0
        ? { status: 'refused', retryAfterMs: Math.min(longestRetryMs, Math.ceil(waitMs / 1000) * 1000) }
        : { status: statusOf(messages.get(id) as Message) };
    clock.setTimeout(() => answer(value), uniform(random, ...legMs));
  };

  const strangerAsks = () => {
    if (take(clock.now()) === 0) strangers.push(clock.elapsed());
    clock.setTimeout(strangerAsks, exponential(random, minuteMs / strangerPerMinute));
  };
  if (strangerPerMinute > 0) strangerAsks();

  return {
    begin(durationMs, lateMs) {
      const startedAt = clock.elapsed();
      const completesAt = startedAt + durationMs;
      const lateAt = lateMs === undefined ? undefined : completesAt + lateMs;
      const message = { id: `m${messages.size}`, startedAt, completesAt, lateAt };
      messages.set(message.id, message);
      return message;
    },
    ask: (id) =>
      new Promise((answer) => {
        clock.setTimeout(() => arrive(id, answer), uniform(random, ...legMs));
      }),
    askNow(hear) {
      const waitMs = take(clock.now());
      if (waitMs > 0) return waitMs;
      arrivals.push(clock.elapsed());
      clock.setTimeout(hear, uniform(random, ...legMs));
      return 0;
    },
    arrivals,
    refusals,
    strangers,
  };
}

const limiters: Record<LimiterKind, () => PollLimiter> = {
  fixed: () => createPollLimiter({ limit, windowMs: minuteMs, kind: 'fixed' }),
  sliding: () => createPollLimiter({ limit, windowMs: minuteMs, kind: 'sliding' }),
  bucket10: () => createBucket(10),
};

/** A bucket smaller than the minute's 50: larger bursts are refused. */
function createBucket(size: number): PollLimiter {
  const msPerToken = minuteMs / limit;
  let tokens = size;
  let filledAt = -Infinity;
  return (now) => {
    tokens = Math.min(size, tokens + (now - filledAt) / msPerToken);
    filledAt = now;
    if (tokens < 1) return Math.ceil((1 - tokens) * msPerToken);
    tokens -= 1;
    return 0;
  };
}
