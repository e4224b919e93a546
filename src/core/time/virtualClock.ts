import type { Clock } from './clock.ts';

/** A clock that stands still until told: for tests, stories and simulations. */
export interface VirtualClock extends Clock {
  /** Lets `ms` pass, running every timer on its way in order, and waits until what they started has settled. */
  advance: (ms: number) => Promise<void>;
  /** Moves the wall clock only, as an operator or a time server would. */
  jump: (ms: number) => void;
}

interface Timer {
  dueAt: number;
  run: () => void;
}

/** Creates a {@link VirtualClock} that shows `startMs` (epoch ms). */
export function createVirtualClock(startMs: number): VirtualClock {
  const timers = new Map<number, Timer>();
  let elapsed = 0;
  let offset = startMs;
  let lastHandle = 0;

  const nextDue = (until: number): [number, Timer] | undefined => {
    let found: [number, Timer] | undefined;
    for (const entry of timers) {
      if (entry[1].dueAt <= until && (!found || entry[1].dueAt < found[1].dueAt)) found = entry;
    }
    return found;
  };

  return {
    now: () => offset + elapsed,
    monotonic: () => elapsed,
    setTimeout(run, ms) {
      lastHandle += 1;
      timers.set(lastHandle, { dueAt: elapsed + Math.max(0, ms), run });
      return lastHandle;
    },
    clearTimeout: (handle) => void timers.delete(handle as number),
    jump(ms) {
      offset += ms;
    },
    async advance(ms) {
      const until = elapsed + ms;
      await settle();
      for (let due = nextDue(until); due; due = nextDue(until)) {
        timers.delete(due[0]);
        elapsed = Math.max(elapsed, due[1].dueAt);
        due[1].run();
        await settle();
      }
      elapsed = until;
    },
  };
}

// Bodies and streams need turns of the real event loop, not only microtasks.
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await macrotask();
}

function macrotask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener(
      'message',
      () => {
        port1.close();
        resolve();
      },
      { once: true },
    );
    port1.start();
    port2.postMessage(null);
  });
}
