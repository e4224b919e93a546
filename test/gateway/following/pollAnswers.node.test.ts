import { describe, expect, test } from 'vitest';
import { defineService } from '../../../src/core/wire/defineService.ts';
import type { GatewayOptions } from '../../../src/gateway/gatewayOptions.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { ask, createGatewayTill, operationId, sale } from '../gatewayTill.ts';

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

test('F71: a 429 whose body is not UTF-8 is a pause like any other', async () => {
  const { poll, clock, asked } = await scripted([
    () => new Response(new Uint8Array([0xff]), { status: 429, headers: { 'retry-after': '120' } }),
    () => message('complete'),
  ]);
  expect(await poll()).toMatchObject({ said: 'received', retryAfter: '120' });
  await clock.advance(119_000);
  await poll();
  expect(asked).toHaveLength(1);
  await clock.advance(2_000);
  expect(await poll()).toMatchObject({ said: 'complete' });
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

test.each([201, 202, 203])('an answer with the status %i is read as one with 200', async (status) => {
  const told = { data: { msgIdentifier: 'M-1', status: 'complete' } };
  const { poll, clock, asked } = await scripted([() => Response.json(told, { status })]);
  expect(await poll()).toMatchObject({ http: 200, said: 'complete', age: '0' });
  await clock.advance(60_000);
  expect(asked).toHaveLength(1);
});

test('F31 an approved amount that is no number is told as such, not as none', async () => {
  const told = { data: { msgIdentifier: 'M-1', status: 'complete', amount: '12 50' } };
  const { poll, instances } = await scripted([() => Response.json(told)]);
  await poll();
  for (const instance of instances) {
    const answer = await instance.fetch(ask(path));
    await expect(answer.json()).resolves.toMatchObject({ data: { amount: 'NaN' } });
  }
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
