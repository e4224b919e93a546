import { expect, onTestFinished, test } from 'vitest';
import { createVirtualClock } from '../../../src/exports/core.ts';
import { createGatewayOperations } from '../../../src/core/mirror/createGatewayOperations.ts';
import { createPages } from '../../gateway/gatewayPages.ts';
import { createScriptedService } from '../operations/scriptedService.ts';
import { describeOperations } from '../operations/operationsConformance.ts';
import { describeRepeatedRefunds } from '../operations/refundsConformance.ts';
import { createNoteStorage } from './noteStorage.ts';

const createTill = async () => {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const service = createScriptedService(clock);
  const made = await createPages({ clock, fetcher: service.fetch });
  const storage = createNoteStorage();
  return {
    ...service,
    pass: (ms: number) => made.pass(ms, ms > 60_000 ? 1000 : 100),
    async open() {
      const page = made.open({ storage });
      await made.pass(500);
      const as = (scopeKey: string) => {
        const operations = createGatewayOperations({ client: page.client, storage, clock, scopeKey });
        onTestFinished(() => operations.dispose());
        return operations;
      };
      return { operations: page.operations, as, crash: page.crash };
    },
  };
};

describeOperations(createTill);
describeRepeatedRefunds(createTill);

test('a host that only listens hears of its press to the ending, however late that is', async () => {
  const made = await createPages();
  const page = made.open();
  const operations = createGatewayOperations({ client: page.client, clock: made.clock, scopeKey: 'ann' });
  onTestFinished(() => operations.dispose());
  const phases: string[] = [];
  operations.listen((event) => event.type === 'operation' && phases.push(event.to));
  const sale = { terminalId: 'T1', amount: 1250, receipt: false };
  await operations.start('pay', sale, { currency: 'USD' });
  await made.pass(60_000);
  made.results.set('one M-1', { status: 'complete', amount: 1250 });
  await made.pass(30_000);
  expect(phases).toEqual(['sending', 'waiting', 'complete']);
});
