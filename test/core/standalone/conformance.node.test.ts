import { onTestFinished } from 'vitest';
import {
  createMemoryJournal,
  createMemoryPollStore,
  createPaymentsClient,
  createPollBudget,
  createTerminalOperations,
  createVirtualClock,
} from '../../../src/exports/core.ts';
import { createScriptedService } from '../operations/scriptedService.ts';
import { describeOperations } from '../operations/operationsConformance.ts';
import { describeRepeatedRefunds } from '../operations/refundsConformance.ts';
import { createTabHub } from '../fakeChannel.ts';

const createTill = async () => {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const service = createScriptedService(clock);
  const journal = createMemoryJournal();
  const join = createTabHub();
  const store = createMemoryPollStore();
  return {
    ...service,
    pass: (ms: number) => clock.advance(ms),
    async open() {
      const channel = join();
      const client = createPaymentsClient({
        baseUrl: 'https://service.example',
        fetcher: service.fetch,
        pollBudget: createPollBudget({ clock, store }),
        clock,
      });
      const make = (scopeKey?: string) => {
        const operations = createTerminalOperations({
          client,
          journal,
          clock,
          channel,
          scopeKey,
          random: () => 0.5,
        });
        onTestFinished(() => operations.dispose());
        return operations;
      };
      const operations = make();
      await clock.advance(500);
      return {
        operations,
        as: make,
        crash() {
          channel.silence();
          operations.dispose();
        },
      };
    },
  };
};

describeOperations(createTill);
describeRepeatedRefunds(createTill);
