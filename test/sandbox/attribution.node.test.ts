import { describe, expect, test } from 'vitest';
import type { TraceEntry } from 'tillkit/sandbox';
import { carryOut, openService, sale, type Service, settle, startMs } from './service.ts';

const looks = { kind: 'pay', terminalId: 'terminal-1', amountCents: 1250, createdAt: startMs };
const asFailed = /pay op was shown as failed, but pay of 1250 on terminal-1 took effect/;
const unexplained = /No operation that was shown explains that pay of 1250 on terminal-1 took effect/;

async function withSale(headers?: Record<string, string>): Promise<Service> {
  const service = openService();
  await service.post('/pay', { ...sale, orderNumber: 'A-7' }, headers);
  await service.finish();
  return service;
}

const assertSafe = ({ sandbox }: Service, ...trace: Partial<TraceEntry>[]) => {
  sandbox.assertSafe(trace.map((entry) => ({ id: 'op', kind: 'pay', phase: 'failed', ...entry })));
};

describe('what was told once stays true where a later snapshot hides it', () => {
  const hidden = { phase: 'failed' };

  test('the message', async () => {
    const service = await withSale();
    const told = { msgIdentifier: service.lastMessage(), phase: 'waiting', amountCents: 1 };
    expect(() => assertSafe(service, told, hidden)).toThrow(asFailed);
  });

  test('the order number', async () => {
    const service = await withSale();
    expect(() => assertSafe(service, { orderNumber: 'A-7', createdAt: 0 }, hidden)).toThrow(asFailed);
  });

  test.each([{ terminalId: 'terminal-3' }, { amountCents: 1251 }, { createdAt: startMs - 90_000 }])(
    '%j, by which it is told apart from another sale',
    async (told) => {
      const service = await withSale();
      expect(() => assertSafe(service, told, hidden)).toThrow(unexplained);
    },
  );

  test.each<[Partial<TraceEntry>, Partial<TraceEntry>]>([
    [{ terminalId: 'terminal-3' }, { terminalId: 'terminal-1' }],
    [{ amountCents: 1251 }, { amountCents: 1250 }],
    [{ createdAt: startMs - 90_000 }, { createdAt: startMs }],
    [
      { orderNumber: 'A-6', createdAt: 0 },
      { orderNumber: 'A-7', createdAt: 0 },
    ],
  ])('but what is told later is truer: %j, then %j', async (earlier, later) => {
    const service = await withSale();
    expect(() => assertSafe(service, earlier, later)).toThrow(asFailed);
  });

  test('but a message that is told later is truer', async () => {
    const service = await withSale();
    const later = { msgIdentifier: service.lastMessage(), createdAt: 0 };
    expect(() => assertSafe(service, { msgIdentifier: 'other' }, later)).toThrow(asFailed);
  });
});

describe('by its looks an operation is found', () => {
  test.each<[string, Partial<TraceEntry>]>([
    ['a minute before its request', { ...looks, createdAt: startMs - 60_000 }],
    ['without a time', { ...looks, createdAt: undefined }],
    ['without a terminal', { ...looks, terminalId: undefined }],
    ['without an amount', { ...looks, amountCents: undefined }],
  ])('%s', async (_, entry) => {
    const service = await withSale();
    expect(() => assertSafe(service, entry)).toThrow(asFailed);
  });

  test('not by a message that neither has', async () => {
    const service = openService();
    await service.post('/pay', { ...sale, amount: 0 });
    await carryOut(service, '/pay', sale);
    expect(() => assertSafe(service, { ...looks, phase: 'complete' })).not.toThrow();
  });

  test('where it has an amount and its request has none', async () => {
    const service = await withSale();
    const pnRefNum = service.lastReference();
    const msgIdentifier = service.lastMessage();
    await carryOut(service, '/void', { terminalId: sale.terminalId, pnRefNum });
    const paid = { phase: 'complete', msgIdentifier };
    const voided = { ...looks, id: 'v', kind: 'void', phase: 'complete', createdAt: startMs + 6000 };
    expect(() => assertSafe(service, paid, voided)).not.toThrow();
    expect(() => assertSafe(service, paid, { ...voided, phase: 'rejected' })).toThrow(
      /void v was shown as rejected, but void of 1250/,
    );
  });

  test('as what it is: a declined pre-authorization is no sale of the same amount', async () => {
    const service = openService();
    service.sandbox.setScenario('declined', { next: true });
    await carryOut(service, '/pre-auth', sale);
    await carryOut(service, '/pay', sale);
    const paid = { ...looks, phase: 'complete', createdAt: startMs };
    expect(() => assertSafe(service, paid)).not.toThrow();
  });

  test('once: of two that look alike the first one explains the charge', async () => {
    const service = await withSale();
    const first = { ...looks, id: 'a', phase: 'complete' };
    const second = { ...looks, id: 'b', phase: 'failed' };
    expect(() => assertSafe(service, first, second)).not.toThrow();
    expect(() => assertSafe(service, second, first)).toThrow(/pay b was shown as failed/);
  });
});

describe('by its order number an operation is found', () => {
  test('among others of the same look', async () => {
    const service = openService();
    service.sandbox.setScenario('declined', { next: true });
    await carryOut(service, '/pay', { ...sale, orderNumber: 'A-7' });
    await carryOut(service, '/pay', { ...sale, orderNumber: 'A-8' });
    const paid = { id: 'a', phase: 'complete', orderNumber: 'A-8', createdAt: 0 };
    const declined = { id: 'b', phase: 'failed', orderNumber: 'A-7', createdAt: 0 };
    expect(() => assertSafe(service, paid, declined)).not.toThrow();
  });

  test('as what it is, where a pre-authorization and a sale share the number', async () => {
    const service = openService();
    service.sandbox.setScenario('declined', { next: true });
    await carryOut(service, '/pre-auth', { ...sale, orderNumber: 'A-7' });
    await carryOut(service, '/pay', { ...sale, orderNumber: 'A-7' });
    const paid = { phase: 'complete', orderNumber: 'A-7', createdAt: 0 };
    expect(() => assertSafe(service, paid)).not.toThrow();
  });
});

test('what was sent again behind its back is found, though its own message is known', async () => {
  const headers = { 'x-operation-id': 'op' };
  const service = await withSale(headers);
  const msgIdentifier = service.lastMessage();
  await service.post('/pay', sale, headers);
  await service.finish();
  const complete = { phase: 'complete', msgIdentifier };
  expect(() => assertSafe(service, complete)).toThrow(
    `What was shown contradicts the ledger:
- pay op took effect 2 times: pay of 1250 on terminal-1 took effect (${msgIdentifier}) and pay of 1250 on terminal-1 took effect (${service.lastMessage()}).
- 2 money requests were sent for the one operation op.`,
  );
});

test('an operation id that comes twice with something other than money is no violation', async () => {
  const service = openService();
  const link = { amount: 2500, customValues: [], applyDiscount: false };
  for (let sent = 0; sent < 2; sent += 1)
    await service.post('/public/202104/payment-link', link, { 'x-operation-id': 'op' });
  expect(service.sandbox.ledger.links).toHaveLength(2);
  expect(() => assertSafe(service)).not.toThrow();
});

test('a batch that is shown as failed or rejected contradicts nothing', async () => {
  const service = openService();
  await settle(service);
  for (const phase of ['complete', 'failed', 'rejected'])
    expect(() => assertSafe(service, { ...looks, kind: 'closeBatch', phase })).not.toThrow();
});
