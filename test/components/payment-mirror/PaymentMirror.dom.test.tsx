import { act, render, screen, within } from '@testing-library/react';
import { PaymentMirror, type PaymentMirrorProps, PaymentsProvider } from 'tillkit';
import type { VirtualClock } from 'tillkit/core';
import { de } from 'tillkit/locales/de';
import { afterEach, describe, expect, test } from 'vitest';
import { createHarness, type HarnessOptions } from '../../harness.tsx';

const sale = { terminalId: 'terminal-1', amount: 1250, receipt: false, orderNumber: 'A-1042' };

/** The second window of a browser: another tab, with a provider of its own. */
function openWindow(options: HarnessOptions = {}, props: Partial<PaymentMirrorProps> = {}) {
  const harness = createHarness({ latencyMs: 0, ...options });
  const { client, sandbox, operations } = harness;
  const mirror = harness.openTab();
  const screenOf = (more: Partial<PaymentMirrorProps> = {}) => (
    <PaymentsProvider client={client} operations={mirror} currency="USD" {...options.provider}>
      <PaymentMirror terminalId="terminal-1" {...props} {...more}>
        Welcome to Café Aurora
      </PaymentMirror>
    </PaymentsProvider>
  );
  const shown = render(screenOf());
  const advance = (ms: number) => act(() => harness.advance(ms));
  return {
    ...harness,
    mirror,
    sandbox,
    operations,
    advance,
    give: (more: Partial<PaymentMirrorProps>) => shown.rerender(screenOf(more)),
    only: () => operations.list()[0]!,
  };
}

const region = (name = 'Your payment') => screen.getByRole('region', { name });
const text = () => region().textContent;
const state = () => region().getAttribute('data-state');

describe('the second window of a browser', () => {
  test('shows what the till does: idle, amount, what to do, outcome, idle', async () => {
    const { operations, advance } = openWindow();
    await advance(100);
    expect(text()).toBe('Welcome to Café Aurora');
    await act(() => operations.start('pay', sale));
    await advance(500);
    expect(text()).toBe('To pay $12.50Tap, insert or swipe your card');
    await advance(8500);
    expect(text()).toBe('$12.50PaidThank you!');
    await advance(10_000);
    expect(text()).toBe('Welcome to Café Aurora');
  });

  test('goes on showing a payment that takes four minutes', async () => {
    const { operations, advance, sandbox } = openWindow();
    sandbox.setScenario('stuck-received');
    await act(() => operations.start('pay', sale));
    for (let seconds = 0; seconds < 240; seconds += 5) {
      await advance(5000);
      expect([seconds, state()]).toEqual([seconds, 'waiting']);
    }
  });

  test('shows an outcome however soon the till has acknowledged it, and the next payment at once', async () => {
    const { operations, advance, only } = openWindow();
    await act(() => operations.start('pay', sale));
    await advance(9000);
    act(() => operations.acknowledge(only().id));
    await advance(2000);
    expect(text()).toBe('$12.50PaidThank you!');
    await act(() => operations.start('pay', { ...sale, amount: 480, orderNumber: 'A-1043' }));
    await advance(500);
    expect(text()).toMatch(/^To pay \$4\.80/);
  });

  test('changes nothing of a payment, and has nothing to press', async () => {
    const { operations, advance, only, sandbox } = openWindow();
    await act(() => operations.start('pay', sale));
    await advance(30_000);
    expect(only().acknowledgedAt).toBeUndefined();
    expect(sandbox.ledger.charges).toHaveLength(1);
    expect(region().querySelectorAll('button, a, input, [tabindex]')).toHaveLength(0);
  });
});

type Scenario = Parameters<ReturnType<typeof createHarness>['sandbox']['setScenario']>[0];

describe('the words', () => {
  test.each<[string, Scenario, string]>([
    ['partly approved', 'partly-approved', '$8.00Partly paidStill to pay: $4.50'],
    ['approved with a tip', 'tip', '$15.00PaidIncluding a tip of $2.50Thank you!'],
    ['approved for more than was asked', 'more-than-asked', '$15.00PaidThank you!'],
    ['declined', 'declined', 'Payment not completedYour card was not charged.'],
    [
      'not known',
      'service-timeout',
      'Please waitOur staff is checking your payment. Please do not pay again.',
    ],
    [
      'not known, as its answer was lost',
      'lost-answer',
      'Please waitOur staff is checking your payment. Please do not pay again.',
    ],
  ])('of a sale that is %s', async (_, scenario, words) => {
    const { operations, advance, sandbox } = openWindow();
    sandbox.setScenario(scenario);
    await act(() => operations.start('pay', sale));
    await advance(9000);
    expect(text()).toBe(words);
  });

  test('of a hold, and of its collection', async () => {
    const { operations, advance, only } = openWindow();
    await act(() => operations.start('preAuth', sale));
    await advance(500);
    expect(text()).toBe('To be held $12.50Tap, insert or swipe your card');
    await advance(8500);
    expect(text()).toBe('$12.50Held on your cardYou have not been charged yet.');
    const { terminalId, amount } = sale;
    await act(() => operations.start('capture', { terminalId, amount, pnRefNum: only().pnRefNum ?? '' }));
    await advance(500);
    expect(text()).toBe('To pay $12.50We are completing your paymentPlease follow the card terminal.');
    await advance(8500);
    expect(text()).toBe('$12.50PaidThank you!');
  });

  test('of a void, and of a refund in part', async () => {
    const { operations, advance, only } = openWindow();
    const { terminalId } = sale;
    const sell = async (amount: number) => {
      await act(() => operations.start('pay', { ...sale, amount, orderNumber: `A-${amount}` }));
      await advance(9000);
      return only().pnRefNum ?? '';
    };
    const voided = await sell(1250);
    await act(() => operations.start('void', { terminalId, pnRefNum: voided }));
    await advance(500);
    expect(text()).toMatch(/We are cancelling your paymentPlease follow the card terminal\.$/);
    await advance(8500);
    expect(text()).toMatch(/Payment cancelledYour card is not charged\.$/);
    const sold = await sell(900);
    await act(() => operations.start('closeBatch', { terminalId }));
    await advance(9000);
    await act(() => operations.start('refund', { terminalId, pnRefNum: sold, amount: 500 }));
    await advance(500);
    expect(text()).toBe('Refund $5.00We are refunding youPlease follow the card terminal.');
    await advance(8500);
    expect(text()).toBe('$5.00RefundedThe money goes back to your card. That can take a few days.');
  });

  test('are none of the closing of a day', async () => {
    const { operations, advance } = openWindow();
    await act(() => operations.start('closeBatch', { terminalId: 'terminal-1' }));
    for (let seconds = 0; seconds < 12; seconds += 1) {
      await advance(1000);
      expect(state()).toBe('idle');
    }
  });

  test('are the customer’s language, with the figures of the provider’s locale', async () => {
    const { operations, advance } = openWindow({
      provider: { labels: de, locale: 'de-DE', currency: 'EUR' },
    });
    await act(() => operations.start('pay', sale, { currency: 'EUR' }));
    await advance(500);
    expect(region('Ihre Zahlung').textContent).toBe(
      'Zu zahlen 12,50\u00a0€Bitte Karte vorhalten, einstecken oder durchziehen',
    );
  });

  test('name no operator, order, reference or reason', async () => {
    const { operations, advance, only, sandbox } = openWindow();
    sandbox.setScenario('late-result');
    await act(() => operations.start('pay', sale));
    let html = '';
    for (let seconds = 0; seconds < 400; seconds += 10) {
      await advance(10_000);
      html += document.body.innerHTML;
    }
    const { pnRefNum = '', msgIdentifier = '' } = only();
    expect(pnRefNum).not.toBe('');
    expect(html).toMatch(/Please wait/);
    for (const secret of ['A-1042', 'terminal-1', 'Front counter', pnRefNum, msgIdentifier])
      expect(html).not.toContain(secret);
  });

  test('are spoken once each, politely', async () => {
    const { operations, advance } = openWindow();
    await act(() => operations.start('pay', sale));
    await advance(500);
    const spoken = () => within(document.body).getByRole('status').textContent;
    expect(spoken()).toBe('To pay $12.50. Tap, insert or swipe your card.');
    await advance(8500);
    expect(spoken()).toBe('$12.50. Paid. Thank you!');
    await advance(10_000);
    expect(spoken()).toBe('');
    expect(within(document.body).getByRole('alert').textContent).toBe('');
  });
});

describe('a person’s word', () => {
  test('ends the customer’s wait', async () => {
    const { operations, advance, only, sandbox } = openWindow();
    sandbox.setScenario('lost-answer');
    await act(() => operations.start('pay', sale));
    await advance(9000);
    act(() => operations.resolveUnknown(only().id, { charged: true, basis: 'terminal-screen' }));
    await advance(100);
    expect(text()).toBe('$12.50PaidThank you!');
  });

  test('comes to nothing on the screen once the customer has left', async () => {
    const { operations, advance, only, sandbox } = openWindow();
    sandbox.setScenario('lost-answer');
    await act(() => operations.start('pay', sale));
    await advance(5 * 60_000 + 9000);
    expect(state()).toBe('idle');
    act(() => operations.resolveUnknown(only().id, { charged: false, basis: 'receipt' }));
    await advance(100);
    expect(state()).toBe('idle');
  });
});

const hide = (isHidden: boolean) => {
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (isHidden ? 'hidden' : 'visible'),
  });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

describe('a page that slept', () => {
  afterEach(() => void Reflect.deleteProperty(document, 'visibilityState'));

  test('leaves no amount behind, and shows it again only once it has heard of it', async () => {
    const { operations, advance, sandbox, clock } = openWindow();
    sandbox.setScenario('stuck-received');
    await act(() => operations.start('pay', sale));
    await advance(3000);
    hide(true);
    expect(state()).toBe('idle');
    (clock as VirtualClock).jump(20_000);
    hide(false);
    expect(text()).toBe('One moment, pleasePlease follow the card terminal.');
    await advance(15_000);
    expect(state()).toBe('waiting');
  });

  test('shows no amount after a machine slept without a word of it', async () => {
    const { operations, advance, sandbox, clock } = openWindow();
    sandbox.setScenario('stuck-received');
    await act(() => operations.start('pay', sale));
    await advance(3000);
    (clock as VirtualClock).jump(20_000);
    await advance(2000);
    expect(['away', 'waiting']).toContain(state());
  });

  test('shows no outcome of before', async () => {
    const { operations, advance, clock } = openWindow();
    await act(() => operations.start('pay', sale));
    await advance(9000);
    expect(state()).toBe('complete');
    (clock as VirtualClock).jump(3_600_000);
    await advance(2000);
    expect(state()).toBe('idle');
  });
});

describe('a payment link', () => {
  const link = { address: 'https://pay.test/l/1', amountCents: 4900 };
  const code = () => screen.queryByRole('img', { name: 'QR code to pay' });

  test('is shown with its amount until the next payment begins, and does not come back', async () => {
    const { operations, advance, give } = openWindow({}, { link });
    await advance(100);
    expect(text()).toBe('$49.00Scan the code to payPoint the camera of your phone at it.');
    expect(code()).toBeVisible();
    await act(() => operations.start('pay', sale));
    await advance(500);
    expect(state()).toBe('waiting');
    await advance(20_000);
    expect(state()).toBe('idle');
    give({ link: { ...link, address: 'https://pay.test/l/2' } });
    expect(state()).toBe('link');
    give({ link: undefined });
    expect(state()).toBe('idle');
  });

  test('replaces the outcome of the payment before, and waits for one under way', async () => {
    const { operations, advance, give } = openWindow();
    await act(() => operations.start('pay', sale));
    await advance(500);
    give({ link });
    expect(state()).toBe('waiting');
    await advance(8500);
    expect(state()).toBe('complete');
    give({ link: undefined });
    give({ link });
    expect(state()).toBe('link');
  });

  test('that is not safe to open is not shown', async () => {
    openWindow({}, { link: { address: 'javascript:alert(1)' } });
    expect(state()).toBe('idle');
  });
});
