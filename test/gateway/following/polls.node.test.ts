import { describe, expect, test } from 'vitest';
import { readAcceptedMessage, readProcessedMessage } from '../../../src/core/wire/message.ts';
import { parseJsonWithLongIntegersAsText } from '../../../src/core/wire/read.ts';
import type { GatewayOptions } from '../../../src/gateway/gatewayOptions.ts';
import { ask, createGatewayTill, operationId, sale, saleBody, settled, slowService } from '../gatewayTill.ts';

type Till = ReturnType<typeof createGatewayTill>;

async function accepted(
  till: Till,
  number = 1,
  terminal = 1,
  own: Partial<GatewayOptions> = {},
): Promise<string> {
  const body = { ...saleBody, terminalId: `terminal-${terminal}` };
  const answer = await till.gateway(own).fetch(sale(operationId(number), body));
  return readAcceptedMessage(parseJsonWithLongIntegersAsText(await answer.text())).msgIdentifier;
}

/** No customer holds a card to a terminal sooner. */
const firstMs = 2_000;
const poll = (msgIdentifier: string) => ask(`/processed-messages/${msgIdentifier}`);

/** What the service does not know is told as such. */
const asReceived = (answer: Response) =>
  answer.status === 404
    ? Response.json({ data: { status: 'received' } }, { headers: answer.headers })
    : answer;

async function read(response: Response) {
  const body = parseJsonWithLongIntegersAsText(await response.text());
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
    await till.clock.advance(firstMs);
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
    expect(await read(await gateway.fetch(poll(msgIdentifier)))).toMatchObject({
      age: null,
      retryAfter: '2',
    });
    await till.clock.advance(firstMs);
    expect(await read(await gateway.fetch(poll(msgIdentifier)))).toMatchObject({ http: 200, age: '0' });
    await till.clock.advance(400);
    expect(await read(await gateway.fetch(poll(msgIdentifier)))).toMatchObject({ age: '0', retryAfter: '1' });
    expect(till.sandbox.ledger.polls).toHaveLength(1);
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

  test('F17 twenty payments, asked about every two seconds: never more than 47 a minute, none starves, no error', async () => {
    const till = createGatewayTill({ sandbox: { scenario: 'stuck-received', terminals: 20 } });
    const instances = [till.gateway(), till.gateway()];
    const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => accepted(till, index, index + 1)));
    const statuses = new Set<number>();
    for (let time = 0; time < 60; time += 1) {
      // Each page by its own clock.
      for (const [index, id] of ids.entries()) {
        await till.clock.advance(100);
        statuses.add((await instances[index % 2]!.fetch(poll(id))).status);
      }
    }
    expect(statuses).toStrictEqual(new Set([200]));
    expect(worstMinute(till)).toBeLessThanOrEqual(47);
    expect(till.sandbox.ledger.polls.length).toBeGreaterThan(85);
    const lately = till.sandbox.ledger.polls.filter(({ at }) => at > till.clock.now() - 60_000);
    const perMessage = ids.map((id) => lately.filter(({ path }) => path.endsWith(`/${id}`)).length);
    expect(Math.min(...perMessage)).toBeGreaterThanOrEqual(2);
  });

  test('F17 a client that asks about made-up ids holds up no payment', async () => {
    const till = createGatewayTill({ sandbox: { terminals: 3 } });
    const instances = [till.gateway(), till.gateway()];
    const sales = await Promise.all([1, 2, 3].map((number) => accepted(till, number, number)));
    const heard = new Map<string, number>();
    let madeUp = 0;
    for (let second = 1; second <= 40; second += 1) {
      await till.clock.advance(1_000);
      for (let times = 0; times < 20; times += 1) {
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
    // As soon as where no other client asks, but for a few seconds.
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
    await madeUp();
    for (let second = 1; ; second += 1) {
      await till.clock.advance(1_000);
      const answers = [await madeUp(), await instances[1].fetch(poll('MADE-UP-TOO'))];
      for (const answer of second === 1 ? [] : answers)
        expect(Number((await read(answer)).retryAfter)).toBeGreaterThan(500);
      if ((await read(await instances[1].fetch(poll(id)))).status !== 'complete') continue;
      expect(second).toBeLessThanOrEqual((await secondsAlone()) + 1);
      return;
    }
  });

  test('of made-up ids only some are asked about at once; the others come back', async () => {
    const till = createGatewayTill({ polls: { limit: 1, windowMs: 60_000 } });
    const gateway = till.gateway();
    const answers = [];
    for (let index = 0; index < 53; index += 1)
      answers.push(await read(await gateway.fetch(poll(`MADE-UP-${index}`)).then(asReceived)));
    const isLate = answers.map(({ retryAfter }) => retryAfter === '15');
    expect(isLate).toStrictEqual(Array.from({ length: 53 }, (_, index) => index >= 50));
    const known = () => till.store.transact('', 'read', (tx) => tx.messages.list({}));
    expect(await known()).toHaveLength(50);
    // No page wants the first ones any more.
    await till.clock.advance(61_000);
    expect(await read(await gateway.fetch(poll('MADE-UP-52')).then(asReceived))).not.toMatchObject({
      retryAfter: '15',
    });
    expect(await known()).toHaveLength(51);
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
    expect(Number(answer.age)).toBeGreaterThanOrEqual(3);
    expect(till.sandbox.ledger.polls).toHaveLength(3);
  });

  test('a message that was never asked about is received, and has no age', async () => {
    const till = createGatewayTill({ polls: { limit: 1, windowMs: 60_000 }, sandbox: { terminals: 2 } });
    const [first, second] = [await accepted(till, 1, 1), await accepted(till, 2, 2)];
    const gateway = till.gateway();
    await till.clock.advance(10_000);
    await gateway.fetch(poll(first));
    const answer = await gateway.fetch(poll(second));
    expect(till.sandbox.ledger.polls).toHaveLength(1);
    expect(answer.headers.get('age')).toBeNull();
    await expect(answer.json()).resolves.toStrictEqual({
      data: { msgIdentifier: second, status: 'received' },
    });
  });

  test('a question counts for a minute after its answer: it is not known when it arrived', async () => {
    const till = createGatewayTill({ polls: { limit: 1, windowMs: 60_000 }, sandbox: { terminals: 2 } });
    const [first, second] = [await accepted(till, 1, 1), await accepted(till, 2, 2)];
    const service = slowService();
    await till.clock.advance(10_000);
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

  test('an error of the service to a real question is handed on; of one on the way the page hears what is known', async () => {
    const till = createGatewayTill();
    expect((await till.gateway().fetch(poll('unknown-id'))).status).toBe(404);
    const id = await accepted(till);
    const cut = till.gateway({ fetcher: () => Promise.reject(new TypeError('fetch failed')) });
    await till.clock.advance(3_000);
    expect(await read(await cut.fetch(poll(id)))).toMatchObject({ http: 200, status: 'received', age: null });
    expect(till.problems).toMatchObject([{ type: 'service-unreachable', operation: 'getProcessedMessage' }]);
  });

  test('a page whose poll asked about another page’s message asks again soon, and waits no longer for that one', async () => {
    const till = createGatewayTill({ sandbox: { terminals: 2 } });
    const [first, second] = [await accepted(till, 1, 1), await accepted(till, 2, 2)];
    await till.clock.advance(3_000);
    const gateway = till.gateway();
    // Both wait; the second page's poll is for the first, whose turn it is.
    expect(await read(await gateway.fetch(poll(second)))).toMatchObject({ age: null, retryAfter: '1' });
    expect(till.sandbox.ledger.polls.map(({ path }) => path.endsWith(`/${first}`))).toStrictEqual([true]);
    await till.clock.advance(1_000);
    expect(await read(await gateway.fetch(poll(second)))).toMatchObject({ age: '0' });
  });

  test.each<[string, object, number]>([
    ['its own till', { subject: 'till-1' }, 200],
    ['another till', { subject: 'till-2' }, 403],
    ['another till that sees all', { subject: 'till-2', sees: 'all' }, 200],
    ['another till that sees its terminal', { subject: 'till-2', sees: { terminals: ['terminal-1'] } }, 200],
    [
      'another till that sees other terminals',
      { subject: 'till-2', sees: { terminals: ['terminal-2'] } },
      403,
    ],
    ['a till of another merchant', { subject: 'till-1', account: 'other' }, 404],
  ])('the message of a sale is told to %s, or not', async (_, who, status) => {
    const till = createGatewayTill();
    const id = await accepted(till, 1, 1, { authorize: () => ({ subject: 'till-1' }) });
    await till.clock.advance(firstMs);
    const asker = till.gateway({
      authorize: () => who as { subject: string },
      // Another merchant's service knows no such message.
      fetcher: async (request) =>
        'account' in who ? new Response('{}', { status: 404 }) : till.sandbox.fetch(request),
    });
    expect((await asker.fetch(poll(id))).status).toBe(status);
    expect(till.sandbox.ledger.polls).toHaveLength(status === 200 ? 1 : 0);
  });

  test('a store that fails asks nothing', async () => {
    const till = createGatewayTill();
    const store = { ...till.store, transact: () => Promise.reject(new Error('gone')) };
    const answer = await till.gateway({ store }).fetch(poll('M-1'));
    expect([answer.status, answer.headers.get('retry-after')]).toStrictEqual([503, '5']);
    expect(till.sent).toHaveLength(0);
  });
});
