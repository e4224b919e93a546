import type { Clock } from 'tillkit/core';

/** Virtual time for long simulations: a heap of timers, and one turn of the event loop after each. */
export interface EventClock extends Clock {
  /** Since the start (ms). */
  elapsed: () => number;
  /** Runs timers in order until the given time since the start, or until `isOver`. */
  run: (untilMs: number, isOver?: () => boolean) => Promise<void>;
  /** The same time seen by another page, whose monotonic clock started at another time. */
  forPage: (openedMs: number) => Clock;
}

interface Timer {
  at: number;
  order: number;
  run: (() => void) | undefined;
}

const isBefore = (a: Timer, b: Timer) => a.at < b.at || (a.at === b.at && a.order < b.order);

/** After the next phase of the event loop, all promises that a timer settled have run. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

export function createEventClock(startMs: number): EventClock {
  const heap: Timer[] = [];
  let elapsed = 0;
  let order = 0;

  const at = (index: number) => heap[index] as Timer;

  function push(timer: Timer): void {
    let index = heap.length;
    heap.push(timer);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(timer, at(parent))) break;
      heap[index] = at(parent);
      index = parent;
    }
    heap[index] = timer;
  }

  function pop(): Timer {
    const first = at(0);
    const last = heap.pop() as Timer;
    if (heap.length === 0) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(at(child + 1), at(child))) child += 1;
      if (!isBefore(at(child), last)) break;
      heap[index] = at(child);
      index = child;
    }
    heap[index] = last;
    return first;
  }

  const clock: Clock = {
    now: () => Math.floor(startMs + elapsed),
    monotonic: () => elapsed,
    setTimeout(run, ms) {
      order += 1;
      const timer: Timer = { at: elapsed + Math.max(0, ms), order, run };
      push(timer);
      return timer;
    },
    clearTimeout(handle) {
      if (handle) (handle as Timer).run = undefined;
    },
  };

  return {
    ...clock,
    elapsed: () => elapsed,
    async run(untilMs, isOver = () => false) {
      await settle();
      while (heap.length > 0 && at(0).at <= untilMs && !isOver()) {
        const timer = pop();
        if (!timer.run) continue;
        elapsed = timer.at;
        timer.run();
        await settle();
      }
      if (!isOver()) elapsed = untilMs;
    },
    forPage: (openedMs) => ({ ...clock, monotonic: () => elapsed + openedMs }),
  };
}
