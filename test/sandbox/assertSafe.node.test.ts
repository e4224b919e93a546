import { describe, expect, test } from 'vitest';
import { carryOut, openService, sale, startMs, type Service, settle } from './service.ts';
import type { TraceEntry } from 'tillkit/sandbox';

const shown = (change: Partial<TraceEntry> = {}): TraceEntry => ({
  id: 'op-1',
  kind: 'pay',
  phase: 'complete',
  terminalId: sale.terminalId,
  amountCents: sale.amount,
  createdAt: startMs,
  ...change,
});

async function withCharge(body: object = sale, headers?: Record<string, string>) {
  const service = openService();
  await service.post('/pay', body, headers);
  await service.finish();
  return { service, sandbox: service.sandbox, msgIdentifier: service.lastMessage() };
}

/** Two sales, the second of which was answered with the message of the first. */
async function withRepeatedMessage(scenario: 'approved' | 'declined' = 'approved') {
  const { service, sandbox, msgIdentifier } = await withCharge(sale, { 'x-operation-id': 'op-1' });
  const second = { ...sale, terminalId: 'terminal-3', amount: 300 };
  sandbox.setScenario(scenario);
  await service.post('/pay', second, { 'x-operation-id': 'other' });
  await service.finish();
  const trace = (phase: string) => [
    shown({ id: 'other', terminalId: second.terminalId, amountCents: 300, msgIdentifier, phase }),
    shown({ msgIdentifier, phase: 'unknown' }),
  ];
  return { service, trace };
}

describe('is satisfied', () => {
  test('with an empty trace and nothing charged', () => {
    expect(() => openService().sandbox.assertSafe([])).not.toThrow();
  });

  test.each(['complete', 'unknown', 'waiting', 'sending', 'resolved'])(
    'with a charge that is shown as %s',
    async (phase) => {
      const { sandbox } = await withCharge();
      expect(() => sandbox.assertSafe([shown({ phase: 'sending' }), shown({ phase })])).not.toThrow();
    },
  );

  test.each(['failed', 'rejected', 'unknown'])('with nothing charged and %s shown', async (phase) => {
    const service = openService({ scenario: 'declined' });
    await carryOut(service, '/pay', sale);
    expect(() => service.sandbox.assertSafe([shown({ phase })])).not.toThrow();
  });

  test('with the same sale to two customers, each its own', async () => {
    const { service, sandbox } = await withCharge();
    await carryOut(service, '/pay', sale);
    const trace = [shown({ id: 'a' }), shown({ id: 'b', createdAt: startMs + 6000 })];
    expect(() => sandbox.assertSafe(trace)).not.toThrow();
  });

  test('with a rejected sale between two equal ones', async () => {
    const service = openService();
    await service.post('/pay', sale, { 'x-operation-id': 'a' });
    await service.post('/pay', sale, { 'x-operation-id': 'b' });
    await service.finish();
    const trace = [shown({ id: 'b', phase: 'rejected' }), shown({ id: 'a' })];
    expect(() => service.sandbox.assertSafe(trace)).not.toThrow();
  });

  test.each([
    ['partly-approved', 'partial'],
    ['tip', 'complete'],
    ['more-than-asked', 'complete'],
  ] as const)(
    'with %s, shown as %s, whether its message is known or not: what was asked is compared with what was asked',
    async (scenario, ending) => {
      const service = openService({ scenario });
      await carryOut(service, '/pay', sale);
      for (const msgIdentifier of [service.lastMessage(), undefined]) {
        for (const phase of [ending, 'unknown', 'resolved']) {
          expect(() => service.sandbox.assertSafe([shown({ phase, msgIdentifier })])).not.toThrow();
        }
      }
    },
  );

  test('with two sales that are unknown, of which one was given the message of the other', async () => {
    const { service, trace } = await withRepeatedMessage();
    expect(() => service.sandbox.assertSafe(trace('unknown'))).not.toThrow();
  });

  test('with a closed batch', async () => {
    const service = openService();
    await service.post('/close-batch', { terminalId: sale.terminalId });
    expect(() =>
      service.sandbox.assertSafe([shown({ kind: 'closeBatch', amountCents: undefined })]),
    ).not.toThrow();
  });

  test('with a refund of a sale, each under its own message', async () => {
    const { service, sandbox, msgIdentifier } = await withCharge();
    const pnRefNum = service.lastReference();
    await carryOut(service, '/close-batch', { terminalId: sale.terminalId });
    await carryOut(service, '/refund', { terminalId: sale.terminalId, pnRefNum, amount: 100 });
    const trace = [
      shown({ msgIdentifier }),
      shown({ id: 'r', kind: 'refund', amountCents: 100, msgIdentifier: service.lastMessage() }),
    ];
    expect(() => sandbox.assertSafe(trace)).not.toThrow();
  });
});

describe('throws', () => {
  test.each(['failed', 'rejected'])('where %s was shown while it was charged', async (phase) => {
    const { sandbox, msgIdentifier } = await withCharge();
    const violation = new RegExp(`pay op-1 was shown as ${phase}, but pay of 1250 on terminal-1 took effect`);
    expect(() => sandbox.assertSafe([shown({ phase, msgIdentifier })])).toThrow(violation);
  });

  test('also where it was shown for a moment only', async () => {
    const { sandbox, msgIdentifier } = await withCharge();
    const trace = [shown({ phase: 'failed' }), shown({ msgIdentifier })];
    expect(() => sandbox.assertSafe(trace)).toThrow(/shown as failed/);
  });

  test.each(['complete', 'partial'])('where %s was shown while nothing was charged', async (phase) => {
    const service = openService({ scenario: 'declined' });
    await carryOut(service, '/pay', sale);
    const trace = [shown({ phase, msgIdentifier: service.lastMessage() })];
    const violation = new RegExp(`shown as ${phase}, but nothing took effect`);
    expect(() => service.sandbox.assertSafe(trace)).toThrow(violation);
  });

  test.each([
    ['partly-approved', 'complete', 800],
    ['approved', 'partial', 1250],
    ['tip', 'partial', 1500],
  ] as const)(
    'where %s was shown as %s, with what was asked for and what was charged',
    async (scenario, phase, cents) => {
      const service = openService({ scenario });
      await carryOut(service, '/pay', sale);
      const trace = [shown({ phase }), shown({ phase: 'unknown' })];
      expect(() => service.sandbox.assertSafe(trace)).toThrow(
        `pay op-1 was shown as ${phase}, but of the 1250 asked for pay of ${cents} on terminal-1 took effect`,
      );
    },
  );

  test('where a refund of less was shown as complete, but not for a void, which asks for no amount', async () => {
    const { service, sandbox, msgIdentifier } = await withCharge();
    const pnRefNum = service.lastReference();
    await carryOut(service, '/void', { terminalId: sale.terminalId, pnRefNum });
    const voided = { id: 'v', kind: 'void', msgIdentifier: service.lastMessage() };
    const trace = [shown({ msgIdentifier }), shown(voided)];
    expect(() => sandbox.assertSafe(trace)).not.toThrow();

    await carryOut(service, '/pay', sale);
    const [second, charged] = [service.lastReference(), service.lastMessage()];
    await carryOut(service, '/close-batch', { terminalId: sale.terminalId });
    sandbox.setScenario('partly-approved');
    await carryOut(service, '/refund', { terminalId: sale.terminalId, pnRefNum: second, amount: 100 });
    const refund = { id: 'r', kind: 'refund', amountCents: 100, msgIdentifier: service.lastMessage() };
    const sold = shown({ id: 's', msgIdentifier: charged });
    expect(() => sandbox.assertSafe([...trace, sold, shown({ ...refund, phase: 'partial' })])).not.toThrow();
    expect(() => sandbox.assertSafe([...trace, sold, shown(refund)])).toThrow(
      /refund r was shown as complete, but of the 100 asked for refund of 64/,
    );
  });

  test('where failed was shown while a part was charged, with what was', async () => {
    const service = openService({ scenario: 'partly-approved' });
    await carryOut(service, '/pay', sale);
    expect(() => service.sandbox.assertSafe([shown({ phase: 'failed' })])).toThrow(
      /shown as failed, but pay of 800 on terminal-1 took effect/,
    );
  });

  test('where one operation was sent twice', async () => {
    const headers = { 'x-operation-id': 'op-1' };
    const { service, sandbox } = await withCharge(sale, headers);
    await service.post('/pay', sale, headers);
    await service.finish();
    expect(() => sandbox.assertSafe([shown()])).toThrow(
      /2 money requests were sent for the one operation op-1/,
    );
    expect(() => sandbox.assertSafe([shown()])).toThrow(/took effect 2 times/);
  });

  test('where a charge has no operation that explains it', async () => {
    const { service, sandbox, msgIdentifier } = await withCharge();
    await service.post('/pay', sale);
    await service.finish();
    expect(() => sandbox.assertSafe([shown({ msgIdentifier })])).toThrow(
      /No operation that was shown explains that pay of 1250/,
    );
  });

  test('where a sale that was declined was shown as complete by the message of another', async () => {
    const { service, trace } = await withRepeatedMessage('declined');
    expect(() => service.sandbox.assertSafe(trace('complete'))).toThrow(
      /pay other was shown as complete, but nothing took effect/,
    );
  });

  test('with every violation at once', async () => {
    const { service, sandbox, msgIdentifier } = await withCharge();
    await carryOut(service, '/pay', { ...sale, amount: 300 });
    const trace = [
      shown({ phase: 'failed', msgIdentifier }),
      shown({ id: 'op-9', terminalId: 'terminal-3' }),
    ];
    expect(() => sandbox.assertSafe(trace)).toThrow(
      /shown as failed[\s\S]*op-9 was shown as complete[\s\S]*pay of 300/,
    );
  });
});

describe('finds the charge of an operation', () => {
  test('by its operation id', async () => {
    const { sandbox } = await withCharge(sale, { 'x-operation-id': 'op-1' });
    expect(() => sandbox.assertSafe([{ id: 'op-1', kind: 'pay', phase: 'failed' }])).toThrow(
      /shown as failed/,
    );
  });

  test('by its order number', async () => {
    const { sandbox } = await withCharge({ ...sale, orderNumber: 'A-7' });
    const trace = [
      shown({ id: 'other', orderNumber: 'A-8', phase: 'failed', amountCents: 5 }),
      shown({ orderNumber: 'A-7', createdAt: 0 }),
    ];
    expect(() => sandbox.assertSafe(trace)).not.toThrow();
  });

  test('by terminal, amount and time', async () => {
    const { sandbox } = await withCharge();
    expect(() => sandbox.assertSafe([shown({ phase: 'failed' })])).toThrow(/shown as failed/);
    for (const change of [
      { terminalId: 'terminal-3' },
      { amountCents: 1251 },
      { createdAt: startMs + 1 },
      { createdAt: startMs - 60_001 },
    ]) {
      expect(() => sandbox.assertSafe([shown({ phase: 'failed', ...change })])).toThrow(
        /No operation that was shown/,
      );
    }
  });
});

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
