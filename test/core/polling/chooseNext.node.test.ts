import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAskingOrder } from '../../../src/core/polling/askingOrder.ts';
import {
  askingPrice,
  askingValue,
  longestGap,
  worthAskingAt,
} from '../../../src/core/polling/askingValue.ts';
import { createMessageStream, type MessageStream } from '../../../src/core/polling/messageStream.ts';
import { expectedDelay } from '../../../src/core/polling/resultDelay.ts';
import type { PollBudgetStanding } from '../../../src/core/polling/pollBudget.ts';
import { createPollBudget, createVirtualClock, type VirtualClock } from '../../../src/exports/core.ts';

const second = 1000;
const minute = 60 * second;
const plenty: PollBudgetStanding = {
  perMinute: 47,
  burst: 10,
  saved: 1,
  gapMs: minute / 47,
  isResting: false,
};

describe('how late a result is to be expected', () => {
  /** The same by ten thousand slices: half of the payments take at most 12 s, 95 of 100 at most 45 s. */
  const exactly = (openAt: number, age: number) => {
    const open = (ms: number) => 1 / (1 + (ms / 12_000) ** (Math.log(19) / Math.log(45 / 12)));
    const width = (age - openAt) / 10_000;
    let sum = 0;
    for (let at = openAt + width / 2; at < age; at += width) sum += width * (1 - open(at) / open(openAt));
    return sum;
  };

  test.each([
    [0, 4],
    [0, 12],
    [0, 45],
    [10, 15],
    [30, 55],
    [200, 260],
  ])('of a payment open at %i s and asked about at %i s', (openAt, age) => {
    const delay = expectedDelay(openAt * second, age * second);
    expect(delay / exactly(openAt * second, age * second)).toBeCloseTo(1, 1);
    expect(delay).toBeLessThan((age - openAt) * second);
  });

  test('is nothing at once, and grows the longer nobody asks', () => {
    expect(expectedDelay(5000, 5000)).toBe(0);
    const delays = [1, 2, 4, 8, 16, 32].map((s) => expectedDelay(5000, 5000 + s * second));
    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
    expect(delays[0]).toBeGreaterThan(0);
  });

  test('is no matter of a clock that went back before acceptance', () => {
    expect(expectedDelay(-5000, -1000)).toBe(0);
  });
});

describe('what a question is worth', () => {
  const facts = { acceptedAt: 0, askedAt: 5000, isLooked: false };

  test('is the delay to be expected and a twentieth of the time, twice that where a person looks', () => {
    const value = expectedDelay(5000, 9000) + 200;
    expect(askingValue(facts, 9000)).toBeCloseTo(value);
    expect(askingValue({ ...facts, isLooked: true }, 9000)).toBeCloseTo(2 * value);
    const later = { acceptedAt: 70_000, askedAt: 75_000, isLooked: false };
    expect(askingValue(later, 79_000)).toBeCloseTo(value);
  });

  test.each([
    [1, 0, 47],
    [1, 1, 4.7],
    [1, 0.5, 36.5],
    [10, 0, 4709.8],
    [11, 0, 5000],
    [20, 0, 5000],
    [40, 0, 10_000],
    [40, 1, 1000],
  ])(
    'has to be worth more the more messages share the minute: %i, with %d saved, costs %d ms',
    (messages, saved, price) => {
      expect(askingPrice({ ...plenty, messages, saved })).toBeCloseTo(price, 0);
    },
  );

  test('has to be worth more where the limit is lower', () => {
    expect(askingPrice({ ...plenty, messages: 2, saved: 0, perMinute: 23.5 })).toBeCloseTo(753.6, 0);
  });

  test.each([
    [1, 47, 25],
    [19, 47, 25],
    [47, 47, 60],
    [10, 12, 50],
  ])('%i messages and %i slots a minute: nobody waits longer than %i s', (messages, perMinute, longest) => {
    expect(longestGap({ messages, perMinute })).toBe(longest * second);
  });

  test('is enough at a time that lies within 50 ms of the right one', () => {
    const price = () => 300;
    const at = worthAskingAt(facts, [6000, 30_000], price);
    expect(askingValue(facts, at)).toBeGreaterThanOrEqual(300);
    expect(askingValue(facts, at - 50)).toBeLessThan(300);
    expect(worthAskingAt(facts, [20_000, 30_000], price)).toBe(20_000);
    expect(worthAskingAt(facts, [30_000, 20_000], price)).toBe(30_000);
    expect(worthAskingAt(facts, [6000, 30_000], () => Infinity)).toBe(30_000);
  });
});

describe('the order of asking', () => {
  let clock: VirtualClock;
  let standing: PollBudgetStanding;
  let nextAt: (isUrgent?: boolean) => number;
  let isVisible: boolean;
  let messages: number;
  beforeEach(async () => {
    clock = createVirtualClock(Date.UTC(2026, 0, 15));
    await clock.advance(10 * minute); // monotonic times are not those since acceptance
    standing = plenty;
    nextAt = () => clock.now();
    isVisible = true;
    messages = 1;
  });

  function order() {
    const budget = {
      ...createPollBudget({ clock }),
      standing: () => standing,
      nextAt: (is?: boolean) => nextAt(is),
    };
    const page = { isVisible: () => isVisible, onWake: () => () => undefined };
    return createAskingOrder({ clock, page, budget: () => budget, messages: () => messages });
  }
  /** A message that was accepted and last asked about so long ago. */
  function stream(id: string, acceptedMs: number, askedMs?: number, isLooked = false): MessageStream {
    const now = clock.monotonic();
    const made = createMessageStream({ msgIdentifier: id, acceptedAt: now - acceptedMs }, now - acceptedMs);
    made.add(() => undefined, { isLooked: () => isLooked });
    if (askedMs !== undefined) made.askedAt(now - askedMs);
    return made;
  }
  const dueIn = (...streams: MessageStream[]) => order().firstDueAt(streams) - clock.monotonic();
  const best = (...streams: MessageStream[]) => order().best(streams)?.state.msgIdentifier;

  test('of nothing is never', () => {
    expect([dueIn(), best()]).toEqual([Infinity, undefined]);
  });

  test('begins at once with what nothing is known of', () => {
    const made = createMessageStream({ msgIdentifier: 'm' }, clock.monotonic());
    expect([dueIn(made), best(made)]).toEqual([0, 'm']);
  });

  test('leaves what is over', () => {
    const over = stream('m', 20_000, 20_000);
    over.hear({ ...over.state, status: 'complete' }, clock.monotonic());
    expect([dueIn(over), best(over)]).toEqual([Infinity, undefined]);
  });

  test('leaves a second between two questions, whatever another would be worth', () => {
    const asked = stream('m', 12_000, 400, true);
    expect(dueIn(asked)).toBeGreaterThanOrEqual(600);
    expect(best(asked)).toBeUndefined();
  });

  test('asks sooner where a person looks, where little shares the minute, and where slots are saved up', () => {
    const usual = () => dueIn(stream('m', 3000, 500));
    messages = 8;
    standing = { ...plenty, saved: 0.5 };
    const here = usual();
    expect(dueIn(stream('m', 3000, 500, true))).toBeLessThan(here);
    messages = 4;
    expect(usual()).toBeLessThan(here);
    messages = 8;
    standing = { ...plenty, saved: 0.9 };
    expect(usual()).toBeLessThan(here);
  });

  test('takes nobody for looking while the page is hidden', () => {
    messages = 8;
    isVisible = false;
    expect(dueIn(stream('m', 3000, 500, true))).toBe(dueIn(stream('m', 3000, 500)));
  });

  test('prefers the message for which waiting costs most; of equals the one that must be asked first', () => {
    expect(best(stream('new', 2000, 2000), stream('ripe', 12_000, 2000))).toBe('ripe');
    expect(best(stream('seen', 12_000, 2000, true), stream('ripe', 12_000, 2000))).toBe('seen');
    expect(best(stream('ripe', 12_000, 2000), stream('seen', 12_000, 2000, true))).toBe('seen');
    expect(best(stream('first', 12_000, 2000), stream('second', 12_000, 2000))).toBe('first');
  });

  test('prefers before all others what would miss its fair share', () => {
    standing = { ...plenty, saved: 0 };
    const dear = stream('dear', 13_000, 12_000, true);
    expect(best(dear)).toBe('dear');
    const waiting = stream('waiting', 20 * minute, 21_500);
    const values = [13_000, 20 * minute].map((accepted, index) =>
      askingValue({ acceptedAt: -accepted, askedAt: index ? -21_500 : -12_000, isLooked: !index }, 0),
    );
    expect(values[0]).toBeGreaterThan(values[1]! * 4);
    expect(best(dear, waiting)).toBe('waiting');
  });

  test('gives each of those behind the time for its own slot', () => {
    messages = 60; // a price that nothing is worth soon
    standing = { ...plenty, saved: 0, gapMs: 10_000 };
    const alike = (count: number) => Array.from({ length: count }, (_, n) => stream(`m${n}`, 3000, 2000));
    const inTime = (longestGap({ messages, perMinute: 47 }) - 2000 - 6000) / second;
    expect(dueIn(...alike(6)) / second).toBeCloseTo(inTime - 6 * 10);
    standing = { ...standing, saved: 0.2 };
    expect(dueIn(...alike(8)) / second).toBeCloseTo(inTime - 6 * 10);
    standing = { ...standing, saved: 0, gapMs: 12_000 };
    expect(dueIn(...alike(5)) / second).toBeCloseTo(inTime - 5 * 12);
    expect(best(...alike(5))).toBeUndefined();
    expect(best(...alike(6))).toBe('m0');
  });

  test('leaves a message to the tab that asks, but not when a person presses', () => {
    const held = stream('m', 12_000, 5000, true);
    held.heldUntil = clock.monotonic() + 8000;
    expect(dueIn(held)).toBeGreaterThanOrEqual(8000);
    expect(best(held)).toBeUndefined();
    held.want(clock.monotonic(), true);
    expect([dueIn(held), best(held)]).toEqual([0, 'm']);
  });

  test('waits a moment for the tab that leads, but not when a person presses', () => {
    const follower = stream('m', 12_000, 5000, true);
    follower.want(clock.monotonic(), false);
    expect(best(follower)).toBe('m');
    follower.graceMs = 5000;
    expect([dueIn(follower), best(follower)]).toEqual([1000, undefined]);
    follower.want(clock.monotonic(), true);
    expect(best(follower)).toBe('m');
  });

  test('asks nothing that a gateway has nothing new about, whoever presses', () => {
    const known = stream('m', 12_000, 5000, true);
    known.nothingNewUntil = clock.monotonic() + 3000;
    known.want(clock.monotonic(), true);
    expect([dueIn(known), best(known)]).toEqual([3000, undefined]);
  });

  test('rests while the service wants it; a person waits less', () => {
    standing = { ...plenty, isResting: true };
    nextAt = (isUrgent) => clock.now() + (isUrgent ? 5000 : 40_000);
    const usual = stream('m', 12_000, 5000);
    expect([dueIn(usual), best(usual)]).toEqual([40_000, undefined]);
    usual.want(clock.monotonic(), true);
    expect(dueIn(usual)).toBe(5000);
  });

  test('takes no pause that is over for one', () => {
    nextAt = () => clock.now() + 40_000;
    expect(best(stream('m', 12_000, 5000))).toBe('m');
  });

  test('asks at the time it told, and not long before', async () => {
    const message = fc.record({
      accepted: fc.integer({ min: 0, max: 90_000 }),
      asked: fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: undefined }),
      isLooked: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 6 }), async (given) => {
        messages = given.length;
        const streams = given.map(({ accepted, asked, isLooked }, index) =>
          stream(
            `m${index}`,
            accepted,
            asked === undefined ? undefined : Math.min(asked, accepted),
            isLooked,
          ),
        );
        const due = dueIn(...streams);
        if (due > 100) {
          await clock.advance(due - 100);
          expect(best(...streams)).toBeUndefined();
        }
        await clock.advance(Math.max(0, Math.min(100, due)));
        expect(best(...streams)).toBeDefined();
      }),
      { numRuns: 40, seed: 7 },
    );
  });
});
