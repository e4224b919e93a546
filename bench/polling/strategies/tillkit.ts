import { createPollBudget, PaymentsError } from 'tillkit/core';
import { createMessageWatcher } from '../../../src/core/polling/messageWatcher.ts';
import { createBrowser } from '../browser.ts';
import type { Strategy, Tab, World } from '../strategy.ts';

/** The kit's watcher in every tab, over one shared log of polls. */
export const tillkit: Strategy = {
  name: 'tillkit',
  open(world, tabs) {
    const { pollStore, openChannel } = createBrowser(world.clock, world.random);
    return Array.from({ length: tabs }, (_, index) => {
      const clock = world.clock.forPage(1000 * index);
      const budget = createPollBudget({ clock, store: pollStore });
      return openTab(world, budget, {
        clock,
        tab: `tab ${index}`,
        channel: tabs > 1 ? openChannel() : undefined,
      });
    });
  },
};

type Options = Parameters<typeof createMessageWatcher>[0];
type Budget = ReturnType<typeof createPollBudget>;

function openTab(
  { service, random }: World,
  budget: Budget,
  page: Pick<Options, 'clock' | 'tab' | 'channel'>,
): Tab {
  const client: Options['client'] = {
    pollBudget: () => budget,
    hasNewHeaders: async () => false,
    async getProcessedMessage({ msgIdentifier }, { slot } = {}) {
      if (!slot || !budget.redeem(slot)) throw new Error('The watcher asked without a slot.');
      const answer = await service.ask(msgIdentifier);
      if (answer.status === 'refused') {
        const { retryAfterMs } = answer;
        budget.slowDown(retryAfterMs);
        throw new PaymentsError('rate-limited', 'Refused.', { status: 429, retryAfterMs });
      }
      budget.eased();
      return { msgIdentifier, status: answer.status, raw: answer };
    },
  };
  const watcher = createMessageWatcher({ client, random, ...page });
  return {
    show({ id }, heard) {
      const watch = watcher.watch(id, { acceptedAt: page.clock.now() });
      const leave = watch.subscribe(() => {
        if (!watch.getSnapshot().isFinal) return;
        leave();
        heard();
      });
    },
    dispose: watcher.dispose,
  };
}
