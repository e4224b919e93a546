import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../../src/exports/core.ts';

const startMs = Date.UTC(2026, 0, 15, 9, 30);

test('shows where it starts, and stands still until it is told', async () => {
  const clock = createVirtualClock(startMs);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect([clock.now(), clock.monotonic()]).toEqual([startMs, 0]);
  await clock.advance(1500);
  expect([clock.now(), clock.monotonic()]).toEqual([startMs + 1500, 1500]);
  await clock.advance(0);
  expect(clock.monotonic()).toBe(1500);
});

describe('advance', () => {
  test('runs what is due in the order of time, each at its moment; at one moment in the order of setting', async () => {
    const clock = createVirtualClock(startMs);
    const ran: [string, number][] = [];
    const at = (name: string, ms: number) => clock.setTimeout(() => ran.push([name, clock.monotonic()]), ms);
    at('late', 300);
    at('first', 100);
    at('second', 100);
    at('at once', 0);
    at('in the past', -50);
    at('too late', 301);
    await clock.advance(300);
    expect(ran).toEqual([
      ['at once', 0],
      ['in the past', 0],
      ['first', 100],
      ['second', 100],
      ['late', 300],
    ]);
    await clock.advance(1);
    expect(ran.at(-1)).toEqual(['too late', 301]);
    expect(ran).toHaveLength(6);
  });

  test('runs timers that timers set, where they are due on the way', async () => {
    const clock = createVirtualClock(startMs);
    const ran: number[] = [];
    const tick = () => {
      ran.push(clock.monotonic());
      clock.setTimeout(tick, 100);
    };
    clock.setTimeout(tick, 100);
    await clock.advance(350);
    expect(ran).toEqual([100, 200, 300]);
    expect(clock.monotonic()).toBe(350);
    await clock.advance(50);
    expect(ran).toEqual([100, 200, 300, 400]);
  });

  test('waits for what timers have started before it goes on', async () => {
    const clock = createVirtualClock(startMs);
    const seen: string[] = [];
    const read = async () => {
      const text = await new Response('body').text();
      seen.push(`${text} at ${clock.monotonic()}`);
      clock.setTimeout(() => seen.push(`its timer at ${clock.monotonic()}`), 50);
    };
    clock.setTimeout(() => void read(), 100);
    clock.setTimeout(() => seen.push(`another at ${clock.monotonic()}`), 150);
    await clock.advance(200);
    expect(seen).toEqual(['body at 100', 'another at 150', 'its timer at 150']);
  });

  test('waits, before the first timer, for what was started before it', async () => {
    const clock = createVirtualClock(startMs);
    const ran: number[] = [];
    void new Response('body').text().then(() => clock.setTimeout(() => ran.push(clock.monotonic()), 10));
    await clock.advance(10);
    expect(ran).toEqual([10]);
  });
});

test('a timer that is cleared does not run, another of the same moment does, and twice is no error', async () => {
  const clock = createVirtualClock(startMs);
  const ran: string[] = [];
  const first = clock.setTimeout(() => ran.push('first'), 100);
  const second = clock.setTimeout(() => {
    ran.push('second');
    clock.clearTimeout(third);
  }, 100);
  const third = clock.setTimeout(() => ran.push('third'), 100);
  clock.clearTimeout(first);
  clock.clearTimeout(first);
  clock.clearTimeout(undefined);
  expect(new Set([first, second, third]).size).toBe(3);
  await clock.advance(100);
  expect(ran).toEqual(['second']);
});

test('a jump moves the wall clock alone, forth and back', async () => {
  const clock = createVirtualClock(startMs);
  const ran: number[] = [];
  clock.setTimeout(() => ran.push(clock.now()), 1000);
  clock.jump(3_600_000);
  expect([clock.now(), clock.monotonic()]).toEqual([startMs + 3_600_000, 0]);
  await clock.advance(999);
  expect(ran).toEqual([]);
  clock.jump(-7_200_000);
  await clock.advance(1);
  expect(ran).toEqual([startMs - 3_600_000 + 1000]);
});
