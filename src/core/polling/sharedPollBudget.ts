import type { Clock } from '../time.ts';
import { createIndexedDbPollStore } from './indexedDbPollStore.ts';
import { createPollBudget, type PollBudget } from './pollBudget.ts';
import { createMemoryPollStore } from './pollStore.ts';

const budgets = /*#__PURE__*/ new WeakMap<Clock, Map<string, PollBudget>>();

/** The budget of a service: every client of one origin and key spends from the same, in a browser in all its tabs. */
export function sharedPollBudget(origin: string, budgetKey: string | undefined, clock: Clock): PollBudget {
  const key = budgetKey === undefined ? origin : `${origin} ${budgetKey}`;
  const byKey = budgets.get(clock) ?? new Map<string, PollBudget>();
  budgets.set(clock, byKey);
  const budget = byKey.get(key) ?? createPollBudget({ clock, store: storeFor(key) });
  byKey.set(key, budget);
  return budget;
}

function storeFor(key: string) {
  // A page without a database is not alone for that: its budget then reckons with the tabs that it cannot see.
  return typeof document === 'undefined' ? createMemoryPollStore() : createIndexedDbPollStore(key);
}
