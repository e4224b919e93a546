import { expect, test } from 'vitest';
import { createPages } from '../../gateway/gatewayPages.ts';

test('a page closes a forgotten day, lists closings, and reads one with its corrections', async () => {
  const made = await createPages({ authorize: () => ({ subject: 'till-1', actor: 'mila', sees: 'all' }) });
  const { operations, client, asked } = made.open();
  await operations.start('pay', { terminalId: 'T1', amount: 700, receipt: false }, { currency: 'EUR' });
  await made.pass(500);
  let changes = 0;
  operations.record.subscribe(() => {
    changes += 1;
  });
  const to = made.clock.now();
  const closed = await operations.record.closeDay({ terminalId: 'T1', to });
  expect(closed).toMatchObject({ terminalId: 'T1', number: 1, to, actor: 'mila' });
  expect(closed.report.unknown).toHaveLength(1);
  expect(changes).toBeGreaterThan(0);
  await expect(operations.record.closeDay({ terminalId: 'T1', to })).rejects.toMatchObject({
    refusal: { code: 'other-state' },
  });
  made.results.set('one M-1', { status: 'complete' });
  await made.pass(5000);
  const { items } = await client.listClosings({ terminalId: 'T1' });
  expect(items).toEqual([closed]);
  const { corrections, ...same } = await client.getClosing({ terminalId: 'T1', number: 1 });
  expect(same).toEqual(closed);
  expect(corrections?.rows.map(({ phase, count }) => [phase, count])).toEqual([
    ['complete', 1],
    ['waiting', -1],
  ]);
  expect(asked).toContain('GET closings/T1/1');
});
