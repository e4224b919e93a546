import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PaymentsProvider, TerminalCheckout } from 'tillkit';
import type { RecordRefusal } from 'tillkit/core';
import { es } from 'tillkit/locales/es';
import { expect, test } from 'vitest';
import { json } from '../core/client/recordingClient.ts';
import { createPages } from '../gateway/gatewayPages.ts';
import { translate } from './translate.ts';

/** A till before a gateway that keeps the first payment back. */
async function keptBack(refusal: Omit<RecordRefusal, 'message'>, labels?: typeof es, own?: () => Response) {
  const made = await createPages();
  const page = made.open();
  page.answer(/GET terminals/, () => json({ items: [{ terminalId: 'T1', name: 'Bar', provider: 'alpha' }] }));
  const message = 'A sentence for developers.';
  const answer = { error: { code: refusal.code, message }, refusal: { ...refusal, message } };
  page.answer(/POST pay/, (headers) =>
    headers.has('x-operation-confirmed')
      ? undefined
      : (own?.() ?? json(answer, { status: 409, headers: { 'x-operation-state': 'not-seen' } })),
  );
  render(
    <PaymentsProvider
      client={page.client}
      operations={page.operations}
      currency="USD"
      locale="en-US"
      timeZone="UTC"
      labels={labels}
    >
      <TerminalCheckout defaultTerminalId="T1" defaultAmountCents={1250} />
    </PaymentsProvider>,
  );
  const user = userEvent.setup();
  const pass = (ms: number) => act(() => made.pass(ms));
  await pass(500);
  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
  return { ...page, pass, press };
}

test.each([
  [
    { code: 'terminal-busy' },
    /another payment on this terminal is under way or not known yet\. Wait for its result\. If none comes, open that payment and press what you saw\. Then send this one again/,
  ],
  [{ code: 'needs-confirmation', confirmation: 'c' }, /same amount was sent a short while ago/],
  [{ code: 'not-allowed' }, /after what was done before/],
  [{ code: 'not-allowed', field: 'amount' }, /not that much is left/],
] as const)('says in words of its own why nothing was sent: %o', async (refusal, sentence) => {
  const { press, pass } = await keptBack(refusal);
  await press(/^Charge/);
  await pass(500);
  expect(await screen.findByRole('heading', { name: 'Not accepted' })).toBeVisible();
  // Shown, and spoken.
  expect(screen.getAllByText(sentence)).toHaveLength(2);
  expect(document.body).not.toHaveTextContent('developers');
});

test('says so in the language of the page', async () => {
  const { press, pass } = await keptBack({ code: 'terminal-busy' }, es);
  await press(/^Cobrar/);
  await pass(500);
  expect(await screen.findByText(es.paymentStatus.keptBack({ code: 'terminal-busy' }))).toBeVisible();
});

test('what the gateway wants to be confirmed is asked, and sent with the answer', async () => {
  const { press, pass, asked, sent } = await keptBack({
    code: 'needs-confirmation',
    confirmation: 'op-1|complete',
  });
  await press(/^Charge/);
  await pass(500);
  await press('Back to this sale');
  await press(/^Charge/);
  expect(await screen.findByRole('alertdialog', { name: 'Charge the same amount again?' })).toBeVisible();
  expect(asked.filter((path) => path === 'POST pay')).toHaveLength(1);
  await press(/^Yes, charge/);
  await pass(500);
  expect(asked.filter((path) => path === 'POST pay')).toHaveLength(2);
  expect(sent.map((headers) => headers.get('x-operation-confirmed')).filter(Boolean)).toEqual([
    encodeURIComponent('op-1|complete'),
  ]);
  expect(await screen.findByRole('button', { name: 'Taking long?' })).toBeVisible();
});

const paused = () =>
  json({}, { status: 429, headers: { 'retry-after': '30', 'x-operation-state': 'not-seen' } });

test('a pause that the service wants is over in a translated page too', async () => {
  const { press, pass } = await keptBack({ code: 'not-allowed' }, undefined, paused);
  await press(/^Charge/);
  await pass(2000);
  translate(document.body);
  await pass(30_000);
  expect(screen.getByRole('button', { name: 'Try again, $12.50' })).toBeVisible();
});

test('a pause that the service wants is counted down, and then one may try the same again', async () => {
  const { press, pass, asked } = await keptBack({ code: 'not-allowed' }, undefined, paused);
  const sent = () => asked.filter((path) => path.startsWith('POST pay')).length;
  await press(/^Charge/);
  await pass(2000);
  const again = screen.getByRole('button', { name: /^Try again in \d+ seconds$/ });
  expect(again).toHaveAttribute('aria-disabled', 'true');
  await press(/^Try again/);
  await pass(22_000);
  expect(again).toHaveTextContent(/^Try again in \d seconds$/);
  expect(sent()).toBe(1);
  await pass(8000);
  expect(again).toHaveTextContent('Try again, $12.50');
  expect(again).not.toHaveAttribute('aria-disabled');
  await pass(1000);
  await press(/^Try again/);
  await pass(500);
  expect(sent()).toBe(2);
});

test.each(['needs-confirmation', 'not-allowed'] as const)(
  'what the gateway keeps back as %s is not tried again from there',
  async (code) => {
    const { press, pass } = await keptBack({ code, confirmation: 'c' });
    await press(/^Charge/);
    await pass(500);
    expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Back to this sale' })).toBeVisible();
  },
);
