import { describe, expect, test } from 'vitest';
import { type PollLog, waitForTurn } from '../../src/gateway/createMemoryStore.ts';

const rules = { limit: 47, windowMs: 60_000, minGapMs: 1000 };
const now = 1_000_000;
/** `count` slots, the oldest `oldestMs` ago. */
const slots = (count: number, oldestMs = 50_000) =>
  Array.from({ length: count }, (_, index) => now - oldestMs + index);
const wait = (log: Partial<PollLog>) =>
  Math.round(
    waitForTurn(
      now,
      { slots: [], wanted: 1, lastAskedAt: undefined, isStrange: false, restUntil: 0, ...log },
      rules,
    ),
  );
const askedAgo = (ms: number) => ({ lastAskedAt: now - ms });

describe('how long a message waits for its next question', () => {
  test.each<[string, Partial<PollLog>, number]>([
    ['never asked about, nothing else going on', {}, 0],
    ['just asked about', askedAgo(0), 1000],
    ['asked about a second ago', askedAgo(1000), 0],
    // Up to half of the window, only the shortest gap counts.
    ['among 20, a window that is not half full', { ...askedAgo(1000), wanted: 20, slots: slots(23) }, 0],
    // Then the gap grows to the fair share: 20 * 60 000 / 47 = 25 532.
    [
      'among 20, a window three quarters full',
      { ...askedAgo(1000), wanted: 20, slots: slots(35) },
      25_532 * (70 / 47 - 1) - 1000,
    ],
    ['among 20, a full window', { ...askedAgo(1000), wanted: 20, slots: slots(46) }, 23_445],
    // With as many as a window holds there is still a turn for each.
    ['among 47, an empty window', { ...askedAgo(1000), wanted: 47 }, 0],
    ['among 48, an empty window', { ...askedAgo(1000), wanted: 48 }, 48 * (60_000 / 47) - 1000],
    // The limit stands above all.
    ['never asked about, no slot left', { slots: slots(47, 50_000) }, 10_000],
    ['never asked about, one slot left', { slots: slots(46, 50_000) }, 0],
    ['never asked about, more slots than there should be', { slots: slots(50, 50_000) }, 10_003],
    ['during a rest', { restUntil: now + 7000 }, 7000],
    ['after a rest', { restUntil: now - 1 }, 0],
    [
      'the longest of all counts',
      { ...askedAgo(0), slots: slots(47, 50_000), restUntil: now + 9000 },
      10_000,
    ],
  ])('%s', (_, log, ms) => {
    expect(wait(log)).toBe(Math.round(ms));
  });

  test.each<[string, Partial<PollLog>, number]>([
    ['just asked about one of them', askedAgo(0), 1000],
    ['a second later, a window that is half full', { ...askedAgo(1000), slots: slots(23) }, 0],
    // A quarter of the window: 4 * 60 000 / 47 = 5106.
    ['a second later, a full window', { ...askedAgo(1000), slots: slots(46) }, 5106 * (92 / 47 - 1) - 1000],
    ['however many others wait', { ...askedAgo(1000), wanted: 40, slots: slots(46) }, 3889],
    ['more others than a window holds', { ...askedAgo(1000), wanted: 60 }, 4106],
  ])('strange ones: %s', (_, log, ms) => {
    expect(wait({ ...log, isStrange: true })).toBe(Math.round(ms));
  });
});
