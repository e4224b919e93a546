import { createMemoryPollStore, type PollStore } from 'tillkit/core';
import type { TabChannel } from '../../src/core/pageLifecycle.ts';
import type { EventClock } from './eventClock.ts';
import { type Random, uniform } from './random.ts';

/** What the tabs of one browser share. Every access takes time. */
export interface Browser {
  pollStore: PollStore;
  openChannel: () => TabChannel;
}

const transactionMs = [1, 4] as const;
const deliveryMs = [1, 5] as const;

export function createBrowser(clock: EventClock, random: Random): Browser {
  const listeners = new Map<object, (message: unknown) => void>();
  const store = createMemoryPollStore();
  const takes = (ms: number) => new Promise<void>((resolve) => void clock.setTimeout(resolve, ms));
  return {
    pollStore: {
      async update(change) {
        await takes(uniform(random, ...transactionMs) / 2);
        const result = await store.update(change);
        await takes(uniform(random, ...transactionMs) / 2);
        return result;
      },
    },
    openChannel() {
      const self = {};
      return {
        post(message) {
          for (const other of listeners.keys()) {
            if (other === self) continue;
            const copy: unknown = structuredClone(message);
            clock.setTimeout(() => listeners.get(other)?.(copy), uniform(random, ...deliveryMs));
          }
        },
        listen(listener) {
          listeners.set(self, listener);
          return () => void listeners.delete(self);
        },
      };
    },
  };
}
