import { describe, expect, test } from 'vitest';
import { betaSale, carryOut, openService, sale, type Service, settle } from './service.ts';
import { defineService } from 'tillkit/core';
import type { ScenarioName } from 'tillkit/sandbox';

const terminalId = sale.terminalId;

async function refusal(service: Service, path: string, body: object) {
  const { status, body: answer } = await service.post(path, { terminalId, ...body });
  expect(status).toBe(422);
  return `${answer.errors[0].field}: ${answer.errors[0].message}`;
}

const kinds = ({ sandbox }: Service) => sandbox.ledger.charges.map(({ kind, amount }) => `${kind} ${amount}`);

async function withPreAuth() {
  const service = openService();
  await carryOut(service, '/pre-auth', { ...sale, amount: 5000 });
  return { service, pnRefNum: service.lastReference() };
}

async function withSale() {
  const service = openService();
  await carryOut(service, '/pay', { ...sale, amount: 5000 });
  return { service, pnRefNum: service.lastReference() };
}

describe('capture', () => {
  test('takes parts of a pre-authorization, never more than is left', async () => {
    const { service, pnRefNum } = await withPreAuth();
    await carryOut(service, '/capture', { terminalId, pnRefNum, amount: 3000 });
    expect(await refusal(service, '/capture', { pnRefNum, amount: 2001 })).toBe(
      'amount: No more than 2000 cents are left to capture.',
    );
    await carryOut(service, '/capture', { terminalId, pnRefNum, amount: 2000 });
    expect(kinds(service)).toEqual(['preAuth 5000', 'capture 3000', 'capture 2000']);
  });

  test('is a message that is polled, under the reference of the transaction', async () => {
    const { service, pnRefNum } = await withPreAuth();
    const { text } = await carryOut(service, '/capture', { terminalId, pnRefNum, amount: 3000 });
    expect(text).toBe(`{"data":{"msgIdentifier":${service.lastMessage()}}}`);
    expect((await service.poll()).text).toContain(`"status":"complete","pnRefNum":${pnRefNum},"amount":3000`);
  });

  test('is refused for a sale, an unknown reference and a pre-authorization that is not complete', async () => {
    const { service, pnRefNum } = await withSale();
    expect(await refusal(service, '/capture', { pnRefNum, amount: 1 })).toMatch(
      /^pnRefNum: Only a pre-authorization/,
    );
    expect(await refusal(service, '/capture', { pnRefNum: 'x', amount: 1 })).toMatch(
      /^pnRefNum: There is no transaction/,
    );
    await carryOut(service, '/pre-auth', { ...sale, amount: 5001 });
    const declined = String(BigInt(service.lastMessage()) + 2n);
    expect(await refusal(service, '/capture', { pnRefNum: declined, amount: 1 })).toMatch(/is not complete/);
  });

  test('is refused on another terminal', async () => {
    const { service, pnRefNum } = await withPreAuth();
    expect(await refusal(service, '/capture', { terminalId: 'terminal-3', pnRefNum, amount: 1 })).toMatch(
      /^terminalId: /,
    );
  });

  test('counts captures that are under way', async () => {
    const service = openService({ busyPolicy: 'queue' });
    await carryOut(service, '/pre-auth', { ...sale, amount: 5000 });
    const pnRefNum = service.lastReference();
    await service.post('/capture', { terminalId, pnRefNum, amount: 3000 });
    expect(await refusal(service, '/capture', { pnRefNum, amount: 2001 })).toMatch(/2000 cents are left/);
    expect(await refusal(service, '/void', { pnRefNum })).toMatch(/is being captured/);
  });
});

describe('void', () => {
  test('releases a sale that is not settled, once', async () => {
    const { service, pnRefNum } = await withSale();
    await carryOut(service, '/void', { terminalId, pnRefNum });
    expect(kinds(service)).toEqual(['pay 5000', 'void 5000']);
    expect(await refusal(service, '/void', { pnRefNum })).toBe('pnRefNum: The transaction is voided.');
    expect(await refusal(service, '/refund', { pnRefNum, amount: 1 })).toBe(
      'pnRefNum: The transaction is voided.',
    );
  });

  test('releases a pre-authorization, which can then not be captured', async () => {
    const { service, pnRefNum } = await withPreAuth();
    await carryOut(service, '/void', { terminalId, pnRefNum });
    expect(await refusal(service, '/capture', { pnRefNum, amount: 1 })).toMatch(/is voided/);
  });

  test('is refused while another void is under way', async () => {
    const service = openService({ busyPolicy: 'queue' });
    await carryOut(service, '/pay', sale);
    const pnRefNum = service.lastReference();
    await service.post('/void', { terminalId, pnRefNum });
    expect(await refusal(service, '/void', { pnRefNum })).toBe('pnRefNum: The transaction is being voided.');
  });

  test('is refused once settlement has begun, and after it', async () => {
    const { service, pnRefNum } = await withSale();
    await service.post('/close-batch', { terminalId });
    expect(await refusal(service, '/void', { pnRefNum })).toMatch(/is being settled/);
    await service.finish();
    expect(await refusal(service, '/void', { pnRefNum })).toMatch(/is settled: refund it/);
  });
});

describe('refund', () => {
  test('gives back what is settled, in parts, never more than is left', async () => {
    const { service, pnRefNum } = await withSale();
    await settle(service);
    await carryOut(service, '/refund', { terminalId, pnRefNum, amount: 4000 });
    expect(await refusal(service, '/refund', { pnRefNum, amount: 1001 })).toBe(
      'amount: No more than 1000 cents are left to refund.',
    );
    await carryOut(service, '/refund', { terminalId, pnRefNum, amount: 1000 });
    expect(kinds(service)).toEqual(['pay 5000', 'refund 4000', 'refund 1000']);
  });

  test('is refused before settlement', async () => {
    const { service, pnRefNum } = await withSale();
    expect(await refusal(service, '/refund', { pnRefNum, amount: 1 })).toMatch(/is not settled: void it/);
  });

  test('gives back no more than was captured', async () => {
    const { service, pnRefNum } = await withPreAuth();
    await carryOut(service, '/capture', { terminalId, pnRefNum, amount: 1200 });
    await settle(service);
    expect(await refusal(service, '/refund', { pnRefNum, amount: 1201 })).toMatch(/1200 cents/);
  });
});

describe('close batch', () => {
  test('answers as the provider does: alpha with a sentence, beta without a body', async () => {
    const { post } = openService();
    expect((await post('/close-batch', { terminalId })).body).toEqual({ data: { message: 'Batch closed' } });
    const beta = await post('/close-batch', { terminalId: 'terminal-2', clientId: 'till' });
    expect([beta.status, beta.text]).toEqual([204, '']);
  });

  test('settles only its own terminal, a short while later', async () => {
    const service = openService();
    await carryOut(service, '/pay', sale);
    const first = service.lastReference();
    await carryOut(service, '/pay', betaSale);
    const second = service.lastReference();
    await service.post('/close-batch', { terminalId });
    expect(await refusal(service, '/refund', { pnRefNum: first, amount: 1 })).toMatch(/is not settled/);
    await service.clock.advance(2000);
    expect((await service.post('/refund', { terminalId, pnRefNum: first, amount: 1 })).status).toBe(200);
    expect(
      await refusal(service, '/refund', { terminalId: 'terminal-2', pnRefNum: second, amount: 1 }),
    ).toMatch(/is not settled/);
  });

  test('does not settle what was captured after it', async () => {
    const { service, pnRefNum } = await withPreAuth();
    await settle(service);
    await carryOut(service, '/capture', { terminalId, pnRefNum, amount: 100 });
    expect(await refusal(service, '/refund', { pnRefNum, amount: 1 })).toMatch(/is not settled/);
  });

  test('does not settle what was captured while the settlement ran', async () => {
    const service = openService({ busyPolicy: 'queue' });
    await carryOut(service, '/pre-auth', { ...sale, amount: 5000 });
    const pnRefNum = service.lastReference();
    await service.post('/capture', { terminalId, pnRefNum, amount: 100 });
    await service.clock.advance(2900);
    await service.post('/close-batch', { terminalId });
    await service.finish();
    expect(kinds(service)).toEqual(['preAuth 5000', 'capture 100']);
    expect(await refusal(service, '/refund', { pnRefNum, amount: 1 })).toMatch(/is not settled/);
  });
});

const differing = ['partly-approved', 'tip', 'more-than-asked'] as const;
const told: Record<(typeof differing)[number], { amount: number; tip?: number }> = {
  'partly-approved': { amount: 800 },
  tip: { amount: 1500, tip: 250 },
  'more-than-asked': { amount: 1500 },
};

async function refusalMessage(service: Service, path: string, body: object) {
  const answer = await service.post(path, body);
  expect(answer.status).toBe(422);
  return answer.body.message;
}

describe.each([
  ['alpha', 'terminal-1'],
  ['beta', 'terminal-2'],
])('provider %s', (_, terminal) => {
  const asked = { ...sale, terminalId: terminal };

  /** Carries out one request by a scenario, and gives the amounts that its message tells. */
  async function amountsTold(service: Service, scenario: ScenarioName, path: string, body: object) {
    service.sandbox.setScenario(scenario, { next: true });
    expect((await carryOut(service, path, { terminalId: terminal, ...body })).status).toBe(200);
    const { msgIdentifier: _id, pnRefNum: _ref, ...rest } = (await service.poll()).body.data;
    return rest;
  }

  /** A sale or pre-authorization of 12.50 that went by a scenario. */
  async function after(scenario: ScenarioName, path: '/pay' | '/pre-auth' = '/pay') {
    const service = openService();
    await amountsTold(service, scenario, path, asked);
    return { service, pnRefNum: service.lastReference() };
  }

  describe.each(differing)('%s', (scenario) => {
    const { amount } = told[scenario];

    test.each(['/pay', '/pre-auth'])(
      '%s: the message and the ledger tell what was approved',
      async (path) => {
        const service = openService();
        expect(await amountsTold(service, scenario, path, asked)).toEqual({
          status: 'complete',
          ...told[scenario],
        });
        expect(service.sandbox.ledger.charges.map((charge) => charge.amount)).toEqual([amount]);
        expect(service.sandbox.ledger.requests[0]?.amount).toBe(1250);
      },
    );

    test('nothing of it is told before the end', async () => {
      const { sandbox, post, poll, clock } = openService({ scenario });
      await post('/pay', asked);
      for (const status of ['received', 'processing']) {
        expect((await poll()).body.data).toEqual({ msgIdentifier: expect.anything(), status });
        await clock.advance(2000);
      }
      expect(sandbox.ledger.charges).toEqual([]);
    });

    test('a void releases what was approved, and says so', async () => {
      for (const path of ['/pay', '/pre-auth'] as const) {
        const { service, pnRefNum } = await after(scenario, path);
        expect(await amountsTold(service, 'approved', '/void', { pnRefNum })).toEqual({
          status: 'complete',
          amount,
        });
        expect(kinds(service)[1]).toBe(`void ${amount}`);
      }
    });

    test('the batch settles what was approved, and no more is refunded', async () => {
      const { service, pnRefNum } = await after(scenario);
      await settle(service, terminal);
      const refund = (cents: number) => ({ terminalId: terminal, pnRefNum, amount: cents });
      const left = (cents: number) => `amount: No more than ${cents} cents are left to refund.`;
      expect(await refusalMessage(service, '/refund', refund(amount + 1))).toBe(left(amount));
      await carryOut(service, '/refund', refund(100));
      expect(await refusalMessage(service, '/refund', refund(amount - 99))).toBe(left(amount - 100));
      await carryOut(service, '/refund', refund(amount - 100));
      expect(kinds(service)).toEqual([`pay ${amount}`, 'refund 100', `refund ${amount - 100}`]);
    });

    test('a pre-authorization holds what was approved, and no more is captured', async () => {
      const { service, pnRefNum } = await after(scenario, '/pre-auth');
      const capture = (cents: number) => ({ terminalId: terminal, pnRefNum, amount: cents });
      expect(await refusalMessage(service, '/capture', capture(amount + 1))).toBe(
        `amount: No more than ${amount} cents are left to capture.`,
      );
      await carryOut(service, '/capture', capture(amount));
      expect(await refusalMessage(service, '/capture', capture(1))).toMatch(/No more than 0 cents/);
      await settle(service, terminal);
      expect(await refusalMessage(service, '/refund', capture(amount + 1))).toMatch(`${amount} cents`);
      expect(kinds(service)).toEqual([`preAuth ${amount}`, `capture ${amount}`]);
    });

    test('a void goes as when it is approved', async () => {
      const { service, pnRefNum } = await after('approved');
      expect(await amountsTold(service, scenario, '/void', { pnRefNum })).toEqual({
        status: 'complete',
        amount: 1250,
      });
      expect(kinds(service)).toEqual(['pay 1250', 'void 1250']);
    });

    test('closing the batch goes as when it is approved', async () => {
      const { service, pnRefNum } = await after('approved');
      service.sandbox.setScenario(scenario);
      await settle(service, terminal);
      expect(
        await refusalMessage(service, '/refund', { terminalId: terminal, pnRefNum, amount: 1251 }),
      ).toMatch('1250 cents');
    });
  });

  test('partly-approved captures less than asked, and leaves the rest to capture', async () => {
    const { service, pnRefNum } = await after('approved', '/pre-auth');
    const captured = await amountsTold(service, 'partly-approved', '/capture', { pnRefNum, amount: 1000 });
    expect(captured).toEqual({ status: 'complete', amount: 640 });
    expect(
      await refusalMessage(service, '/capture', { terminalId: terminal, pnRefNum, amount: 611 }),
    ).toMatch('610 cents');
    await settle(service, terminal);
    expect(await refusalMessage(service, '/refund', { terminalId: terminal, pnRefNum, amount: 641 })).toMatch(
      '640 cents',
    );
    expect(kinds(service)).toEqual(['preAuth 1250', 'capture 640']);
  });

  test('partly-approved refunds less than asked, and leaves the rest to refund', async () => {
    const { service, pnRefNum } = await after('approved');
    await settle(service, terminal);
    const refunded = await amountsTold(service, 'partly-approved', '/refund', { pnRefNum, amount: 1250 });
    expect(refunded).toEqual({ status: 'complete', amount: 800 });
    expect(await refusalMessage(service, '/refund', { terminalId: terminal, pnRefNum, amount: 451 })).toMatch(
      '450 cents',
    );
    await carryOut(service, '/refund', { terminalId: terminal, pnRefNum, amount: 450 });
    expect(kinds(service)).toEqual(['pay 1250', 'refund 800', 'refund 450']);
  });

  test.each(['tip', 'more-than-asked'] as const)('%s adds nothing to a capture or a refund', async (name) => {
    const { service, pnRefNum } = await after('approved', '/pre-auth');
    expect(await amountsTold(service, name, '/capture', { pnRefNum, amount: 1250 })).toEqual({
      status: 'complete',
      amount: 1250,
    });
    await settle(service, terminal);
    expect(await amountsTold(service, name, '/refund', { pnRefNum, amount: 1250 })).toEqual({
      status: 'complete',
      amount: 1250,
    });
    expect(kinds(service)).toEqual(['preAuth 1250', 'capture 1250', 'refund 1250']);
  });

  test.each([
    [1231, { amount: 787 }],
    [1232, { amount: 1478, tip: 246 }],
    [1233, { amount: 1480 }],
    [31, { amount: 19 }],
    [32, { amount: 38, tip: 6 }],
    [100_031, { amount: 64_019 }],
  ])('the amount %i chooses it: %j', async (amount, expected) => {
    const service = openService();
    await carryOut(service, '/pay', { ...asked, amount });
    const { amount: approved, tip } = (await service.poll()).body.data;
    expect({ amount: approved, tip }).toEqual({ tip: undefined, ...expected });
    expect(service.sandbox.ledger.charges.at(-1)?.amount).toBe(expected.amount);
  });

  test.each<ScenarioName>([
    'approved',
    'slow',
    'lost-answer',
    'malformed',
    'late-result',
    'server-error',
    'unrecognised-status',
    'backwards',
  ])('%s approves what was asked', async (scenario) => {
    const service = openService({ scenario });
    await service.post('/pay', asked).catch(() => undefined);
    await service.clock.advance(60_000);
    expect(kinds(service)).toEqual(['pay 1250']);
    const { data } = (await service.poll()).body;
    expect([data.amount, data.tip]).toEqual([1250, undefined]);
  });
});

test.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [99, 63],
  [Number.MAX_SAFE_INTEGER, 5_764_607_523_034_234],
])('of %i no more than %i is partly approved: whole, at least 1', async (amount, approved) => {
  const service = openService({ scenario: 'partly-approved' });
  await carryOut(service, '/pay', { ...sale, amount });
  expect(service.sandbox.ledger.charges[0]?.amount).toBe(approved);
});

test('a tip is at least 1', async () => {
  const service = openService({ scenario: 'tip' });
  await carryOut(service, '/pay', { ...sale, amount: 1 });
  expect((await service.poll()).body.data).toMatchObject({ amount: 2, tip: 1 });
});

test('what is under way counts as asked until it is known that less was approved', async () => {
  const service = openService({ busyPolicy: 'queue' });
  await carryOut(service, '/pre-auth', sale);
  const capture = { terminalId: sale.terminalId, pnRefNum: service.lastReference() };
  service.sandbox.setScenario('partly-approved', { next: true });
  await service.post('/capture', { ...capture, amount: 1000 });
  expect(await refusalMessage(service, '/capture', { ...capture, amount: 251 })).toMatch('250 cents');
  await service.finish();
  expect(await refusalMessage(service, '/capture', { ...capture, amount: 611 })).toMatch('610 cents');
});

test('a described service takes the reference of a void from its path', async () => {
  const described = defineService({
    routes: { void: { path: '/sales/{pnRefNum}/void' } },
    fields: { request: { pnRefNum: null } },
  });
  const service = openService({ service: described });
  await carryOut(service, '/pay', { ...sale, amount: 5000 });
  await carryOut(service, `/sales/${service.lastReference()}/void`, { terminalId });
  expect(kinds(service)).toEqual(['pay 5000', 'void 5000']);
});
