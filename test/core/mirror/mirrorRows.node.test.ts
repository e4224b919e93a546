import { expect, onTestFinished, test, vi } from 'vitest';
import { createMirrorRows } from '../../../src/core/mirror/mirrorRows.ts';
import {
  createBrowserOperationNotes,
  noteFromOperation,
} from '../../../src/core/mirror/browserOperationNotes.ts';
import { createVirtualClock } from '../../../src/exports/core.ts';
import { cpuTimeOf } from '../../cpuTime.ts';
import { createNoteStorage } from './noteStorage.ts';
import { recorded, recordTill } from './scriptedRecord.ts';

test('an operation that the gateway lost is shown as its row again as soon as the same row comes', () => {
  const clock = createVirtualClock(0);
  const notes = createBrowserOperationNotes('test', clock.now, createNoteStorage());
  const rows = createMirrorRows({ clock, notes, scope: undefined });
  const row = recorded({ phase: 'waiting', seq: 2 });
  rows.take(row);
  notes.put(noteFromOperation(rows.get(row.id)!));
  rows.lose(row.id);
  expect(rows.get(row.id)).toMatchObject({ phase: 'unknown', reason: 'gone' });
  rows.take(row);
  expect(rows.get(row.id)?.phase).toBe('waiting');
});

test('a page that slept while an answer was under way does not take its time for the gateway’s time of now', async () => {
  const till = recordTill();
  const now = { ofGateway: 0 };
  let open = () => undefined as void;
  till.script.begin(({ event }) => {
    open = () => event('open', { now: now.ofGateway });
    return undefined;
  });
  const { operations } = till.open();
  await till.clock.advance(0);
  const wokenAt = till.clock.now() + 2 * 3_600_000;
  now.ofGateway = till.clock.now();
  till.clock.jump(2 * 3_600_000);
  open();
  await till.clock.advance(1000);
  till.script.tell(recorded({ id: 'of-another-till', phase: 'complete', endedAt: wokenAt }));
  await till.clock.advance(1000);
  expect(operations.list()).toMatchObject([{ id: 'of-another-till', endedAt: wokenAt }]);
});

test('a page keeps nothing of a sale that it has dropped: it may stay open for weeks', async () => {
  const till = recordTill();
  const kept: (Map<unknown, unknown> | Set<unknown>)[] = [];
  class NotedMap<Key, Value> extends Map<Key, Value> {
    constructor(entries?: Iterable<readonly [Key, Value]>) {
      super(entries);
      if (!entries) kept.push(this);
    }
  }
  class NotedSet<Value> extends Set<Value> {
    constructor(values?: Iterable<Value>) {
      super(values);
      if (!values) kept.push(this);
    }
  }
  vi.stubGlobal('Map', NotedMap);
  vi.stubGlobal('Set', NotedSet);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { operations, pay } = till.open();
  await till.clock.advance(1000);
  for (let sale = 0; sale < 40; sale += 1) {
    await pay();
    await till.clock.advance(100);
    const { id } = operations.list()[0]!;
    till.say(id, 'complete', { endedAt: till.clock.now() });
    till.script.tell(
      recorded({ id: `other-till-${sale}`, phase: 'complete', endedAt: 0, acknowledgedAt: 0 }),
    );
    await till.clock.advance(0);
    operations.acknowledge(id);
    await till.clock.advance(0);
  }
  await till.live(5000);
  expect(operations.list()).toHaveLength(80);
  operations.clearEnded(); // as a page does by itself with the oldest of 500
  await till.live(5000);
  expect(Math.max(...kept.map(({ size }) => size))).toBeLessThan(40);
});

/** The rows of a page of a shop in which nobody has seen the endings of so many sales, and how long it takes them in (ms). */
function takeUnseen(count: number) {
  const clock = createVirtualClock(0);
  const notes = createBrowserOperationNotes('test', clock.now, createNoteStorage());
  const rows = createMirrorRows({ clock, notes, scope: undefined });
  const sale = (at: number) => recorded({ id: `sale-${at}`, phase: 'complete', createdAt: at, endedAt: at });
  const ms = cpuTimeOf(() =>
    rows.batch(() => {
      for (let at = 0; at < count; at += 1) rows.take(sale(at));
    }),
  );
  return { rows, sale, ms };
}

test('a page of a shop with thousands of endings that nobody has seen takes them in without a freeze', () => {
  const fastest = (count: number) => Math.min(...[1, 2, 3].map(() => takeUnseen(count).ms));
  takeUnseen(2000); // code that runs for the first time is slow
  expect(fastest(4000)).toBeLessThan(60 * fastest(500));
});

test('and drops the oldest of what was seen, as one with few', () => {
  const { rows, sale } = takeUnseen(1000);
  for (let at = 1000; at < 2000; at += 1) rows.take({ ...sale(at), acknowledgedAt: at });
  expect(rows.list({ standing: true })).toHaveLength(1000);
  expect(rows.list().length).toBeLessThan(1900);
  expect(rows.get('sale-1999')).toBeDefined();
  expect(rows.get('sale-1000')).toBeUndefined();
});

test('an order that is told of again is emitted once, and of more than a thousand orders the earliest is forgotten', () => {
  const clock = createVirtualClock(0);
  const notes = createBrowserOperationNotes('test', clock.now, createNoteStorage());
  const rows = createMirrorRows({ clock, notes, scope: undefined });
  const emitted: string[] = [];
  rows.listen((event) => void (event.type === 'order-paid' && emitted.push(event.order.number)));
  const tell = (number: number) =>
    rows.orderPaid({
      number: `A-${number}`,
      totalCents: 100,
      paidCents: 100,
      pendingCents: 0,
      dueCents: 0,
      paidAt: 1,
    });
  for (let number = 0; number <= 1000; number += 1) [number, number].forEach(tell);
  expect(emitted).toHaveLength(1001);
  [1000, 1, 0].forEach(tell);
  expect(emitted.slice(1001)).toEqual(['A-0']);
});
