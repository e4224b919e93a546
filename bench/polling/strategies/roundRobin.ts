import { createPollBudget, type PollBudget } from 'tillkit/core';
import { createBrowser } from '../browser.ts';
import type { Strategy, Tab, World } from '../strategy.ts';

/**
 * The kit's budget without its watcher: whoever waits longest is asked about next. Beside a stranger it knows what is left,
 * and spends that.
 */
export const roundRobin: Strategy = {
  name: 'round-robin',
  open(world, tabs) {
    const { pollStore } = createBrowser(world.clock, world.random);
    const { clock, left } = world;
    return Array.from({ length: tabs }, () =>
      openTab(
        world,
        createPollBudget({ clock, store: pollStore, ...(left === undefined ? {} : { limit: left }) }),
      ),
    );
  },
};

function openTab({ service }: World, budget: PollBudget): Tab {
  // In the order in which they were last asked about.
  const waiting: { id: string; heard: () => void }[] = [];
  let isRunning = false;

  async function ask(shown: (typeof waiting)[number]): Promise<void> {
    const answer = await service.ask(shown.id);
    if (answer.status === 'complete') {
      shown.heard();
      return;
    }
    if (answer.status === 'refused') budget.slowDown(answer.retryAfterMs, false);
    waiting.push(shown);
    void run();
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (waiting.length > 0) {
      budget.redeem(await budget.acquire());
      const next = waiting.shift();
      if (next) void ask(next);
    }
    isRunning = false;
  }

  return {
    show({ id }, heard) {
      waiting.push({ id, heard });
      void run();
    },
    dispose: () => undefined,
  };
}
