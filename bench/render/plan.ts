import type { ProcessingStatus } from 'tillkit/core';
import { createRandom, uniform } from '../polling/random.ts';

declare const __SHORT__: boolean;

export const trackers = __SHORT__ ? 20 : 100;
export const ticks = 60;
export const tickMs = __SHORT__ ? 40 : 200;

/** When a message changes from received to processing, and from there to complete, in ticks. */
interface Course {
  processingAt: number;
  completeAt: number;
}

/**
 * The course of every message, the same for the same seed. Each state lasts for some ticks, so that no subject misses
 * one.
 */
export function createPlan(seed: number): ReadonlyMap<string, Course> {
  const random = createRandom(seed);
  const within = (from: number, to: number) => Math.floor(uniform(random, from, to));
  return new Map(
    Array.from({ length: trackers }, (_, index) => {
      const processingAt = within(2, 28);
      return [`message-${index}`, { processingAt, completeAt: processingAt + within(5, 29) }];
    }),
  );
}

export function statusAt({ processingAt, completeAt }: Course, tick: number): ProcessingStatus {
  if (tick >= completeAt) return 'complete';
  return tick >= processingAt ? 'processing' : 'received';
}
