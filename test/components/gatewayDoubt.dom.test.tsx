import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OpenOperations, PaymentsProvider, PaymentStatus, TerminalCheckout } from 'tillkit';
import { describe, expect, test } from 'vitest';
import { whenOver } from '../cleanups.ts';
import { gatewayTill } from '../core/gateway-mode/gatewayTill.ts';
import { showTill } from './checkoutTill.tsx';

/** A sale whose answer is lost on the way from the gateway, which is still being asked. */
async function doubt(way: string, gateway?: false) {
  const till = gatewayTill();
  const page = till.open(gateway === false ? { client: { gateway } } : {});
  whenOver(() => page.operations.dispose());
  if (way === 'the answer is lost') till.gateway.lie({ state: 'sent' });
  till.ways.bend('POST', way);
  await page.pay();
  const pass = (ms: number) => act(() => till.clock.advance(ms));
  await pass(20_000);
  const show = (shows: 'status' | 'list') =>
    render(
      <PaymentsProvider client={page.client} operations={page.operations} currency="USD">
        {shows === 'status' ? <PaymentStatus operationId={page.only().id} /> : <OpenOperations />}
      </PaymentsProvider>,
    );
  return { ...till, ...page, pass, show, user: userEvent.setup() };
}

const lostSentence = 'It did not get through. Nothing happened.';
const button = () => screen.queryByRole('button', { name: 'Check now' });

test.each(['status', 'list'] as const)(
  'M1: a doubt that the gateway can be asked about has "Check now", which ends it: %s',
  async (where) => {
    const { show, gateway, pass, user, only } = await doubt('the answer is lost');
    show(where);
    if (where === 'list') await user.click(await screen.findByRole('button', { name: /Not known yet/ }));
    expect(
      await screen.findByText('We keep asking the service. A late result shows here by itself.'),
    ).toBeVisible();
    gateway.lie(undefined);
    await user.click(button()!);
    await pass(500);
    expect(only().phase).toBe('waiting');
    await pass(60_000);
    expect(await screen.findByRole('heading', { name: 'Approved' })).toBeVisible();
  },
);

test('rule 7: a doubt that nobody can be asked about has no such button', async () => {
  const { show } = await doubt('the answer is lost', false);
  show('status');
  expect(
    await screen.findByRole('heading', { name: "We don't know yet if the card was charged" }),
  ).toBeVisible();
  expect(button()).toBeNull();
});

test('tells what a gateway says that cannot send at the moment', async () => {
  const till = gatewayTill();
  const page = till.open();
  whenOver(() => page.operations.dispose());
  till.gateway.authorize(() => 503);
  await page.pay();
  await act(() => till.clock.advance(1000));
  render(
    <PaymentsProvider client={page.client} operations={page.operations} currency="USD">
      <PaymentStatus operationId={page.only().id} />
    </PaymentsProvider>,
  );
  expect(await screen.findByRole('heading', { name: 'Not accepted' })).toBeVisible();
  expect(screen.getByText(lostSentence)).toBeVisible();
  expect(screen.getByText('The gateway is not ready.')).toBeVisible();
});

test('says that nothing happened where the request never arrived', async () => {
  const { show } = await doubt('the request is lost');
  show('status');
  expect(await screen.findByRole('heading', { name: 'Not accepted' })).toBeVisible();
  expect(screen.getByText(lostSentence)).toBeVisible();
});

describe('F61: after a refusal that says that nothing happened', () => {
  const charge = () => screen.findByRole('button', { name: /^Charge \$12\.50/ });

  test('by an ordinary service the same amount asks, in words that agree with it', async () => {
    const till = await showTill({ defaultAmountCents: 1250 });
    till.answerWith((response, { url }) =>
      url.endsWith('/pay') ? Response.json({ error: { message: 'No.' } }, { status: 400 }) : response,
    );
    await till.press();
    await till.pass(500);
    expect(await screen.findByText('The payment service refused it. Nothing happened.')).toBeVisible();
    await till.user.click(screen.getByRole('button', { name: 'Back to this sale' }));
    await till.press();
    const question = await screen.findByRole('alertdialog', { name: 'Charge the same amount again?' });
    expect(question).toHaveAccessibleDescription(
      '$12.50 was sent to Front counter at 9:30 AM. The service refused that one.',
    );
    expect(till.sent()).toHaveLength(1);
  });

  test('proven by a gateway it is sent without a question', async () => {
    const till = gatewayTill();
    const { client, operations } = till.open();
    whenOver(() => operations.dispose());
    till.gateway.authorize(({ method }) => (method === 'POST' ? 400 : undefined));
    render(
      <PaymentsProvider client={client} operations={operations} currency="USD" locale="en-US">
        <TerminalCheckout defaultTerminalId={till.sandbox.terminals[0]!.id} defaultAmountCents={1250} />
      </PaymentsProvider>,
    );
    const user = userEvent.setup();
    const pass = (ms: number) => act(() => till.clock.advance(ms));
    await pass(300);
    await user.click(await charge());
    await pass(1000);
    expect(await screen.findByRole('heading', { name: 'Not accepted' })).toBeVisible();
    till.gateway.authorize(undefined);
    await user.click(screen.getByRole('button', { name: 'Back to this sale' }));
    await user.click(await charge());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await pass(30_000);
    expect(await screen.findByRole('heading', { name: 'Approved' })).toBeVisible();
    expect(till.sandbox.ledger.charges).toHaveLength(1);
  });
});
