import { describe, expect, it } from 'vitest';
import { defineService } from '../../../src/exports/core.ts';
import { gatewayTill, minute } from './gatewayTill.ts';
import { json } from './scriptedGateway.ts';
import { lateWays, waysAfterEffect, waysBeforeEffect } from './ways.ts';

describe('what is lost between page and gateway', () => {
  it.each(waysAfterEffect)('F3, F4, M1, M2: ends in the true result where %s', async (way) => {
    const { clock, open, ways, payments, sandbox, assertSafe } = gatewayTill();
    const { pay, only } = open();
    ways.bend('POST', way);
    await pay();
    await clock.advance(3 * minute);
    const { phase, anomalies, error, reason } = only();
    expect({ phase, anomalies, error, reason }).toEqual({ phase: 'complete', anomalies: [] });
    expect(payments()).toHaveLength(1);
    expect(sandbox.ledger.charges).toHaveLength(1);
    assertSafe();
  });

  it.each(waysBeforeEffect)('F1: nothing was sent where %s, and that is proven', async (way) => {
    const { clock, open, ways, gateway, payments, assertSafe } = gatewayTill();
    const { pay, only, operations } = open();
    ways.bend('POST', way);
    await pay();
    await clock.advance(1000);
    const { id } = only();
    expect(only()).toMatchObject({
      phase: 'rejected',
      error: {
        code: 'unanswered',
        shortMessage: 'The request did not reach the gateway. Nothing was sent.',
      },
    });
    expect(gateway.asks).toEqual([`GET ${id}`, `DELETE ${id}`]);
    expect(payments()).toEqual([]);
    // Nothing happened, so the same sale needs no question.
    expect(await operations.start('pay', { ...open().request })).toMatchObject({ started: true });
    await clock.advance(minute);
    assertSafe();
  });

  it.each(lateWays)('M1: a copy is not sent any more where %s', async (way) => {
    const { clock, open, ways, payments, assertSafe } = gatewayTill();
    const { pay, only } = open();
    ways.bend('POST', way);
    await pay();
    await clock.advance(5 * minute);
    expect(only().phase).toBe('rejected');
    expect(payments()).toEqual([]);
    assertSafe();
  });

  it('F11: a batch whose answer was lost is closed', async () => {
    const { clock, open, ways, gateway } = gatewayTill();
    const { operations, request, only } = open();
    ways.bend('POST', 'the answer is lost');
    await operations.start('closeBatch', { terminalId: request.terminalId });
    await clock.advance(1000);
    expect(only().phase).toBe('complete');
    expect(gateway.asks).toHaveLength(1);
  });

  it('F12: an empty 200 of something before the gateway closes no batch', async () => {
    const { clock, open, ways, gateway, payments } = gatewayTill();
    const { operations, request, only } = open();
    ways.bend('POST', 'something else answers 200');
    await operations.start('closeBatch', { terminalId: request.terminalId });
    await clock.advance(1000);
    expect(only().phase).toBe('rejected');
    expect(gateway.asks).toHaveLength(2);
    expect(payments()).toEqual([]);
  });

  it('F11: a batch that the gateway answers without a body is closed', async () => {
    const { clock, open, sandbox, gateway } = gatewayTill();
    const { operations, only } = open();
    const { id: terminalId } = sandbox.terminals.find(({ provider }) => provider === 'beta')!;
    await operations.start('closeBatch', { terminalId });
    await clock.advance(1000);
    expect(only().phase).toBe('complete');
    expect(gateway.asks).toEqual([]);
  });

  it('F8: believes a refusal that the gateway calls one', async () => {
    const { clock, open, gateway } = gatewayTill({ scenario: 'unauthorized' });
    const { pay, only } = open();
    await pay();
    await clock.advance(1000);
    expect(only()).toMatchObject({ phase: 'rejected', error: { code: 'unauthorized' } });
    expect(gateway.asks).toEqual([]);
  });

  it('F8: a refusal whose answer was lost is a refusal all the same', async () => {
    const { clock, open, ways, assertSafe } = gatewayTill({ scenario: 'unauthorized' });
    const { pay, only } = open();
    ways.bend('POST', 'the answer is lost');
    await pay();
    await clock.advance(1000);
    expect(only()).toMatchObject({ phase: 'rejected', error: { code: 'unauthorized' } });
    assertSafe();
  });

  it('a 401 of the gateway itself is believed where it says that nothing was sent', async () => {
    const { clock, open, gateway, payments } = gatewayTill();
    const { pay, only } = open();
    gateway.authorize(() => 401);
    await pay();
    await clock.advance(1000);
    expect(only()).toMatchObject({ phase: 'rejected', error: { status: 401 } });
    expect([gateway.asks, payments()]).toEqual([[], []]);
  });

  it.each(['service answers nothing', 'service answers 500'])(
    'F1, F7: what was lost behind the gateway stays unknown: %s',
    async (what) => {
      const isSilent = what === 'service answers nothing';
      const { clock, open, gateway, assertSafe } = gatewayTill({
        scenario: isSilent ? 'lost-answer' : 'server-error',
      });
      const { pay, only, operations } = open();
      await pay();
      await clock.advance(90_000);
      expect(only().phase).toBe('unknown');
      // Silence is noticed here and by the gateway at the same moment.
      expect(isSilent ? ['no-response', 'http-error'] : ['http-error']).toContain(only().reason);
      const asked = gateway.asks.length;
      await clock.advance(10 * minute);
      expect(gateway.asks).toHaveLength(asked);
      expect(only().nextCheckAt).toBeUndefined();
      expect(operations.canCheck(only().id)).toBe(true);
      assertSafe();
    },
  );

  it('F4, M2: a busy terminal is a conflict, told by the gateway too', async () => {
    const { clock, open, ways, gateway } = gatewayTill({ scenario: 'conflict' });
    const { pay, only } = open();
    ways.bend('POST', 'the answer is lost');
    await pay();
    await clock.advance(1000);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'conflict' });
    expect(gateway.asks).toHaveLength(1);
  });

  it('F30: an id that belongs to another operation is found out in a late answer too', async () => {
    const { clock, open, ways, gateway } = gatewayTill();
    const { pay, operations } = open();
    await pay();
    await clock.advance(2 * minute);
    const [{ msgIdentifier, id }] = operations.list() as [ReturnType<typeof operations.list>[0]];
    operations.acknowledge(id);
    gateway.lie({
      state: 'accepted',
      answer: { status: 200, body: JSON.stringify({ data: { msgIdentifier } }) },
    });
    ways.bend('POST', 'the answer is lost');
    await pay();
    await clock.advance(20_000);
    expect(operations.get(id)?.anomalies).toContain('duplicate-id');
    expect(operations.list()[0]).toMatchObject({ phase: 'unknown', reason: 'duplicate-id' });
    expect(operations.canCheck(operations.list()[0]!.id)).toBe(false);
  });
});

describe('asking the gateway', () => {
  it('asks at once, then less and less often, and stays sending for 15 s', async () => {
    const { clock, open, ways, gateway } = gatewayTill();
    const { pay, only, operations } = open();
    gateway.lie({ state: 'sent', answer: undefined });
    ways.bend('POST', 'the answer is lost');
    await pay();
    const began = clock.monotonic();
    const phases: string[] = [];
    const times: number[] = [];
    for (let second = 0; second < 240; second += 1) {
      await clock.advance(1000);
      while (times.length < gateway.asks.length) times.push(Math.floor((clock.monotonic() - began) / 1000));
      phases.push(only().phase);
    }
    expect(times).toEqual([1, 2, 4, 8, 16, 26, 56, 116, 176, 236]);
    expect(phases.indexOf('unknown')).toBe(15);
    expect(only()).toMatchObject({ reason: 'no-response', connection: 'ok' });
    expect(only().nextCheckAt! - clock.now()).toBeLessThanOrEqual(minute);
    gateway.lie(undefined);
    await clock.advance(2 * minute);
    expect(operations.list()).toHaveLength(1);
    expect(only().phase).toBe('complete');
  });

  it.each([
    ['forgot in between', (known: number) => known - 24 * 60 * minute],
    ['remembers no longer than the sale is old', () => 1_000],
    ['remembers ten seconds more than that, and no longer', () => 10_000],
    ['remembers nothing', () => Number.NaN],
  ])('believes no gateway that %s', async (_, knownFor) => {
    const { clock, open, ways, gateway, trace } = gatewayTill();
    const { pay, only } = open();
    ways.bend('POST', 'the answer is lost');
    await pay();
    await clock.advance(1);
    gateway.restart();
    gateway.lie({ knownForMs: knownFor(0) });
    await clock.advance(1000);
    gateway.lie({ knownForMs: 10 });
    await clock.advance(10 * minute);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'no-response' });
    expect(gateway.asks.filter((ask) => ask.startsWith('DELETE'))).toEqual([]);
    expect(trace.map(({ phase }) => phase)).not.toContain('rejected');
  });

  it('does not believe a gateway that began anew between the question and the closing', async () => {
    const { clock, open, ways, gateway } = gatewayTill();
    const till = open({
      client: {
        fetcher: async (request, init) => {
          if (request.method === 'DELETE') gateway.restart();
          return ways.go(gateway.fetch)(request, init);
        },
      },
    });
    ways.bend('POST', 'the request is lost');
    await till.pay();
    await clock.advance(minute);
    expect(till.only().phase).toBe('unknown');
  });

  it('does not believe that nothing was sent before the id is closed', async () => {
    const { clock, open, ways, gateway } = gatewayTill();
    const { pay, only } = open();
    gateway.lie({ isClosed: undefined });
    ways.bend('POST', 'the request is lost');
    await pay();
    await clock.advance(minute);
    expect(only().phase).toBe('unknown');
    gateway.lie(undefined);
    await clock.advance(minute);
    expect(only().phase).toBe('rejected');
  });

  it('a clock that was set back makes no operation young', async () => {
    const { clock, open, ways, gateway } = gatewayTill();
    const { pay, only } = open();
    ways.bend('POST', 'no answer ever comes');
    await pay();
    await clock.advance(10_000);
    gateway.restart();
    clock.jump(-25_000);
    await clock.advance(20_000);
    gateway.lie({ knownForMs: 40_000 });
    await clock.advance(1000);
    expect(only().phase).toBe('sending');
    await clock.advance(10 * minute);
    expect(only().phase).toBe('unknown');
  });

  it.each([
    ['another operation', { id: 'other' }],
    ['a state it does not know', { state: 'done' }],
    ['an answer without a status', { state: 'accepted', answer: { body: '{}' } }],
    ['an answer with an odd status', { state: 'accepted', answer: { status: 99, body: '{}' } }],
    ['an answer that is no text', { state: 'accepted', answer: { status: 200, body: { data: 1 } } }],
    ['nothing of the answer', { state: 'accepted', answer: undefined }],
    ['a refusal without its answer', { state: 'refused', answer: undefined }],
    ['a refusal whose status is none', { state: 'refused', answer: { status: 503, body: '{}' } }],
    ['an acceptance whose status is none', { state: 'accepted', answer: { status: 422, body: '{}' } }],
    ['no answer, with one of 400', { state: 'unanswered', answer: { status: 400, body: '{}' } }],
  ])('takes %s for no proof', async (_, lie) => {
    const { clock, open, ways, gateway, trace } = gatewayTill();
    const { pay, only } = open();
    gateway.lie(lie);
    ways.bend('POST', 'the answer is lost');
    await pay();
    await clock.advance(5 * minute);
    expect(only().phase).toBe('unknown');
    expect(new Set(trace.map(({ phase }) => phase))).toEqual(new Set(['sending', 'unknown']));
  });

  it('reads the id of an accepted operation whose answer was not kept', async () => {
    const { clock, open, ways, gateway, sandbox } = gatewayTill();
    const { pay, only } = open();
    ways.bend('POST', 'the answer is lost');
    await pay();
    gateway.lie({ state: 'sent' });
    await clock.advance(500);
    const { msgIdentifier } = sandbox.ledger.requests[0]!;
    gateway.lie({ state: 'accepted', answer: undefined, msgIdentifier });
    await clock.advance(5000);
    expect(only()).toMatchObject({ phase: 'complete', msgIdentifier });
  });

  it('F3: asks for ten minutes more where no answer is recorded: it may be late', async () => {
    const { clock, open, ways, gateway, assertSafe } = gatewayTill();
    const { pay, only } = open();
    gateway.lie({ state: 'unanswered', answer: undefined });
    ways.bend('POST', 'the answer is lost');
    await pay();
    await clock.advance(2 * minute);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'no-response', connection: 'ok' });
    gateway.lie(undefined);
    await clock.advance(2 * minute);
    expect(only().phase).toBe('complete');
    assertSafe();
  });

  it('asks no longer than that where none comes', async () => {
    const { clock, open, ways, gateway } = gatewayTill();
    const { pay, only } = open();
    gateway.lie({ state: 'unanswered', answer: undefined });
    ways.bend('POST', 'the answer is lost');
    await pay();
    await clock.advance(12 * minute);
    const asked = gateway.asks.length;
    await clock.advance(20 * minute);
    expect(gateway.asks).toHaveLength(asked);
    expect(only()).toMatchObject({ phase: 'unknown' });
    expect(only().nextCheckAt).toBeUndefined();
  });

  it('an ask that fails forever changes nothing, is shown, and ends after a day', async () => {
    const { clock, open, ways, gateway } = gatewayTill();
    const { pay, only } = open();
    ways.bend('POST', 'the answer is lost');
    ways.bend('ask', 'a proxy answers 502', 100_000);
    await pay();
    await clock.advance(minute);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'no-response', connection: 'degraded' });
    expect(only().lastCheckedAt).toBeUndefined();
    await clock.advance(30 * minute);
    expect(only()).toMatchObject({ phase: 'unknown', connection: 'degraded' });
    ways.bend('ask', 'nothing is lost');
    clock.jump(23 * 60 * minute);
    gateway.lie({ state: 'sent' });
    await clock.advance(2 * minute);
    expect(gateway.asks.length).toBeGreaterThan(0);
    clock.jump(60 * minute);
    await clock.advance(minute);
    expect(only()).toMatchObject({ phase: 'unknown', connection: 'ok' });
    expect(only().nextCheckAt).toBeUndefined();
    const asked = gateway.asks.length;
    await clock.advance(10 * minute);
    expect(gateway.asks).toHaveLength(asked);
  });

  it('F18: asks again as soon as the session of the gateway is back', async () => {
    const { clock, open, ways, gateway, assertSafe } = gatewayTill();
    let token = 'old';
    const { pay, only } = open({ client: { headers: () => ({ authorization: token }) } });
    ways.bend('POST', 'the answer is lost');
    await pay();
    const isOver = ({ method, headers }: Request) =>
      method === 'GET' && headers.get('authorization') === 'old';
    gateway.authorize((request) => (isOver(request) ? 401 : undefined));
    await clock.advance(90_000);
    expect(only()).toMatchObject({ phase: 'unknown', connection: 'needs-auth' });
    token = 'new';
    await clock.advance(5000);
    expect(only()).toMatchObject({ msgIdentifier: expect.any(String), connection: 'ok' });
    await clock.advance(minute);
    expect(only().phase).toBe('complete');
    assertSafe();
  });

  it('does not ask while the page is hidden, and asks when it is seen again', async () => {
    const { clock, open, ways, gateway } = gatewayTill();
    let isVisible = true;
    const { pay, only, wake } = open({ isVisible: () => isVisible });
    gateway.lie({ state: 'sent' });
    ways.bend('POST', 'the answer is lost');
    await pay();
    await clock.advance(20_000);
    isVisible = false;
    await clock.advance(minute);
    const asked = gateway.asks.length;
    await clock.advance(10 * minute);
    expect(gateway.asks).toHaveLength(asked);
    gateway.lie(undefined);
    isVisible = true;
    wake();
    await clock.advance(500);
    expect(only().phase).toBe('waiting');
  });

  it('F67: "Check now" asks the gateway, one question at a time and one a second', async () => {
    const { clock, open, ways, gateway, sandbox } = gatewayTill({ scenario: 'lost-answer' });
    const { pay, only, operations } = open();
    await pay();
    expect(operations.checkNow(only().id)).toEqual({ asked: false, nextAllowedAt: Infinity });
    await clock.advance(2 * minute);
    const { id } = only();
    const asked = gateway.asks.length;
    const results = Array.from({ length: 100 }, () => operations.checkNow(id));
    expect(results.filter((result) => result.asked)).toHaveLength(1);
    await clock.advance(900);
    expect(operations.checkNow(id)).toEqual({ asked: false, nextAllowedAt: clock.now() + 100 });
    await clock.advance(5000);
    expect(gateway.asks).toHaveLength(asked + 2);
    expect(only().lastCheckedAt).toBe(clock.now() - 4900);
    // Nothing is heard: then it goes on by itself until something is.
    ways.bend('ask', 'the request is lost', 2);
    operations.checkNow(id);
    await clock.advance(3 * minute);
    expect(gateway.asks).toHaveLength(asked + 3);
    expect(sandbox.ledger.requests.filter(({ operation }) => operation === 'pay')).toHaveLength(1);
  });
});

describe('what is no lost answer', () => {
  it('plain mode asks nobody', async () => {
    const { clock, open, ways, gateway } = gatewayTill();
    const { pay, only, operations, client } = open({
      client: {
        gateway: undefined,
        service: defineService({ operationIdHeader: 'x-operation-id' }),
      },
    });
    ways.bend('POST', 'the answer is lost');
    await pay();
    await clock.advance(5 * minute);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'no-response' });
    expect(operations.checkNow(only().id)).toEqual({ asked: false, nextAllowedAt: Infinity });
    expect(operations.canCheck(only().id)).toBe(false);
    expect(gateway.asks).toEqual([]);
    const asking = client.askOperation({ operationId: only().id, kind: 'pay' });
    await expect(asking).rejects.toMatchObject({ code: 'configuration', field: 'gateway' });
  });

  it('plain mode does not read what a gateway says', async () => {
    const { open, clock } = gatewayTill();
    const { pay, only } = open({
      client: {
        gateway: undefined,
        fetcher: async () => json({}, 500, { 'x-operation-state': 'not-seen' }),
      },
    });
    await pay();
    await clock.advance(1000);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'http-error' });
  });
});
