import { describe, expect, test } from 'vitest';
import { createVirtualClock, defineService, type TerminalOperation } from 'tillkit/core';
import {
  createSandbox,
  createSandboxPayments,
  type SandboxOptions,
  type ScenarioName,
  scenarioNames,
} from 'tillkit/sandbox';
import { tableIn } from '../docs/markdown.ts';
import { read } from '../docs/pages.ts';
import { betaSale, carryOut, openService, sale, startMs } from './service.ts';

const page = read('docs/sandbox.md');
const minute = 60_000;

/** One row of the page's table of scenarios. */
const scenarios = tableIn(page, 'scenario').map(([name = '', ending = '', , charged = '', becomes = '']) => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the first test says that it is one
  name: name as ScenarioName,
  ending,
  isCharged: charged === 'yes',
  becomes,
  /** Long enough for all that happens. */
  forMs: becomes.endsWith('after 5 min') ? 6 * minute : 1.5 * minute,
}));

/** Everything that one sale was shown as, and how long it was until it was shown as what it ends as. */
async function follow(options: SandboxOptions, amount: number, forMs: number) {
  const clock = createVirtualClock(startMs);
  const { operations, sandbox } = createSandboxPayments({ ...options, clock });
  const shown: TerminalOperation[] = [];
  let [ends, endsAfterMs] = ['', 0];
  operations.subscribe(() => {
    const [operation] = operations.list();
    if (!operation) return;
    shown.push(operation);
    const { phase, reason } = operation;
    const told = phase === 'unknown' ? `unknown (${reason})` : phase;
    if (told !== ends) [ends, endsAfterMs] = [told, clock.monotonic()];
  });
  const started = operations.start('pay', { terminalId: 'terminal-1', amount, receipt: false });
  await clock.advance(forMs);
  await started;
  operations.dispose();
  const phases = new Set<string>(shown.map(({ phase }) => phase));
  return { ends, endsAfterMs, phases, sandbox, shown, charges: sandbox.ledger.charges.length };
}

/** What the last column says, as `follow` tells it. */
function expectation(becomes: string) {
  const words = /^([a-z]+)(?: \(([a-z-]+)\))?(?:, then ([a-z]+))?/.exec(becomes.replaceAll('`', ''));
  const [, phase = 'none', reason, late] = words ?? [];
  return { passes: phase, ends: late ?? (reason === undefined ? phase : `unknown (${reason})`) };
}

test('the page tells every scenario once, and how many there are', () => {
  expect(scenarios.map(({ name }) => name).toSorted()).toEqual(scenarioNames.toSorted());
  const counted = /\b([\w-]+)\sscenarios\b/.exec(page)?.[1];
  expect(counted).toBe({ 19: 'nineteen', 20: 'twenty', 21: 'twenty-one' }[scenarioNames.length]);
});

describe('what the page says of a scenario holds for a sale', () => {
  test.each(scenarios)('$name', async ({ name, isCharged, becomes, forMs }) => {
    const { ends, endsAfterMs, phases, sandbox, shown, charges } = await follow(
      { scenario: name },
      1250,
      forMs,
    );
    const expected = expectation(becomes);
    expect(ends.startsWith(expected.ends)).toBe(true);
    expect(phases).toContain(expected.passes);
    const isLong = becomes.endsWith('after 5 min');
    expect(endsAfterMs).toBeGreaterThanOrEqual(isLong ? 5 * minute : 0);
    expect(endsAfterMs).toBeLessThan(isLong ? 5.5 * minute : minute);
    expect(charges).toBe(isCharged ? 1 : 0);
    expect(() => sandbox.assertSafe(shown)).not.toThrow();
  });

  // What takes minutes is tried once, above.
  test.each(scenarios.filter(({ ending, forMs }) => /^\d\d$/.test(ending) && forMs < 5 * minute))(
    'an amount that ends in $ending is $name',
    async ({ ending, isCharged, becomes, forMs }) => {
      const { ends, charges } = await follow({}, 98_700 + Number(ending), forMs);
      expect(ends.startsWith(expectation(becomes).ends)).toBe(true);
      expect(charges).toBe(isCharged ? 1 : 0);
    },
  );

  test('any other amount is approved', async () => {
    for (const amount of [100, 110, 199, 900]) {
      expect((await follow({}, amount, 20_000)).ends).toBe('complete');
    }
  });
});

describe('when money moves', () => {
  const seconds = (words: RegExp) => (words.exec(page) ?? []).slice(1).map((digits) => Number(digits) * 1000);

  test.each(scenarios.filter(({ isCharged, name }) => isCharged && !/slow|late/.test(name)))(
    '$name charges as long after its request as the page says, not with its answer',
    async ({ name }) => {
      const [least, most] = seconds(/ends after (\d+) to (\d+) s\. The card is charged at the end/);
      const { ledger } = (await follow({ scenario: name }, 1250, 20_000)).sandbox;
      const afterMs = (ledger.charges[0]?.at ?? 0) - (ledger.requests[0]?.at ?? 0);
      expect(afterMs).toBeGreaterThanOrEqual(least ?? Infinity);
      expect(afterMs).toBeLessThanOrEqual(most ?? 0);
    },
  );

  test('what is in a batch is neither voided nor refunded until it is settled, as late as the page says', async () => {
    const [settledMs = 0] = seconds(/A closed batch is settled after (\d+) s/);
    const service = openService();
    await carryOut(service, '/pay', sale);
    const { terminalId, amount } = sale;
    const pnRefNum = service.lastReference();
    await service.post('/close-batch', { terminalId });
    await service.clock.advance(settledMs - 1);
    expect((await service.post('/void', { terminalId, pnRefNum })).status).toBe(422);
    expect((await service.post('/refund', { terminalId, pnRefNum, amount })).status).toBe(422);
    await service.clock.advance(1);
    expect((await service.post('/refund', { terminalId, pnRefNum, amount })).status).toBe(200);
  });
});

test('the page tells every option, and no other', () => {
  const source = read('src/sandbox/sandboxState.ts').split('export interface SandboxOptions')[1] ?? '';
  const body = source.slice(0, source.indexOf('\n}'));
  const options = [...body.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name = '']) => name);
  const told = tableIn(page, 'option').map(([name = '']) => name);
  expect(told.toSorted()).toEqual(options.toSorted());
});

/** What a page sees of a service in the course of a minute. */
async function transcript(options: SandboxOptions) {
  const service = openService(options);
  const { ask, get, post, poll, sandbox, clock } = service;
  const origin = { origin: 'https://shop.example' };
  const said: unknown[] = [];
  const hear = async (answer: ReturnType<typeof ask>) => {
    const { status, headers, text } = await answer;
    said.push([status, [...headers], text]);
  };
  await hear(get('/terminals', origin));
  await hear(get('https://till.example/terminals'));
  await hear(get('/terminals', { authorization: 'other' }));
  await hear(post('/pay', sale, { 'x-operation-id': 'a' }));
  await hear(post('/pay', sale, { 'x-operation-id': 'b' }));
  await service.finish();
  await hear(post('/pay', { ...sale, amount: 101 }, { 'x-operation-id': 'a' }));
  for (let asked = 0; asked < 51; asked += 1) await hear(poll());
  const values = ['customer-reference', 'invoice-number', 'table', 'note', 'colour'];
  const customValues = values.map((key) => ({ key, value: '1' }));
  const link = { amount: 1250, customValues, applyDiscount: false };
  await hear(post('/public/202104/payment-link', link));
  await hear(post('/public/202104/payment-link', { ...link, customValues: customValues.slice(0, 4) }));
  await clock.advance(minute);
  return { said, ledger: { ...sandbox.ledger } };
}

test('the defaults are what the page says', async () => {
  const spelled: SandboxOptions = {
    seed: 1,
    terminals: 3,
    scenario: 'approved',
    authorization: 'sandbox',
    busyPolicy: 'reject',
    pollLimit: { limit: 50, windowMs: minute, kind: 'sliding' },
    retryAfter: 'seconds',
    exposeRetryAfter: true,
    service: undefined,
    customValueKeys: ['customer-reference', 'invoice-number', 'table', 'note'],
    dedupe: false,
    allowRemote: false,
  };
  expect(await transcript({})).toEqual(await transcript(spelled));
  expect(createSandbox().customValueKeys).toEqual(spelled.customValueKeys);
});

test('an answer takes 200 ms unless told otherwise', async () => {
  const { sandbox, clock, request } = openService({ latencyMs: undefined });
  let isAnswered = false;
  void sandbox.fetch(request('GET', '/terminals')).then(() => (isAnswered = true));
  await clock.advance(199);
  expect(isAnswered).toBe(false);
  await clock.advance(1);
  expect(isAnswered).toBe(true);
});

test('an answer that takes a millisecond takes that, and one that takes none needs no clock', async () => {
  const { sandbox, clock, request } = openService({ latencyMs: 1 });
  let isAnswered = false;
  void sandbox.fetch(request('GET', '/terminals')).then(() => (isAnswered = true));
  await clock.advance(0);
  expect(isAnswered).toBe(false);
  await clock.advance(1);
  expect(isAnswered).toBe(true);
  const { get } = openService({ latencyMs: 0 });
  expect((await get('/terminals')).status).toBe(200);
});

describe('createSandboxPayments', () => {
  test('puts client, operations and sandbox on the clock it is given, and gives it back', async () => {
    const clock = createVirtualClock(startMs);
    const { client, operations, sandbox, clock: given } = createSandboxPayments({ clock });
    expect([given, sandbox.clock]).toEqual([clock, clock]);
    const started = operations.start('pay', betaSale);
    const terminals = client.listTerminals();
    await clock.advance(3500);
    expect((await terminals).items).toHaveLength(3);
    expect(await started).toMatchObject({ started: true });
    expect(operations.list()).toMatchObject([{ phase: 'waiting', createdAt: startMs }]);
    expect(sandbox.ledger.polls.length).toBeGreaterThan(1);
    const sent = sandbox.ledger.requests.find(({ operation }) => operation === 'pay');
    expect(sent).toMatchObject({ at: startMs, body: { clientId: 'sandbox' } });
    operations.dispose();
  });

  test('gives up on an answer by that clock too', async () => {
    const clock = createVirtualClock(startMs);
    const { client, operations } = createSandboxPayments({ clock, latencyMs: 10 * minute });
    const asked = client.listTerminals().catch((error: unknown) => error);
    await clock.advance(9 * minute);
    expect(await asked).toMatchObject({ code: 'unanswered' });
    operations.dispose();
  });

  test('signs in with what the sandbox wants', async () => {
    const clock = createVirtualClock(startMs);
    const { client, operations } = createSandboxPayments({ clock, authorization: 'Bearer 7', latencyMs: 0 });
    expect((await client.listTerminals()).total).toBe(3);
    operations.dispose();
  });

  test.each([
    ['minor', 1999],
    ['major', 19.99],
  ] as const)('speaks of the amounts of links in the %s unit, as the sandbox does', async (unit, amount) => {
    const service = defineService({ paymentLinks: { amountUnit: unit } });
    const { client, operations, sandbox } = createSandboxPayments({ service, latencyMs: 0 });
    expect(await client.createPaymentLink({ amount: 1999 })).toMatchObject({ amountCents: 1999 });
    expect(sandbox.ledger.requests).toMatchObject([{ status: 200, amount: 1999 }]);
    expect(sandbox.ledger.links).toMatchObject([{ amount: 1999 }]);
    const list = new Request(`${sandbox.baseUrl}/public/202104/payment-link`, {
      headers: { authorization: 'sandbox' },
    });
    expect(await (await sandbox.fetch(list)).json()).toMatchObject({
      data: { items: [{ amount }, {}, {}, {}] },
    });
    operations.dispose();
  });

  test('keeps two of them apart: neither polls from the other one’s minute', async () => {
    const clock = createVirtualClock(startMs);
    const [first, second] = [createSandboxPayments({ clock }), createSandboxPayments({ clock })];
    expect(first.client.options.pollBudget!).not.toBe(second.client.options.pollBudget!);
    for (let taken = 0; taken < 10; taken += 1) await first.client.options.pollBudget!.acquire();
    expect(first.client.options.pollBudget!.nextAt()).toBeGreaterThan(clock.now());
    expect(second.client.options.pollBudget!.nextAt()).toBe(clock.now());
    first.operations.dispose();
    second.operations.dispose();
  });
});

describe('the virtual clock, as the page shows it', () => {
  test('a slow payment waits after 10 s, and is complete a minute later', async () => {
    const { ends } = await follow({ scenario: 'slow' }, 1250, 10_000);
    expect(ends).toBe('waiting');
    expect((await follow({ scenario: 'slow' }, 1250, 70_000)).ends).toBe('complete');
  });

  test('a jump moves the wall clock alone: neither the payment nor its answer comes sooner', async () => {
    const { sandbox, clock, request, poll, lastMessage } = openService({ latencyMs: 200 });
    const sent = sandbox.fetch(request('POST', '/pay', sale));
    clock.jump(3_600_000);
    expect(sandbox.ledger.charges).toEqual([]);
    await clock.advance(200);
    expect((await sent).headers.get('date')).toBe('Mon, 02 Mar 2026 09:00:00 GMT');
    const asked = poll(lastMessage());
    await clock.advance(200);
    expect((await asked).body.data.status).toBe('received');
    await clock.advance(6000);
    expect(sandbox.ledger.charges[0]?.at).toBeLessThan(startMs + 6000);
  });
});
