import { createPollBudget, PaymentsError } from 'tillkit/core';
import { createMessageWatcher } from '../../../src/core/polling/messageWatcher.ts';
import { createBrowser } from '../browser.ts';
import type { Strategy, Tab, World } from '../strategy.ts';

/** The kit's watcher in every tab, over one shared log of polls. */
export const tillkit = kit('tillkit', true);
/** As `usePollMessage` without `acceptedAt`: the time of acceptance is not known. */
export const tillkitById = kit('tillkit, id', false);

function kit(name: string, knowsAcceptance: boolean): Strategy {
  return { name, looksForLate: true, open: (world, tabs) => openTabs(world, tabs, knowsAcceptance) };
}

function openTabs(world: World, tabs: number, knowsAcceptance: boolean): Tab[] {
  const { pollStore, openChannel } = createBrowser(world.clock, world.random);
  return Array.from({ length: tabs }, (_, index) => {
    const clock = world.clock.forPage(1000 * index);
    const budget = createPollBudget({ clock, store: pollStore });
    const channel = tabs > 1 ? openChannel() : undefined;
    return openTab(world, budget, { clock, tab: `tab ${index}`, channel, knowsAcceptance });
  });
}

type Options = Parameters<typeof createMessageWatcher>[0];
type Budget = ReturnType<typeof createPollBudget>;

function openTab(
  { service, random }: World,
  budget: Budget,
  { knowsAcceptance, ...page }: Pick<Options, 'clock' | 'tab' | 'channel'> & { knowsAcceptance: boolean },
): Tab {
  const client: Options['client'] = {
    options: { pollBudget: budget },
    origin: () => 'https://pay.example',
    hasNewHeaders: async () => false,
    async getProcessedMessage({ msgIdentifier }, { slot }) {
      if (!budget.redeem(slot)) throw new Error('The watcher asked without a slot.');
      const answer = await service.ask(msgIdentifier);
      if (answer.status === 'refused') {
        const { retryAfterMs } = answer;
        budget.slowDown(retryAfterMs);
        throw new PaymentsError('rate-limited', 'Refused.', { status: 429, retryAfterMs });
      }
      budget.endSlowdown();
      return { msgIdentifier, status: answer.status, raw: answer };
    },
  };
  const watcher = createMessageWatcher({ client, random, ...page });
  return {
    show({ id }, heard) {
      const watch = watcher.watch(id, knowsAcceptance ? { acceptedAt: page.clock.now() } : {});
      let isTimedOut = false;
      const listen = () => {
        const { status, isFinal } = watch.getSnapshot();
        if (!isFinal || (status === 'timeout' && isTimedOut)) return;
        leave();
        // As an operation does: after `timeout` no person waits, and polling goes on for a late result.
        if (status === 'timeout') leave = watch.subscribe(listen, { isSlow: (isTimedOut = true) });
        heard();
      };
      let leave = watch.subscribe(listen);
    },
    dispose: watcher.dispose,
  };
}
