import { Webhook as Verifier } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import type { TerminalOperation } from '../../../src/core/operations/terminalOperation.ts';
import type { EventRow } from '../../../src/gateway/recordRows.ts';
import {
  type GatewayEvent,
  type OrderPaidEvent,
  sendWebhookEvent,
  createGatewayEvent,
  type Webhook,
  type WebhookRequest,
} from '../../../src/gateway/webhooks.ts';
import { createOutboxTill, happens, operationOf, secret, startedAt, webhookTo } from './outboxTill.ts';

const newer = `whsec_${btoa('another secret of thirty-two b...')}`;

const rowOf = (operation: Partial<TerminalOperation> = {}, row: Partial<EventRow> = {}): EventRow => ({
  id: 7,
  account: '',
  operationId: '1',
  seq: 3,
  at: startedAt + 5,
  detail: { type: 'operation', from: 'waiting', to: 'complete' },
  operation: { ...operationOf('1', 'complete'), ...operation },
  subject: 'subject',
  terminalId: 'terminal-1',
  isDispatched: false,
  ...row,
});

/** What is sent of an event. */
async function sent(
  event: GatewayEvent | OrderPaidEvent,
  webhook: Partial<Webhook> = {},
): Promise<WebhookRequest> {
  const { clock } = createOutboxTill();
  const requests: WebhookRequest[] = [];
  const send = async (request: WebhookRequest) => {
    requests.push(request);
    return 204;
  };
  const status = await sendWebhookEvent(event, { ...webhookTo('shop.test'), ...webhook }, send, {
    now: clock.now(),
    clock,
    timeoutMs: 1000,
  });
  expect([status, requests.length]).toEqual([204, 1]);
  return requests[0] as WebhookRequest;
}

test('an event says what happened to which operation', async () => {
  const operation = {
    provider: 'acme',
    confirmedCents: 1350,
    tipCents: 100,
    pnRefNum: '42',
    msgIdentifier: 'm1',
  };
  const times = { acceptedAt: startedAt + 1, endedAt: startedAt + 5 };
  const event = await createGatewayEvent(
    rowOf(
      { ...operation, ...times, status: 'complete', anomalies: ['amount-mismatch'] },
      { account: 'shop' },
    ),
    'key',
  );
  const { body, headers, url } = await sent(event);
  expect(url).toBe('https://shop.test/hook');
  expect(headers['content-type']).toBe('application/json');
  expect(JSON.parse(body)).toEqual({
    id: headers['webhook-id'],
    type: 'operation.complete',
    timestamp: '2026-11-22T12:00:00.005Z',
    data: {
      account: 'shop',
      previousPhase: 'waiting',
      operation: {
        ...operation,
        ...times,
        id: '1',
        kind: 'pay',
        phase: 'complete',
        seq: 3,
        status: 'complete',
        terminalId: 'terminal-1',
        currency: 'EUR',
        amountCents: 1250,
        orderNumber: 'order-1',
        anomalies: ['amount-mismatch'],
        createdAt: startedAt,
      },
    },
  });
});

test('what should not happen and did has a type of its own', async () => {
  const event = await createGatewayEvent(
    rowOf({}, { detail: { type: 'anomaly', kind: 'contradiction' } }),
    'key',
  );
  expect(event).toMatchObject({ type: 'operation.anomaly', data: { anomaly: 'contradiction' } });
});

test('neither the service’s words nor anything of a person are told', async () => {
  const planted = ['kim@example.test', '+49 170 1234567', '4111 1111 1111 1111', 'Kim Example'];
  const sentence = `Card of ${planted.join(', ')} declined`;
  const operation = {
    message: sentence,
    error: { code: 'http', status: 422, shortMessage: sentence, serviceMessage: sentence, field: sentence },
    scope: sentence,
    flowKey: sentence,
    resolution: { charged: false, basis: 'other', note: sentence, actor: sentence },
    // What an operation may have one day.
    actor: sentence,
    customer: { email: planted[0] },
  } as Partial<TerminalOperation>;
  const row = rowOf(operation, { subject: sentence, detail: { type: 'operation', to: 'rejected' } });
  const { body } = await sent(await createGatewayEvent(row, 'key'));
  for (const word of [...planted, 'declined']) expect(body).not.toContain(word);
  const { data } = JSON.parse(body) as GatewayEvent;
  expect(data.operation.error).toEqual({ code: 'http', status: 422 });
  expect(data.operation.resolution).toEqual({ charged: false, basis: 'other' });
});

test('in the log of staff there is nothing of them either, nor of where a webhook goes', async () => {
  const till = createOutboxTill();
  const sentence = 'Kim Example, kim@example.test';
  const webhook = { url: 'https://shop.test/hook/a-token?key=another', secrets: [secret] };
  const sendWebhook = async () => Promise.reject(new Error(`${sentence} ${webhook.url} ${secret}`));
  await happens(till.store, '1', ['sending']);
  till.outbox({ webhooks: [webhook], sendWebhook, rules: { giveUpMs: 60_000, firstPauseMs: 100 } }).start();
  await till.pass(300_000);
  expect(new Set(till.problems.map(({ type }) => type))).toEqual(
    new Set(['event-delayed', 'event-undelivered']),
  );
  const log = JSON.stringify([till.problems, await till.deliveries(), await till.receivers()]);
  for (const word of [sentence, 'a-token', 'another', secret]) expect(log).not.toContain(word);
});

test('an id is the same whenever it is told, tells no number, and is another in a record that was put back', async () => {
  const idOf = async (row: Partial<EventRow> = {}, key = 'key') =>
    (await createGatewayEvent(rowOf({}, row), key)).id;
  const id = await idOf();
  expect(id).toMatch(/^evt_[0-9a-f]{32}$/);
  expect(await idOf()).toBe(id);
  const others = await Promise.all([
    idOf({ id: 8 }),
    idOf({ account: 'shop' }),
    idOf({ operationId: '2' }),
    idOf({ at: startedAt + 6 }),
    idOf({}, 'another key'),
  ]);
  expect(new Set([id, ...others]).size).toBe(6);
});

test.each([
  ['one secret', [secret], [secret]],
  ['two, by the older', [newer, secret], [secret]],
  ['two, by the newer', [newer, secret], [newer]],
])(
  'what is signed with %s is verified by a receiver that knows Standard Webhooks',
  async (_, secrets, known) => {
    const event = await createGatewayEvent(rowOf({ orderNumber: 'Käse & 寿司 "7"' }), 'key');
    const { body, headers } = await sent(event, { secrets });
    vi.useFakeTimers({ toFake: ['Date'], now: startedAt + 60_000 });
    for (const key of known) expect(new Verifier(key).verify(body, headers)).toEqual(JSON.parse(body));
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(secrets.length);
    const stranger = new Verifier(`whsec_${btoa('another receiver’s'.padEnd(32, '.').replaceAll('’', "'"))}`);
    expect(() => stranger.verify(body, headers)).toThrow('No matching signature');
    const verifier = new Verifier(secret);
    expect(() => verifier.verify(body.replace('1250', '1'), headers)).toThrow('No matching signature');
    expect(() => verifier.verify(body, { ...headers, 'webhook-id': 'evt_1' })).toThrow(
      'No matching signature',
    );
    vi.setSystemTime(startedAt + 600_000);
    expect(() => verifier.verify(body, headers)).toThrow('too old');
    vi.useRealTimers();
  },
);

test('what is told again is signed anew, at its own time and under the same id', async () => {
  const till = createOutboxTill();
  const requests: WebhookRequest[] = [];
  const sendWebhook = async (request: WebhookRequest) => {
    requests.push(request);
    return requests.length === 1 ? 500 : 200;
  };
  await happens(till.store, '1', ['sending']);
  till.outbox({ webhooks: [webhookTo('shop.test')], sendWebhook }).start();
  await till.pass(10_000);
  const [first, second] = requests.map(({ headers, body }) => [headers['webhook-id'], body]);
  expect(second).toEqual(first);
  const times = requests.map(({ headers }) => Number(headers['webhook-timestamp']));
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(5);
  expect(requests[0]?.headers['webhook-signature']).not.toBe(requests[1]?.headers['webhook-signature']);
});

test('is signed for the time of the machine, where that of the record stays behind a clock that was set', async () => {
  const till = createOutboxTill();
  const requests: WebhookRequest[] = [];
  const sendWebhook = async (request: WebhookRequest) => requests.push(request) && 200;
  till.clock.jump(3_600_000);
  await happens(till.store, '1', ['sending']);
  till.outbox({ webhooks: [webhookTo('shop.test')], sendWebhook }).start();
  await till.pass(1_000);
  const [request] = requests;
  vi.useFakeTimers({ toFake: ['Date'], now: till.clock.now() });
  expect(() => new Verifier(secret).verify(request?.body ?? '', { ...request?.headers })).not.toThrow();
  vi.useRealTimers();
});

const create = (webhook: Partial<Webhook>) =>
  createOutboxTill().outbox({
    webhooks: [{ ...webhookTo('shop.test'), ...webhook }],
    sendWebhook: async () => 200,
  });

test.each([
  ['webhooks[0].url', { url: 'http://shop.test/hook' }],
  ['webhooks[0].url', { url: '/hook' }],
  ['webhooks[0].url', { url: 'ftp://shop.test/hook' }],
  ['webhooks[0].url', { url: 'https://user:word@shop.test/hook' }],
  ['webhooks[0].id', { id: '' }],
  ['webhooks[0].id', { id: 'process' }],
  ['webhooks[0].id', { id: 'x'.repeat(257) }],
  ['webhooks[0].id', { id: 17 as never }],
  ['webhooks[0].id', { url: `https://${'x'.repeat(257)}/hook` }],
  ['webhooks[0].secrets', { secrets: [] }],
  ['webhooks[0].secrets', { secrets: [secret, newer, secret] }],
  ['webhooks[0].secrets', { secrets: ['whsec_'] }],
  ['webhooks[0].secrets', { secrets: [`whsec_${btoa('too short')}`] }],
  ['webhooks[0].secrets', { secrets: [secret.slice('whsec_'.length)] }],
  ['webhooks[0].secrets', { secrets: ['whsec_a-secret-that-is-not-base64-but-is-long-enough'] }],
])('refuses %s of %j when it is made', (field, webhook) => {
  expect(() => create(webhook)).toThrow(expect.objectContaining({ code: 'configuration', field }));
});

test('the secret is in no message', () => {
  expect(() => create({ secrets: ['whsec_typo!'] })).not.toThrow(/typo/);
});

test('plain http is for this machine', () => {
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:8080']) {
    expect(() => create({ url: `http://${host}/hook` })).not.toThrow();
  }
});

test.each([
  ['webhooks', { webhooks: [webhookTo('shop.test'), webhookTo('shop.test')], sendWebhook: async () => 200 }],
  ['webhooks', { webhooks: webhookTo('shop.test') as never, sendWebhook: async () => 200 }],
  ['sendWebhook', { webhooks: [webhookTo('shop.test')] }],
  ['sendWebhook', { webhooks: () => [] }],
  ['onEvent', { onEvent: 'log' as never }],
])('refuses %s that cannot work', (field, options) => {
  const { outbox } = createOutboxTill();
  expect(() => outbox(options)).toThrow(expect.objectContaining({ code: 'configuration', field }));
});

test('two webhooks of one host have ids', () => {
  const webhooks = ['erp', 'shop'].map((id) => ({ ...webhookTo('shop.test'), id }));
  expect(() => createOutboxTill().outbox({ webhooks, sendWebhook: async () => 200 })).not.toThrow();
});
