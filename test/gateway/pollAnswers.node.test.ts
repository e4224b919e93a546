import { describe, expect, test } from 'vitest';
import type { GatewayOptions } from '../../src/gateway/gatewayOptions.ts';
import { ask, createGatewayTill } from './gatewayTill.ts';

const path = '/processed-messages/M-1';
const message = (status: string) => Response.json({ data: { msgIdentifier: 'M-1', status } });

/** A service that accepted `M-1` and answers as it is told, one answer a question; the last one stays. */
function scripted(answers: (() => Response | Promise<Response>)[], own: Partial<GatewayOptions> = {}) {
  const asked: string[] = [];
  const till = createGatewayTill({
    fetcher: async ({ url }) => {
      asked.push(new URL(url).pathname);
      return (answers.length > 1 ? answers.shift() : answers[0])!();
    },
    ...own,
  });
  void till.store.keepMessage('M-1', { body: '', isFinal: false });
  const instances = [till.gateway(), till.gateway()] as const;
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
  ])('%i with retry-after %s: nobody asks for %i s, and nobody sees it', async (status, said, seconds) => {
    const { poll, clock, asked } = scripted([
      () => message('processing'),
      () => withRetry(status, said),
      () => message('complete'),
    ]);
    expect(await poll()).toMatchObject({ said: 'processing', age: '0', retryAfter: null });
    await clock.advance(3_000);
    const paused = { http: 200, said: 'processing', age: '3', retryAfter: `${seconds}` };
    expect(await poll()).toStrictEqual(paused);
    await clock.advance(seconds * 1000 - 500);
    expect(await poll(1)).toMatchObject({ http: 200, said: 'processing' });
    expect(asked).toHaveLength(2);
    await clock.advance(1_000);
    expect(await poll(1)).toMatchObject({ http: 200, said: 'complete', age: '0' });
  });
});

describe('what is kept of an answer', () => {
  test.each([
    ['complete', true],
    ['failed', true],
    ['timeout', false], // a late result may follow
    ['processing', false],
    ['received', false],
  ])('%s is an end: %s', async (status, isFinal) => {
    const { poll, clock, asked } = scripted([() => message(status)]);
    await poll();
    await clock.advance(30_000);
    expect(await poll(1)).toStrictEqual({
      http: 200,
      said: status,
      age: isFinal ? '30' : '0',
      retryAfter: null,
    });
    expect(asked).toHaveLength(isFinal ? 1 : 2);
  });

  test.each<[string, () => Response, number, string | undefined]>([
    ['500', () => Response.json({ error: { code: 'boom' } }, { status: 500 }), 500, 'boom'],
    ['404', () => Response.json({ error: { code: 'gone' } }, { status: 404 }), 404, 'gone'],
    ['401', () => new Response('{}', { status: 401 }), 502, 'service-credentials'],
  ])(
    'a %s is handed on without an age, and does not replace what was known',
    async (_, answer, http, said) => {
      const { poll, clock } = scripted([() => message('processing'), answer]);
      await poll();
      await clock.advance(2_000);
      expect(await poll()).toStrictEqual({ http, said, age: null, retryAfter: null });
      await clock.advance(200);
      expect(await poll()).toMatchObject({ http: 200, said: 'processing', age: '2', retryAfter: '1' });
    },
  );

  test('a body that is no message is handed on, and asked for again', async () => {
    const { poll, clock, asked } = scripted([() => Response.json({ data: { hello: 'world' } })]);
    await poll();
    await clock.advance(5_000);
    await poll();
    expect(asked).toHaveLength(2);
  });
});

describe('when to come back', () => {
  test.each([
    [1000, 10, '1'],
    [1000, 990, '1'],
    [2500, 400, '3'],
    [2500, 1600, '1'],
  ])('with %i ms between two questions, %i ms after one: %s s', async (minGapMs, waitMs, seconds) => {
    const { poll, clock } = scripted([() => message('processing')], { polls: { minGapMs } });
    await poll();
    await clock.advance(waitMs);
    expect(await poll()).toMatchObject({ age: waitMs < 1000 ? '0' : '1', retryAfter: seconds });
  });

  test('a message that was handed out and never asked about is received, and has no age', async () => {
    const { poll, store, asked } = scripted([() => message('processing')]);
    await store.rest(5_000);
    expect(await poll()).toStrictEqual({ http: 200, said: 'received', age: null, retryAfter: '5' });
    expect(asked).toStrictEqual([]);
  });
});

describe('a question that takes long', () => {
  test('is one question for all who ask meanwhile', async () => {
    let answer: (response: Response) => void = () => undefined;
    const slow = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const { instances, clock, asked } = scripted([() => slow]);
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
    const { instances, poll, clock, problems, asked } = scripted([silence, () => message('complete')]);
    const answer = instances[0].fetch(ask(path));
    while (asked.length === 0) await clock.advance(1);
    await clock.advance(9_900);
    expect(problems).toStrictEqual([]);
    await clock.advance(200);
    expect((await answer).status).toBe(502);
    expect(problems).toMatchObject([{ type: 'service-unreachable', operation: 'getProcessedMessage' }]);
    expect(await poll()).toMatchObject({ http: 200, said: 'complete' });
  });
});

test('an answer that cannot be kept is handed on, and told to the host', async () => {
  const till = scripted([() => message('complete')]);
  const gone = () => Promise.reject(new Error('full'));
  const store = { ...till.store, keepMessage: gone, pollEnded: gone };
  const answer = await till.gateway({ store }).fetch(ask(path));
  expect([answer.status, answer.headers.get('age')]).toStrictEqual([200, '0']);
  expect(till.problems.map(({ type }) => type)).toStrictEqual(['store-failed', 'store-failed']);
});

test('a provider’s messages are asked for under its own path', async () => {
  const { instances, asked, clock } = scripted([() => message('received')], {
    routes: { getProcessedMessage: { path: ({ provider }) => `/${provider ?? 'any'}/messages/{messageId}` } },
    providers: ['alpha', 'beta'],
    polls: { minGapMs: 1 },
  });
  for (const provider of ['alpha', 'beta', 'any']) {
    expect((await instances[0].fetch(ask(`/${provider}/messages/M-${provider}`))).status).toBe(200);
    await clock.advance(10);
  }
  const expected = ['alpha', 'beta', 'any'].map((provider) => `/${provider}/messages/M-${provider}`);
  expect(asked).toStrictEqual(expected);
});
