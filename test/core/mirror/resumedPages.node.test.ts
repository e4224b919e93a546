import { describe, expect, test } from 'vitest';
import type { PaymentsEvent } from '../../../src/exports/core.ts';
import { runs } from '../../runs.ts';
import { createBrowser, minute, mirrorTill } from './mirrorTill.ts';
import { waysAfterEffect } from './ways.ts';

const resolved = { charged: false, basis: 'terminal-screen' } as const;
const nameOf = (event: PaymentsEvent) => (event.type === 'operation' ? event.to : event.type);

describe('what a page that is gone has left', () => {
  const losses = [
    'nothing is lost',
    'the answer is lost',
    'the request is lost',
    'the request arrives 200 ms late',
  ];

  const dieAndReopen = async (way: string, diesAfter: number | undefined, afterMs = 20_000) => {
    const { open, pass, ways, payments, sandbox, assertSafe } = await mirrorTill();
    const dying = open({ diesAfter });
    await pass(300);
    ways.bend('POST', way);
    void dying.pay();
    await pass(afterMs);
    dying.crash();
    const { operations } = open();
    await pass(3 * minute);
    const [sale] = operations.list();
    const isSent = payments().length === 1;
    if (sale) expect(sale.phase).toBe(isSent ? 'complete' : 'rejected');
    expect(payments().length).toBeLessThanOrEqual(sale ? 1 : 0);
    expect(sandbox.ledger.charges).toHaveLength(payments().length);
    assertSafe();
    return sale;
  };

  test.each(losses)(
    'F45, F46: dies at each thing it waits for or writes down, %s: the next page ends in the truth',
    async (way) => {
      const ends: (string | undefined)[] = [];
      for (let step = 0; step < 30; step += runs(5, 1)) ends.push((await dieAndReopen(way, step))?.phase);
      expect(new Set(ends).size).toBeGreaterThan(1);
    },
  );

  test.each(losses)(
    'F43: dies at any time after the press, %s: the next page ends in the truth',
    async (way) => {
      const every = [0, 1, 20, 49, 51, 100, 150, 210, 260, 1010, 3000, 7200, 16_000];
      for (const ms of runs([1, 51, 210, 3000, 16_000], every))
        expect((await dieAndReopen(way, undefined, ms))?.phase).toBeDefined();
    },
  );

  test('F43: is asked about where it was being sent, once it is known that no tab sends it', async () => {
    const { open, pass, ways, asks } = await mirrorTill();
    const dying = open();
    for (const news of ['stream', 'list'] as const) ways.bend(news, 'the request is lost', Infinity);
    ways.bend('POST', 'no answer ever comes');
    void dying.pay();
    await pass(500);
    dying.crash();
    const { only } = open();
    expect(only().phase).toBe('sending');
    await pass(400);
    expect([only().phase, only().reason]).toEqual(['waiting', undefined]);
    expect(new Set(asks)).toEqual(new Set([`GET ${only().id}`]));
  });

  test('F52: an operation from the future is of unknown age: no gateway is believed not to have seen it', async () => {
    const { open, pass, ways, restart, clock, payments, trace } = await mirrorTill();
    const dying = open();
    await pass(300);
    ways.bend('POST', 'no answer ever comes');
    void dying.pay();
    await pass(500);
    dying.crash();
    restart({ forgets: true });
    await pass(5 * minute);
    clock.jump(-30 * minute);
    const { only } = open();
    await pass(5 * minute);
    expect(payments()).toHaveLength(1);
    expect(only().phase).toBe('unknown');
    expect(trace.map(({ phase }) => phase)).not.toContain('rejected');
  });

  test('a payment that the gateway has lost since is not called unsent, but unknown', async () => {
    const { open, pass, restart, trace } = await mirrorTill({ scenario: 'slow' });
    const dying = open();
    await dying.pay();
    await pass(2000);
    expect(dying.only().phase).toBe('waiting');
    dying.crash();
    restart({ forgets: true });
    await pass(30 * minute);
    const { only } = open();
    await pass(minute);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'gone' });
    expect(trace.map(({ phase }) => phase)).not.toContain('rejected');
  });

  test('a doubt that a person has settled is asked about after a reload too', async () => {
    const { open, pass, ways, assertSafe } = await mirrorTill();
    const first = open();
    for (const news of ['stream', 'list', 'ask'] as const) ways.bend(news, 'the request is lost', Infinity);
    ways.bend('POST', 'the answer is lost');
    await first.pay();
    await pass(20_000);
    first.operations.resolveUnknown(first.only().id, resolved);
    await pass(10);
    first.crash();
    ways.mend();
    const { only, operations } = open();
    await pass(2 * minute);
    expect(only()).toMatchObject({ phase: 'complete', anomalies: ['contradicts-operator'] });
    expect(operations.list({ standing: true })).toHaveLength(1);
    assertSafe();
  });

  test('an ending that was told before is never told as a doubt, nor asked about for ever', async () => {
    const { open, pass, asks } = await mirrorTill();
    const first = open();
    await first.pay();
    await pass(minute);
    expect(first.only().phase).toBe('complete');
    first.crash();
    asks.length = 0;
    for (let reload = 0; reload < 3; reload += 1) {
      const page = open();
      const told: string[] = [];
      page.operations.listen((event) => told.push(nameOf(event)));
      await pass(minute);
      expect(told).toEqual([]);
      expect(page.only()).toMatchObject({ phase: 'complete', flowKey: 'default' });
      page.crash();
    }
    expect(asks).toEqual([]);
  });

  test('an ending that no page of this browser has heard of is told to its host, though it was seen elsewhere', async () => {
    const { open, pass, settled } = await mirrorTill();
    const office = open({ till: 'office', browser: createBrowser() });
    const first = open();
    await first.pay();
    await pass(2000);
    const { id } = first.only();
    expect(first.only().phase).toBe('waiting');
    first.crash();
    await pass(minute);
    await settled(office.client.acknowledgeOperation(id));
    const page = open();
    const told: string[] = [];
    page.operations.listen((event) => told.push(nameOf(event)));
    await pass(minute);
    expect(told).toEqual(['complete']);
    expect(page.operations.get(id)).toMatchObject({ phase: 'complete', acknowledgedAt: expect.any(Number) });
  });
});

describe('what comes after a person has judged', () => {
  async function resolvedSale(
    charged: boolean,
    way: string,
    { kind = 'pay', isSeen = false }: { kind?: 'pay' | 'closeBatch'; isSeen?: boolean } = {},
  ) {
    const till = await mirrorTill();
    const page = till.open();
    for (const news of ['stream', 'list', 'ask'] as const)
      till.ways.bend(news, 'the request is lost', Infinity);
    till.ways.bend('POST', way);
    const { terminalId, provider } = page.request;
    await (kind === 'pay' ? page.pay() : page.operations.start('closeBatch', { terminalId, provider }));
    await till.pass(20_000);
    page.operations.resolveUnknown(page.only().id, { charged, basis: 'receipt' });
    if (isSeen) page.operations.acknowledge(page.only().id);
    till.ways.mend();
    await till.pass(3 * minute);
    return { ...page.only(), standing: page.operations.list({ standing: true }), isSafe: till.assertSafe };
  }

  test.each([
    [false, 'the answer is lost', 'complete', ['contradicts-operator']],
    [true, 'the answer is lost', 'complete', []],
    [false, 'the request is lost', 'rejected', []],
    [true, 'the request is lost', 'rejected', ['contradicts-operator']],
  ] as const)('charged: %s, and %s: %s', async (charged, way, phase, anomalies) => {
    const sale = await resolvedSale(charged, way);
    expect(sale).toMatchObject({ phase, anomalies });
    expect(sale.standing).toHaveLength(1);
    sale.isSafe();
  });

  test.each([
    [false, 'the answer is lost', 1],
    [true, 'the answer is lost', 1],
    [false, 'the request is lost', 0],
    [true, 'the request is lost', 1],
  ])('and has taken note of that, charged: %s, and %s: %i stands', async (charged, way, count) => {
    const { standing, isSafe } = await resolvedSale(charged, way, { isSeen: true });
    expect(standing).toHaveLength(count);
    isSafe();
  });

  test.each([
    [false, ['contradicts-operator']],
    [true, []],
  ])('a batch, charged: %s', async (charged, anomalies) => {
    const batch = await resolvedSale(charged, 'the answer is lost', { kind: 'closeBatch' });
    expect(batch).toMatchObject({ phase: 'complete', anomalies });
  });
});

describe('what the host is told', () => {
  test.each(waysAfterEffect.slice(0, 3))('each change once, where %s', async (way) => {
    const { open, pass, ways } = await mirrorTill();
    const { operations, pay } = open();
    const events: PaymentsEvent[] = [];
    operations.listen((event) => events.push(event));
    ways.bend('POST', way);
    await pay();
    await pass(2 * minute);
    expect(events.map(nameOf)).toEqual(['sending', 'waiting', 'complete']);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(3);
  });

  test('each change by the same name in every tab', async () => {
    const { open, pass } = await mirrorTill();
    const [one, other] = [open(), open()];
    const names: Set<string>[] = [one, other].map(({ operations }) => {
      const heard = new Set<string>();
      operations.listen(({ eventId }) => heard.add(eventId));
      return heard;
    });
    await pass(1000);
    await one.pay();
    await pass(minute);
    expect(names[0]!.size).toBe(3);
    for (const name of names[1]!) expect(names[0]).toContain(name);
    expect([...names[1]!].at(-1)).toBe([...names[0]!].at(-1));
  });

  const office = { browser: createBrowser(), till: 'office' };
  test.each([
    ['of what the service left open', 'in another tab', {}],
    ['of a wait that a person stopped', 'in another tab', {}],
    ['of what the service left open', 'at another till', office],
    ['of a wait that a person stopped', 'at another till', office],
  ])(
    'a resolution %s by the same two names %s: of the change, and of what the person said',
    async (what, _, place) => {
      const isStopped = what.endsWith('stopped');
      const fetcher = async () => new Response('', { status: 500 });
      const { open, pass } = await mirrorTill(isStopped ? {} : { gateway: { fetcher } });
      const [seller, one] = [open(), open(place)];
      await pass(1000);
      await seller.pay();
      await pass(1000);
      const { id } = one.only();
      if (isStopped) one.operations.stopWaiting(id);
      await pass(3000);
      expect(one.only().phase).toBe('unknown');
      const [said, heard] = [one, seller].map(({ operations }) => {
        const names: string[] = [];
        operations.listen(({ type, eventId }) => names.push(`${type} ${eventId}`));
        return names;
      });
      one.operations.resolveUnknown(id, { ...resolved, charged: true });
      await pass(500);
      expect(said!.map((name) => name.split(' ')[0])).toEqual(['operation', 'resolved']);
      expect(new Set(said!.map((name) => name.split(' ')[1])).size).toBe(2);
      expect(heard).toEqual(said);
    },
  );

  test('a result once more, under another id, where a person had just said otherwise on a page that lagged behind', async () => {
    const { open, pass } = await mirrorTill({ scenario: 'late-result' });
    const [seller, laggard] = [open(), open(office)];
    await pass(1000);
    await seller.pay();
    await pass(20_000);
    expect(laggard.only()).toMatchObject({ phase: 'unknown', reason: 'service-timeout' });
    const told = new Map<string, string>();
    for (const { operations } of [seller, laggard]) {
      operations.listen((event) => {
        if (!told.has(event.eventId)) told.set(event.eventId, nameOf(event));
      });
    }
    laggard.freeze();
    await pass(5 * minute);
    laggard.operations.resolveUnknown(laggard.only().id, resolved);
    await laggard.thaw();
    await pass(minute);
    expect([seller.only().phase, laggard.only().phase]).toEqual(['complete', 'complete']);
    expect([...told.values()].filter((name) => name === 'complete' || name === 'resolved')).toEqual([
      'complete',
      'resolved',
      'resolved',
      'complete',
    ]);
  });
});
