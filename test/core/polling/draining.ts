import type { PollBudget, VirtualClock } from '../../../src/exports/core.ts';

/** Takes slots as fast as they are given and notes when (monotonic ms). */
export async function drain(budget: PollBudget, clock: VirtualClock, forMs: number): Promise<number[]> {
  const at: number[] = [];
  const controller = new AbortController();
  const run = async () => {
    for (;;) {
      await budget.acquire(controller.signal);
      at.push(clock.monotonic());
    }
  };
  const stopped = run().catch(() => undefined);
  await clock.advance(forMs);
  controller.abort();
  await stopped;
  return at;
}

/** The most slots that any window of 60 s holds. */
export function worstWindow(at: readonly number[]): number {
  return Math.max(0, ...at.map((from) => at.filter((t) => t >= from && t < from + 60_000).length));
}
