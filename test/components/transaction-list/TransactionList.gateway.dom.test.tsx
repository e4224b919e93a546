import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PaymentsProvider, TransactionList } from 'tillkit';
import { TransactionList as Parts } from 'tillkit/parts';
import { useLayoutEffect } from 'react';
import type { RecordedOperation } from 'tillkit/core';
import { expect, test, vi } from 'vitest';
import type { GatewayOptions } from '../../../src/gateway/gatewayOptions.ts';
import type { RecordRows } from '../../../src/gateway/recordRows.ts';
import { tableShapes } from '../../../src/gateway/tableShapes.ts';
import { json } from '../../core/client/recordingClient.ts';
import { createPages } from '../../gateway/gatewayPages.ts';
import { said } from '../../said.ts';

/** The back office's list, and a till of another subject. */
async function office(own: Parameters<typeof createPages>[0] = {}, shown = <TransactionList />) {
  const made = await createPages(own);
  const till = made.open({ as: { till: 'till-2' } });
  const page = made.open({ as: { till: 'office', sees: 'all' } });
  page.answer(/GET terminals/, () => json({ items: [{ terminalId: 'T1', name: 'Bar', provider: 'alpha' }] }));
  const pass = (ms: number) => act(() => made.pass(ms));
  const elementOf = ({ client, operations }: typeof page) => (
    <PaymentsProvider client={client} operations={operations} currency="USD" locale="en-US" timeZone="UTC">
      {shown}
    </PaymentsProvider>
  );
  const { rerender } = render(elementOf(page));
  const show = (other: typeof page) => rerender(elementOf(other));
  await pass(2000);
  return { ...made, till, page, show, pass, user: userEvent.setup() };
}

const list = () => screen.getByRole('region', { name: 'Payments' });
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

test('the payments of one shop are not shown while those of the next are read', async () => {
  const { till, pass, open, show } = await office();
  await till.pay({ orderNumber: 'A-7' });
  await pass(3000);
  await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/A-7/)]));
  const next = open({ as: { till: 'office', sees: 'all' } });
  next.line.isDown = /GET (operations|report)/;
  show(next);
  await pass(100);
  expect(screen.queryAllByRole('listitem')).toEqual([]);
  expect(screen.queryByText(/A-7/)).toBeNull();
});

test('an unknown payment of another till is announced with the name of its terminal, and answered here', async () => {
  const { till, results, pass, user } = await office();
  await till.pay();
  results.set('one M-1', { status: 'timeout' });
  await pass(10 * 60_000);
  const group = within(await screen.findByRole('region', { name: 'Please check these' }));
  await user.click(group.getByRole('button', { name: /Not known yet/ }));
  await pass(1000);
  await group.findAllByRole('button', { name: 'Not charged' });
  expect(screen.getByRole('alert')).toHaveTextContent('If Bar asks for a card, wait.');
  await pass(2000);
  await user.click(group.getAllByRole('button', { name: 'Charged' })[0]!);
  await pass(3000);
  expect(till.only()).toMatchObject({ phase: 'resolved', resolution: { charged: true } });
});

test('a payment that is opened while it is under way stays open, in its place, when it ends', async () => {
  const { till, results, pass, user } = await office();
  await till.pay();
  await pass(3000);
  await user.click(screen.getByRole('button', { name: /At the terminal/ }));
  results.set('one M-1', { status: 'complete', amount: 1250 });
  await pass(10_000);
  await screen.findByRole('button', { name: /Approved/, expanded: true });
  const group = () => screen.queryByRole('region', { name: 'Please check these' });
  expect(group()).toBeNull();
  await user.click(screen.getByRole('button', { name: /Approved/, expanded: true }));
  await pass(500);
  expect(within(group()!).getAllByRole('listitem')).toHaveLength(1);
});

test('a payment that goes from one group to the other is in one of them, whenever the browser may paint', async () => {
  const painted = new Set<number>();
  const Watched = ({ operation }: { operation: RecordedOperation }) => {
    useLayoutEffect(() => void painted.add(screen.getAllByRole('listitem').length));
    return <Parts.Row operation={operation} />;
  };
  const watched = (operation: RecordedOperation) => <Watched key={operation.id} operation={operation} />;
  const { till, results, pass } = await office(
    {},
    <Parts.Root>
      <Parts.ToLookAt>{watched}</Parts.ToLookAt>
      <Parts.Rows>{watched}</Parts.Rows>
    </Parts.Root>,
  );
  await till.pay();
  await pass(3000);
  results.set('one M-1', { status: 'complete', amount: 1250 });
  await pass(10_000);
  await screen.findByRole('region', { name: 'Please check these' });
  till.operations.acknowledge(till.only().id);
  await pass(10_000);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Please check these' })).toBeNull());
  expect([...painted]).toEqual([1]);
});

test('a closed row that has the focus leaves it to the list when it goes from one group to the other', async () => {
  const { till, results, pass } = await office();
  const group = () => screen.queryByRole('region', { name: 'Please check these' });
  await till.pay();
  await pass(3000);
  act(() => screen.getByRole('button', { name: /At the terminal/ }).focus());
  results.set('one M-1', { status: 'complete', amount: 1250 });
  await pass(10_000);
  await waitFor(() => expect(group()).not.toBeNull());
  await waitFor(() => expect(list()).toHaveFocus());
  act(() =>
    within(group()!)
      .getByRole('button', { name: /Approved/ })
      .focus(),
  );
  till.operations.acknowledge(till.only().id);
  await pass(10_000);
  await waitFor(() => expect(group()).toBeNull());
  await waitFor(() => expect(list()).toHaveFocus());
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

test('a table that broke off is not saved, and the page says so', async () => {
  const { page, user } = await office();
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  page.answer(
    /GET operations\.csv/,
    () => new Response('\uFEFF"started (UTC)"\r\n"half a', { headers: { 'content-type': 'text/csv' } }),
  );
  await user.click(screen.getByRole('button', { name: 'Download as a table (CSV)' }));
  await said(/The table could not be made/);
  expect(save).not.toHaveBeenCalled();
  save.mockRestore();
});

const reason = 'To give back more than 5.00, ask the manager.';
const wrongReason = "This is not the manager's code.";

/** Refunds need Maria's code. A void is forbidden, so that money goes back as a refund. */
const authorize: GatewayOptions['authorize'] = ({ headers }, operation, { approval }) => {
  const { till: subject } = JSON.parse(headers.get('x-session') ?? '{}') as { till: string };
  if (operation === 'void') return false;
  const caller = { subject, actor: 'Ben', sees: 'all' } as const;
  if (operation !== 'refund') return caller;
  if (approval === 'yes é') return { ...caller, approvedBy: 'Maria' };
  return { ...caller, needsApproval: approval === undefined ? reason : wrongReason };
};

test('money goes back from the list with a manager’s code, which is in no row, event or log', async () => {
  const [events, log]: [unknown[], unknown[]] = [[], []];
  const { till, page, results, posted, store, pass, user } = await office({
    authorize,
    onEvent: (event) => void events.push(event),
    onProblem: (problem) => log.push(problem),
    onMetric: (metric) => log.push(metric),
  });
  await till.pay();
  results.set('one M-1', { status: 'complete', amount: 1250 });
  await pass(10_000);
  till.operations.list().forEach(({ id }) => till.operations.acknowledge(id));
  await pass(3000);
  await user.click(screen.getByRole('button', { name: /Approved.*\$12\.50/ }));
  await pass(2000);
  const press = async (name: RegExp | string) => user.click(await screen.findByRole('button', { name }));
  await press(/^Give back \$/);
  await press(/^Yes, give back/);
  await pass(500);
  const field = await screen.findByLabelText('Approval code');
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription(reason);

  await user.type(field, 'no-code{Enter}');
  await pass(500);
  const again = screen.getByLabelText('Approval code');
  expect(again).toBeInvalid();
  expect(again).toHaveValue('');
  expect(again).toHaveFocus();
  expect(again).toHaveAccessibleDescription(wrongReason);
  // A host that says so is not said again.
  expect(list()).not.toHaveTextContent('the code was not accepted');
  expect(posted.filter(({ path }) => path === '/refund')).toHaveLength(0);

  await user.type(again, 'yes é');
  await press('Approve and send');
  await pass(500);
  expect(posted.filter(({ path }) => path === '/refund')).toHaveLength(1);
  results.set('one M-2', { status: 'complete', amount: 1250 });
  await pass(10_000);
  await press('Back to the payment');
  await pass(3000);
  await waitFor(() => expect(rows()[0]).toMatch(/−\$12\.50/));
  await user.click(screen.getByRole('button', { name: /−\$12\.50/ }));
  await pass(2000);
  expect(await screen.findByText('Approved by Maria')).toBeVisible();

  const tables = await store.transact('', 'read', function* (tx) {
    const all: object[] = [];
    for (const name of Object.keys(tableShapes) as (keyof RecordRows)[]) all.push(yield* tx[name].list({}));
    return all;
  });
  const kept = Array.from({ length: page.storage.length }, (_, at) =>
    page.storage.getItem(page.storage.key(at) ?? ''),
  );
  expect(events.length).toBeGreaterThan(0);
  expect(JSON.stringify(tables)).toContain('Maria');
  const everything = JSON.stringify([tables, events, log, kept, page.operations.list(), posted]);
  expect(everything).not.toMatch(/yes é|yes%20|no-code/);
  expect(document.documentElement.outerHTML).not.toMatch(/yes é|no-code/);
});
