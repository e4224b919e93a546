import { act, render, screen } from '@testing-library/react';
import { PaymentMirror, PaymentsProvider } from 'tillkit';
import { describe, expect, test } from 'vitest';
import { createPages } from '../../gateway/gatewayPages.ts';

/** Two tills that sell at T1, and the customer's screen of T1 on a device of its own. */
async function openShop() {
  const shop = await createPages({
    authorize: ({ headers }) => {
      const { till, sees } = JSON.parse(headers.get('x-session') ?? '{}') as { till: string; sees?: object };
      return { subject: till, actor: `Anna at ${till}`, sees: (sees ?? 'own') as 'own' };
    },
  });
  const told: string[] = [];
  /** Everything that the gateway sends to the screen, streams too. */
  const recorded = {
    async fetch(request: Request) {
      const response = await shop.first.fetch(request);
      const [forPage, forTest] = response.body?.tee() ?? [];
      const read = async () => {
        const decoder = new TextDecoder();
        const reader = forTest?.getReader();
        for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
          told.push(decoder.decode(part.value));
      };
      read().catch(() => undefined);
      return new Response(forPage ?? null, response);
    },
  };
  const tills = [shop.open(), shop.open({ as: { till: 'till-2' } })] as const;
  const mirror = shop.open({ by: recorded, as: { till: 'screen-1', sees: { mirror: 'T1' } } });
  render(
    <PaymentsProvider client={mirror.client} operations={mirror.operations} currency="USD">
      <PaymentMirror terminalId="T1">Welcome</PaymentMirror>
    </PaymentsProvider>,
  );
  const pass = (ms: number) => act(() => shop.pass(ms));
  await pass(1000);
  /** Without cursors, whose letters are random. */
  const toldText = () => told.join('').replaceAll(/^id: .*$|"cursor":"[^"]*"/gm, '');
  return { ...shop, tills, mirror, told: toldText, pass };
}

const region = () => screen.getByRole('region');
const text = () => region().textContent;
const state = () => region().getAttribute('data-state');

describe('the screen on another device', () => {
  test('shows the sale of either till at its terminal, and is sent nothing of a person, an order or another terminal', async () => {
    const { tills, told, pass, results } = await openShop();
    const [one, two] = tills;
    await act(() => two.pay({ terminalId: 'Kiosk', amount: 7_777_777, orderNumber: 'OTHER-1' }));
    await pass(500);
    expect(text()).toBe('Welcome');
    await act(() => one.pay({ orderNumber: 'A-1042' }));
    await pass(500);
    expect(text()).toBe('To pay $12.50Tap, insert or swipe your card');
    results.set('one M-2', { status: 'complete', amount: 1500, tip: 250, message: 'Hello Ada Quimby' });
    await pass(4000);
    expect(text()).toBe('$15.00PaidIncluding a tip of $2.50Thank you!');
    await pass(10_000);
    expect(text()).toBe('Welcome');
    await act(() => two.pay({ amount: 480, orderNumber: 'B-7' }));
    await pass(500);
    expect(text()).toMatch(/^To pay \$4\.80/);

    const [sold] = one.operations.list();
    expect(sold?.pnRefNum).toBe('P-2');
    expect(told()).toContain(sold?.id);
    const hidden = ['Anna', 'A-1042', 'B-7', 'OTHER', 'P-2', 'M-2', 'Quimby', '7777777', 'Kiosk'];
    expect(hidden.filter((secret) => told().includes(secret))).toEqual([]);
    expect(one.operations.list({ standing: true })).toHaveLength(1);
  });

  test('is told nothing more if it asks for one operation, and can do nothing', async () => {
    const { tills, mirror, told, pass, settled, posted } = await openShop();
    await act(() => tills[0].pay({ orderNumber: 'A-1042' }));
    await pass(500);
    const { id } = tills[0].operations.list()[0]!;
    const { record } = mirror.operations;
    expect(await settled(record.getOperation(id))).toMatchObject({
      operation: { amountCents: 1250 },
      timeline: [],
    });
    const refused = { refusal: { code: 'not-authorized' } };
    const asked = [
      record.exportOperations({ timeZone: 'UTC' }),
      record.listTransactions({}),
      record.getTransaction({ pnRefNum: 'P-1' }),
      record.getReport({ from: 0, to: Date.now() }),
      record.getOrder({ number: 'A-1042', totalCents: 1250, currency: 'USD' }),
      mirror.client.listTerminals(),
      mirror.client.acknowledgeOperation(id, { seq: 1 }),
    ];
    const answers = await settled(Promise.allSettled(asked));
    for (const answer of answers) expect(answer).toMatchObject({ status: 'rejected', reason: refused });
    await settled(mirror.pay({ terminalId: 'T3' }));
    await pass(1000);
    expect(mirror.operations.list({ terminalId: 'T3' })).toMatchObject([{ phase: 'rejected' }]);
    expect(posted).toHaveLength(1);
    expect(['Anna', 'A-1042', 'P-1', 'M-1'].filter((secret) => told().includes(secret))).toEqual([]);
  });

  test('shows no amount once its gateway is away, and the payment again once it is back', async () => {
    const { tills, mirror, pass } = await openShop();
    await act(() => tills[0].pay());
    await pass(2 * 60_000);
    expect(state()).toBe('waiting');
    mirror.line.isDown = /./;
    mirror.signals.isVisible = false;
    mirror.hide(false);
    mirror.signals.isVisible = true;
    mirror.wake();
    await pass(10_000);
    expect(text()).toBe('One moment, pleasePlease follow the card terminal.');
    mirror.line.isDown = /^$/;
    await pass(30_000);
    expect(text()).toBe('To pay $12.50Tap, insert or swipe your card');
  });

  test('asks to wait while a till does not know, and says what its operator saw', async () => {
    const { tills, pass, results } = await openShop();
    const [{ pay, only, operations }] = tills;
    await act(() => pay());
    await pass(500);
    results.set('one M-1', { status: 'timeout' });
    await pass(4000);
    expect(text()).toBe('Please waitOur staff is checking your payment. Please do not pay again.');
    act(() => operations.resolveUnknown(only().id, { charged: true, basis: 'other', note: 'Asked Ada' }));
    await pass(1000);
    expect(text()).toBe('$12.50PaidThank you!');
  });
});
