import { describe, expect, test } from 'vitest';
import type { GatewayClient, RecordedTransaction } from '../../../src/exports/core.ts';
import { recorded } from './scriptedRecord.ts';
import { errorOf, json, recordingGatewayClient } from '../client/recordingClient.ts';

const gatewayClient = (body: unknown, init?: ResponseInit) => recordingGatewayClient(() => json(body, init));

const transaction: RecordedTransaction = {
  pnRefNum: '77',
  kind: 'pay',
  terminalId: 'T1',
  status: 'complete',
  authorizedCents: 1250,
  capturedCents: 1250,
  refundedCents: 250,
  settled: 'unknown',
  currency: 'USD',
  createdAt: 5,
  leftCents: 1000,
  isHeld: false,
  allowed: [{ operation: 'refund', allowed: true, maxCents: 1000, reason: 'settlement-unknown' }],
  operations: [recorded({ phase: 'complete', pnRefNum: '77' })],
};
const row = {
  currency: 'USD',
  terminalId: 'T1',
  kind: 'pay',
  phase: 'complete',
  count: 2,
  movedCount: 1,
  amountCents: 2500,
  movedCents: 2400,
  tipCents: 100,
};
const leg = { name: 'Cash', currency: 'USD', count: 3, cents: 4500 };
const report = { rows: [row], unknown: [recorded()], holds: [transaction], legs: [leg] };
const history = {
  operation: recorded({ id: 'op-1', actor: 'Ana', error: { code: 'http', shortMessage: 'No.' } }),
  timeline: [
    { at: 1, type: 'operation', to: 'sending' },
    { at: 2, type: 'operation', from: 'sending', to: 'waiting' },
    { at: 3, type: 'anomaly', kind: 'contradiction' },
    { at: 4, type: 'resolved', charged: true, basis: 'receipt', note: 'Slip 7', actor: 'Ben' },
    { at: 5, type: 'acknowledged' },
    { at: 6, type: 'unresolved' },
  ],
} as const;
const whole = { id: 'op-1', state: 'accepted', knownForMs: 5, ...history };
const known = { state: 'accepted', knownForMs: 5, isClosed: false, ...history };

type Ask = (client: GatewayClient) => Promise<unknown>;
const questions: [string, Ask, string, unknown, unknown][] = [
  [
    'listOperations',
    (client) =>
      client.listOperations({
        from: 1,
        to: 9,
        terminalId: ['T1', 'T2'],
        kind: 'pay',
        phase: ['complete', 'partial'],
        orderNumber: 'A 7',
        pnRefNum: '77',
        amount: 1250,
        open: false,
        unseen: true,
        cursor: 'c/1',
        limit: 20,
      }),
    'GET operations?from=1&to=9&terminalId=T1&terminalId=T2&kind=pay&phase=complete&phase=partial&orderNumber=A+7&pnRefNum=77&amount=1250&open=false&unseen=true&cursor=c%2F1&limit=20',
    { items: [recorded()], cursor: 'c2' },
    { items: [recorded()], cursor: 'c2' },
  ],
  [
    'listOperations of all',
    (client) => client.listOperations(),
    'GET operations',
    { items: [] },
    { items: [] },
  ],
  ['getOperation', (client) => client.getOperation('op-1'), 'GET operations/op-1', whole, known],
  ['closeOperation', (client) => client.closeOperation('op-1'), 'DELETE operations/op-1', whole, known],
  [
    'listTransactions',
    (client) => client.listTransactions({ from: 1, limit: 5 }),
    'GET transactions?from=1&limit=5',
    { items: [transaction] },
    { items: [transaction] },
  ],
  [
    'getTransaction',
    (client) => client.getTransaction({ pnRefNum: 'a/b' }),
    'GET transactions/-/a%2Fb',
    transaction,
    transaction,
  ],
  [
    'getTransaction of a provider',
    (client) => client.getTransaction({ pnRefNum: '77', provider: 'beta' }),
    'GET transactions/beta/77',
    transaction,
    transaction,
  ],
  [
    'getReport',
    (client) => client.getReport({ from: 1, to: 9, terminalId: 'T1' }),
    'GET report?from=1&to=9&terminalId=T1',
    report,
    report,
  ],
  [
    'resolveOperation',
    (client) => client.resolveOperation('op-1', { charged: true, basis: 'other', note: 'Slip' }),
    'POST operations/op-1/resolution',
    whole,
    known,
  ],
  [
    'acknowledgeOperation',
    (client) => client.acknowledgeOperation('op-1'),
    'POST operations/op-1/acknowledgement',
    whole,
    known,
  ],
];

describe('a question to the record', () => {
  test.each(questions)(
    '%s has its address, and an answer that was read',
    async (_, ask, address, body, read) => {
      const { client, sent } = gatewayClient(body);
      expect(await ask(client)).toEqual(read);
      const [{ request } = { request: undefined }] = sent;
      expect(`${request?.method} ${request?.url.replace('https://pay.test/base/', '')}`).toBe(address);
      expect(request?.headers.get('authorization')).toBe('Basic c2VjcmV0');
      expect(request?.cache).toBe('no-store');
    },
  );

  test.each(questions)('%s may be asked again where the gateway is down', async (name, ask) => {
    const { client } = gatewayClient({ error: { message: 'Down.' } }, { status: 503 });
    const [operationName] = name.split(' ');
    expect(await errorOf(ask(client))).toMatchObject({
      code: 'http',
      status: 503,
      isRetryable: true,
      operationName,
      serviceMessage: 'Down.',
    });
  });

  test.each<[string, Ask, string]>([
    ['no reference', (client) => client.getTransaction({ pnRefNum: '' }), 'request'],
    ['no id', (client) => client.getOperation('..'), 'request'],
  ])('with %s is not sent, and names it', async (_, ask, field) => {
    const { client, sent } = gatewayClient({});
    expect(await errorOf(ask(client))).toMatchObject({ code: 'invalid-input', field });
    expect(sent).toEqual([]);
  });

  test('sends what a person said, and an empty acknowledgement', async () => {
    const { client, sent } = gatewayClient(whole);
    await client.resolveOperation('op-1', { charged: false, basis: 'receipt' });
    await client.acknowledgeOperation('op-1');
    expect(sent.map(({ body }) => body)).toEqual([{ charged: false, basis: 'receipt' }, {}]);
    expect(sent.map(({ request }) => request.headers.get('content-type'))).toEqual([
      'application/json',
      'application/json',
    ]);
  });
});

describe('an answer of the record', () => {
  test('may say more than is known, and nothing for what is not there', async () => {
    const more = { ...recorded(), pnRefNum: null, weather: 'fine' };
    const { client } = gatewayClient({ items: [more], cursor: null, total: 7 });
    expect(await client.listOperations()).toEqual({ items: [recorded()] });
  });

  test('counts all payments of a row that moved money, and no tips, where the gateway is older', async () => {
    const older = { ...row, movedCount: undefined, tipCents: undefined };
    const { client } = gatewayClient({ ...report, rows: [older, { ...older, movedCents: 0 }] });
    const { rows } = await client.getReport({ from: 1, to: 2 });
    expect(rows).toEqual([
      { ...row, movedCount: 2, tipCents: 0 },
      { ...row, movedCount: 0, movedCents: 0, tipCents: 0 },
    ]);
  });

  test('has no legs of orders where the gateway is older', async () => {
    const { client } = gatewayClient({ ...report, legs: undefined });
    expect(await client.getReport({ from: 1, to: 2 })).toEqual({ ...report, legs: [] });
  });

  test('leaves out of a timeline what it does not know', async () => {
    const told = { ...whole, timeline: [{ at: 1, type: 'weather' }, ...whole.timeline] };
    const { client } = gatewayClient(told);
    expect((await client.getOperation('op-1')).timeline).toEqual(history.timeline);
  });

  test('says of an id that was not sent whether it is closed, what kept it back, and for how long nothing was forgotten', async () => {
    const told = { id: 'op-1', state: 'not-seen', knownForMs: 7, isClosed: true, now: 9 };
    expect(await gatewayClient(told).client.getOperation('op-1')).toEqual({
      state: 'not-seen',
      knownForMs: 7,
      isClosed: true,
      now: 9,
      error: undefined,
      timeline: [],
    });
    const refusal = { code: 'terminal-busy', message: 'The terminal is taken.' };
    const answer = { status: 409, body: JSON.stringify({ refusal }) };
    const { client } = gatewayClient({ ...told, answer, knownForMs: undefined });
    expect(await client.getOperation('op-1')).toMatchObject({
      knownForMs: 0,
      error: { status: 409, operationState: 'not-seen', refusal },
    });
  });

  test.each([
    ['id', { id: undefined }],
    ['kind', { kind: 'tip' }],
    ['phase', { phase: 'lost' }],
    ['status', { status: 'paid' }],
    ['terminalId', { terminalId: 7 }],
    ['amountCents', { amountCents: 12.5 }],
    ['confirmedCents', { confirmedCents: '1250' }],
    ['anomalies', { anomalies: 'none' }],
    ['anomalies[1]', { anomalies: ['a', 1] }],
    ['resolution.basis', { resolution: { charged: true, basis: 'guess' } }],
    ['error', { error: { code: 'http' } }],
    ['createdAt', { createdAt: '2026-01-15' }],
    ['seq', { seq: undefined }],
    ['seq', { seq: -1 }],
    ['seq', { seq: 1.5 }],
    ['isOwn', { isOwn: undefined }],
  ])('is an error where %s of an operation is not what it should be', async (field, wrong) => {
    const { client } = gatewayClient({ items: [{ ...recorded(), ...wrong }] });
    expect(await errorOf(client.listOperations())).toMatchObject({
      code: 'contract',
      field: `items[0].${field}`,
    });
  });

  test.each<[string, Ask, unknown]>([
    ['items', (client) => client.listOperations(), {}],
    ['', (client) => client.listOperations(), []],
    ['cursor', (client) => client.listTransactions(), { items: [], cursor: 7 }],
    [
      'items[0].allowed[0].allowed',
      (client) => client.listTransactions(),
      { items: [{ ...transaction, allowed: [{ operation: 'void' }] }] },
    ],
    ['leftCents', (client) => client.getTransaction({ pnRefNum: '1' }), { ...transaction, leftCents: null }],
    ['settled', (client) => client.getTransaction({ pnRefNum: '1' }), { ...transaction, settled: 'no' }],
    [
      'operations[0].phase',
      (client) => client.getTransaction({ pnRefNum: '1' }),
      { ...transaction, operations: [{ ...recorded(), phase: 'x' }] },
    ],
    [
      'rows[0].movedCents',
      (client) => client.getReport({ from: 1, to: 2 }),
      { ...report, rows: [{ ...row, movedCents: '1' }] },
    ],
    [
      'rows[0].tipCents',
      (client) => client.getReport({ from: 1, to: 2 }),
      { ...report, rows: [{ ...row, tipCents: 0.5 }] },
    ],
    ['holds', (client) => client.getReport({ from: 1, to: 2 }), { ...report, holds: undefined }],
    [
      'legs[0].cents',
      (client) => client.getReport({ from: 1, to: 2 }),
      { ...report, legs: [{ ...leg, cents: '1' }] },
    ],
    ['state', (client) => client.getOperation('op-1'), {}],
    ['state', (client) => client.getOperation('op-1'), { ...whole, id: 'op-2' }],
    ['operation', (client) => client.getOperation('op-1'), { ...whole, operation: recorded({ id: 'op-2' }) }],
    [
      'timeline[0].at',
      (client) => client.getOperation('op-1'),
      { ...whole, timeline: [{ type: 'operation' }] },
    ],
    [
      'timeline[0].to',
      (client) => client.getOperation('op-1'),
      { ...whole, timeline: [{ at: 1, type: 'operation', to: 'x' }] },
    ],
  ])('is an error that names %s', async (field, ask, body) => {
    const { client } = gatewayClient(body);
    expect(await errorOf(ask(client))).toMatchObject({ code: 'contract', field });
  });
});
