import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { OpenOperations, PaymentsProvider, PaymentStatus, TerminalCheckout } from 'tillkit';
import { describe, expect, test } from 'vitest';
import { json } from '../core/client/recordingClient.ts';
import { createPages } from '../gateway/gatewayPages.ts';
import { showTill } from './checkoutTill.tsx';

/** A page before a gateway, and how it is shown. */
async function openPage() {
  const made = await createPages();
  const page = made.open();
  const pass = (ms: number) => act(() => made.pass(ms));
  const show = (children: ReactNode) =>
    render(
      <PaymentsProvider client={page.client} operations={page.operations} currency="USD" locale="en-US">
        {children}
      </PaymentsProvider>,
    );
  return { ...made, ...page, pass, show, user: userEvent.setup() };
}

const lostSentence = 'It did not get through. Nothing happened.';
const button = () => screen.queryByRole('button', { name: 'Check now' });
const inDoubt = "We don't know yet if the card was charged";

test.each(['status', 'list'] as const)(
  'F118, M1: a doubt that the gateway can be asked about has "Check now", which ends it: %s',
  async (where) => {
    const { line, pay, pass, show, user, only, results } = await openPage();
    line.isLost = /POST pay/;
    line.isDown = /operations/;
    await pay();
    await pass(20_000);
    show(where === 'status' ? <PaymentStatus operationId={only().id} /> : <OpenOperations />);
    if (where === 'list') await user.click(await screen.findByRole('button', { name: /Not known yet/ }));
    expect(
      await screen.findByText('We keep asking the service. A late result shows here by itself.'),
    ).toBeVisible();
    line.isDown = /^$/;
    await user.click(button()!);
    await pass(200);
    expect(only().phase).toBe('waiting');
    results.set('one M-1', { status: 'complete', amount: 1250 });
    await pass(10_000);
    expect(await screen.findByRole('heading', { name: 'Approved' })).toBeVisible();
  },
);

test('rule 7: a doubt about which the service cannot be asked has no such button', async () => {
  const till = await showTill({ defaultAmountCents: 1250 }, { scenario: 'lost-answer' });
  await till.press();
  await till.pass(40_000);
  expect(await screen.findByRole('heading', { name: inDoubt })).toBeVisible();
  expect(button()).toBeNull();
});

test('tells what a gateway says that cannot send at the moment', async () => {
  const { answer, pay, pass, show, only } = await openPage();
  const error = { code: 'not-ready', message: 'The gateway is not ready.' };
  answer(/POST pay/, () => json({ error }, { status: 503, headers: { 'x-operation-state': 'not-seen' } }));
  await pay();
  await pass(1000);
  show(<PaymentStatus operationId={only().id} />);
  expect(await screen.findByRole('heading', { name: 'Not accepted' })).toBeVisible();
  expect(screen.getByText(lostSentence)).toBeVisible();
  expect(screen.getByText('The gateway is not ready.')).toBeVisible();
});

test('F118: says that nothing happened where the request never arrived', async () => {
  const { line, pay, pass, show, only, posted } = await openPage();
  line.isDown = /POST pay/;
  await pay();
  await pass(20_000);
  show(<PaymentStatus operationId={only().id} />);
  expect(await screen.findByRole('heading', { name: 'Not accepted' })).toBeVisible();
  expect(screen.getByText(lostSentence)).toBeVisible();
  expect(posted).toEqual([]);
});

test.each([
  ['its flow shows how it ended', true, 'Approved'],
  ['it stands in the open operations, should its note be lost', false, /Approved/],
] as const)('F119: after the browser is killed while a payment is sent %s', async (_, isNoteKept, name) => {
  const made = await createPages();
  const page = made.open();
  page.line.isLost = /POST pay/;
  await page.pay();
  await made.pass(500);
  page.crash();
  const next = made.open(isNoteKept ? { storage: page.storage } : {});
  render(
    <PaymentsProvider client={next.client} operations={next.operations} currency="USD" locale="en-US">
      {isNoteKept ? <TerminalCheckout /> : <OpenOperations />}
    </PaymentsProvider>,
  );
  made.results.set('one M-1', { status: 'complete', amount: 1250 });
  await act(() => made.pass(20_000));
  expect(await screen.findByRole(isNoteKept ? 'heading' : 'button', { name })).toBeVisible();
  expect(made.posted).toHaveLength(1);
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
    const { answer, pass, show, user, results, posted } = await openPage();
    answer(/GET terminals/, () => json({ items: [{ terminalId: 'T1', name: 'Bar', provider: 'alpha' }] }));
    const isRefused = { now: true };
    answer(/POST pay/, () =>
      isRefused.now ? json({}, { status: 400, headers: { 'x-operation-state': 'not-seen' } }) : undefined,
    );
    show(<TerminalCheckout defaultTerminalId="T1" defaultAmountCents={1250} />);
    await pass(300);
    await user.click(await charge());
    await pass(1000);
    expect(await screen.findByRole('heading', { name: 'Not accepted' })).toBeVisible();
    isRefused.now = false;
    await user.click(screen.getByRole('button', { name: 'Back to this sale' }));
    await user.click(await charge());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    results.set('one M-1', { status: 'complete', amount: 1250 });
    await pass(10_000);
    expect(await screen.findByRole('heading', { name: 'Approved' })).toBeVisible();
    expect(posted).toHaveLength(1);
  });
});

describe('the question that a gateway asks before the same amount of an order is sent again', () => {
  const charge = () => screen.findByRole('button', { name: /^Charge \$12\.50/ });
  const asked = async (user: ReturnType<typeof userEvent.setup>, pass: (ms: number) => Promise<void>) => {
    await user.click(await charge());
    await pass(1000);
    await user.click(screen.getByRole('button', { name: 'Back to this sale' }));
    await user.click(await charge());
    return screen.findByRole('alertdialog', { name: 'Charge the same amount again?' });
  };
  const till = (
    <TerminalCheckout
      defaultTerminalId="T1"
      defaultAmountCents={1250}
      fields={{ orderNumber: { value: '77' } }}
    />
  );
  const listed = () => json({ items: [{ terminalId: 'T1', name: 'Bar', provider: 'alpha' }] });

  test('says where and when that was, and what became of it', async () => {
    const { answer, pass, show, user, results } = await openPage();
    answer(/GET terminals/, listed);
    results.set('one M-1', { status: 'complete', amount: 1250 });
    const first = show(till);
    await pass(300);
    await user.click(await charge());
    await pass(10_000);
    await user.click(await screen.findByRole('button', { name: 'Next customer' }));
    first.unmount();
    show(till);
    await pass(300);
    expect(await asked(user, pass)).toHaveAccessibleDescription(
      '$12.50 was sent to Bar at 9:40 AM. That payment went through.',
    );
  });

  test('names no terminal if the payment is of another till', async () => {
    const made = await openPage();
    made.results.set('one M-1', { status: 'complete', amount: 1250 });
    await made.open({ as: { till: 'till-2' } }).pay({ orderNumber: '77', terminalId: 'T1' });
    await made.pass(10_000);
    made.answer(/GET terminals/, listed);
    made.show(till);
    await made.pass(300);
    expect(await asked(made.user, made.pass)).toHaveAccessibleDescription(
      '$12.50 was sent a short while ago, perhaps at another till.',
    );
  });
});
