import { request } from 'node:http';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Caller } from '../../../src/gateway/visibility.ts';
import type { TransactionMode, GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import {
  createEventStreams,
  type EventStreams,
  maxStreamsPerSubject,
  type EventStreamsOptions,
} from '../../../src/gateway/createEventStreams.ts';
import { listen } from '../../../src/node/listen.ts';
import {
  accepted,
  callerOf,
  createTestRecord,
  failed,
  lost,
  minuteMs,
  type TestRecord,
} from '../store/recordRows.ts';
import { readerOf } from './streamReader.ts';

const dayMs = 24 * 60 * minuteMs;
const streams = new Set<EventStreams>();

let record: TestRecord;
let stream: EventStreams;
let count: number;

function create(options: Partial<EventStreamsOptions> = {}) {
  stream = createEventStreams({
    store: record.store,
    clock: record.clock,
    keepEventsMs: 7 * dayMs,
    onCount: (open) => (count = open),
    ...options,
  });
  streams.add(stream);
  record.onChange((account) => streams.forEach(({ nudge }) => nudge(account)));
  return stream;
}

beforeEach(() => {
  streams.clear();
  record = createTestRecord();
  count = 0;
  create();
});

async function openAs(caller: Caller = callerOf(), lastEventId?: string, from = stream) {
  const reader = readerOf(await from.open(lastEventId, caller));
  const first = await reader.next();
  expect(first?.event).toBe('open');
  const hasCursor = lastEventId !== undefined;
  const told = { now: record.clock.now(), knownForMs: expect.any(Number) as number, hasCursor };
  expect(JSON.parse(first?.data ?? '')).toEqual(told);
  reader.cursor = first?.id ?? lastEventId;
  return reader;
}

describe('a stream', () => {
  test('is one of events that no proxy may keep or compress', async () => {
    const { status, headers } = await stream.open(null, callerOf());
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toEqual({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
  });

  test('begins now, and tells every change in order, with who it was and whose', async () => {
    await record.begin();
    const reader = await openAs();
    const id = await record.begin({ actor: 'Ada', subject: 'till-2' });
    await record.tell(id, [accepted('m-1', 'p-1')]);
    await record.tell(id, [{ type: 'connection', connection: 'ok', lastCheckedAt: 1 }]);
    const told = [await reader.next(), await reader.next(), await reader.next()];
    const data = told.map(
      (block) => JSON.parse(block?.data ?? '') as { operation: { seq: number }; event: unknown },
    );
    expect(told.map((block) => block?.event)).toEqual(['operation', 'operation', 'operation']);
    expect(data.map(({ operation }) => operation.seq)).toEqual([1, 2, 3]);
    expect(data.map(({ event }) => event)).toEqual([
      { type: 'operation', to: 'sending' },
      { type: 'operation', from: 'sending', to: 'waiting' },
      null,
    ]);
    expect(data[1]?.operation).toEqual({
      id,
      kind: 'pay',
      phase: 'waiting',
      terminalId: 'T1',
      currency: 'EUR',
      amountCents: 1000,
      msgIdentifier: 'm-1',
      pnRefNum: 'p-1',
      anomalies: [],
      seenProcessing: false,
      createdAt: record.clock.now(),
      acceptedAt: record.clock.now(),
      seq: 2,
      actor: 'Ada',
      isOwn: false,
    });
  });

  test('goes on where another one broke off', async () => {
    const first = await openAs();
    const opened = first.cursor;
    await record.begin();
    await record.begin();
    expect(await first.changes(1)).toEqual(['1 sending']);
    await first.cancel();
    await record.begin();
    const second = await openAs(callerOf(), first.cursor);
    await record.begin();
    expect(await second.changes(3)).toEqual(['2 sending', '3 sending', '4 sending']);
    const third = await openAs(callerOf(), opened);
    expect(await third.changes(4)).toEqual(['1 sending', '2 sending', '3 sending', '4 sending']);
    const fourth = await openAs(callerOf(), second.cursor);
    await record.begin();
    expect(await fourth.changes(1)).toEqual(['5 sending']);
  });

  test('goes on from its beginning where it broke off before it told what was missed', async () => {
    const { cursor } = await openAs();
    await record.begin();
    const second = await openAs(callerOf(), cursor);
    const third = await openAs(callerOf(), second.cursor);
    expect(await third.changes(1)).toEqual(['1 sending']);
  });

  test('tells a reader with a strange cursor to read the list, and goes on from now', async () => {
    await record.begin();
    const { cursor = '' } = await openAs();
    const others = [{ account: 'other' }, { subject: 'till-2' }, { sees: 'own' as const }].map(callerOf);
    const foreign = await Promise.all(others.map((caller) => openAs(caller)));
    const strange = [...foreign.map((reader) => reader.cursor), 'x', cursor.slice(1), `${cursor}A`, '2'];
    for (const lastEventId of strange) {
      const left = await openAs(callerOf(), lastEventId);
      await left.cancel(); // before it read that it must read the list
      const reader = await openAs(callerOf(), left.cursor);
      const id = await record.begin();
      const reset = await reader.next();
      expect(reset).toEqual({ event: 'reset', id: expect.any(String) as string, data: '{}' });
      const resumed = await openAs(callerOf(), reset?.id);
      for (const from of [reader, resumed]) expect(await from.changes(1)).toEqual([`${Number(id)} sending`]);
      const again = await openAs(callerOf(), reader.cursor);
      await record.tell(id, [lost]);
      expect(await again.changes(1)).toEqual([`${Number(id)} unknown`]);
      await Promise.all([reader.cancel(), resumed.cancel(), again.cancel()]);
    }
  });

  test('tells a reader that was away too long to read the list, and no reader that stayed', async () => {
    await record.begin();
    const first = await openAs();
    await record.clock.advance(7 * dayMs - minuteMs - 1);
    const second = await openAs(callerOf(), first.cursor);
    await record.clock.advance(1);
    expect(await (await openAs(callerOf(), first.cursor)).nextChange()).toBe('reset');
    const third = await openAs(callerOf(), second.cursor);
    const id = await record.begin();
    expect(await third.changes(1)).toEqual([`${Number(id)} sending`]);
  });

  test('tells a reader that missed a thousand changes to read the list', async () => {
    const { cursor } = await openAs();
    const atOther = callerOf({ sees: { terminals: ['T2'] } });
    const other = await openAs(atOther);
    const id = await record.begin();
    const change = (at: number) =>
      record.tell(id, [{ type: 'connection', connection: 'ok', lastCheckedAt: at }]);
    for (let at = 1; at < 1000; at += 1) await change(at);
    expect(await (await openAs(callerOf(), cursor)).changes(1000)).toHaveLength(1000);
    await change(1000);
    expect(await (await openAs(callerOf(), cursor)).nextChange()).toBe('reset');
    const others = await openAs(atOther, other.cursor);
    await record.begin({ terminalId: 'T2' });
    expect(await others.nextChange()).toBe('2 sending');
  });

  test('has a comment every 15 s, and ends within five minutes, not all at one moment', async () => {
    const ended = async (random: number) => {
      const from = create({ random: () => random });
      const reader = await openAs(callerOf(), undefined, from);
      let [comments, seconds] = [0, 0];
      for (;;) {
        const next = reader.next();
        for (let is: unknown = 'waiting'; is === 'waiting';) {
          is = await Promise.race([next, Promise.resolve('waiting')]);
          if (is === 'waiting') {
            await record.clock.advance(1000);
            seconds += 1;
          }
        }
        if ((await next) === undefined) return { comments, minutes: Math.round(seconds / 60) };
        comments += 1;
      }
    };
    expect(await ended(0)).toEqual({ comments: 15, minutes: 4 });
    expect(await ended(1)).toEqual({ comments: 19, minutes: 5 });
    expect(count).toBe(0);
  });
});

describe('what one may not see', () => {
  test('is told by no stream, neither now nor later', async () => {
    const callers = {
      own: callerOf({ sees: 'own' }),
      all: callerOf(),
      terminals: callerOf({ sees: { terminals: ['T2'] } }),
      none: callerOf({ sees: { terminals: [] } }),
      mirror: callerOf({ sees: { mirror: 'T1' } }),
      other: callerOf({ account: 'other' }),
    };
    const expected = {
      own: ['1 sending', '3 sending'],
      all: ['1 sending', '2 sending', '3 sending', '4 sending'],
      terminals: ['3 sending', '4 sending'],
      none: [],
      mirror: ['1 sending', '2 sending'],
      other: ['5 sending'],
    };
    const names = Object.keys(callers) as (keyof typeof callers)[];
    const live = await Promise.all(names.map(async (name) => [name, await openAs(callers[name])] as const));
    await record.begin();
    await record.begin({ subject: 'till-2' });
    await record.begin({ terminalId: 'T2' });
    await record.begin({ subject: 'till-2', terminalId: 'T2' });
    await record.begin({ account: 'other' });
    for (const [name, reader] of live) {
      const { cursor } = reader;
      const late = await openAs(callers[name], cursor);
      expect([name, await reader.changes(expected[name].length)]).toEqual([name, expected[name]]);
      expect([name, await late.changes(expected[name].length)]).toEqual([name, expected[name]]);
    }
    // They end, and had told nothing more.
    stream.stop();
    for (const [, reader] of live) expect(await reader.next()).toBeUndefined();
  });

  test('is what ended a while ago, on a second screen', async () => {
    const old = await record.begin({}, accepted('m-1'), failed);
    await record.clock.advance(16 * minuteMs);
    const caller = callerOf({ sees: { mirror: 'T1' } });
    const mirror = await openAs(caller);
    const { cursor } = mirror;
    await record.tell(old, [{ type: 'anomaly', kind: 'contradiction' }]);
    await record.begin();
    expect(await mirror.changes(1)).toEqual(['2 sending']);
    expect(await (await openAs(caller, cursor)).changes(1)).toEqual(['2 sending']);
  });
});

/** A store that others use too, that can be held up, and that counts what is asked of it. */
function watched(store: GatewayStore) {
  const listeners = new Set<() => void>();
  const seen = {
    reads: 0,
    before: async () => undefined as void,
    after: async () => undefined as void,
  };
  const wrapped: GatewayStore = {
    ...store,
    watch(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    async transact(account, access: TransactionMode, steps) {
      if (access !== 'read') return store.transact(account, access, steps);
      seen.reads += 1;
      await seen.before();
      const result = await store.transact(account, access, steps);
      await seen.after();
      return result;
    },
  };
  return { wrapped, seen, listeners };
}

describe('the streams of an instance', () => {
  test.each(['before', 'after'] as const)(
    'miss nothing that is committed while one is opened: %s each of its reads',
    async (moment) => {
      for (const held of [1, 2, 3]) {
        for (const isKnown of [false, true]) {
          record = createTestRecord();
          await record.begin();
          const { wrapped, seen } = watched(record.store);
          create({ store: wrapped });
          const another = createEventStreams({
            store: record.store,
            clock: record.clock,
            keepEventsMs: dayMs,
          });
          const { cursor } = await openAs(callerOf(), undefined, another);
          if (isKnown) await openAs();
          seen.reads = 0;
          seen[moment] = async () => {
            if (seen.reads === held) await record.begin();
          };
          const reader = await openAs(callerOf(), cursor);
          seen[moment] = async () => undefined;
          if (seen.reads < held) continue;
          await record.begin();
          expect(await reader.changes(2)).toEqual(['2 sending', '3 sending']);
        }
      }
    },
  );

  test('are read for together: two hundred of them, one change, one read', async () => {
    const { wrapped, seen } = watched(record.store);
    create({ store: wrapped });
    const readers = await Promise.all(Array.from({ length: 200 }, () => openAs()));
    expect(count).toBe(200);
    seen.reads = 0;
    await record.begin();
    const told = await Promise.all(readers.map((reader) => reader.nextChange()));
    expect(new Set(told)).toEqual(new Set(['1 sending']));
    expect(seen.reads).toBe(1);
  });

  test('hear of what is committed while they are read for', async () => {
    const { wrapped, seen } = watched(record.store);
    create({ store: wrapped });
    const reader = await openAs();
    seen.after = async () => {
      seen.after = async () => undefined;
      await record.begin();
    };
    await record.begin();
    expect(await reader.changes(2)).toEqual(['1 sending', '2 sending']);
  });

  test('hear of what another instance did', async () => {
    const { wrapped, listeners } = watched(record.store);
    create({ store: wrapped });
    expect(listeners.size).toBe(0);
    const accounts = Array.from({ length: 20 }, (_, at) => `shop-${at}`);
    const readers = await Promise.all(accounts.map((account) => openAs(callerOf({ account }))));
    expect(listeners.size).toBe(1);
    record.onChange(() => undefined);
    for (const account of accounts) await record.begin({ account });
    listeners.forEach((onChange) => onChange());
    listeners.forEach((onChange) => onChange());
    const told = await Promise.all(readers.map((reader) => reader.nextChange()));
    expect(told).toEqual(accounts.map((_, at) => `${at + 1} sending`));
    stream.stop();
    expect([listeners.size, count]).toEqual([0, 0]);
  });

  test.each(['cancel', 'signal'] as const)('leave nothing behind once a page is gone: %s', async (how) => {
    const timers = new Set<unknown>();
    const clock = {
      ...record.clock,
      setTimeout: (run: () => void, ms: number) => {
        const timer = record.clock.setTimeout(run, ms);
        timers.add(timer);
        return timer;
      },
      clearTimeout: (timer: unknown) => {
        timers.delete(timer);
        record.clock.clearTimeout(timer);
      },
    };
    const { wrapped, seen, listeners } = watched(record.store);
    create({ store: wrapped, clock });
    const gone = new AbortController();
    const response = await stream.open(null, callerOf(), gone.signal);
    expect([count, timers.size, listeners.size]).toEqual([1, 1, 1]);
    if (how === 'cancel') await response.body?.cancel();
    else gone.abort();
    expect([count, timers.size, listeners.size]).toEqual([0, 0, 0]);
    const { reads } = seen;
    await record.begin();
    expect(seen.reads).toBe(reads);
    const late = await stream.open(null, callerOf(), AbortSignal.abort());
    expect([await readerOf(late).next(), count, timers.size]).toEqual([undefined, 0, 0]);
  });

  test('of one till are limited: the oldest is told why it ends, and no other', async () => {
    const other = await openAs(callerOf({ subject: 'till-2' }));
    const elsewhere = await openAs(callerOf({ account: 'cafe' }));
    const readers = [];
    for (let at = 0; at < maxStreamsPerSubject; at += 1) readers.push(await openAs());
    await openAs();
    expect(count).toBe(maxStreamsPerSubject + 1);
    expect(await readers[0]?.next()).toEqual({ event: 'end', data: '{"reason":"too-many"}' });
    expect(await readers[0]?.next()).toBeUndefined();
    await record.begin();
    expect(await readers[1]?.nextChange()).toBe('1 sending');
    // It may come again, and is told what it missed: the next in line goes.
    expect(await (await openAs(callerOf(), readers[0]?.cursor)).nextChange()).toBe('1 sending');
    expect(await readers[1]?.nextChange()).toBe('end');
    await record.clock.advance(15_000);
    expect(await other.nextChange()).toBe('1 sending');
    expect(await elsewhere.next()).toEqual({});
  });

  test('let go of a reader that does not read, and of no other', async () => {
    const slow = await stream.open(null, callerOf());
    const reader = await openAs();
    expect(count).toBe(2);
    const id = await record.begin();
    for (let at = 1; at < 1300; at += 1) {
      await record.tell(id, [{ type: 'connection', connection: 'ok', lastCheckedAt: at }]);
      await reader.nextChange();
    }
    expect(count).toBe(1);
    await expect(slow.text()).rejects.toThrow('more slowly');
    expect(await reader.nextChange()).toBe('1 sending');
  });

  test('break off where a reader does not read, so that it holds up no server that stops', async () => {
    const slow = await stream.open(null, callerOf());
    const reader = await openAs();
    const id = await record.begin();
    for (let at = 1; at < 300; at += 1) {
      await record.tell(id, [{ type: 'connection', connection: 'ok', lastCheckedAt: at }]);
      await reader.nextChange();
    }
    stream.stop();
    await expect(slow.text()).rejects.toThrow('does not read');
  });

  test('end when the store cannot be read, and come again once it can', async () => {
    const failures: unknown[] = [];
    const { wrapped, seen } = watched(record.store);
    create({ store: wrapped, onFailure: (cause) => failures.push(cause) });
    const reader = await openAs();
    const down = new Error('The database is away.');
    seen.before = () => Promise.reject(down);
    await record.begin();
    expect(await reader.next()).toBeUndefined();
    expect(failures).toEqual([down]);
    await expect(stream.open(reader.cursor, callerOf())).rejects.toBe(down);
    expect(count).toBe(0);
    seen.before = async () => undefined;
    expect(await (await openAs(callerOf(), reader.cursor)).nextChange()).toBe('1 sending');
  });

  test('F113: T63 T64: end when the store turns out to have forgotten something, and cursors from before lead nowhere', async () => {
    let forgotAt = 0;
    const store: GatewayStore = {
      ...record.store,
      transact: (account, access, steps) =>
        record.store.transact(account, access, (tx) => steps({ ...tx, forgotAt })),
    };
    create({ store });
    const reader = await openAs();
    await record.clock.advance(1000);
    forgotAt = record.clock.now();
    await record.begin();
    expect(await reader.next()).toBeUndefined();
    const again = await openAs(callerOf(), reader.cursor);
    expect(await again.nextChange()).toBe('reset');
  });

  test('F113: T64: tell a reader that saw more than the store has to read the list', async () => {
    const other = createTestRecord();
    const { secret } = record.store;
    await other.begin();
    const newer = createEventStreams({
      store: { ...other.store, secret },
      clock: other.clock,
      keepEventsMs: dayMs,
    });
    const { cursor } = await openAs(callerOf(), undefined, newer);
    expect(await (await openAs(callerOf(), cursor)).nextChange()).toBe('reset');
  });
});

test('over http a client gets it piece by piece, and is gone when it goes', async () => {
  let went: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (went = resolve));
  const from = create({ onCount: (open) => open === 0 && went() });
  const server = await listen((asked) =>
    from.open(asked.headers.get('last-event-id'), callerOf(), asked.signal),
  );
  onTestFinished(server.close);
  const asked = request(server.url).end();
  const pieces = await new Promise<AsyncIterator<Buffer>>((resolve) => {
    asked.on('response', (response) => resolve(response[Symbol.asyncIterator]() as AsyncIterator<Buffer>));
  });
  expect(String((await pieces.next()).value)).toMatch(
    /^event: open\nid: [\w-]+\ndata: \{"now":\d+,"knownForMs":\d+,"hasCursor":false\}\n\n$/,
  );
  await record.begin();
  expect(String((await pieces.next()).value)).toMatch(
    /^event: operation\nid: [\w-]+\ndata: \{"operation":\{.*\}\n\n$/,
  );
  asked.destroy();
  await gone;
});
