import type { Clock } from '../time/clock.ts';
import { createPollBudget, type PollBudget } from './pollBudget.ts';

const budgets = new WeakMap<Clock, Map<string, PollBudget>>();

/** The budget of a service in this process: every client of one origin spends from the same. */
export function sharedPollBudget(origin: string, clock: Clock): PollBudget {
  const byOrigin = budgets.get(clock) ?? new Map<string, PollBudget>();
  budgets.set(clock, byOrigin);
  const budget = byOrigin.get(origin) ?? createPollBudget({ clock });
  byOrigin.set(origin, budget);
  return budget;
}
