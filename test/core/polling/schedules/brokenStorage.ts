import { type Clock, createMemoryPollStore, type PollStore } from '../../../../src/exports/core.ts';

export const storageFaults = ['rejects', 'slow', 'too slow', 'wiped'] as const;
export type StorageFault = (typeof storageFaults)[number];

/** A browser's storage that fails for a while. */
export function createBrokenStorage(clock: Clock) {
  let kept = createMemoryPollStore();
  let fault: StorageFault | undefined;
  let until = 0;
  const store: PollStore = {
    async update(change) {
      const current = clock.monotonic() < until ? fault : undefined;
      if (current === 'rejects') throw new Error('The storage is broken.');
      const lateMs = { slow: 400, 'too slow': 1500 }[current as string] ?? 0;
      if (lateMs > 0) await new Promise<void>((resolve) => clock.setTimeout(resolve, lateMs));
      return kept.update(change);
    },
  };
  return {
    store,
    fail(how: StorageFault, forMs: number) {
      if (how === 'wiped') kept = createMemoryPollStore();
      else {
        fault = how;
        until = clock.monotonic() + forMs;
      }
    },
  };
}
