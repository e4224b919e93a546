import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PaymentsProvider, TransactionList } from 'tillkit';
import { expect, test } from 'vitest';
import { json } from '../../core/client/recordingClient.ts';
import { createPages } from '../../gateway/gatewayPages.ts';

/** The back office's list, and a till of another subject. */
async function office(own: Parameters<typeof createPages>[0] = {}) {
  const made = await createPages(own);
  const till = made.open({ as: { till: 'till-2' } });
  const page = made.open({ as: { till: 'office', sees: 'all' } });
  page.answer(/GET terminals/, () => json({ items: [{ terminalId: 'T1', name: 'Bar', provider: 'alpha' }] }));
  const pass = (ms: number) => act(() => made.pass(ms));
  render(
    <PaymentsProvider
      client={page.client}
      operations={page.operations}
      currency="USD"
      locale="en-US"
      timeZone="UTC"
    >
      <TransactionList />
    </PaymentsProvider>,
  );
  await pass(2000);
  return { ...made, till, pass, user: userEvent.setup() };
}

const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test('what another till takes appears by itself, and counts in the headline once it is approved', async () => {
  const { till, results, pass } = await office();
  expect(await screen.findByText('No payments yet today')).toBeVisible();
  expect(screen.queryByText(/payments of this device/)).toBeNull();
  await till.pay({ orderNumber: 'A-7' });
  await pass(3000);
  await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/^At the terminal.*\$12\.50.*A-7/)]));
  results.set('one M-1', { status: 'complete', amount: 1250 });
  await pass(10_000);
  await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/^Approved.*\$12\.50/)]));
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('$12.50 taken in 1 payment'),
  );
});

test('an unknown payment of another till is answered here', async () => {
  const { till, results, pass, user } = await office();
  await till.pay();
  results.set('one M-1', { status: 'timeout' });
  await pass(10 * 60_000);
  const group = within(await screen.findByRole('region', { name: 'Please look at these' }));
  await user.click(group.getByRole('button', { name: /Not known yet/ }));
  await pass(1000);
  await group.findAllByRole('button', { name: 'Not charged' });
  await pass(2000);
  await user.click(group.getAllByRole('button', { name: 'Charged' })[0]!);
  await pass(3000);
  expect(till.only()).toMatchObject({ phase: 'resolved', resolution: { charged: true } });
});

test('of two sales with one reference, only the later one can be given back, and only where it is opened', async () => {
  const { till, pass, user } = await office({
    // A service that began anew gives a reference again.
    fetcher: async (request) => {
      const msgIdentifier = new URL(request.url).pathname.split('/').at(-1);
      if (request.method === 'GET') return Response.json({ data: { msgIdentifier, status: 'complete' } });
      const { amount } = (await request.json()) as { amount: number };
      return Response.json({ data: { msgIdentifier: `M-${amount}`, pnRefNum: 'P-1' } });
    },
  });
  for (const amount of [3140, 1200]) {
    await till.pay({ amount });
    await pass(10_000);
  }
  for (const [sale, others] of [
    [/\$12\.00/, ['Give back $12.00']],
    [/\$31\.40/, []],
  ] as const) {
    await user.click(screen.getAllByRole('button', { name: sale })[0]!);
    await screen.findByRole('heading', { name: 'What happened' });
    await pass(2000);
    const offered = screen.queryAllByRole('button', { name: /^Give back \$/ });
    expect(offered.map(({ textContent }) => textContent)).toEqual(others);
    await user.click(screen.getAllByRole('button', { name: sale })[0]!);
  }
});

test('a caller that may not give back is not offered it, and sees what was given back', async () => {
  const { till, results, pass, user } = await office({
    authorize: ({ headers }, operation) => {
      const { till: subject } = JSON.parse(headers.get('x-session') ?? '{}') as { till: string };
      const isGivingBack = operation === 'void' || operation === 'refund';
      return !(isGivingBack && subject === 'office') && { subject, sees: 'all' };
    },
  });
  for (const [place, amount] of [1250, 900].entries()) {
    await till.pay({ terminalId: `T${place}`, amount });
    results.set(`one M-${place + 1}`, { status: 'complete', amount });
    await pass(10_000);
  }
  await till.operations.start('void', { terminalId: 'T0', pnRefNum: 'P-1' });
  results.set('one M-3', { status: 'complete' });
  await pass(10_000);
  till.operations.list().forEach(({ id }) => till.operations.acknowledge(id));
  await pass(3000);
  await waitFor(() => expect(rows()[0]).toMatch(/^Voided.*−\$12\.50/));
  await user.click(screen.getByRole('button', { name: /Approved.*\$9\.00/ }));
  await pass(2000);
  expect(await screen.findByText('You may not give money back here. Ask a person who may.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Give back/ })).toBeNull();
});
