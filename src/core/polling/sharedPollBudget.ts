import type { Clock } from '../time/clock.ts';
import { createIndexedDbPollStore } from './indexedDbPollStore.ts';
import { createPollBudget, type PollBudget } from './pollBudget.ts';
import { createMemoryPollStore } from './pollStore.ts';

const budgets = new WeakMap<Clock, Map<string, PollBudget>>();

/** The budget of a service: every client of one origin spends from the same, in a browser in all its tabs. */
export function sharedPollBudget(origin: string, clock: Clock): PollBudget {
  const byOrigin = budgets.get(clock) ?? new Map<string, PollBudget>();
  budgets.set(clock, byOrigin);
  const budget = byOrigin.get(origin) ?? createPollBudget({ clock, store: storeFor(origin) });
  byOrigin.set(origin, budget);
  return budget;
}

function storeFor(origin: string) {
  const isBrowser = typeof document !== 'undefined' && typeof indexedDB !== 'undefined';
  return isBrowser ? createIndexedDbPollStore(origin) : createMemoryPollStore();
}
