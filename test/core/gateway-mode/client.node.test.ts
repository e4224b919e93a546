import { describe, expect, it } from 'vitest';
import {
  type PaymentsClient,
  type PaymentsClientOptions,
  createMemoryPollStore,
  createPaymentsClient,
  createPollBudget,
  createVirtualClock,
  defineService,
  type PollStore,
} from '../../../src/exports/core.ts';
import { createLinkOnce } from '../../../src/core/links/linkCreation.ts';
import { moneyOperations } from '../../../src/core/wire/routes.ts';
import { errorOf, json, recordingClient } from '../client/recordingClient.ts';
import { createMessageWatcher } from '../../../src/core/polling/messageWatcher.ts';
import { json as jsonOf } from './scriptedGateway.ts';

const operationId = '0123456789abcdef0123456789abcdef';
const question = { operationId, kind: 'pay' } as const;
const link = { amount: 1250 };

function askedWhether(told: object, options: Partial<PaymentsClientOptions> = {}) {
  const { client, sent } = recordingClient(() => json({ id: operationId, knownForMs: 5, ...told }), {
    gateway: true,
    ...options,
  });
  return { client, sent };
}

describe('a question to the gateway', () => {
  it.each([
    [false, 'GET'],
    [true, 'DELETE'],
  ])('closing it: %s', async (close, method) => {
    const { client, sent } = askedWhether({ state: 'sent' });
    expect(await client.askOperation({ ...question, close })).toEqual({ state: 'sent' });
    const { request, body } = sent[0]!;
    expect([request.method, request.url, body]).toEqual([
      method,
      `https://pay.test/base/operations/${operationId}`,
      '',
    ]);
    expect(request.cache).toBe('no-store');
    expect(request.redirect).toBe('error');
    expect(Object.fromEntries(request.headers)).toEqual({
      accept: 'application/json',
      authorization: 'Basic c2VjcmV0',
    });
  });

  it('leaves out no character of an id, and leads nowhere else', async () => {
    const { client, sent } = askedWhether({ state: 'sent' });
    await errorOf(client.askOperation({ ...question, operationId: 'a/b?c#d' }));
    expect(sent[0]!.request.url).toBe('https://pay.test/base/operations/a%2Fb%3Fc%23d');
    const error = await errorOf(client.askOperation({ ...question, operationId: '..' }));
    expect(error['code']).toBe('configuration');
    expect(sent).toHaveLength(1);
  });

  it('is told what was not seen, since when, and whether it is closed', async () => {
    const { client } = askedWhether({ state: 'not-seen', knownForMs: 5, isClosed: true });
    expect(await client.askOperation(question)).toEqual({ state: 'not-seen', knownForMs: 5, isClosed: true });
    for (const knownForMs of ['5', null, undefined, '1e999']) {
      const other = askedWhether({ state: 'not-seen', knownForMs });
      expect(await other.client.askOperation(question)).toEqual({
        state: 'not-seen',
        knownForMs: 0,
        isClosed: false,
      });
    }
    const endless = recordingClient(
      () => json(`{"id":"${operationId}","state":"not-seen","knownForMs":1e999}`),
      {
        gateway: true,
      },
    );
    expect(await endless.client.askOperation(question)).toMatchObject({ knownForMs: 0 });
  });

  it('reads a late answer as one that comes in time', async () => {
    const body = JSON.stringify({ data: { msgIdentifier: '202-90071992547409931' } });
    const { client } = askedWhether({ state: 'accepted', answer: { status: 202, body } });
    for (const kind of moneyOperations) {
      expect(await client.askOperation({ operationId, kind })).toMatchObject({
        state: 'accepted',
        accepted: { msgIdentifier: '202-90071992547409931' },
      });
    }
  });

  it('F28: keeps the digits of an id', async () => {
    const answer = { status: 200, body: '{"data":{"msgIdentifier":90071992547409931}}' };
    const { client } = askedWhether({ state: 'accepted', answer });
    expect(await client.askOperation(question)).toMatchObject({
      accepted: { msgIdentifier: '90071992547409931' },
    });
  });

  it('a batch is closed by any 2xx', async () => {
    for (const answer of [{ status: 204, body: '' }, { status: 200, body: '' }, undefined]) {
      const { client } = askedWhether({ state: 'accepted', answer });
      const told = await client.askOperation({ operationId, kind: 'closeBatch' });
      expect(told).toMatchObject({ state: 'accepted' });
    }
    for (const answer of [{ body: '' }, { status: 0, body: '' }, 'closed', null]) {
      const { client } = askedWhether({ state: 'accepted', answer });
      const told = await client.askOperation({ operationId, kind: 'closeBatch' });
      expect(told).toMatchObject({ state: 'unanswered' });
    }
  });

  it('tells a refusal as the request would have thrown it', async () => {
    const answer = {
      status: 422,
      body: JSON.stringify({ errors: [{ field: 'amount', message: 'Too much.' }] }),
    };
    const { client } = askedWhether({ state: 'refused', answer });
    expect(await client.askOperation(question)).toMatchObject({
      state: 'refused',
      error: { code: 'http', status: 422, field: 'amount', operationState: 'refused', isRetryable: false },
    });
  });

  it.each([
    ['401', () => json({}, { status: 401 }), { code: 'unauthorized', isRetryable: false }],
    ['403', () => json({}, { status: 403 }), { code: 'unauthorized' }],
    ['404', () => json({}, { status: 404 }), { code: 'http' }],
    ['503', () => json({}, { status: 503 }), { code: 'http', isRetryable: true }],
    ['a redirect', () => json({}, { status: 302 }), { code: 'http' }],
    ['HTML', () => json('<html>'), { code: 'contract' }],
    ['nothing', () => json(''), { code: 'contract' }],
    ['a list', () => json([]), { code: 'contract' }],
    ['another operation', () => json({ id: 'other', state: 'sent' }), { code: 'contract' }],
    ['no state', () => json({ id: operationId }), { code: 'contract' }],
    [
      'an error',
      () => Promise.reject(new TypeError('fetch failed')),
      { code: 'unanswered', isRetryable: true },
    ],
  ])('throws where it gets %s', async (_, answer, expected) => {
    const { client } = recordingClient(answer, { gateway: true });
    const error = await errorOf(client.askOperation(question));
    expect(error).toMatchObject({ ...expected, name: 'PaymentsError' });
  });

  it('notices that other headers are wanted', async () => {
    const { client } = recordingClient(() => json({}, { status: 401 }), { gateway: true });
    await errorOf(client.askOperation(question));
    expect(await client.hasNewHeaders()).toBe(false);
  });
});

describe('what a gateway says of a refusal', () => {
  it.each([
    [true, 'refused'],
    [undefined, undefined],
  ] as const)('is read in gateway mode: %s', async (gateway, operationState) => {
    const refusal = () => json({}, { status: 400, headers: { 'x-operation-state': 'refused' } });
    const { client } = recordingClient(refusal, { gateway });
    const sale = { terminalId: 't1', amount: 100, receipt: false };
    expect((await errorOf(client.pay(sale)))['operationState']).toBe(operationState);
  });
});

describe('what a page tells a gateway beside the contract', () => {
  const queryOf = async (call: (client: PaymentsClient) => Promise<unknown>, gateway = true) => {
    const { client, sent } = recordingClient(() => json({}), { ...(gateway && { gateway }) });
    await call(client).catch(() => undefined);
    return Object.fromEntries(new URL(sent[0]!.request.url).searchParams);
  };
  const sale = { terminalId: 'T1', amount: 1250, receipt: false, provider: 'alpha' };

  it.each<[string, (client: PaymentsClient) => Promise<unknown>, object]>([
    [
      'a sale',
      (to) => to.pay(sale, { operationId, currency: 'JPY' }),
      { provider: 'alpha', currency: 'JPY' },
    ],
    ['a sale of nobody', (to) => to.pay({ ...sale, provider: undefined }, { operationId }), {}],
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
    ['a question about an operation', (to) => to.askOperation(question), {}],
  ])('of %s', async (_, call, query) => {
    expect(await queryOf(call)).toEqual(query);
  });

  it('is told to no service', async () => {
    const calls = [
      (to: PaymentsClient) => to.pay(sale, { operationId, currency: 'JPY' }),
      (to: PaymentsClient) => to.createPaymentLink(link, { currency: 'KWD' }),
    ];
    for (const call of calls) expect(await queryOf(call, false)).toEqual({});
  });
});

describe('a link', () => {
  it('carries an id of its own to a gateway, another each time', async () => {
    const accepted = () => json({}, { headers: { 'x-operation-state': 'accepted' } });
    const { client, sent } = recordingClient(accepted, { gateway: true });
    await client.createPaymentLink(link);
    await client.createPaymentLink(link);
    const ids = sent.map(({ request }) => request.headers.get('x-operation-id'));
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  });

  it('carries none elsewhere', async () => {
    const { client, sent } = recordingClient(() => json({}), {
      service: defineService({ operationIdHeader: 'x-operation-id' }),
    });
    await client.createPaymentLink(link);
    expect(sent[0]!.request.headers.has('x-operation-id')).toBe(false);
  });

  it.each([
    ['refused', 'rejected'],
    ['not-seen', 'rejected'],
    ['unanswered', 'unknown'],
    [undefined, 'unknown'],
  ])('refused with %s is %s', async (state, phase) => {
    const headers: Record<string, string> = state ? { 'x-operation-state': state } : {};
    const { client } = recordingClient(() => json({}, { status: 403, headers }), { gateway: true });
    expect((await createLinkOnce(client, link)).phase).toBe(phase);
  });
});

type Headers = Record<string, string>;

/** A page that watches one message, and a gateway that answers as it is told. */
function watching({
  store = createMemoryPollStore(),
  clock = createVirtualClock(1_700_000_000_000),
  gateway = true,
} = {}) {
  const polls: number[] = [];
  let answer: { status: string; headers: Headers } = { status: 'received', headers: { age: '0' } };
  const client = createPaymentsClient({
    baseUrl: 'https://till.test/api',
    gateway,
    clock,
    pollBudget: createPollBudget({ clock, store }),
    fetcher: async () => {
      polls.push(clock.now());
      return jsonOf({ data: { status: answer.status } }, 200, answer.headers);
    },
  });
  const watcher = createMessageWatcher({ client, clock, random: () => 0.5, tab: `tab-${Math.random()}` });
  const watch = watcher.watch('m-1', { acceptedAt: clock.now() });
  watch.subscribe(() => undefined);
  return {
    clock,
    polls,
    watch,
    watcher,
    say: (status: string, headers: Headers = { age: '0' }) => {
      answer = { status, headers };
    },
  };
}

describe('how fresh a result is that a gateway tells', () => {
  it('was checked when the service was asked, not when the gateway was', async () => {
    const { clock, polls, watch, say } = watching();
    say('processing', { age: '7' });
    await clock.advance(10_000);
    expect(watch.getSnapshot().lastCheckedAt).toBe(polls.at(-1)! - 7000);
    say('processing', { age: '0' });
    await clock.advance(10_000);
    expect(watch.getSnapshot().lastCheckedAt).toBe(polls.at(-1));
  });

  it('never goes back', async () => {
    const { clock, polls, watch, say } = watching();
    await clock.advance(10_000);
    const checkedAt = watch.getSnapshot().lastCheckedAt;
    const asked = polls.length;
    say('received', { age: '3600' });
    await clock.advance(10_000);
    expect(polls.length).toBeGreaterThan(asked);
    expect(watch.getSnapshot().lastCheckedAt).toBe(checkedAt);
  });

  it.each([[{}], [{ age: '' }], [{ age: '-1' }], [{ age: 'x' }]])(
    'was not asked about yet where its age is %o',
    async (headers: Headers) => {
      const { clock, polls, watch, say } = watching();
      say('received', headers);
      await clock.advance(10_000);
      expect(polls.length).toBeGreaterThan(0);
      expect(watch.getSnapshot()).toMatchObject({
        status: 'received',
        lastCheckedAt: undefined,
        connection: 'ok',
      });
    },
  );

  it('is not read without a gateway', async () => {
    const { clock, polls, watch, say } = watching({ gateway: false });
    say('processing', { age: '7', 'retry-after': '30' });
    await clock.advance(10_000);
    expect(polls.length).toBeGreaterThan(2);
    expect(watch.getSnapshot().lastCheckedAt).toBe(polls.at(-1));
  });

  it('tells the other tabs how old it is', async () => {
    const store: PollStore = createMemoryPollStore();
    const clock = createVirtualClock(1_700_000_000_000);
    const first = watching({ store, clock });
    first.say('processing', { age: '7' });
    await clock.advance(2000);
    const log = await store.update((held) => ({ log: held, result: held }));
    const { heard, heardAt, answeredAt } = log.asked.get('m-1')!;
    expect(heard).toMatchObject({ status: 'processing' });
    expect(answeredAt! - heardAt!).toBe(7000);
  });

  it('tells the other tabs nothing that nobody asked about', async () => {
    const store: PollStore = createMemoryPollStore();
    const { clock, say } = watching({ store });
    say('received', {});
    await clock.advance(2000);
    const log = await store.update((held) => ({ log: held, result: held }));
    const { heard, answeredAt } = log.asked.get('m-1')!;
    expect([heard, answeredAt]).toEqual([undefined, expect.any(Number)]);
  });
});

describe('when a gateway is asked again', () => {
  it.each([
    ['9', 9],
    ['600', 60],
  ])('not before it has something new: retry-after %s', async (retryAfter, seconds) => {
    const { clock, polls, say, watch } = watching();
    say('received', { age: '1', 'retry-after': retryAfter });
    await clock.advance(5000);
    expect(polls).toHaveLength(1);
    expect(watch.getSnapshot().nextCheckAt).toBeGreaterThanOrEqual(polls[0]! + seconds * 1000);
    say('received');
    await clock.advance(seconds * 1000);
    expect(polls[1]! - polls[0]!).toBeGreaterThanOrEqual(seconds * 1000);
    expect(polls[1]! - polls[0]!).toBeLessThan(seconds * 1000 + 5000);
  });

  it('not before that by a press either, which is told when', async () => {
    const { clock, polls, say, watcher } = watching();
    say('received', { 'retry-after': '9' });
    await clock.advance(5000);
    const { asked, nextAllowedAt } = watcher.checkNow('m-1');
    expect([asked, nextAllowedAt]).toEqual([false, polls[0]! + 9000]);
    await clock.advance(nextAllowedAt - clock.now());
    expect(polls).toHaveLength(2);
  });
});
