import { expect, test } from 'vitest';
import { createMemoryStore } from '../../src/gateway/createMemoryStore.ts';
import type { GatewayOptions } from '../../src/gateway/gatewayOptions.ts';
import type { GatewayStore } from '../../src/gateway/gatewayStore.ts';
import { saleBody } from './gatewayTill.ts';
import { freshId, recordingGateway } from './securityTill.ts';

const origin = 'https://till.example';
const stateOf = (response: Response) => response.headers.get('x-operation-state');

function till(own: Partial<GatewayOptions> = {}) {
  const id = freshId();
  const recorded = recordingGateway({ allowedOrigins: [origin], ...own });
  const headers = { origin, 'content-type': 'application/json', 'x-operation-id': id };
  return {
    ...recorded,
    pay: () =>
      recorded.gateway.fetch(
        new Request(`${origin}/pay`, { method: 'POST', headers, body: JSON.stringify(saleBody) }),
      ),
    ask: () => recorded.gateway.fetch(new Request(`${origin}/operations/${id}`, { headers })),
    close: () =>
      recorded.gateway.fetch(new Request(`${origin}/operations/${id}`, { method: 'DELETE', headers })),
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
  const { pay, sent } = till({ authorize: () => answers.shift()?.() ?? false });
  const charged = pay();
  const refused = await pay();
  expect([refused.status, stateOf(refused)]).toEqual([403, null]);
  first.settle(true);
  expect(stateOf(await charged)).toBe('accepted');
  expect(sent).toHaveLength(1);
});

test('M1 a copy that failed on this side is called unsent only once none can be sent any more', async () => {
  const headers = [() => Promise.reject(new Error('no token')), () => ({ authorization: 'later' })];
  const { pay, sent } = till({ headers: () => headers.shift()?.() ?? {} });
  const failed = await pay();
  expect([failed.status, stateOf(failed)]).toEqual([503, 'not-seen']);
  const resent = await pay();
  expect([resent.status, stateOf(resent)]).toEqual([410, 'not-seen']);
  expect(sent).toEqual([]);
});

test('M1 a copy that failed on this side after another was sent is not called unsent', async () => {
  const headers = [() => ({ authorization: 'now' }), () => Promise.reject(new Error('no token'))];
  const { pay, sent } = till({ headers: () => headers.shift()?.() ?? {} });
  await pay();
  const failed = await pay();
  expect([failed.status, stateOf(failed)]).toEqual([503, null]);
  expect(sent).toHaveLength(1);
});

test('a moment of weakness proves nothing: authorize or the store that throws', async () => {
  const gone = () => Promise.reject(new Error('gone'));
  for (const own of [{ authorize: gone }, { store: { ...createMemoryStore(), claim: gone } }]) {
    const { pay, sent } = till(own);
    const answer = await pay();
    expect([answer.status >= 500, stateOf(answer)]).toEqual([true, null]);
    expect(sent).toEqual([]);
  }
});

test('a claim that the store was told twice is still the own one', async () => {
  const store = createMemoryStore();
  const repeating: GatewayStore = {
    ...store,
    claim: async (entry) => {
      await store.claim(entry);
      return store.claim(entry);
    },
  };
  const { pay, sent } = till({ store: repeating });
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
  const place = Symbol.for('undici.globalDispatcher.1');
  await fetch('data:,'); // it makes its dispatcher when it is first used
  const before = Reflect.get(globalThis, place) as unknown;
  const dispatch = (_: unknown, handler: { onError: (error: Error) => void }) => handler.onError(cause);
  Reflect.set(globalThis, place, { dispatch });
  const { pay } = till({ fetcher: undefined });
  const answer = await pay();
  Reflect.set(globalThis, place, before);
  expect(stateOf(answer)).toBe(state);
});

test('a status that is none is passed on as a doubt', async () => {
  const odd = Object.defineProperty(new Response('{}'), 'status', { value: 999 });
  const { pay, ask } = till({ fetcher: async () => odd });
  const answer = await pay();
  expect([answer.status, stateOf(answer)]).toEqual([502, 'unanswered']);
  await expect((await ask()).json()).resolves.toMatchObject({ state: 'unanswered' });
});

test('what still waits in authorize when the till closes its id is never sent', async () => {
  const slow = held<boolean>();
  const { pay, close, sent } = till({
    authorize: (_, operation) => (operation === 'pay' ? slow.promise : true),
  });
  const waiting = pay();
  await expect((await close()).json()).resolves.toMatchObject({ state: 'not-seen', isClosed: true });
  slow.settle(true);
  expect((await waiting).status).toBe(410);
  expect(sent).toEqual([]);
});

test('a browser that leaves a list is no problem of the service', async () => {
  const { gateway, problems } = till({ fetcher: () => new Promise(() => undefined) });
  const gone = new AbortController();
  const list = new Request(`${origin}/terminals`, { headers: { origin }, signal: gone.signal });
  const answer = gateway.fetch(list);
  gone.abort();
  await answer;
  expect(problems).toEqual([]);
});

test('a payment without an id is called unsent, whatever else is under way', async () => {
  const { gateway } = till({ fetcher: () => new Promise(() => undefined) });
  void gateway.fetch(new Request(`${origin}/terminals`, { headers: { origin } }));
  const headers = { origin, 'content-type': 'application/json' };
  const refused = await gateway.fetch(
    new Request(`${origin}/pay`, { method: 'POST', headers, body: JSON.stringify(saleBody) }),
  );
  expect([refused.status, stateOf(refused)]).toEqual([400, 'not-seen']);
});
