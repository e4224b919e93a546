import { describe, expect, test } from 'vitest';
import { runs } from '../../runs.ts';
import { minute, mirrorTill } from './mirrorTill.ts';
import { recordTill } from './scriptedRecord.ts';
import { lateWays, waysAfterEffect, waysBeforeEffect } from './ways.ts';

const notArrived = {
  code: 'unanswered',
  shortMessage: 'The gateway did not take the request. Nothing was sent.',
};

/** Proxies answer in many ways: every day with some. */
const some = (ways: string[]) =>
  runs(
    ways.filter((way) => !/^a proxy (answers|refuses)/.test(way) || /401|409|502/.test(way)),
    ways,
  );

describe('what is lost between page and gateway', () => {
  test.each(some(waysAfterEffect))('F3, F4, M1, M2: ends in the true result where %s', async (way) => {
    const { open, pass, ways, payments, sandbox, assertSafe } = await mirrorTill();
    const { pay, only } = open();
    ways.bend('POST', way);
    await pay();
    await pass(90_000);
    const { phase, anomalies, error, reason } = only();
    expect({ phase, anomalies, error, reason }).toEqual({ phase: 'complete', anomalies: [] });
    expect(payments()).toHaveLength(1);
    expect(sandbox.ledger.charges).toHaveLength(1);
    assertSafe();
  });

  test.each(some(waysBeforeEffect))('F1: nothing was sent where %s, and that is proven', async (way) => {
    const { open, pass, ways, asks, payments, assertSafe } = await mirrorTill();
    const { pay, only } = open();
    ways.bend('POST', way);
    await pay();
    await pass(1000);
    const { id } = only();
    expect(only()).toMatchObject({ phase: 'rejected', error: notArrived });
    expect(asks).toEqual([`GET ${id}`, `DELETE ${id}`]);
    expect(payments()).toEqual([]);
    // Nothing happened, so the same sale needs no question.
    expect(await pay()).toMatchObject({ started: true });
    await pass(minute);
    expect(only().phase).toBe('complete');
    assertSafe();
  });

  test('F1: is not called unsent where a server without a gateway answers 404, and the address is named', async () => {
    const { live, open, answer } = recordTill();
    answer(/./, () => new Response('Cannot POST /pay', { status: 404, statusText: 'Not Found' }));
    const { pay, only } = open();
    await pay();
    await live(20_000);
    const serviceMessage = 'No payments service answers at http://localhost:4010/.';
    expect(only()).toMatchObject({ phase: 'unknown', error: { status: 404, serviceMessage } });
  });

  test.each(lateWays)('M1: what is shown is what was done where %s', async (way) => {
    const { open, pass, ways, payments, assertSafe } = await mirrorTill();
    const { pay, only } = open();
    ways.bend('POST', way);
    await pay();
    await pass(150_000);
    expect(only().phase).toBe('rejected');
    expect(payments()).toEqual([]);
    assertSafe();
  });

  test('M1: a copy that comes late is not sent beside the sale that was pressed instead', async () => {
    const { open, pass, ways, sandbox, assertSafe } = await mirrorTill();
    const { pay, only, operations } = open();
    ways.bend('POST', 'the request arrives 120000 ms late');
    // Nothing can be asked, and payments get through.
    ways.bend('ask', 'the request is lost', Infinity);
    await pay();
    await pass(20_000);
    expect(only().phase).toBe('unknown');
    expect(await pay()).toMatchObject({
      started: false,
      refusal: { code: 'terminal-busy', operationId: only().id },
    });
    await pass(3 * minute);
    expect(sandbox.ledger.charges).toHaveLength(1);
    expect(operations.list()).toMatchObject([{ phase: 'complete' }]);
    assertSafe();
  });

  test('F11: a batch whose answer was lost is closed', async () => {
    const { open, pass, ways, asks } = await mirrorTill();
    const { operations, request, only } = open();
    ways.bend('POST', 'the answer is lost');
    const { terminalId, provider } = request;
    await operations.start('closeBatch', { terminalId, provider });
    ways.bend('stream', 'the request is lost');
    await pass(1000);
    expect(only().phase).toBe('complete');
    expect(asks).toHaveLength(1);
  });

  test('F12: an empty 200 of something before the gateway closes no batch', async () => {
    const { open, pass, ways, asks, payments } = await mirrorTill();
    const { operations, request, only } = open();
    ways.bend('POST', 'something else answers 200');
    const { terminalId, provider } = request;
    await operations.start('closeBatch', { terminalId, provider });
    await pass(1000);
    expect(only().phase).toBe('rejected');
    expect(asks).toHaveLength(2);
    expect(payments()).toEqual([]);
  });

  test('F11: a batch that the gateway answers without a body is closed', async () => {
    const { open, pass, sandbox, asks } = await mirrorTill();
    const { operations, only } = open();
    const { id: terminalId, provider } = sandbox.terminals.find((terminal) => terminal.provider === 'beta')!;
    await operations.start('closeBatch', { terminalId, provider });
    await pass(900);
    expect(only().phase).toBe('complete');
    expect(asks).toEqual([]);
  });

  test('F8: a refusal whose answer was lost is a refusal all the same', async () => {
    const { open, pass, ways, assertSafe } = await mirrorTill({ scenario: 'unauthorized' });
    const { pay, only } = open();
    ways.bend('POST', 'the answer is lost');
    await pay();
    await pass(1000);
    expect(only()).toMatchObject({ phase: 'rejected' });
    assertSafe();
  });

  test.each([401, false] as const)(
    'a session that has ended (%s) is told to have sent nothing',
    async (refusal) => {
      const { open, pass, refused, asks, payments } = await mirrorTill();
      const { pay, only } = open();
      refused.set('pay', refusal);
      await pay();
      await pass(1000);
      expect(only()).toMatchObject({ phase: 'rejected', error: { code: 'unauthorized' } });
      expect([asks, payments()]).toEqual([[], []]);
    },
  );

  test.each([
    ['declined', 'failed', undefined],
    ['unauthorized', 'rejected', undefined],
    ['rate-limited', 'rejected', undefined],
    ['conflict', 'unknown', 'conflict'],
    ['server-error', 'unknown', 'http-error'],
    ['lost-answer', 'unknown', 'no-response'],
    ['malformed', 'unknown', 'bad-response'],
  ] as const)(
    'F1, F4, F7: ends alike, whether the answer was lost or not: %s',
    async (scenario, phase, reason) => {
      for (const way of ['nothing is lost', 'the answer is lost']) {
        const { open, pass, ways, sandbox, assertSafe } = await mirrorTill({ scenario });
        const { pay, only, operations } = open();
        ways.bend('POST', way);
        await pay();
        await pass(150_000);
        expect([way, only().phase, only().reason]).toEqual([way, phase, reason]);
        expect(operations.canCheck(only().id)).toBe(phase === 'unknown');
        expect(sandbox.ledger.requests.filter(({ operation }) => operation === 'pay')).toHaveLength(1);
        assertSafe();
      }
    },
  );

  test('F18: an answer that was lost with the session is found when an operator signs in', async () => {
    const { open, pass, ways, refused, assertSafe } = await mirrorTill();
    const { pay, only, operations } = open();
    for (const question of ['askOperation', 'listOperations', 'streamOperations'] as const)
      refused.set(question, 401);
    ways.bend('POST', 'the answer is lost');
    await pay();
    await pass(minute);
    expect(only()).toMatchObject({ phase: 'unknown', connection: 'needs-auth' });
    refused.clear();
    operations.checkNow(only().id);
    await pass(30_000);
    expect(only()).toMatchObject({ phase: 'complete', connection: 'ok' });
    assertSafe();
  });
});

describe('a gateway that has forgotten', () => {
  test('believes no store that has just begun', async () => {
    const { open, pass, ways, trace } = await mirrorTill({ knownForMs: 0 });
    const { pay, only } = open();
    ways.bend('POST', 'the request is lost');
    await pay();
    await pass(2 * minute);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'no-response' });
    expect(trace.map(({ phase }) => phase)).not.toContain('rejected');
  });

  test.each([0, 30 * minute])(
    'is not believed that a press of before was not sent, set back by %i ms',
    async (backMs) => {
      const { open, pass, ways, clock, restart, trace, asks, sandbox } = await mirrorTill();
      for (const news of ['stream', 'list'] as const) ways.bend(news, 'the request is lost', Infinity);
      const { pay, only } = open();
      ways.bend('POST', 'no answer ever comes');
      void pay();
      await pass(10_000);
      restart({ forgets: true });
      clock.jump(-backMs);
      await pass(10 * minute);
      expect(sandbox.ledger.charges).toHaveLength(1);
      expect(only().phase).toBe('unknown');
      expect(asks.filter((ask) => ask.startsWith('DELETE'))).toEqual([]);
      expect(trace.map(({ phase }) => phase)).not.toContain('rejected');
    },
  );

  test('leaves what it told of before unknown, and a person can be done with it', async () => {
    const { open, pass, restart } = await mirrorTill({ scenario: 'slow' });
    const { pay, only, operations } = open();
    await pay();
    await pass(2000);
    expect(only().phase).toBe('waiting');
    restart({ forgets: true });
    await pass(minute);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'gone' });
    operations.resolveUnknown(only().id, { charged: true, basis: 'receipt' });
    await pass(5000);
    expect(only()).toMatchObject({ phase: 'resolved', resolution: { charged: true } });
    operations.acknowledge(only().id);
    await pass(minute);
    expect(operations.list({ standing: true })).toEqual([]);
  });

  test('and an ending that was seen stays seen', async () => {
    const { open, pass, restart } = await mirrorTill();
    const { pay, only, operations } = open();
    await pay();
    await pass(minute);
    expect(only().phase).toBe('complete');
    restart({ forgets: true });
    await pass(1000);
    operations.acknowledge(only().id);
    await pass(2 * minute);
    expect(operations.list({ standing: true })).toEqual([]);
  });
});
