import { describe, expect, test } from 'vitest';
import { createVirtualClock } from 'tillkit/core';
import { createSandbox, type ScenarioName, scenarioNames, type SandboxTerminal } from 'tillkit/sandbox';
import { betaSale, carryOut, openService, sale, type Service, settle, startMs } from './service.ts';

const terminalId = sale.terminalId;
const links = '/public/202104/payment-link';
const link = { amount: 2500, customValues: [], applyDiscount: false };

async function refusal(service: Service, path: string, body: object) {
  const answer = await service.post(path, { terminalId, ...body });
  return answer.status === 422 ? answer.body.message : answer.status;
}

describe('what is under way counts against what is left', () => {
  /** A pre-authorization of 50.00 and a capture of 30.00 that goes as told. */
  async function withCapture(scenario: ScenarioName) {
    const service = openService({ busyPolicy: 'queue' });
    await carryOut(service, '/pre-auth', { ...sale, amount: 5000 });
    const pnRefNum = service.lastReference();
    service.sandbox.setScenario(scenario, { next: true });
    await service.post('/capture', { terminalId, pnRefNum, amount: 3000 });
    return { service, pnRefNum };
  }
  const left = (cents: number) => `amount: No more than ${cents} cents are left to capture.`;

  test('a capture that will be declined, until it is', async () => {
    const { service, pnRefNum } = await withCapture('declined');
    expect(await refusal(service, '/capture', { pnRefNum, amount: 2001 })).toBe(left(2000));
    await service.finish();
    expect(await refusal(service, '/capture', { pnRefNum, amount: 5001 })).toBe(left(5000));
  });

  test('a capture whose result comes late, after its timeout too, and once only', async () => {
    const { service, pnRefNum } = await withCapture('late-result');
    await service.clock.advance(10_000);
    expect((await service.poll()).body.data.status).toBe('timeout');
    expect(await refusal(service, '/capture', { pnRefNum, amount: 2001 })).toBe(left(2000));
    await service.clock.advance(20_000);
    expect((await service.poll()).body.data.status).toBe('complete');
    expect(await refusal(service, '/capture', { pnRefNum, amount: 2001 })).toBe(left(2000));
  });

  test('not a capture that never starts, nor one that ended in a timeout', async () => {
    for (const scenario of ['stuck-received', 'service-timeout'] as const) {
      const { service, pnRefNum } = await withCapture(scenario);
      await service.finish();
      expect(await refusal(service, '/capture', { pnRefNum, amount: 5001 })).toBe(left(5000));
    }
  });

  test('not the capture of another transaction', async () => {
    const { service } = await withCapture('slow');
    await carryOut(service, '/pre-auth', { ...betaSale, amount: 4000 });
    const pnRefNum = service.lastReference();
    const other = { terminalId: 'terminal-2', pnRefNum, amount: 4001 };
    expect(await refusal(service, '/capture', other)).toBe(left(4000));
    expect(await refusal(service, '/void', { terminalId: 'terminal-2', pnRefNum })).toBe(200);
  });

  test('a refund', async () => {
    const service = openService({ busyPolicy: 'queue' });
    await carryOut(service, '/pay', { ...sale, amount: 5000 });
    const pnRefNum = service.lastReference();
    await settle(service);
    await service.post('/refund', { terminalId, pnRefNum, amount: 3000 });
    expect(await refusal(service, '/refund', { pnRefNum, amount: 2001 })).toBe(
      'amount: No more than 2000 cents are left to refund.',
    );
    expect(await refusal(service, '/refund', { pnRefNum, amount: 2000 })).toBe(200);
  });
});

test('each rule of transactions names its field', async () => {
  const service = openService({ busyPolicy: 'queue' });
  await service.post('/pre-auth', sale);
  await service.finish();
  const held = service.lastReference();
  await carryOut(service, '/pay', sale);
  const paid = service.lastReference();
  await carryOut(service, '/pre-auth', { ...sale, amount: 1201 });
  const declined = String(BigInt(service.lastMessage()) + 2n);
  const of = (pnRefNum: string) => ({ pnRefNum, amount: 1 });

  expect(await refusal(service, '/capture', of(paid))).toBe(
    'pnRefNum: Only a pre-authorization can be captured, and this is a sale.',
  );
  expect(await refusal(service, '/capture', of(declined))).toBe('pnRefNum: The transaction is not complete.');
  expect(await refusal(service, '/void', { pnRefNum: held, terminalId: 'terminal-3' })).toBe(
    'terminalId: The transaction was made on another terminal.',
  );
  const notSettled = 'pnRefNum: The transaction is not settled: void it instead, or close the batch first.';
  expect(await refusal(service, '/refund', of(paid))).toBe(notSettled);

  await service.post('/capture', { terminalId, pnRefNum: held, amount: 1 });
  expect(await refusal(service, '/void', { pnRefNum: held })).toBe(
    'pnRefNum: The transaction is being captured.',
  );
  await service.post('/close-batch', { terminalId });
  expect(await refusal(service, '/void', { pnRefNum: paid })).toBe(
    'pnRefNum: The transaction is being settled.',
  );
  await service.finish();
  expect(await refusal(service, '/void', { pnRefNum: paid })).toBe(
    'pnRefNum: The transaction is settled: refund it instead.',
  );
});

test('closing the batch does not keep a pre-authorization that was not captured from its void', async () => {
  const service = openService();
  await carryOut(service, '/pre-auth', sale);
  const pnRefNum = service.lastReference();
  await service.post('/close-batch', { terminalId });
  expect(await refusal(service, '/void', { pnRefNum })).toBe(200);
});

test('charges stand in the ledger in the order in which they took effect, though no page asked', async () => {
  const { post, clock, sandbox } = openService();
  await post('/pay', { ...sale, amount: 5005 });
  await post('/pay', betaSale);
  await clock.advance(45_000);
  const { charges } = sandbox.ledger;
  expect(charges.map(({ amount }) => amount)).toEqual([1250, 5005]);
  expect(charges[1]?.at).toBe(startMs + 45_000);
});

describe('what a message says', () => {
  test.each<[ScenarioName, string, string]>([
    ['declined', 'failed', 'The card issuer refused the payment.'],
    ['service-timeout', 'timeout', 'No outcome in time.'],
    ['late-result', 'timeout', 'No outcome in time.'],
  ])('%s: nothing of its end before it, then %s and why', async (scenario, status, message) => {
    const { post, poll, clock, finish } = openService({ scenario });
    await post('/pay', betaSale);
    const msgIdentifier = expect.any(String);
    expect((await poll()).body).toEqual({ data: { msgIdentifier, status: 'received' } });
    await clock.advance(2000);
    expect((await poll()).body).toEqual({ data: { msgIdentifier, status: 'processing' } });
    await finish();
    expect((await poll()).body).toEqual({ data: { msgIdentifier, status, message } });
  });

  test('complete: reference and amount, and the same whenever it is asked', async () => {
    const { post, poll, finish, lastReference } = openService();
    await post('/pay', betaSale);
    await finish();
    const first = await poll();
    expect(first.body.data).toEqual({
      msgIdentifier: expect.any(String),
      status: 'complete',
      pnRefNum: lastReference(),
      amount: 1250,
    });
    expect(lastReference()).toMatch(/^pn-/);
    expect((await poll()).text).toBe(first.text);
  });

  test('unrecognised-status: the usual ones before its own', async () => {
    const { post, poll, clock, finish } = openService({ scenario: 'unrecognised-status' });
    await post('/pay', sale);
    expect((await poll()).body.data.status).toBe('received');
    await clock.advance(2000);
    expect((await poll()).body.data.status).toBe('processing');
    await finish();
    expect((await poll()).body.data.status).toBe('APPROVED');
  });
});

describe('what is chosen for a request', () => {
  const ends = async (service: Service, path = '/pay', body: object = sale) => {
    await carryOut(service, path, body);
    const status: unknown = (await service.poll()).body.data.status;
    return status;
  };

  test('`next` beats what is set for good, however narrow that is', async () => {
    const service = openService();
    service.sandbox.setScenario('service-timeout', { terminalId, operation: 'pay' });
    service.sandbox.setScenario('declined', { next: true });
    expect(await ends(service)).toBe('failed');
    expect(await ends(service)).toBe('timeout');
  });

  test('of two that hold next, the first that was set', async () => {
    const service = openService();
    service.sandbox.setScenario('declined', { next: true });
    service.sandbox.setScenario('service-timeout', { next: true, terminalId });
    expect(await ends(service)).toBe('failed');
    expect(await ends(service)).toBe('timeout');
    expect(await ends(service)).toBe('complete');
  });

  test('an operation beats all, a terminal beats an operation, both beat either', async () => {
    const service = openService();
    service.sandbox.setScenario('approved');
    service.sandbox.setScenario('declined', { operation: 'pay' });
    expect(await ends(service)).toBe('failed');
    service.sandbox.setScenario('service-timeout', { terminalId });
    expect(await ends(service)).toBe('timeout');
    expect(await ends(service, '/pay', betaSale)).toBe('failed');
    service.sandbox.setScenario('approved', { terminalId, operation: 'pay' });
    expect(await ends(service)).toBe('complete');
    expect(await ends(service, '/pre-auth')).toBe('timeout');
  });

  test('what is set for one operation leaves what is set for another', async () => {
    const service = openService();
    service.sandbox.setScenario('declined', { operation: 'pay' });
    service.sandbox.setScenario('service-timeout', { operation: 'preAuth' });
    expect(await ends(service)).toBe('failed');
    service.sandbox.setScenario(undefined, { operation: 'preAuth' });
    expect([await ends(service), await ends(service, '/pre-auth')]).toEqual(['failed', 'complete']);
  });

  test('what is set for good leaves what is set for the next time', async () => {
    const service = openService();
    service.sandbox.setScenario('declined', { next: true });
    service.sandbox.setScenario('service-timeout');
    expect(await ends(service)).toBe('failed');
    service.sandbox.setScenario('approved');
    expect(await ends(service)).toBe('complete');
  });

  test('a link uses up no `next` that is about terminals, and its amount chooses nothing', async () => {
    const service = openService();
    service.sandbox.setScenario('declined', { next: true });
    expect((await service.post(links, { ...link, amount: 1203 })).status).toBe(200);
    expect(await ends(service)).toBe('failed');
  });

  test.each<[ScenarioName, number, number | undefined]>([
    ['offline', 0, undefined],
    ['lost-request', 0, undefined],
    ['lost-answer', 1, 401],
  ])('%s breaks the connection of a link too; %i was made', async (scenario, made, toStrangers) => {
    const { post, sandbox } = openService({ scenario });
    await expect(post(links, link)).rejects.toThrow('Failed to fetch');
    expect(sandbox.ledger.links).toHaveLength(made);
    // Who is not signed in gets as far as the line does.
    const stranger = post(links, link, { authorization: 'other' }).then(
      ({ status }) => status,
      () => undefined,
    );
    expect(await stranger).toBe(toStrangers);
  });

  test.each<[ScenarioName, number]>([
    ['rate-limited', 429],
    ['conflict', 409],
    ['unauthorized', 401],
    ['redirect', 307],
    ['malformed', 200],
    ['server-error', 500],
    ['declined', 200],
    ['slow', 200],
  ])('%s answers the creation of a link with %i', async (scenario, status) => {
    expect((await openService({ scenario }).post(links, link)).status).toBe(status);
  });

  test.each([1.5, Number.NaN, -1])('%d requests are refused as senseless', (next) => {
    expect(() => openService().sandbox.setScenario('declined', { next })).toThrow(
      'next must be true or a whole number, 1 or more.',
    );
  });

  test('a scenario that is not there is refused with those that are', () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a host without types may write
    const misspelt = 'aproved' as ScenarioName;
    const sentence = `There is no scenario "aproved". Choose one of: ${scenarioNames.join(', ')}.`;
    expect(() => openService().sandbox.setScenario(misspelt)).toThrow(new TypeError(sentence));
    expect(() => openService({ scenario: misspelt })).toThrow(new TypeError(sentence));
  });

  test('a terminal that is not there is refused with those that are', () => {
    expect(() => openService().sandbox.setScenario('declined', { terminalId: 'x' })).toThrow(
      'There is no terminal "x". Choose one of: terminal-1, terminal-2, terminal-3.',
    );
  });
});

describe('with dedupe', () => {
  const headers = { 'x-operation-id': 'op-1' };

  test('sales without an operation id are two', async () => {
    const service = openService({ dedupe: true });
    const [first, second] = [await carryOut(service, '/pay', sale), await carryOut(service, '/pay', sale)];
    expect(second.text).not.toBe(first.text);
    expect(service.sandbox.ledger.charges).toHaveLength(2);
  });

  test('a link that comes again is a second one: only money is remembered', async () => {
    const { post, sandbox } = openService({ dedupe: true });
    await post(links, link, headers);
    await post(links, link, headers);
    expect(sandbox.ledger.links).toHaveLength(2);
  });

  test('a closed batch is remembered too, and forgotten with a reset', async () => {
    const { post, sandbox } = openService({ dedupe: true });
    const first = await post('/close-batch', { terminalId }, headers);
    expect((await post('/pay', sale, headers)).text).toBe(first.text);
    sandbox.reset();
    expect((await post('/pay', sale, headers)).text).not.toBe(first.text);
  });
});

describe('the terminals', () => {
  test('are written down as their providers do', async () => {
    const { get } = openService({ terminals: 2 });
    const common = { status: 'online', lastSeenAt: '2026-03-02T09:00:00.000Z', sandbox: true };
    expect((await get('/terminals')).body.items).toEqual([
      {
        terminalId: 'terminal-1',
        name: 'Front counter',
        serialNumber: 'A-4100200',
        model: 'Alpha A920',
        provider: 'alpha',
        ...common,
      },
      {
        id: 'terminal-2',
        label: 'Bar',
        serialNumber: 'B-4100201',
        model: 'Beta P400',
        firmware: '4.2.1',
        provider: 'beta',
        ...common,
      },
    ]);
  });

  test('are the ones that were given, whatever becomes of the list', async () => {
    const own: SandboxTerminal = { id: 'terminal-1', name: 'Bar', provider: 'alpha' };
    const service = openService({ terminals: [own] });
    own.scenario = 'declined';
    await carryOut(service, '/pay', sale);
    expect((await service.poll()).body.data.status).toBe('complete');
  });
});

test('a sandbox that is made late, or reset, has the time of its clock', async () => {
  const clock = createVirtualClock(startMs);
  await clock.advance(3_600_000);
  const sandbox = createSandbox({ clock, latencyMs: 0 });
  const date = async () => (await sandbox.fetch(new Request(sandbox.baseUrl))).headers.get('date');
  expect(await date()).toBe('Mon, 02 Mar 2026 10:00:00 GMT');
  await clock.advance(60_000);
  sandbox.reset();
  expect(await date()).toBe('Mon, 02 Mar 2026 10:01:00 GMT');
});
