import { describe, expect, test } from 'vitest';
import { createGatewayClient } from '../../../src/core/mirror/createGatewayClient.ts';
import { attemptLinkCreation } from '../../../src/core/links/linkCreator.ts';
import type { GatewayOptions } from '../../../src/gateway/gatewayOptions.ts';
import {
  ask,
  close,
  createGatewayTill,
  longKnown,
  meddled,
  operationId,
  post,
  rowsOf,
  sale,
  saleBody,
  slowService,
  tillOrigin,
  stateOf,
} from '../gatewayTill.ts';
import { createMemoryStore } from '../../../src/gateway/createMemoryStore.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { freshId, recordingGateway } from '../requests/securityTill.ts';

const id = operationId(1);
const said = (response: Response) => [response.status, response.headers.get('x-operation-state')];

/** Instances that share a store; each with a sign-in of its own. */
function instances(...authorize: GatewayOptions['authorize'][]) {
  const till = createGatewayTill();
  return { ...till, gateways: authorize.map((check) => till.gateway({ authorize: check })) };
}

/** Decides when it is told to. */
function slowSignIn() {
  let decide: (isAllowed: boolean) => void = () => undefined;
  const decision = new Promise<boolean>((resolve) => {
    decide = resolve;
  });
  return { check: () => decision, decide };
}

describe('M1 a copy that another instance refuses', () => {
  test('was never sent, and never will be: the first still waits in authorize', async () => {
    const first = slowSignIn();
    const { gateways, sent } = instances(first.check, () => false);
    const waiting = gateways[0]!.fetch(sale(id));
    expect(said(await gateways[1]!.fetch(sale(id)))).toStrictEqual([403, 'not-seen']);
    first.decide(true);
    expect(said(await waiting)).toStrictEqual([410, 'not-seen']);
    expect(sent).toHaveLength(0);
  });

  test.each<[string, number, Partial<GatewayOptions>, object]>([
    ['is smaller', 413, { maxBodyBytes: 10 }, saleBody],
    ['is of another version, and knows no such field', 400, {}, { ...saleBody, tableNumber: 7 }],
  ])('because it %s, was never sent, and never will be', async (_, status, own, body) => {
    const first = slowSignIn();
    const till = createGatewayTill();
    const waiting = till.gateway({ authorize: first.check }).fetch(sale(id));
    expect(said(await till.gateway(own).fetch(sale(id, body)))).toStrictEqual([status, 'not-seen']);
    first.decide(true);
    expect(said(await waiting)).toStrictEqual([410, 'not-seen']);
    expect(till.sent).toHaveLength(0);
  });

  test('is not called unsent where the first is being sent', async () => {
    const till = createGatewayTill();
    const service = slowService();
    const first = till.gateway(service).fetch(sale(id));
    await service.reached;
    const refused = await till.gateway({ authorize: () => false }).fetch(sale(id));
    expect(said(refused)).toStrictEqual([403, null]);
    service.answer(Response.json({ data: { msgIdentifier: 'M-7' } }));
    expect(said(await first)).toStrictEqual([200, 'accepted']);
  });

  test('belongs to no till: every till that may ask is told that nothing was sent', async () => {
    const subject = ({ headers }: Request) => ({ subject: headers.get('authorization') ?? '' });
    const { gateways } = instances(() => false, subject);
    await gateways[0]!.fetch(sale(id));
    for (const authorization of ['Bearer ann', 'Bearer bob']) {
      for (const question of [ask(`/operations/${id}`, { authorization }), close(id, { authorization })]) {
        await expect((await gateways[1]!.fetch(question)).json()).resolves.toMatchObject({
          state: 'not-seen',
          isClosed: true,
        });
      }
      const late = await gateways[1]!.fetch(sale(id, saleBody, { authorization }));
      expect(said(late)).toStrictEqual([410, 'not-seen']);
    }
  });

  test.each(['closing', 'read'])('is not called unsent where the store fails: %s', async (deed) => {
    const till = createGatewayTill({ authorize: () => false });
    const before = (what: string) => {
      if (what === deed) throw new Error('gone');
    };
    const store = meddled(till.store, { before });
    expect(said(await till.gateway({ store }).fetch(sale(id)))).toStrictEqual([403, null]);
  });

  test('leaves the first one alone on its own instance, however many are refused', async () => {
    const first = slowSignIn();
    const answers = [first.check, () => false, () => false];
    const till = createGatewayTill({ authorize: () => answers.shift()?.() ?? false });
    const gateway = till.gateway();
    const waiting = gateway.fetch(sale(id));
    for (let times = 0; times < 2; times += 1) {
      expect(said(await gateway.fetch(sale(id)))).toStrictEqual([403, null]);
    }
    first.decide(true);
    expect(said(await waiting)).toStrictEqual([200, 'accepted']);
    expect(said(await gateway.fetch(sale(operationId(2))))).toStrictEqual([403, 'not-seen']);
  });
});

describe('what a refusal says of the payment', () => {
  const withBody = (body: string, headers: Record<string, string> = {}) =>
    new Request('https://till.example/pay', {
      method: 'POST',
      body,
      headers: {
        origin: tillOrigin,
        'content-type': 'application/json',
        'x-operation-id': id,
        ...headers,
      },
    });
  const brokenOff = () => {
    const body = new ReadableStream<Uint8Array>({
      start: (to) => to.error(new TypeError('terminated')),
    });
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: sale(id).headers,
      body,
      duplex: 'half',
    };
    return new Request('https://till.example/pay', init);
  };

  test.each<[string, () => Request, number]>([
    ['a field is wrong', () => sale(id, { ...saleBody, amount: -1 }), 400],
    ['no JSON', () => withBody('{'), 400],
    ['another type', () => withBody('{}', { 'content-type': 'text/plain' }), 415],
    ['too large', () => withBody(' '.repeat(70_000)), 413],
  ])('%s: not sent, and closed, since another instance may think otherwise', async (_, request, status) => {
    const gateway = createGatewayTill().gateway();
    expect(said(await gateway.fetch(request()))).toStrictEqual([status, 'not-seen']);
    expect(said(await gateway.fetch(sale(id)))).toStrictEqual([410, 'not-seen']);
  });

  test.each<[string, () => Request, number, string | null]>([
    ['no id', () => post('/pay', saleBody), 400, 'not-seen'],
    ['a malformed id', () => sale('short'), 400, 'not-seen'],
    ['a body that breaks off', brokenOff, 400, null],
    ['no such route', () => post('/payy', saleBody, { 'x-operation-id': id }), 404, null],
  ])('%s: nothing is written down for it', async (_, request, status, state) => {
    const till = createGatewayTill();
    const gateway = till.gateway();
    expect(said(await gateway.fetch(request()))).toStrictEqual([status, state]);
    expect(await rowsOf(till.store, id)).toStrictEqual([]);
    expect(said(await gateway.fetch(sale(id)))).toStrictEqual([200, 'accepted']);
  });

  test('an id that could not be sent stays its owner’s', async () => {
    const till = createGatewayTill({
      authorize: ({ headers }) => ({ subject: headers.get('authorization') ?? 'signed-out' }),
      headers: () => Promise.reject(new Error('the vault is shut')),
    });
    const gateway = till.gateway();
    const ann = { authorization: 'Bearer ann' };
    expect(said(await gateway.fetch(sale(id, saleBody, ann)))).toStrictEqual([503, 'not-seen']);
    expect((await gateway.fetch(ask(`/operations/${id}`, ann))).status).toBe(200);
    const bob = await gateway.fetch(ask(`/operations/${id}`, { authorization: 'Bearer bob' }));
    expect(bob.status).toBe(403);
  });
});

describe('a caller who is not signed in', () => {
  test.each<[string, object]>([
    ['a payment', saleBody],
    ['what is none', { ...saleBody, amount: -1 }],
  ])('cannot fill the store with %s: after sixty ids, two a minute', async (_, body) => {
    const { gateways, store, clock } = instances(() => false);
    const written = () => store.transact('', 'read', (tx) => tx.operations.list({}));
    let number = 0;
    const refuse = async (times: number) => {
      const states: (string | number | null)[] = [];
      for (let time = 0; time < times; time += 1) {
        number += 1;
        states.push(said(await gateways[0]!.fetch(sale(operationId(number), body)))[1] ?? null);
      }
      return states.filter((state) => state === 'not-seen').length;
    };
    expect(await refuse(100)).toBe(60);
    expect(await written()).toHaveLength(60);
    await clock.advance(29_999);
    expect(await refuse(1)).toBe(0);
    await clock.advance(1);
    expect(await refuse(2)).toBe(1);
    await clock.advance(3_600_000);
    expect(await refuse(100)).toBe(60);
  });

  test('spends nothing with one id', async () => {
    const { gateways } = instances(() => false);
    for (let time = 0; time < 70; time += 1) {
      expect(said(await gateways[0]!.fetch(sale(id)))).toStrictEqual([403, 'not-seen']);
    }
    expect(said(await gateways[0]!.fetch(sale(operationId(2))))).toStrictEqual([403, 'not-seen']);
  });

  test('writes nothing down with what is no payment', async () => {
    const { gateways, store } = instances(() => false);
    const requests = [
      ask('/terminals', { 'x-operation-id': id }),
      ask('/processed-messages/M-1', { 'x-operation-id': id }),
      ask(`/operations/${id}`, { 'x-operation-id': id }),
      close(id, { 'x-operation-id': id }),
    ];
    for (const request of requests) {
      expect(said(await gateways[0]!.fetch(request))).toStrictEqual([403, null]);
    }
    expect(await rowsOf(store, id)).toStrictEqual([]);
  });
});

describe('a caller who is signed in', () => {
  const subject = ({ headers }: Request) => ({ subject: headers.get('authorization') ?? '' });
  const ann = { authorization: 'Bearer ann' };
  const bob = { authorization: 'Bearer bob' };

  test('cannot fill the store by closing made-up ids: after six hundred, one a second', async () => {
    const till = createGatewayTill({ authorize: subject });
    const gateway = till.gateway();
    await gateway.fetch(sale(operationId(999), saleBody, ann));
    let number = 0;
    const closed = async (times: number) => {
      let count = 0;
      for (let time = 0; time < times; time += 1) {
        number += 1;
        const answer = await gateway.fetch(close(operationId(number), ann));
        if (answer.status === 200) count += 1;
        else expect([answer.status, answer.headers.get('retry-after')]).toStrictEqual([429, '1']);
      }
      return count;
    };
    expect(await closed(700)).toBe(600);
    expect(await rowsOf(till.store, operationId(600))).toHaveLength(1);
    expect(await rowsOf(till.store, operationId(601))).toStrictEqual([]);
    // What is known is told, and others are not held up.
    expect((await gateway.fetch(close(operationId(1), ann))).status).toBe(200);
    expect((await gateway.fetch(close(operationId(999), ann))).status).toBe(200);
    expect((await gateway.fetch(close(operationId(998), bob))).status).toBe(200);
    await till.clock.advance(1_000);
    expect(await closed(2)).toBe(1);
  });
});

describe('a link that the gateway refuses', () => {
  const link = { amount: 4900, customValues: [], applyDiscount: false };
  const path = '/public/202104/payment-link';

  test.each<[string, Partial<GatewayOptions>]>([
    ['not allowed', { authorize: () => false }],
    ['signed out', { authorize: () => 401 }],
    ['too large', { maxBodyBytes: 10 }],
  ])('%s: the page knows that there is none', async (_, own) => {
    const till = createGatewayTill(own);
    const gateway = till.gateway();
    const client = createGatewayClient({
      baseUrl: 'https://till.example',
      clock: till.clock,
      fetcher: (request) => {
        const headers = new Headers(request.headers);
        headers.set('origin', tillOrigin);
        return gateway.fetch(new Request(request, { headers }));
      },
    });
    await expect(attemptLinkCreation(client, link)).resolves.toMatchObject({ phase: 'rejected' });
    expect(till.sent).toHaveLength(0);
  });

  test('without an id: an earlier copy may have been sent', async () => {
    const till = createGatewayTill({ authorize: () => false });
    expect(said(await till.gateway().fetch(post(path, link)))).toStrictEqual([403, null]);
  });
});

const origin = 'https://till.example';

function recordingTill(own: Partial<GatewayOptions> = {}) {
  const ownId = freshId();
  const recorded = recordingGateway({ allowedOrigins: [origin], ...own });
  const headers = { origin, 'content-type': 'application/json', 'x-operation-id': ownId };
  return {
    ...recorded,
    pay: () =>
      recorded.gateway.fetch(
        new Request(`${origin}/pay`, { method: 'POST', headers, body: JSON.stringify(saleBody) }),
      ),
    ask: () => recorded.gateway.fetch(new Request(`${origin}/operations/${ownId}`, { headers })),
    close: () =>
      recorded.gateway.fetch(new Request(`${origin}/operations/${ownId}`, { method: 'DELETE', headers })),
  };
}

/** A promise that a test settles. */
function held<Value>() {
  let settle: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

test('M1 a copy that is refused is not called unsent while another one is on its way in', async () => {
  const first = held<boolean>();
  const answers = [() => first.promise, () => false];
  const { pay, sent } = recordingTill({ authorize: () => answers.shift()?.() ?? false });
  const charged = pay();
  const refused = await pay();
  expect([refused.status, stateOf(refused)]).toEqual([403, null]);
  first.settle(true);
  expect(stateOf(await charged)).toBe('accepted');
  expect(sent).toHaveLength(1);
});

test('M1 a copy that failed on this side is called unsent only once none can be sent any more', async () => {
  const headers = [() => Promise.reject(new Error('no token')), () => ({ authorization: 'later' })];
  const { pay, sent } = recordingTill({ headers: () => headers.shift()?.() ?? {} });
  const failed = await pay();
  expect([failed.status, stateOf(failed)]).toEqual([503, 'not-seen']);
  const resent = await pay();
  expect([resent.status, stateOf(resent)]).toEqual([410, 'not-seen']);
  expect(sent).toEqual([]);
});

test('M1 a copy that failed on this side after another was sent is not called unsent', async () => {
  const headers = [() => ({ authorization: 'now' }), () => Promise.reject(new Error('no token'))];
  const { pay, sent } = recordingTill({ headers: () => headers.shift()?.() ?? {} });
  await pay();
  const failed = await pay();
  expect([failed.status, stateOf(failed)]).toEqual([503, null]);
  expect(sent).toHaveLength(1);
});

test('a moment of weakness proves nothing: authorize or the store that throws', async () => {
  const gone = () => {
    throw new Error('gone');
  };
  const store = meddled(longKnown(createMemoryStore()), { before: gone });
  for (const own of [{ authorize: gone }, { store }]) {
    const { pay, sent } = recordingTill(own);
    const answer = await pay();
    expect([answer.status >= 500, stateOf(answer)]).toEqual([true, null]);
    expect(sent).toEqual([]);
  }
});

test('a claim that the store was told twice is still the own one', async () => {
  const store = longKnown(createMemoryStore());
  const repeating: GatewayStore = {
    ...store,
    async transact(...given) {
      await store.transact(...given);
      return store.transact(...given);
    },
  };
  const { pay, sent } = recordingTill({ store: repeating });
  expect(stateOf(await pay())).toBe('accepted');
  expect(stateOf(await pay())).toBe('accepted');
  expect(sent).toHaveLength(1);
});

test.each([
  ['connect', 'ECONNREFUSED', 'not-seen'],
  ['connect', 'EHOSTUNREACH', 'not-seen'],
  ['getaddrinfo', 'ENOTFOUND', 'not-seen'],
  ['read', 'EHOSTUNREACH', 'unanswered'],
  ['write', 'ECONNREFUSED', 'unanswered'],
  ['read', 'ECONNRESET', 'unanswered'],
  ['connect', 'ECONNRESET', 'unanswered'],
])('a connection of Node’s fetch that failed to %s with %s: %s', async (syscall, code, state) => {
  const cause = Object.assign(new Error(code), { code, syscall });
  const places = [1, 2].map((version) => Symbol.for(`undici.globalDispatcher.${version}`)); // Node 26 reads the second
  await fetch('data:,'); // it makes its dispatcher when it is first used
  const before = places.map((place) => Reflect.get(globalThis, place) as unknown);
  type Handler = { onError?: (error: Error) => void; onResponseError?: (_: unknown, error: Error) => void };
  const dispatch = (_: unknown, handler: Handler) =>
    handler.onError ? handler.onError(cause) : handler.onResponseError?.(undefined, cause);
  for (const place of places) Reflect.set(globalThis, place, { dispatch });
  const { pay } = recordingTill({ fetcher: undefined });
  const answer = await pay();
  for (const [at, place] of places.entries()) Reflect.set(globalThis, place, before[at]);
  expect(stateOf(answer)).toBe(state);
});

test('a status that is none is passed on as a doubt', async () => {
  const odd = Object.defineProperty(new Response('{}'), 'status', { value: 999 });
  const { pay, ask: askTill } = recordingTill({ fetcher: async () => odd });
  const answer = await pay();
  expect([answer.status, stateOf(answer)]).toEqual([502, 'unanswered']);
  await expect((await askTill()).json()).resolves.toMatchObject({ state: 'unanswered' });
});

test('what still waits in authorize when the till closes its id is never sent', async () => {
  const slow = held<boolean>();
  const {
    pay,
    close: closeId,
    sent,
  } = recordingTill({
    authorize: (_, operation) => (operation === 'pay' ? slow.promise : true),
  });
  const waiting = pay();
  await expect((await closeId()).json()).resolves.toMatchObject({ state: 'not-seen', isClosed: true });
  slow.settle(true);
  expect((await waiting).status).toBe(410);
  expect(sent).toEqual([]);
});

test('a browser that leaves a list is no problem of the service', async () => {
  const { gateway, problems } = recordingTill({ fetcher: () => new Promise(() => undefined) });
  const gone = new AbortController();
  const list = new Request(`${origin}/terminals`, { headers: { origin }, signal: gone.signal });
  const answer = gateway.fetch(list);
  gone.abort();
  await answer;
  expect(problems).toEqual([]);
});

test('a payment without an id is called unsent, whatever else is under way', async () => {
  const { gateway } = recordingTill({ fetcher: () => new Promise(() => undefined) });
  void gateway.fetch(new Request(`${origin}/terminals`, { headers: { origin } }));
  const headers = { origin, 'content-type': 'application/json' };
  const refused = await gateway.fetch(
    new Request(`${origin}/pay`, { method: 'POST', headers, body: JSON.stringify(saleBody) }),
  );
  expect([refused.status, stateOf(refused)]).toEqual([400, 'not-seen']);
});
