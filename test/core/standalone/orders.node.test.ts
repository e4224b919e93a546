import { expect, test } from 'vitest';
import {
  createMemoryJournal,
  createPollBudget,
  createTerminalOperations,
  createVirtualClock,
} from '../../../src/exports/core.ts';
import { json, recordingClient } from '../client/recordingClient.ts';

const order = { number: 'A-1', totalCents: 5000, currency: 'USD' };

/** A page without a gateway, whose service approves of each part what `approved` says. */
function till() {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15));
  const approved: (number | 'failed')[] = [];
  let made = 0;
  const { client, sent } = recordingClient(
    ({ method, url }) => {
      if (method === 'POST') {
        made += 1;
        return json({ data: { msgIdentifier: `m-${made}`, pnRefNum: `p-${made}` } });
      }
      const at = Number(url.split('m-').at(-1)?.split('?')[0]) - 1;
      const amount = approved[at];
      return json({ data: { status: amount === 'failed' ? 'failed' : 'complete', amount } });
    },
    { clock, pollBudget: createPollBudget({ clock }) },
  );
  const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
  const pay = async (amount: number, terminalId: string, result?: number | 'failed', confirmed?: string) => {
    if (result !== undefined) approved[made] = result;
    const request = { terminalId, amount, receipt: false, orderNumber: order.number };
    const started = await operations.start('pay', request, {
      currency: 'USD',
      orderTotalCents: 5000,
      confirmed,
    });
    await clock.advance(20_000);
    return started;
  };
  const posts = () => sent.filter(({ request }) => request.method === 'POST');
  return { clock, operations, pay, posts };
}

test('without a gateway, no more of an order than its total is taken by this browser without a yes', async () => {
  const { operations, pay, posts } = till();
  await pay(3000, 'T1', 2500);
  const figures = await operations.record.getOrder(order);
  expect(figures).toMatchObject({ ...order, paidCents: 2500, pendingCents: 0, dueCents: 2500, legs: [] });
  expect(figures.operations).toMatchObject([{ kind: 'pay', confirmedCents: 2500 }]);
  await pay(2500, 'T2', 'failed');
  expect(await operations.record.getOrder(order)).toMatchObject({ paidCents: 2500, dueCents: 2500 });
  const asked = await pay(2501, 'T3');
  expect(asked).toMatchObject({
    started: false,
    refusal: { code: 'needs-confirmation', field: 'orderTotal' },
  });
  expect(posts()).toHaveLength(2);
  const { confirmation } = (asked.started ? {} : asked.refusal) as { confirmation?: string };
  expect(await pay(2501, 'T4', 2501, confirmation)).toMatchObject({ started: false });
  expect(await pay(2501, 'T3', 2501, confirmation)).toMatchObject({ started: true });
  expect(
    posts()
      .map(({ request }) => request.url)
      .join(),
  ).not.toMatch(/orderTotal|5000/);
  expect(await operations.record.getOrder(order)).toMatchObject({ paidCents: 5001, dueCents: 0 });
});

test('an order whose total is no whole number of cents is refused, and the total is named', async () => {
  const { operations } = till();
  for (const totalCents of [4260.9999, Number.NaN])
    await expect(operations.record.getOrder({ ...order, totalCents })).rejects.toMatchObject({
      code: 'invalid-input',
      field: 'totalCents',
    });
});

test('the figures of an order that has parts in another currency are refused, because no sum mixes two', async () => {
  const { operations, pay } = till();
  await pay(2500, 'T1', 2500);
  await expect(operations.record.getOrder({ ...order, currency: 'EUR' })).rejects.toMatchObject({
    code: 'http',
    status: 409,
    refusal: { code: 'other-state', field: 'currency' },
    shortMessage: expect.stringContaining('in another currency'),
  });
  expect(await operations.record.getOrder(order)).toMatchObject({ paidCents: 2500 });
});

test('without a gateway, equal parts ask nothing, and legs are unavailable', async () => {
  const { operations, pay } = till();
  for (const terminalId of ['T1', 'T2'])
    expect(await pay(2500, terminalId, 2500)).toMatchObject({ started: true });
  expect(await operations.record.getOrder(order)).toMatchObject({ paidCents: 5000 });
  const leg = { id: '0'.repeat(16), name: 'cash', cents: 100 };
  await expect(operations.record.recordLeg(order, leg)).rejects.toMatchObject({
    code: 'http',
    refusal: { code: 'unavailable' },
  });
});
