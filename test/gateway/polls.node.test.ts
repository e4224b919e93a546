import { describe, expect, test } from 'vitest';
import { readAccepted, readProcessedMessage } from '../../src/core/wire/message.ts';
import { parseJson } from '../../src/core/wire/read.ts';
import { ask, createGatewayTill, operationId, sale, saleBody, settled, slowService } from './gatewayTill.ts';
import { type PollLog, waitForTurn } from '../../src/gateway/createMemoryStore.ts';

type Till = ReturnType<typeof createGatewayTill>;

async function accepted(till: Till, number = 1, terminal = 1): Promise<string> {
  const body = { ...saleBody, terminalId: `terminal-${terminal}` };
  const answer = await till.gateway().fetch(sale(operationId(number), body));
  return readAccepted(parseJson(await answer.text())).msgIdentifier;
}

const poll = (msgIdentifier: string) => ask(`/processed-messages/${msgIdentifier}`);

async function read(response: Response) {
  const body = parseJson(await response.text());
  const { headers, status } = response;
  return {
    http: status,
    status: readProcessedMessage(body).status,
    age: headers.get('age'),
    retryAfter: headers.get('retry-after'),
  };
}

/** How long a sale takes that is asked about every second. */
async function secondsAlone(): Promise<number> {
  const till = createGatewayTill();
  const id = await accepted(till);
  const gateway = till.gateway();
  for (let second = 1; ; second += 1) {
    await till.clock.advance(1_000);
    if ((await read(await gateway.fetch(poll(id)))).status === 'complete') return second;
  }
}

/** The most polls that reached the service in any 60 s. */
function worstMinute(till: Till): number {
  const times = till.sandbox.ledger.polls.map(({ at }) => at);
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length));
}

describe('polls through the gateway', () => {
  test('F49 two hundred dashboards on one message cost what one costs', async () => {
    const till = createGatewayTill({ sandbox: { scenario: 'stuck-received' } });
    const msgIdentifier = await accepted(till);
    const instances = [till.gateway(), till.gateway()];
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) =>
        read(await instances[index % 2]!.fetch(poll(msgIdentifier))),
      ),
    );
    expect(till.sandbox.ledger.polls).toHaveLength(1);
    expect(new Set(answers.map(({ http }) => http))).toStrictEqual(new Set([200]));
    expect(new Set(answers.map(({ status }) => status))).toStrictEqual(new Set(['received']));
  });

  test('an answer is handed out again until a second has passed, with its age and when to come back', async () => {
    const till = createGatewayTill({ sandbox: { scenario: 'slow' } });
    const msgIdentifier = await accepted(till);
    const gateway = till.gateway();
    expect(await read(await gateway.fetch(poll(msgIdentifier)))).toMatchObject({ http: 200, age: '0' });
    await till.clock.advance(400);
    expect(await read(await gateway.fetch(poll(msgIdentifier)))).toMatchObject({ age: '0', retryAfter: '1' });
    await till.clock.advance(700);
    await gateway.fetch(poll(msgIdentifier));
    expect(till.sandbox.ledger.polls).toHaveLength(2);
  });

  test('a final result is kept and never asked for again', async () => {
    const till = createGatewayTill();
    const msgIdentifier = await accepted(till);
    const gateway = till.gateway();
    for (let second = 0; second < 40; second += 1) {
      await till.clock.advance(1_000);
      await gateway.fetch(poll(msgIdentifier));
    }
    const asked = till.sandbox.ledger.polls.length;
    await till.clock.advance(3_600_000);
    expect(await read(await till.gateway().fetch(poll(msgIdentifier)))).toMatchObject({
      status: 'complete',
      retryAfter: null,
    });
    expect(till.sandbox.ledger.polls).toHaveLength(asked);
    expect(asked).toBeLessThan(40);
  });

  test('F17 twenty payments, asked about every second: never more than 47 a minute, none starves, no error', async () => {
    const till = createGatewayTill({ sandbox: { scenario: 'stuck-received', terminals: 20 } });
    const instances = [till.gateway(), till.gateway()];
    const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => accepted(till, index, index + 1)));
    const statuses = new Set<number>();
    for (let second = 0; second < 180; second += 1) {
      await till.clock.advance(1_000);
      const answers = await Promise.all(ids.map((id, index) => instances[index % 2]!.fetch(poll(id))));
      answers.forEach(({ status }) => statuses.add(status));
    }
    expect(statuses).toStrictEqual(new Set([200]));
    expect(worstMinute(till)).toBeLessThanOrEqual(47);
    expect(till.sandbox.ledger.polls.length).toBeGreaterThan(130);
    const lately = till.sandbox.ledger.polls.filter(({ at }) => at > till.clock.now() - 60_000);
    const perMessage = ids.map((id) => lately.filter(({ path }) => path.endsWith(`/${id}`)).length);
    expect(Math.min(...perMessage)).toBeGreaterThanOrEqual(1);
  });

  test('F17 somebody who asks about made-up ids holds up no payment', async () => {
    const till = createGatewayTill({ sandbox: { terminals: 3 } });
    const instances = [till.gateway(), till.gateway()];
    const sales = await Promise.all([1, 2, 3].map((number) => accepted(till, number, number)));
    const heard = new Map<string, number>();
    let madeUp = 0;
    for (let second = 1; second <= 60; second += 1) {
      await till.clock.advance(1_000);
      for (let times = 0; times < 30; times += 1) {
        madeUp += 1;
        await instances[madeUp % 2]!.fetch(poll(`MADE-UP-${madeUp}`));
      }
      for (const [index, id] of sales.entries()) {
        const { status } = await read(await instances[index % 2]!.fetch(poll(id)));
        if (status === 'complete' && !heard.has(id)) heard.set(id, second);
      }
    }
    const ended = [...heard.values()];
    expect(ended).toHaveLength(3);
    expect(worstMinute(till)).toBeLessThanOrEqual(47);
    // As soon as where nobody else asks, but for a few seconds.
    const alone = await secondsAlone();
    expect(Math.max(...ended)).toBeLessThanOrEqual(alone + 5);
  });

  test.each([429, 503])('F18 a %i to a question about a made-up id holds up no payment', async (status) => {
    const till = createGatewayTill();
    const fetcher = async (request: Request) =>
      request.url.includes('MADE-UP')
        ? new Response('{}', { status, headers: { 'retry-after': '600' } })
        : till.sandbox.fetch(request);
    const instances = [till.gateway({ fetcher }), till.gateway({ fetcher })] as const;
    const id = await accepted(till);
    const madeUp = () => instances[0].fetch(poll('MADE-UP'));
    expect(await read(await madeUp())).toMatchObject({ status: 'received', retryAfter: '600' });
    for (let second = 1; ; second += 1) {
      await till.clock.advance(1_000);
      const answers = [await madeUp(), await instances[1].fetch(poll('MADE-UP-TOO'))];
      for (const answer of answers) expect(Number((await read(answer)).retryAfter)).toBeGreaterThan(500);
      if ((await read(await instances[1].fetch(poll(id)))).status !== 'complete') continue;
      expect(second).toBeLessThanOrEqual((await secondsAlone()) + 1);
      return;
    }
  });

  test('F18 a 429 slows every dashboard down, and none of them sees it', async () => {
    const till = createGatewayTill({
      sandbox: { scenario: 'stuck-received', pollLimit: { limit: 2, windowMs: 60_000, kind: 'sliding' } },
    });
    const msgIdentifier = await accepted(till);
    const gateway = till.gateway();
    for (let second = 0; second < 5; second += 1) {
      await till.clock.advance(1_500);
      expect(await read(await gateway.fetch(poll(msgIdentifier)))).toMatchObject({
        http: 200,
        status: 'received',
      });
    }
    const answer = await read(await till.gateway().fetch(poll(msgIdentifier)));
    expect(Number(answer.retryAfter)).toBeGreaterThan(30);
    expect(Number(answer.age)).toBeGreaterThanOrEqual(4);
    expect(till.sandbox.ledger.polls).toHaveLength(3);
  });

  test('a message that was never asked about is received, and has no age', async () => {
    const till = createGatewayTill({ polls: { limit: 1, windowMs: 60_000 }, sandbox: { terminals: 2 } });
    const [first, second] = [await accepted(till, 1, 1), await accepted(till, 2, 2)];
    const gateway = till.gateway();
    await gateway.fetch(poll(first));
    const answer = await gateway.fetch(poll(second));
    expect(answer.headers.get('age')).toBeNull();
    await expect(answer.json()).resolves.toStrictEqual({
      data: { msgIdentifier: second, status: 'received' },
    });
  });

  test('a question counts for a minute after its answer: nobody knows when it arrived', async () => {
    const till = createGatewayTill({ polls: { limit: 1, windowMs: 60_000 }, sandbox: { terminals: 2 } });
    const [first, second] = [await accepted(till, 1, 1), await accepted(till, 2, 2)];
    const service = slowService();
    const slow = till.gateway(service).fetch(poll(first));
    await service.reached;
    await till.clock.advance(8_000);
    service.answer(Response.json({ data: { msgIdentifier: first, status: 'processing' } }));
    await settled(till.clock, slow);
    const gateway = till.gateway();
    await till.clock.advance(59_000);
    await gateway.fetch(poll(second));
    expect(till.sandbox.ledger.polls).toHaveLength(0);
    await till.clock.advance(2_000);
    await gateway.fetch(poll(second));
    expect(till.sandbox.ledger.polls).toHaveLength(1);
  });

  test('an error of the service to a real question is handed on; one on the way is a 502', async () => {
    const till = createGatewayTill();
    expect((await till.gateway().fetch(poll('nobody-knows'))).status).toBe(404);
    const cut = till.gateway({ fetcher: () => Promise.reject(new TypeError('fetch failed')) });
    await till.clock.advance(2_000);
    expect((await cut.fetch(poll('nobody-knows'))).status).toBe(502);
  });

  test.each<[string, () => Promise<boolean>]>([
    ['rejects', () => Promise.reject(new Error('full'))],
    [
      'throws',
      () => {
        throw new Error('full');
      },
    ],
  ])(
    'a store that %s when it is told who was accepted holds up neither sale nor polls',
    async (_, keepMessage) => {
      const till = createGatewayTill();
      const store = { ...till.store, keepMessage };
      const gateway = till.gateway({ store });
      const answer = await gateway.fetch(sale(operationId(1)));
      expect(answer.headers.get('x-operation-state')).toBe('accepted');
      const { msgIdentifier } = readAccepted(parseJson(await answer.text()));
      await till.clock.advance(30_000);
      expect(await read(await gateway.fetch(poll(msgIdentifier)))).toMatchObject({ status: 'complete' });
      expect(till.problems.map(({ type }) => type)).toStrictEqual(['store-failed']);
    },
  );

  test('a store that fails asks nothing', async () => {
    const till = createGatewayTill();
    const store = { ...till.store, askFor: () => Promise.reject(new Error('gone')) };
    const answer = await till.gateway({ store }).fetch(poll('M-1'));
    expect([answer.status, answer.headers.get('retry-after')]).toStrictEqual([503, '5']);
    expect(till.sent).toHaveLength(0);
  });
});

const rules = { limit: 47, windowMs: 60_000, minGapMs: 1000 };
const now = 1_000_000;
/** `count` slots, the oldest `oldestMs` ago. */
const slots = (count: number, oldestMs = 50_000) =>
  Array.from({ length: count }, (_, index) => now - oldestMs + index);
const wait = (log: Partial<PollLog>) =>
  Math.round(
    waitForTurn(
      now,
      { slots: [], wanted: 1, lastAskedAt: undefined, isStrange: false, restUntil: 0, ...log },
      rules,
    ),
  );
const askedAgo = (ms: number) => ({ lastAskedAt: now - ms });

describe('how long a message waits for its next question', () => {
  test.each<[string, Partial<PollLog>, number]>([
    ['never asked about, nothing else going on', {}, 0],
    ['just asked about', askedAgo(0), 1000],
    ['asked about a second ago', askedAgo(1000), 0],
    // Up to half of the window, only the shortest gap counts.
    ['among 20, a window that is not half full', { ...askedAgo(1000), wanted: 20, slots: slots(23) }, 0],
    // Then the gap grows to the fair share: 20 * 60 000 / 47 = 25 532.
    [
      'among 20, a window three quarters full',
      { ...askedAgo(1000), wanted: 20, slots: slots(35) },
      25_532 * (70 / 47 - 1) - 1000,
    ],
    ['among 20, a full window', { ...askedAgo(1000), wanted: 20, slots: slots(46) }, 23_445],
    // With as many as a window holds there is still a turn for each.
    ['among 47, an empty window', { ...askedAgo(1000), wanted: 47 }, 0],
    ['among 48, an empty window', { ...askedAgo(1000), wanted: 48 }, 48 * (60_000 / 47) - 1000],
    // The limit stands above all.
    ['never asked about, no slot left', { slots: slots(47, 50_000) }, 10_000],
    ['never asked about, one slot left', { slots: slots(46, 50_000) }, 0],
    ['never asked about, more slots than there should be', { slots: slots(50, 50_000) }, 10_003],
    ['during a rest', { restUntil: now + 7000 }, 7000],
    ['after a rest', { restUntil: now - 1 }, 0],
    [
      'the longest of all counts',
      { ...askedAgo(0), slots: slots(47, 50_000), restUntil: now + 9000 },
      10_000,
    ],
  ])('%s', (_, log, ms) => {
    expect(wait(log)).toBe(Math.round(ms));
  });

  test.each<[string, Partial<PollLog>, number]>([
    ['just asked about one of them', askedAgo(0), 1000],
    ['a second later, a window that is half full', { ...askedAgo(1000), slots: slots(23) }, 0],
    // A quarter of the window: 4 * 60 000 / 47 = 5106.
    ['a second later, a full window', { ...askedAgo(1000), slots: slots(46) }, 5106 * (92 / 47 - 1) - 1000],
    ['however many others wait', { ...askedAgo(1000), wanted: 40, slots: slots(46) }, 3889],
    ['more others than a window holds', { ...askedAgo(1000), wanted: 60 }, 4106],
  ])('strange ones: %s', (_, log, ms) => {
    expect(wait({ ...log, isStrange: true })).toBe(Math.round(ms));
  });
});
