import { expect, onTestFinished, test, vi } from 'vitest';
import type { GatewayEvent, GatewayOptions, GatewayStore } from 'tillkit/gateway';
import { readAcceptedMessage } from '../../src/core/wire/message.ts';
import { parseJsonWithLongIntegersAsText } from '../../src/core/wire/read.ts';
import { ask, createGatewayTill, operationId, post, sale, saleBody, slowService } from './gatewayTill.ts';

/** A shop whose tills say who they are. */
function createShop(options: Partial<GatewayOptions> = {}) {
  const till = createGatewayTill({
    authorize: ({ headers }) => {
      const subject = headers.get('x-till') ?? 'till-1';
      return { subject, actor: `who has ${subject}`, sees: 'all' };
    },
    ...options,
  });
  const [one, two] = [till.gateway(), till.gateway()];
  return { ...till, one, two };
}

const secondTill = { 'x-till': 'till-2' };
const charges = ({ sandbox }: ReturnType<typeof createShop>) => sandbox.ledger.charges.length;

async function operationOf(shop: ReturnType<typeof createShop>, id: string) {
  const answer = await shop.two.fetch(ask(`/operations/${id}`));
  const { operation } = (await answer.json()) as { operation: { phase: string; reason?: string } };
  return operation;
}

test('F109: a payment whose page is gone is followed to its ending by an instance that did not send it, and told', async () => {
  const events: GatewayEvent[] = [];
  const shop = createShop();
  const other = shop.gateway({ onEvent: (event) => void events.push(event) });
  await shop.one.fetch(sale(operationId(1)));
  other.start();
  onTestFinished(() => other.stop());
  await shop.clock.advance(60_000);
  expect(await operationOf(shop, operationId(1))).toMatchObject({ phase: 'complete' });
  // Each at least once: hashing takes a time that the clock knows nothing of.
  await vi.waitFor(async () => {
    await shop.clock.advance(10);
    const told = new Set(events.map(({ type }) => type));
    expect([...told]).toEqual(['operation.sending', 'operation.waiting', 'operation.complete']);
  }, 20_000);
  expect(charges(shop)).toBe(1);
});

test('F110: of two tills at one terminal one is sent; the other hears what is in the way, and its id is over', async () => {
  const shop = createShop();
  shop.one.start();
  onTestFinished(() => shop.one.stop());
  await shop.one.fetch(sale(operationId(1), { ...saleBody, orderNumber: 'secret-order' }));
  const body = { ...saleBody, amount: 990 };
  const late = () => shop.two.fetch(sale(operationId(2), body, secondTill));
  const refused = await late();
  expect(refused.status).toBe(409);
  expect(refused.headers.get('x-operation-state')).toBe('not-seen');
  const said = await refused.text();
  expect(JSON.parse(said)).toMatchObject({
    error: { code: 'terminal-busy' },
    refusal: { holder: { kind: 'pay', phase: 'waiting', actor: 'who has till-1' } },
  });
  expect(said).not.toMatch(/secret-order|1250/);
  await shop.clock.advance(60_000);
  expect(await operationOf(shop, operationId(1))).toMatchObject({ phase: 'complete' });
  expect(await (await late()).text()).toBe(said);
  expect(shop.sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect((await shop.two.fetch(sale(operationId(3), body, secondTill))).status).toBe(200);
});

test('F111: what another till authorized is captured once, and no more than it was; the report is of both', async () => {
  const shop = createShop();
  shop.one.start();
  onTestFinished(() => shop.one.stop());
  const hold = await shop.one.fetch(post('/pre-auth', saleBody, { 'x-operation-id': operationId(1) }));
  const { pnRefNum } = readAcceptedMessage(parseJsonWithLongIntegersAsText(await hold.text()));
  await shop.clock.advance(60_000);
  const capture = async (number: number, amount: number, reference = pnRefNum) => {
    const body = { clientId: 'till', terminalId: 'terminal-1', pnRefNum: reference, amount };
    const headers = { ...secondTill, 'x-operation-id': operationId(number) };
    const answer = await shop.two.fetch(post('/capture', body, headers));
    await shop.clock.advance(60_000);
    return answer.status;
  };
  expect(await capture(2, 1251)).toBe(409);
  expect(await capture(3, 1000)).toBe(200);
  expect(await capture(4, 250)).toBe(409);
  expect(await capture(5, 1, 'of-no-page')).toBe(409);
  const report = await shop.two.fetch(ask(`/report?from=${shop.startedAt}&to=${shop.clock.now()}`));
  const { rows } = (await report.json()) as { rows: { kind: string; movedCents: number }[] };
  expect(rows.map(({ kind, movedCents }) => [kind, movedCents])).toEqual(
    expect.arrayContaining([
      ['preAuth', 1250],
      ['capture', 1000],
    ]),
  );
});

test('F112: a payment whose instance is killed before the answer is unknown once its time is up, and never sent again', async () => {
  const shop = createShop();
  let isKilled = false;
  const store: GatewayStore = {
    ...shop.store,
    transact: (...call) => (isKilled ? new Promise(() => undefined) : shop.store.transact(...call)),
  };
  const { fetcher, reached } = slowService();
  void shop.gateway({ fetcher, store }).fetch(sale(operationId(1)));
  await reached;
  isKilled = true;
  shop.two.start();
  onTestFinished(() => shop.two.stop());
  await shop.clock.advance(94_000);
  expect(await operationOf(shop, operationId(1))).toMatchObject({ phase: 'sending' });
  await shop.clock.advance(10_000);
  expect(await operationOf(shop, operationId(1))).toMatchObject({ phase: 'unknown', reason: 'no-response' });
  expect(shop.sent.filter(({ method }) => method === 'POST')).toHaveLength(0);
});
