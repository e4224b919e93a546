import { describe, expect, it } from 'vitest';
import type { Journal, PaymentsEvent } from '../../../src/exports/core.ts';
import { createFreezer } from '../standalone/schedules/frozenClock.ts';
import { gatewayTill, minute } from './gatewayTill.ts';
import { waysAfterEffect } from './ways.ts';

const resolved = { charged: false, basis: 'terminal-screen' } as const;

describe('what a page that is gone has left', () => {
  const losses = [
    'nothing is lost',
    'the answer is lost',
    'the request is lost',
    'the request arrives 200 ms late',
  ];

  const dieAndReopen = async (way: string, diesAfter: number | undefined, afterMs = 20_000) => {
    const { clock, open, ways, payments, sandbox, assertSafe } = gatewayTill();
    const dying = open({ diesAfter });
    await clock.advance(300);
    ways.bend('POST', way);
    void dying.pay();
    await clock.advance(afterMs);
    dying.crash();
    const { operations } = open();
    await clock.advance(3 * minute);
    const [sale] = operations.list();
    const isSent = payments().length === 1;
    if (sale) expect(sale.phase).toBe(isSent ? 'complete' : 'rejected');
    expect(payments().length).toBeLessThanOrEqual(sale ? 1 : 0);
    expect(sandbox.ledger.charges).toHaveLength(payments().length);
    assertSafe();
    return sale;
  };

  it.each(losses)(
    'F45, F46: dies at each thing it waits for, %s: the next page ends in the truth',
    async (way) => {
      const ends: (string | undefined)[] = [];
      for (let step = 0; step < 24; step += 1) ends.push((await dieAndReopen(way, step))?.phase);
      expect(new Set(ends).size).toBeGreaterThan(1);
    },
  );

  it.each(losses)(
    'F43: dies at any time after the press, %s: the next page ends in the truth',
    async (way) => {
      for (const ms of [0, 1, 20, 49, 51, 100, 150, 210, 260, 1010, 3000, 7200, 16_000])
        expect((await dieAndReopen(way, undefined, ms))?.phase).toBeDefined();
    },
  );

  it('F43: asks about what was being sent, and about every doubt without a message', async () => {
    const { clock, open, ways, gateway } = gatewayTill();
    const dying = open();
    ways.bend('POST', 'no answer ever comes');
    void dying.pay();
    await clock.advance(500);
    dying.crash();
    const { only } = open();
    await clock.advance(700);
    expect(only()).toMatchObject({ phase: 'waiting', reason: undefined });
    expect(gateway.asks).toHaveLength(1);
  });

  it('F52: an operation from the future is of unknown age: no gateway is believed not to have seen it', async () => {
    const { clock, open, ways, gateway, payments, trace } = gatewayTill();
    const dying = open();
    await clock.advance(300);
    ways.bend('POST', 'no answer ever comes');
    void dying.pay();
    await clock.advance(500);
    dying.crash();
    gateway.restart();
    await clock.advance(5 * minute);
    clock.jump(-30 * minute);
    const { only } = open();
    await clock.advance(5 * minute);
    expect(payments()).toHaveLength(1);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'reloaded' });
    expect(trace.map(({ phase }) => phase)).not.toContain('rejected');
  });

  it('a doubt that a person has settled is asked about after a reload too', async () => {
    const { clock, open, ways, gateway } = gatewayTill();
    const first = open();
    gateway.lie({ state: 'sent' });
    ways.bend('POST', 'the answer is lost');
    await first.pay();
    await clock.advance(20_000);
    first.operations.resolveUnknown(first.only().id, resolved);
    await clock.advance(10);
    first.crash();
    gateway.lie(undefined);
    const { only } = open();
    await clock.advance(2 * minute);
    expect(only()).toMatchObject({
      phase: 'complete',
      resolution: resolved,
      anomalies: ['contradicts-operator'],
    });
  });
});

describe('what comes after a person has judged', () => {
  async function resolvedSale(charged: boolean, way: string, kind: 'pay' | 'closeBatch' = 'pay') {
    const till = gatewayTill();
    const page = till.open();
    till.gateway.lie({ state: 'sent' });
    till.ways.bend('POST', way);
    const { terminalId } = page.request;
    await (kind === 'pay' ? page.pay() : page.operations.start('closeBatch', { terminalId }));
    await till.clock.advance(20_000);
    page.operations.resolveUnknown(page.only().id, { charged, basis: 'receipt' });
    till.gateway.lie(undefined);
    await till.clock.advance(3 * minute);
    return { ...page.only(), isSafe: till.assertSafe };
  }

  it.each([
    [false, 'the answer is lost', 'complete', ['contradicts-operator']],
    [true, 'the answer is lost', 'complete', []],
    [false, 'the request is lost', 'rejected', []],
    [true, 'the request is lost', 'rejected', ['contradicts-operator']],
  ] as const)('charged: %s, and %s: %s', async (charged, way, phase, anomalies) => {
    const sale = await resolvedSale(charged, way);
    expect(sale).toMatchObject({ phase, anomalies, resolution: { charged, basis: 'receipt' } });
    sale.isSafe();
  });

  it.each([
    [false, ['contradicts-operator']],
    [true, []],
  ])('a batch, charged: %s', async (charged, anomalies) => {
    const batch = await resolvedSale(charged, 'the answer is lost', 'closeBatch');
    expect(batch).toMatchObject({ phase: 'complete', anomalies, resolution: { charged } });
  });
});

describe('several pages', () => {
  it('F48: only the page that holds a doubt asks about it, and both learn the result', async () => {
    const { clock, open, ways, gateway } = gatewayTill();
    const [holder, other] = [open(), open()];
    await clock.advance(300);
    gateway.lie({ state: 'sent' });
    ways.bend('POST', 'the answer is lost');
    await holder.pay();
    await clock.advance(50_000);
    expect([holder.only().phase, other.only().phase]).toEqual(['unknown', 'unknown']);
    expect(gateway.asks).toHaveLength(6);
    gateway.lie(undefined);
    await clock.advance(2 * minute);
    expect([holder.only().phase, other.only().phase]).toEqual(['complete', 'complete']);
  });

  it('a page that is looked at asks, where the one that holds the doubt is hidden', async () => {
    const { clock, open, ways, gateway } = gatewayTill();
    let isVisible = true;
    const [holder, other] = [open({ isVisible: () => isVisible }), open()];
    await clock.advance(300);
    gateway.lie({ state: 'sent' });
    ways.bend('POST', 'the answer is lost');
    await holder.pay();
    await clock.advance(20_000);
    isVisible = false;
    gateway.lie(undefined);
    await clock.advance(3 * minute);
    expect(other.only().phase).toBe('complete');
  });

  it('a page that was frozen while it sent finds its sale ended by another, and agrees', async () => {
    const { clock, open, gateway, payments, assertSafe } = gatewayTill();
    const freezer = createFreezer(clock);
    const frozen = open({
      client: { clock: freezer.clock, fetcher: (request) => freezer.arrives(gateway.fetch(request)) },
    });
    await clock.advance(300);
    void frozen.pay();
    await clock.advance(10);
    freezer.freeze();
    frozen.silence();
    const other = open();
    await clock.advance(3 * minute);
    expect(other.only().phase).toBe('complete');
    await freezer.thaw();
    frozen.wake();
    await clock.advance(minute);
    expect(frozen.only().phase).toBe('complete');
    expect(payments()).toHaveLength(1);
    assertSafe();
  });

  it('a page that sends only when it wakes is refused by the gateway, whatever was done meanwhile', async () => {
    const { clock, open, gateway, payments, assertSafe } = gatewayTill();
    const freezer = createFreezer(clock);
    const held = async (journal: Promise<unknown>) => freezer.arrives(journal);
    const frozen = open({
      client: {
        headers: () =>
          held(new Promise((resolve) => clock.setTimeout(() => resolve(0), 500))).then(() => ({})),
        requestTimeoutMs: 60 * minute,
      },
    });
    await clock.advance(300);
    void frozen.pay();
    await clock.advance(100);
    freezer.freeze();
    frozen.silence();
    const other = open();
    await clock.advance(minute);
    expect(other.only().phase).toBe('rejected');
    await other.operations.start('pay', other.request);
    await clock.advance(minute);
    await freezer.thaw();
    await clock.advance(minute);
    expect(gateway.asks).toHaveLength(2);
    expect(payments()).toHaveLength(1);
    assertSafe();
  });
});

describe('what the host is told', () => {
  it.each(waysAfterEffect.slice(0, 3))('each change once, where %s', async (way) => {
    const { clock, open, ways } = gatewayTill();
    const { operations, pay } = open();
    const events: PaymentsEvent[] = [];
    operations.listen((event) => events.push(event));
    ways.bend('POST', way);
    await pay();
    await clock.advance(2 * minute);
    expect(events.map((event) => (event.type === 'operation' ? event.to : event.type))).toEqual([
      'sending',
      'waiting',
      'complete',
    ]);
  });

  it('a late answer is in the journal before anybody is told', async () => {
    const told: string[] = [];
    const till = gatewayTill();
    const update: Journal['update'] = (id, patch, seq) => {
      told.push(`journal ${patch.phase}`);
      return till.journal.update(id, patch, seq);
    };
    const { operations, pay } = till.open({ journal: { update } });
    operations.listen((event) => {
      if (event.type === 'operation') told.push(`host ${event.to}`);
    });
    till.ways.bend('POST', 'the answer is lost');
    await pay();
    await till.clock.advance(1000);
    expect(told).toEqual(['host sending', 'journal waiting', 'host waiting']);
  });
});
