import { describe, expect, test, vi } from 'vitest';
import { defineService } from '../../../src/core/wire/defineService.ts';
import type { GatewayOptions } from '../../../src/gateway/gatewayOptions.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import {
  ask,
  createGatewayTill,
  type Deed,
  meddled,
  operationId,
  post,
  sale,
  saleBody,
} from '../gatewayTill.ts';

const path = '/processed-messages/M-1';
const message = (status: string) => Response.json({ data: { msgIdentifier: 'M-1', status } });

/** A service that accepted `M-1`, and answers as it is told, one answer a question; the last one stays. */
async function scripted(
  answers: (() => Response | Promise<Response>)[],
  own: Partial<GatewayOptions> = {},
  isAccepted = true,
) {
  const asked: string[] = [];
  const till = createGatewayTill({
    fetcher: async ({ method, url }) => {
      if (method === 'POST') return Response.json({ data: { msgIdentifier: 'M-1' } });
      asked.push(new URL(url).pathname);
      return (answers.length > 1 ? answers.shift() : answers[0])!();
    },
    ...own,
  });
  const instances = [till.gateway(), till.gateway()] as const;
  if (isAccepted) await instances[0].fetch(sale(operationId(1)));
  // No customer holds a card to a terminal sooner.
  await till.clock.advance(2_000);
  const poll = async (instance: 0 | 1 = 0) => {
    const answer = await instances[instance].fetch(ask(path));
    const body = (await answer.json()) as { data?: { status: string }; error?: { code: string } };
    return {
      http: answer.status,
      said: body.data?.status ?? body.error?.code,
      age: answer.headers.get('age'),
      retryAfter: answer.headers.get('retry-after'),
    };
  };
  return { ...till, instances, asked, poll };
}

const withRetry = (status: number, retryAfter?: string) =>
  new Response('{}', { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } });

describe('F18 a service that wants a pause', () => {
  test.each([
    [429, undefined, 60],
    [503, undefined, 60],
    [429, '120', 120],
    [503, '7', 7],
    [429, '86400', 900],
    [503, 'soon', 60],
  ])(
    '%i with retry-after %s: the gateway does not ask for %i s, and no page sees it',
    async (status, said, seconds) => {
      const { poll, clock, asked } = await scripted([
        () => message('processing'),
        () => withRetry(status, said),
        () => message('complete'),
      ]);
      expect(await poll()).toMatchObject({ said: 'processing', age: '0', retryAfter: '1' });
      await clock.advance(3_000);
      const paused = { http: 200, said: 'processing', age: '3', retryAfter: `${seconds}` };
      expect(await poll()).toStrictEqual(paused);
      await clock.advance(seconds * 1000 - 500);
      expect(await poll(1)).toMatchObject({ http: 200, said: 'processing' });
      expect(asked).toHaveLength(2);
      await clock.advance(1_000);
      expect(await poll(1)).toMatchObject({ http: 200, said: 'complete', age: '0' });
    },
  );
});

describe('what is kept of an answer', () => {
  test.each([
    ['complete', true],
    ['failed', true],
    ['timeout', false], // a late result may follow
    ['processing', false],
    ['received', false],
  ])('%s is an end: %s', async (status, isFinal) => {
    const { poll, clock, asked } = await scripted([() => message(status)]);
    await poll();
    await clock.advance(30_000);
    expect(await poll(1)).toMatchObject({ http: 200, said: status, age: isFinal ? '30' : '0' });
    expect((await poll(1)).retryAfter === null).toBe(isFinal);
    expect(asked).toHaveLength(isFinal ? 1 : 2);
  });

  test.each<[string, () => Response, number, string | undefined]>([
    ['500', () => Response.json({ error: { code: 'boom' } }, { status: 500 }), 500, 'boom'],
    ['404', () => Response.json({ error: { code: 'gone' } }, { status: 404 }), 404, 'gone'],
    ['401', () => new Response('{}', { status: 401 }), 502, 'service-credentials'],
  ])(
    'a %s is handed on without an age, and does not replace what was known',
    async (_, answer, http, said) => {
      const { poll, clock } = await scripted([() => message('processing'), answer]);
      await poll();
      await clock.advance(2_000);
      expect(await poll()).toStrictEqual({ http, said, age: null, retryAfter: null });
      await clock.advance(200);
      expect(await poll()).toMatchObject({ http: 200, said: 'processing', age: '2' });
    },
  );

  test('what the service says beside the contract is kept and told nowhere', async () => {
    const { poll, store, instances } = await scripted([
      () =>
        Response.json({
          meta: 'Ann Meyer',
          data: { msgIdentifier: 'M-1', status: 'failed', message: 'Declined', holder: 'Ann Meyer' },
        }),
    ]);
    expect(await poll()).toMatchObject({ said: 'failed' });
    const told = await (await instances[1].fetch(ask(path))).text();
    const kept = await store.transact('', 'read', (tx) => tx.messages.list({}));
    expect(JSON.parse(told)).toStrictEqual({
      data: { msgIdentifier: 'M-1', status: 'failed', message: 'Declined' },
    });
    expect(JSON.stringify(kept)).not.toContain('Ann');
  });

  test.each([
    ['is no message', { data: { hello: 'world' } }],
    ['counts in no cents', { data: { msgIdentifier: 'M-1', status: 'complete', amount: 12.5 } }],
  ])('one that %s is told as such, is no result, and is asked for again', async (_, body) => {
    const { poll, clock, asked } = await scripted([
      () => message('processing'),
      () => Response.json(body),
      () => message('complete'),
    ]);
    await poll();
    await clock.advance(2_000);
    expect(await poll()).toMatchObject({ http: 200, said: 'answer-unreadable', age: null });
    await clock.advance(5_000);
    expect(await poll(1)).toMatchObject({ said: 'complete', age: '0' });
    expect(asked).toHaveLength(3);
  });

  test('T22 a word that is not described is told as it is, to the host once, and ends nothing', async () => {
    const { poll, clock, problems } = await scripted([
      () => message('processing'),
      () => message('SETTLED'),
      () => message('SETTLED'),
      () => message('complete'),
    ]);
    await poll();
    for (const instance of [0, 1] as const) {
      await clock.advance(5_000);
      expect(await poll(instance)).toMatchObject({ http: 200, said: 'SETTLED', age: null });
    }
    await clock.advance(5_000);
    expect(await poll()).toMatchObject({ said: 'complete' });
    expect(problems).toMatchObject([
      { type: 'answer-unreadable', message: expect.stringContaining('SETTLED') },
    ]);
  });
});

describe('when to come back', () => {
  test.each([
    ['processing', 10, 1, 1],
    ['processing', 990, 1, 1],
    // A late result may follow, but no cashier waits for it.
    ['timeout', 0, 22, 28],
    ['timeout', 20_000, 2, 8],
  ])('%s, %i ms after the question: in %i to %i s', async (status, waitMs, from, to) => {
    const { poll, clock } = await scripted([() => message(status)]);
    await poll();
    await clock.advance(waitMs);
    const { age, retryAfter } = await poll();
    expect(age).toBe(`${Math.floor(waitMs / 1000)}`);
    expect(Number(retryAfter)).toBeGreaterThanOrEqual(from);
    expect(Number(retryAfter)).toBeLessThanOrEqual(to);
  });
});

describe('a question that takes long', () => {
  test('is one question for all who ask meanwhile', async () => {
    let answer: (response: Response) => void = () => undefined;
    const slow = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const { instances, clock, asked } = await scripted([() => slow]);
    const first = instances[0].fetch(ask(path));
    while (asked.length === 0) await clock.advance(10);
    await clock.advance(3_000);
    const second = instances[0].fetch(ask(path));
    await clock.advance(10);
    answer(message('complete'));
    const texts = await Promise.all([first, second].map(async (one) => (await one).text()));
    expect(texts[1]).toContain('complete');
    expect(texts[1]).toBe(texts[0]);
    expect(asked).toHaveLength(1);
  });

  test('ends after ten seconds, is told to the host, and can be asked again', async () => {
    const silence = () => new Promise<Response>(() => undefined);
    const { instances, poll, clock, problems, asked } = await scripted([silence, () => message('complete')]);
    const answer = instances[0].fetch(ask(path));
    while (asked.length === 0) await clock.advance(1);
    await clock.advance(9_900);
    expect(problems).toStrictEqual([]);
    await clock.advance(200);
    expect((await answer).status).toBe(200);
    expect(problems).toMatchObject([{ type: 'service-unreachable', operation: 'getProcessedMessage' }]);
    await clock.advance(2_000);
    expect(await poll()).toMatchObject({ http: 200, said: 'complete' });
  });
});

test('an answer that cannot be kept is told to no page, and asked for again; the host hears of it', async () => {
  const { poll, store, clock, gateway, problems, asked } = await scripted([() => message('complete')]);
  let writes = 0;
  const full: GatewayStore = {
    ...store,
    transact: (account, access, steps) => {
      writes += access === 'read' ? 0 : 1;
      return access !== 'read' && writes === 2
        ? Promise.reject(new Error('full'))
        : store.transact(account, access, steps);
    },
  };
  const answer = await gateway({ store: full }).fetch(ask(path));
  await expect(answer.json()).resolves.toMatchObject({ data: { status: 'received' } });
  expect(problems.map(({ type }) => type)).toStrictEqual(['store-failed']);
  await clock.advance(9_000);
  expect(await poll()).toMatchObject({ said: 'received' });
  await clock.advance(1_000);
  expect(await poll()).toMatchObject({ said: 'complete', age: '0' });
  expect(asked).toHaveLength(2);
});

describe('a message id that is handed out twice', () => {
  const messages = { getProcessedMessage: { path: '/{provider}/messages/{messageId}' } };
  const providers = ['alpha', 'beta'];

  /** A service that numbers its messages from 1001: each provider its own, and each from the start after a restart. */
  function numbering(own: Partial<GatewayOptions> = {}) {
    const results = new Map<string, object>();
    const asked: string[] = [];
    let operations = 0;
    const till = createGatewayTill({
      service: defineService({ routes: messages, providers }),
      fetcher: async ({ method, url }) => {
        const { pathname } = new URL(url);
        if (method === 'POST') return Response.json({ data: { msgIdentifier: '1001' } });
        asked.push(pathname);
        return Response.json({ data: { msgIdentifier: '1001', ...results.get(pathname) } });
      },
      ...own,
    });
    const instances = [till.gateway(), till.gateway()] as const;
    /** What a page of a provider hears. */
    const hear = async (provider: string, instance: 0 | 1 = 0) => {
      const answer = await instances[instance].fetch(ask(`/processed-messages/1001?provider=${provider}`));
      return ((await answer.json()) as { data: unknown }).data;
    };
    /** The same, once its payment had time to be asked about. */
    const poll = async (provider: string, instance: 0 | 1 = 0) => {
      await till.clock.advance(3_000);
      return hear(provider, instance);
    };
    return {
      ...till,
      hear,
      instances,
      results,
      asked,
      poll,
      sell: (provider?: string) => {
        operations += 1;
        const headers = { 'x-operation-id': operationId(operations) };
        // Each at a terminal of its own, and over a sum of its own: no lock and no question is in the way.
        const body = { ...saleBody, terminalId: `terminal-${operations}`, amount: 1000 + operations };
        return instances[0].fetch(
          post(provider === undefined ? '/pay' : `/pay?provider=${provider}`, body, headers),
        );
      },
    };
  }
  const paid = { status: 'complete', pnRefNum: 'P-1' };
  const declined = { status: 'failed', pnRefNum: 'P-2' };

  test('F30 by two providers is two messages, each with its own result', async () => {
    const { sell, poll, results, clock, asked, problems } = numbering();
    results.set('/alpha/messages/1001', paid).set('/beta/messages/1001', declined);
    await sell('alpha');
    expect(await poll('alpha')).toMatchObject(paid);
    await sell('beta');
    expect(await poll('beta')).toMatchObject(declined);
    await clock.advance(60_000);
    expect([await poll('alpha', 1), await poll('beta', 1)]).toMatchObject([paid, declined]);
    expect(asked).toStrictEqual(['/alpha/messages/1001', '/beta/messages/1001']);
    expect(problems).toStrictEqual([]);
  });

  test.each([
    ['under the path of its provider', 'alpha'],
    ['under a path that names no provider', undefined],
  ])('F30 by one provider drops the old result: sold %s', async (_, provider) => {
    const { sell, poll, results, asked } = numbering();
    results.set('/alpha/messages/1001', paid);
    await sell(provider);
    expect(await poll('alpha')).toMatchObject(paid);
    results.set('/alpha/messages/1001', declined); // the service was restarted
    await sell(provider);
    expect([await poll('alpha', 1), await poll('alpha')]).toMatchObject([declined, declined]);
    expect(asked).toHaveLength(2);
  });

  test('is told to the host, once', async () => {
    const { sell, problems } = numbering();
    await sell('alpha');
    await sell('beta');
    expect(problems).toStrictEqual([]);
    await sell('alpha');
    expect(problems).toStrictEqual([
      {
        type: 'message-id',
        operation: 'pay',
        operationId: operationId(3),
        message: expect.stringContaining('gave out an earlier message id again'),
      },
    ]);
  });

  /** One question is answered when the test says so; of later ones is told that it was declined. */
  function withLateAnswer() {
    let late: (response: Response) => void = () => undefined;
    const answers = [
      new Promise<Response>((resolve) => {
        late = resolve;
      }),
    ];
    const asked: string[] = [];
    const till = numbering({
      fetcher: async ({ method, url }) => {
        if (method === 'POST') return Response.json({ data: { msgIdentifier: '1001' } });
        asked.push(url);
        return answers.shift() ?? Response.json({ data: { msgIdentifier: '1001', ...declined } });
      },
    });
    const tell = (said: object) => late(Response.json({ data: { msgIdentifier: '1001', ...said } }));
    /** A page's poll, once the service has its question. */
    const begin = async () => {
      await till.clock.advance(3_000);
      const answer = till.hear('alpha');
      await vi.waitUntil(() => asked.length > 0, 20_000);
      return { answer };
    };
    return { ...till, begin, tell };
  }

  test('while a page asks about an earlier one that is not known here: that answer is not the new one’s', async () => {
    const { sell, poll, begin, tell } = withLateAnswer();
    const { answer: old } = await begin();
    await sell('alpha');
    tell(paid);
    expect(await old).toMatchObject({ status: 'received' });
    expect([await poll('alpha'), await poll('alpha', 1)]).toMatchObject([declined, declined]);
  });

  test('while the old one waits for its result: no page takes that for the one’s or the other’s, and both are unknown', async () => {
    const { sell, begin, tell, store } = withLateAnswer();
    await sell('alpha');
    const { answer: old } = await begin();
    await sell('alpha');
    tell(paid);
    expect(await old).toMatchObject({ status: 'received' });
    const known = await store.transact('', 'read', (tx) => tx.operations.list({}, { by: ['id'] }));
    expect(known.map(({ operation }) => operation)).toMatchObject([
      { phase: 'unknown', reason: 'duplicate-id', anomalies: ['duplicate-id'] },
      { phase: 'unknown', reason: 'duplicate-id', anomalies: ['duplicate-id'] },
    ]);
  });

  test('while the old one waits for its result: what a person’s "Check now" then brings is for neither', async () => {
    const { sell, results, clock, instances, store } = numbering();
    await sell('alpha');
    await sell('alpha');
    results.set('/alpha/messages/1001', paid);
    await clock.advance(3_000);
    await instances[0].fetch(ask('/processed-messages/1001?provider=alpha&fresh=true'));
    await clock.advance(3_000);
    const known = await store.transact('', 'read', (tx) => tx.operations.list({}, { by: ['id'] }));
    expect(known.map(({ phase }) => phase)).toEqual(['unknown', 'unknown']);
  });

  test('and of which the store could not be told: the old result is told to no page here, and soon to none anywhere', async () => {
    let isDown = false;
    const before = (deed: Deed) => {
      if (isDown && deed === 'answer') throw new Error('full');
    };
    const { sell, poll, results, clock, problems, gateway, store } = numbering();
    const selling = gateway({ store: meddled(store, { before }) });
    results.set('/alpha/messages/1001', paid);
    await sell('alpha');
    expect(await poll('alpha')).toMatchObject(paid);
    results.set('/alpha/messages/1001', declined);
    isDown = true;
    const headers = { 'x-operation-id': operationId(2) };
    await selling.fetch(post('/pay?provider=alpha', { ...saleBody, amount: 777 }, headers));
    await clock.advance(3_000);
    const told = await selling.fetch(ask('/processed-messages/1001?provider=alpha'));
    await expect(told.json()).resolves.toMatchObject({ data: { status: 'received' } });
    expect(problems).toMatchObject([{ type: 'answer-not-kept' }]);
    isDown = false;
    await clock.advance(5_000);
    expect([await poll('alpha', 1), await poll('alpha')]).toMatchObject([declined, declined]);
    const later = await selling.fetch(ask('/processed-messages/1001?provider=alpha'));
    await expect(later.json()).resolves.toMatchObject({ data: declined });
  });

  test('and of which the store was never told: the result of a later one of this id is told again', async () => {
    let isDown = true;
    const before = (deed: Deed) => {
      if (isDown && deed === 'answer') throw new Error('full');
    };
    const { results, clock, gateway, store } = numbering();
    const selling = gateway({ store: meddled(store, { before }) });
    results.set('/alpha/messages/1001', paid);
    const sell = (number: number) => {
      const body = { ...saleBody, terminalId: `terminal-${number}`, amount: 777 + number };
      return selling.fetch(post('/pay?provider=alpha', body, { 'x-operation-id': operationId(number) }));
    };
    await sell(1);
    await clock.advance(120_000);
    isDown = false;
    await sell(2);
    await clock.advance(3_000);
    const told = await selling.fetch(ask('/processed-messages/1001?provider=alpha'));
    await expect(told.json()).resolves.toMatchObject({ data: paid });
  });

  test('a copy of the request hands out nothing again', async () => {
    const { poll, results, gateway, problems, asked } = numbering();
    results.set('/alpha/messages/1001', paid);
    const copy = () =>
      gateway().fetch(post('/pay?provider=alpha', saleBody, { 'x-operation-id': operationId(9) }));
    await copy();
    expect(await poll('alpha')).toMatchObject(paid);
    await copy();
    expect(await poll('alpha')).toMatchObject(paid);
    expect([asked.length, problems]).toStrictEqual([1, []]);
  });
});

describe('F23 an answer about another message', () => {
  const other = (status: string) => Response.json({ data: { msgIdentifier: 'M-2', status } });

  test.each(['complete', 'processing'])('is not kept: %s', async (status) => {
    const { poll, clock, asked, problems } = await scripted([() => other(status), () => message('failed')]);
    expect(await poll()).toMatchObject({ http: 200, said: 'answer-unreadable', age: null });
    await clock.advance(200);
    expect(await poll(1)).toMatchObject({ said: 'answer-unreadable', age: null });
    await clock.advance(2_000);
    expect(await poll(1)).toMatchObject({ said: 'failed', age: '0' });
    expect(asked).toHaveLength(2);
    expect(problems).toMatchObject([{ type: 'message-id', operation: 'getProcessedMessage' }]);
  });

  test('does not replace what was known', async () => {
    const { poll, clock } = await scripted([
      () => message('processing'),
      () => other('complete'),
      () => Promise.reject(new TypeError('fetch failed')),
    ]);
    await poll();
    await clock.advance(2_000);
    await poll();
    await clock.advance(2_000);
    expect(await poll(1)).toMatchObject({ said: 'processing', age: '4' });
  });

  test('one without an id is about the message that was asked for', async () => {
    const { poll, clock, asked } = await scripted([() => Response.json({ data: { status: 'complete' } })]);
    await poll();
    await clock.advance(5_000);
    expect(await poll(1)).toMatchObject({ said: 'complete', age: '5' });
    expect(asked).toHaveLength(1);
  });
});

test('a provider’s messages are asked for under its own path', async () => {
  const service = defineService({
    routes: { getProcessedMessage: { path: '/{provider}/messages/{messageId}' } },
    providers: ['alpha', 'beta'],
  });
  const { instances, asked, clock } = await scripted([() => message('received')], { service }, false);
  const poll = (query: string) => instances[0].fetch(ask(`/processed-messages/M${query}`));
  for (const provider of ['alpha', 'beta', 'beta']) {
    expect((await poll(`-${provider}?provider=${provider}`)).status).toBe(200);
    await clock.advance(500);
  }
  for (const query of ['', '?provider=any']) expect((await poll(query)).status).toBe(400);
  expect(asked).toStrictEqual(['alpha', 'beta'].map((provider) => `/${provider}/messages/M-${provider}`));
});
