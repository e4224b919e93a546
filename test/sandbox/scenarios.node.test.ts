import { describe, expect, test } from 'vitest';
import { carryOut, openService, sale, type Service } from './service.ts';
import type { ScenarioName } from 'tillkit/sandbox';

/** Sends a sale and says how the exchange, the message and the money went. */
async function outcome(service: Service, body: object = sale) {
  const sent = service.sandbox.ledger.charges.length;
  const exchange = await service.post('/pay', body).then(
    ({ status }) => String(status),
    (error: unknown) => String(error),
  );
  await service.finish();
  const message = service.lastMessage();
  const status: unknown = message ? (await service.poll()).body.data.status : undefined;
  return { exchange, status, charged: service.sandbox.ledger.charges.length > sent };
}

const broken = 'TypeError: Failed to fetch';

describe('each scenario', () => {
  test.each<[ScenarioName, string, string | undefined, boolean]>([
    ['approved', '200', 'complete', true],
    ['declined', '200', 'failed', false],
    ['service-timeout', '200', 'timeout', false],
    ['slow', '200', 'processing', false],
    ['stuck-received', '200', 'received', false],
    ['late-result', '200', 'timeout', false],
    ['unrecognised-status', '200', 'APPROVED', true],
    ['backwards', '200', 'complete', true],
    ['partly-approved', '200', 'complete', true],
    ['tip', '200', 'complete', true],
    ['more-than-asked', '200', 'complete', true],
    ['offline', broken, undefined, false],
    ['lost-request', broken, undefined, false],
    ['lost-answer', broken, 'complete', true],
    ['malformed', '200', 'complete', true],
    ['server-error', '500', 'complete', true],
    ['rate-limited', '429', undefined, false],
    ['conflict', '409', undefined, false],
    ['unauthorized', '401', undefined, false],
    ['redirect', '307', undefined, false],
  ])('%s: the exchange is %s, the message %s, charged %s', async (scenario, exchange, status, charged) => {
    expect(await outcome(openService({ scenario }))).toEqual({ exchange, status, charged });
  });

  test('a declined message carries a sentence and no reference', async () => {
    const service = openService({ scenario: 'declined' });
    await outcome(service);
    const { data } = (await service.poll()).body;
    expect(data).toEqual({
      msgIdentifier: expect.anything(),
      status: 'failed',
      message: 'The card issuer refused the payment.',
    });
  });

  test('slow has its outcome after 45 seconds', async () => {
    const service = openService({ scenario: 'slow' });
    await service.post('/pay', sale);
    await service.clock.advance(44_999);
    expect(service.sandbox.ledger.charges).toHaveLength(0);
    await service.clock.advance(1);
    expect((await service.poll()).body.data.status).toBe('complete');
  });

  test('late-result charges twenty seconds after the timeout', async () => {
    const service = openService({ scenario: 'late-result' });
    await outcome(service);
    await service.clock.advance(20_000);
    expect((await service.poll()).body.data).toMatchObject({ status: 'complete', amount: 1250 });
    expect(service.sandbox.ledger.charges).toHaveLength(1);
  });

  test('stuck-received never leaves received', async () => {
    const service = openService({ scenario: 'stuck-received' });
    await service.post('/pay', sale);
    await service.clock.advance(86_400_000);
    expect((await service.poll()).body.data.status).toBe('received');
  });

  test('backwards is complete once and processing in every later answer', async () => {
    const service = openService({ scenario: 'backwards' });
    await outcome(service);
    expect((await service.poll()).body.data.status).toBe('processing');
    expect((await service.poll()).body.data.status).toBe('processing');
  });

  test('malformed is a page', async () => {
    const { headers, text } = await openService({ scenario: 'malformed' }).post('/pay', sale);
    expect(headers.get('content-type')).toContain('text/html');
    expect(text).toContain('<!doctype html>');
  });

  test('redirect points to another origin', async () => {
    const { headers } = await openService({ scenario: 'redirect' }).post('/pay', sale);
    expect(headers.get('location')).toBe('https://elsewhere.example/pay');
  });

  test('rate-limited asks to wait seven seconds', async () => {
    const { headers } = await openService({ scenario: 'rate-limited' }).post('/pay', sale);
    expect(headers.get('retry-after')).toBe('7');
  });

  test('a fault after the effect leaves a refusal as it is', async () => {
    const { status } = await openService({ scenario: 'lost-answer' }).post('/pay', { ...sale, amount: 0 });
    expect(status).toBe(422);
  });

  test('an outcome holds for every kind of message', async () => {
    const service = openService();
    await carryOut(service, '/pre-auth', sale);
    const pnRefNum = service.lastReference();
    service.sandbox.setScenario('declined');
    await carryOut(service, '/capture', { terminalId: sale.terminalId, pnRefNum, amount: 100 });
    expect((await service.poll()).body.data.message).toBe('The card issuer refused the capture.');
    service.sandbox.setScenario(undefined);
    await carryOut(service, '/capture', { terminalId: sale.terminalId, pnRefNum, amount: 1250 });
    expect((await service.poll()).body.data.status).toBe('complete');
  });
});

describe('the choice of a scenario', () => {
  test.each([
    [1201, 'failed'],
    [1202, 'timeout'],
    [1205, 'processing'],
    [1206, 'received'],
    [1208, 'timeout'],
    [1210, 'complete'],
    [1, 'failed'],
    [100, 'complete'],
  ])('the amount %i ends as %s', async (amount, status) => {
    expect(await outcome(openService(), { ...sale, amount })).toMatchObject({ status });
  });

  test.each([
    [1203, broken, true],
    [1204, '429', false],
    [1207, '200', true],
    [1209, broken, false],
  ])('the exchange for %i is %s, charged %s', async (amount, exchange, charged) => {
    expect(await outcome(openService(), { ...sale, amount })).toMatchObject({ exchange, charged });
  });

  test('the default option leaves it to the amount, also when it is written out', async () => {
    expect(await outcome(openService({ scenario: 'approved' }), { ...sale, amount: 101 })).toMatchObject({
      status: 'failed',
    });
  });

  test('a set scenario beats the terminal, which beats the amount', async () => {
    const terminals = [
      { id: 'terminal-1', name: 'Bar', provider: 'beta', scenario: 'service-timeout' },
    ] as const;
    const service = openService({ terminals });
    expect(await outcome(service, { ...sale, amount: 101 })).toMatchObject({ status: 'timeout' });
    service.sandbox.setScenario('approved');
    expect(await outcome(service, { ...sale, amount: 101 })).toMatchObject({ status: 'complete' });
    service.sandbox.setScenario(undefined);
    expect(await outcome(service, sale)).toMatchObject({ status: 'timeout' });
  });

  test('an option other than the default beats the amount, and what is set replaces it', async () => {
    const service = openService({ scenario: 'declined' });
    expect(await outcome(service)).toMatchObject({ status: 'failed' });
    service.sandbox.setScenario('approved');
    expect(await outcome(service)).toMatchObject({ status: 'complete' });
  });

  test('a scenario for one terminal leaves the others alone, and beats one for all', async () => {
    const service = openService();
    service.sandbox.setScenario('service-timeout');
    service.sandbox.setScenario('declined', { terminalId: 'terminal-2' });
    expect(await outcome(service, { ...sale, terminalId: 'terminal-2' })).toMatchObject({ status: 'failed' });
    expect(await outcome(service)).toMatchObject({ status: 'timeout' });
  });

  test('`next` holds for the next money request only, or for so many', async () => {
    const service = openService();
    service.sandbox.setScenario('declined', { next: true });
    await service.get('/terminals');
    expect(await outcome(service)).toMatchObject({ status: 'failed' });
    expect(await outcome(service)).toMatchObject({ status: 'complete' });
    service.sandbox.setScenario('declined', { next: 2 });
    const endings = [await outcome(service), await outcome(service), await outcome(service)];
    expect(endings.map(({ status }) => status)).toEqual(['failed', 'failed', 'complete']);
  });

  test('`next` for one terminal waits for a request to it, and beats what is set for good', async () => {
    const service = openService({ scenario: 'service-timeout' });
    service.sandbox.setScenario('declined', { next: true, terminalId: 'terminal-2' });
    expect(await outcome(service)).toMatchObject({ status: 'timeout' });
    expect(await outcome(service, { ...sale, terminalId: 'terminal-2' })).toMatchObject({ status: 'failed' });
    expect(await outcome(service, { ...sale, terminalId: 'terminal-2' })).toMatchObject({
      status: 'timeout',
    });
  });

  test('what is set again for the same target replaces what was set', async () => {
    const service = openService();
    service.sandbox.setScenario('declined', { next: true });
    service.sandbox.setScenario('service-timeout', { next: 1 });
    expect(await outcome(service)).toMatchObject({ status: 'timeout' });
    expect(await outcome(service)).toMatchObject({ status: 'complete' });
  });

  test('a scenario for an operation reaches any operation, and no other', async () => {
    const service = openService();
    service.sandbox.setScenario('unauthorized', { operation: 'getProcessedMessage', next: true });
    service.sandbox.setScenario('offline', { operation: 'listTerminals' });
    await service.post('/pay', sale);
    expect((await service.poll()).status).toBe(401);
    expect((await service.poll()).status).toBe(200);
    await expect(service.get('/terminals')).rejects.toThrow('Failed to fetch');
  });

  test('a fault of the exchange holds for creating a link too, an outcome of terminals does not', async () => {
    const service = openService();
    const create = () =>
      service.post('/public/202104/payment-link', { amount: 101, customValues: [], applyDiscount: false });
    service.sandbox.setScenario('declined', { next: true });
    expect((await create()).status).toBe(200);
    service.sandbox.setScenario('server-error');
    expect((await create()).status).toBe(500);
    expect(service.sandbox.ledger.links).toHaveLength(2);
  });

  test('unknown names, unknown terminals and a senseless `next` are refused', () => {
    const { sandbox } = openService();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a host without types may write
    const misspelt = 'aproved' as ScenarioName;
    expect(() => sandbox.setScenario(misspelt)).toThrow(/There is no scenario "aproved"/);
    expect(() => sandbox.setScenario('declined', { terminalId: 'x' })).toThrow(/There is no terminal "x"/);
    expect(() => sandbox.setScenario('declined', { next: 0 })).toThrow(/next must be/);
    const operation = 'getProcessedMesage' as never;
    expect(() => sandbox.setScenario('rate-limited', { operation })).toThrow(
      /There is no operation "getProcessedMesage"/,
    );
    expect(() => openService({ scenario: misspelt })).toThrow(/There is no scenario/);
    const terminals = [{ id: 'T1', name: 'Bar', provider: 'alpha', scenario: misspelt }] as const;
    expect(() => openService({ terminals })).toThrow(/There is no scenario/);
  });
});
