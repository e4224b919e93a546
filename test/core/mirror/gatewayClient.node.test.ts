import { describe, expect, it } from 'vitest';
import { createGatewayClient, type GatewayClient } from '../../../src/exports/core.ts';
import { attemptLinkCreation } from '../../../src/core/links/linkCreator.ts';
import { errorOf, json } from '../client/recordingClient.ts';
import { recorded } from './scriptedRecord.ts';

const id = '0123456789abcdef0123456789abcdef';
const link = { amount: 1250 };
const sale = { terminalId: 'T1', amount: 1250, receipt: false, provider: 'alpha' };

/** A client of a gateway, and what it was asked to send. */
function asking(answer: (request: Request) => Response | Promise<Response>) {
  const sent: { request: Request; body: string }[] = [];
  const client = createGatewayClient({
    baseUrl: 'https://pay.test/base',
    clientId: 'web-1',
    headers: { authorization: 'Basic c2VjcmV0' },
    fetcher: async (request) => {
      sent.push({ request, body: await request.clone().text() });
      return answer(request);
    },
  });
  return { client, sent };
}
const told = (more: object) => asking(() => json({ id, knownForMs: 5, ...more }));
const accepted = { headers: { 'x-operation-state': 'accepted' } };

describe('a question about an operation', () => {
  it.each([
    ['getOperation', 'GET'],
    ['closeOperation', 'DELETE'],
  ] as const)('%s sends no more than it has to', async (name, method) => {
    const { client, sent } = told({ state: 'sent' });
    expect(await client[name](id)).toMatchObject({ state: 'sent', timeline: [] });
    const { request, body } = sent[0]!;
    const address = `https://pay.test/base/operations/${id}`;
    expect([request.method, request.url, body]).toEqual([method, address, '']);
    expect(request.cache).toBe('no-store');
    expect(request.redirect).toBe('manual');
    expect(Object.fromEntries(request.headers)).toEqual({
      accept: 'application/json',
      authorization: 'Basic c2VjcmV0',
    });
  });

  it('leaves out no character of an id, and leads nowhere else', async () => {
    const { client, sent } = told({ state: 'sent' });
    await errorOf(client.getOperation('a/b?c#d'));
    expect(sent[0]!.request.url).toBe('https://pay.test/base/operations/a%2Fb%3Fc%23d');
    expect(await errorOf(client.closeOperation('..'))).toMatchObject({ code: 'invalid-input' });
    expect(sent).toHaveLength(1);
  });

  it('is told what was not seen, since when, and whether it is closed', async () => {
    const { client } = told({ state: 'not-seen', isClosed: true });
    const read = { state: 'not-seen', knownForMs: 5, isClosed: true, timeline: [] };
    expect(await client.getOperation(id)).toEqual({ ...read, error: undefined });
    for (const knownForMs of ['5', null, undefined, '1e999']) {
      const other = told({ state: 'not-seen', knownForMs, isClosed: 1 }).client;
      expect(await other.getOperation(id)).toMatchObject({ knownForMs: 0, isClosed: false });
    }
    const endless = asking(() => json(`{"id":"${id}","state":"not-seen","knownForMs":1e999}`)).client;
    expect(await endless.getOperation(id)).toMatchObject({ knownForMs: 0 });
  });

  it('tells why the gateway kept a payment back as its request would have thrown it', async () => {
    const refusal = { code: 'terminal-busy', message: 'The terminal is busy.' };
    const body = JSON.stringify({ error: { message: 'The terminal is busy.' }, refusal });
    const { client } = told({ state: 'not-seen', isClosed: true, answer: { status: 409, body } });
    const { error } = await client.getOperation(id);
    expect(error).toMatchObject({ code: 'http', status: 409, operationState: 'not-seen', refusal });
  });

  it.each([
    ['no status', { body: '{}' }],
    ['a body that is none', { status: 409, body: '<html>' }],
    ['nothing', null],
  ])('is no error where the answer that was kept has %s', async (_, answer) => {
    const { client } = told({ state: 'not-seen', isClosed: true, answer });
    expect(await client.getOperation(id)).toMatchObject({
      state: 'not-seen',
      error: { operationState: 'not-seen' },
    });
  });

  it('F28: keeps the digits of the ids in a row', async () => {
    const operation = {
      ...recorded({ id }),
      msgIdentifier: '202-90071992547409931',
      pnRefNum: '90071992547409931',
    };
    const { client } = told({ state: 'accepted', operation });
    expect(await client.getOperation(id)).toMatchObject({ operation });
  });

  it.each([
    ['401', () => json({}, { status: 401 }), { code: 'unauthorized', isRetryable: false }],
    ['403', () => json({}, { status: 403 }), { code: 'unauthorized' }],
    ['404', () => json({}, { status: 404 }), { code: 'http' }],
    ['503', () => json({}, { status: 503 }), { code: 'http', isRetryable: true }],
    ['a redirect', () => json({}, { status: 302 }), { code: 'unauthorized', status: 302 }],
    ['HTML', () => json('<html>'), { code: 'contract' }],
    ['nothing', () => json(''), { code: 'contract' }],
    ['a list', () => json([]), { code: 'contract' }],
    ['another operation', () => json({ id: 'other', state: 'sent' }), { code: 'contract' }],
    [
      'the row of another operation',
      () => json({ id, state: 'accepted', operation: recorded() }),
      { code: 'contract' },
    ],
    ['no state', () => json({ id }), { code: 'contract' }],
    [
      'an error',
      () => Promise.reject(new TypeError('fetch failed')),
      { code: 'unanswered', isRetryable: true },
    ],
  ])('throws where it gets %s', async (_, answer, expected) => {
    const { client } = asking(answer);
    expect(await errorOf(client.getOperation(id))).toMatchObject({ ...expected, name: 'PaymentsError' });
  });

  it('notices that other headers are wanted', async () => {
    const { client } = asking(() => json({}, { status: 401 }));
    await errorOf(client.getOperation(id));
    expect(await client.hasNewHeaders()).toBe(false);
  });
});

describe('an answer to a payment', () => {
  it('F28: keeps the digits of an id', async () => {
    const { client } = asking(() => json('{"data":{"msgIdentifier":90071992547409931}}', accepted));
    expect(await client.pay(sale)).toMatchObject({ msgIdentifier: '90071992547409931' });
  });

  it('F12: is none of the gateway where it does not say so', async () => {
    for (const init of [{}, { headers: { 'x-operation-state': 'unanswered' } }]) {
      const { client } = asking(() => json({ data: { msgIdentifier: 'm' } }, init));
      expect(await errorOf(client.pay(sale))).toMatchObject({ code: 'contract' });
      expect(await errorOf(client.closeBatch({ terminalId: 'T1' }))).toMatchObject({ code: 'contract' });
    }
  });

  it('F11: closes a batch where it is accepted, with or without a body', async () => {
    for (const answer of [() => new Response(null, { status: 204, ...accepted }), () => json('', accepted)])
      expect(await asking(answer).client.closeBatch({ terminalId: 'T1' })).toEqual({});
  });

  it.each([
    ['refused', 400, true],
    ['refused', 503, false],
    ['unanswered', 400, false],
    ['nothing', 400, false],
  ])('that says %s with %i is a refusal: %s', async (state, status, isRefusal) => {
    const headers = { 'x-operation-state': state };
    const { client } = asking(() => json({}, { status, headers }));
    const error = await errorOf(client.pay(sale));
    expect(error['operationState']).toBe(state === 'nothing' ? undefined : state);
    expect(client.isRefusal(error as never, 'pay')).toBe(isRefusal);
  });
});

describe('what a page tells a gateway beside the contract', () => {
  it.each<[string, (client: GatewayClient) => Promise<unknown>, object]>([
    [
      'a sale',
      (to) => to.pay(sale, { operationId: id, currency: 'JPY' }),
      { provider: 'alpha', currency: 'JPY' },
    ],
    ['a sale without a provider', (to) => to.pay({ ...sale, provider: undefined }, { operationId: id }), {}],
    [
      'a question',
      (to) => to.getProcessedMessage({ msgIdentifier: 'm', provider: 'beta' }),
      { provider: 'beta' },
    ],
    [
      'a link',
      (to) => to.createPaymentLink(link, { currency: 'KWD' }),
      { clientId: 'web-1', currency: 'KWD' },
    ],
    [
      'a list',
      (to) => to.listPaymentLinks({ page: 2 }, { currency: 'KWD' }),
      { page: '2', limit: '25', currency: 'KWD' },
    ],
    ['a question about an operation', (to) => to.getOperation(id), {}],
  ])('of %s', async (_, call, query) => {
    const { client, sent } = asking(() => json({}));
    await call(client).catch(() => undefined);
    expect(Object.fromEntries(new URL(sent[0]!.request.url).searchParams)).toEqual(query);
  });
});

describe('a link', () => {
  it('carries an id of its own, another each time', async () => {
    const { client, sent } = asking(() => json({}, accepted));
    await client.createPaymentLink(link);
    await client.createPaymentLink(link);
    const ids = sent.map(({ request }) => request.headers.get('x-operation-id'));
    expect(new Set(ids).size).toBe(2);
    for (const each of ids) expect(each).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([
    ['refused', 'rejected'],
    ['not-seen', 'rejected'],
    ['unanswered', 'unknown'],
    [undefined, 'unknown'],
  ])('refused with %s is %s', async (state, phase) => {
    const headers: Record<string, string> = state ? { 'x-operation-state': state } : {};
    const { client } = asking(() => json({}, { status: 403, headers }));
    expect((await attemptLinkCreation(client, link)).phase).toBe(phase);
  });
});
