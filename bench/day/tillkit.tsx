import { OpenOperations, PaymentsProvider, TerminalCheckout } from 'tillkit';
import {
  createIndexedDbJournal,
  createPaymentsClient,
  createPollBudget,
  createTerminalOperations,
  type Journal,
} from 'tillkit/core';
import type { World } from './service.ts';

/** The till with its durable journal, as a host has it. The budget allows every poll. */
export function tillkit(world: World) {
  const { clock, fetch } = world;
  const limits = world.isEndless ? {} : { limit: 1e6, burst: 1e6, windowMs: 1 };
  const pollBudget = createPollBudget({ ...limits, clock });
  const client = createPaymentsClient({ baseUrl: '/api', fetcher: fetch, pollBudget, clock });
  const operations = createTerminalOperations({ client, clock, journal: counted(world) });
  world.ready = operations.ready;
  return (
    <PaymentsProvider client={client} operations={operations} currency="USD">
      <TerminalCheckout defaultTerminalId="T-1" />
      <OpenOperations />
    </PaymentsProvider>
  );
}

function counted({ counted: count }: World): Journal {
  const journal = createIndexedDbJournal();
  return {
    ...journal,
    claim: (...claim) => count(journal.claim(...claim)),
    update: (...update) => count(journal.update(...update)),
    get: (id) => count(journal.get(id)),
    list: (filter) => count(journal.list(filter)),
    remove: (id) => count(journal.remove(id)),
  };
}
