import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createMessageWatcher } from '../../../src/core/polling/messageWatcher.ts';
import {
  createPollBudget,
  createVirtualClock,
  type PollBudget,
  type VirtualClock,
} from '../../../src/exports/core.ts';
import type { TabChannel } from '../../../src/core/pageLifecycle.ts';
import { json, recordingClient } from '../client/recordingClient.ts';

const start = Date.UTC(2026, 0, 15);
const status = (name: string) => json({ data: { status: name } });
type Answer = (id: string, turn: number) => Response | Promise<Response>;

let clock: VirtualClock;
let budget: PollBudget;
beforeEach(() => {
  clock = createVirtualClock(start);
  budget = createPollBudget({ clock });
});

function open(answer: Answer = () => status('received'), { channel }: { channel?: TabChannel } = {}) {
  const turns = new Map<string, number>();
  const asked: [id: string, at: number][] = [];
  const { client } = recordingClient(
    (request) => {
      const id = request.url.split('/').at(-1) ?? '';
      const turn = (turns.get(id) ?? 0) + 1;
      turns.set(id, turn);
      asked.push([id, clock.monotonic()]);
      return answer(id, turn);
    },
    { clock, pollBudget: budget },
  );
  const page = { isVisible: true };
  const watcher = createMessageWatcher({
    client,
    clock,
    random: () => 0.5,
    tab: 'a',
    channel,
    page: { isVisible: () => page.isVisible, onWake: () => () => undefined },
  });
  return { watcher, asked, page };
}
const later = <Value>(value: Value, ms: number) =>
  new Promise<Value>((resolve) => clock.setTimeout(() => resolve(value), ms));

describe('a message is shown', () => {
  test('as one that nothing is known of, before a watcher is there', () => {
    const { watcher } = open();
    expect(watcher.watch('m').getSnapshot()).toEqual({
      msgIdentifier: 'm',
      isFinal: false,
      connection: 'ok',
      failures: 0,
      missing: 0,
    });
  });

  test('the same to all who watch it, and still to those who left', async () => {
    const { watcher } = open();
    const [first, second] = [watcher.watch('m'), watcher.watch('m')];
    const leave = [first, second].map((watch) => watch.subscribe(() => undefined));
    await clock.advance(1000);
    expect(first.getSnapshot()).toMatchObject({ status: 'received', lastCheckedAt: expect.any(Number) });
    expect(second.getSnapshot()).toBe(first.getSnapshot());
    leave.forEach((stop) => stop());
    expect(first.getSnapshot().status).toBe('received');
  });

  test('with the time of the next question, as long as one is to come', async () => {
    const { watcher, asked } = open((_, turn) => status(turn < 4 ? 'processing' : 'complete'));
    const watch = watcher.watch('m', { acceptedAt: clock.now() });
    const told: (number | undefined)[] = [];
    watch.subscribe(() => told.push(watch.getSnapshot().nextCheckAt));
    await clock.advance(30_000);
    expect(asked).toHaveLength(4);
    expect(told.at(-1)).toBeUndefined();
    for (const [index, at] of told.slice(0, 3).entries()) {
      const next = asked[index + 1]![1] + start;
      expect(Math.abs(next - at!)).toBeLessThanOrEqual(60);
    }
  });

  test('with the end of a pause as the time of the next question', async () => {
    const { watcher } = open();
    const watch = watcher.watch('m');
    watch.subscribe(() => undefined);
    await clock.advance(1500);
    budget.slowDown(40_000);
    expect(watch.getSnapshot()).toMatchObject({ connection: 'slowed', nextCheckAt: start + 41_500 });
  });

  test('as slowed from the first moment where the service wants a pause, and as well after it', async () => {
    budget.slowDown(20_000);
    const { watcher, asked } = open();
    const watch = watcher.watch('m');
    watch.subscribe(() => undefined);
    expect(watch.getSnapshot().connection).toBe('slowed');
    await clock.advance(20_500);
    expect(asked.map(([, at]) => at)).toEqual([20_000]);
    expect(watch.getSnapshot()).toMatchObject({ connection: 'ok', status: 'received' });
  });

  test('as it is once it is final, whatever the weather', async () => {
    const { watcher } = open(() => status('complete'));
    const watch = watcher.watch('m');
    const listener = vi.fn<() => void>();
    watch.subscribe(listener);
    await clock.advance(1000);
    const calls = listener.mock.calls.length;
    budget.slowDown(20_000);
    expect(watch.getSnapshot().connection).toBe('ok');
    expect(listener).toHaveBeenCalledTimes(calls);
  });
});

describe('who watches', () => {
  test('is told of an answer once, and not after leaving', async () => {
    const { watcher } = open(() => status('complete'));
    const listeners = [vi.fn<() => void>(), vi.fn<() => void>()];
    const [leave] = listeners.map((listener) => watcher.watch('m').subscribe(listener));
    leave?.();
    await clock.advance(5000);
    expect(listeners.map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  });

  test('may leave while a question is out: its answer is heard by no watcher, and no other goes out', async () => {
    const { watcher, asked } = open(() => later(status('received'), 3000));
    const listener = vi.fn<() => void>();
    const leave = watcher.watch('m').subscribe(listener);
    await clock.advance(100);
    leave();
    await clock.advance(60_000);
    expect([asked.length, listener.mock.calls.length]).toEqual([1, 0]);
    watcher.watch('m').subscribe(() => undefined);
    await clock.advance(100);
    expect(asked).toHaveLength(2);
  });

  test('who comes while a question is out waits for its answer', async () => {
    const { watcher, asked } = open(() => later(status('processing'), 3000));
    const leave = watcher.watch('m').subscribe(() => undefined);
    await clock.advance(100);
    leave();
    const second = watcher.watch('m');
    second.subscribe(() => undefined);
    await clock.advance(2899);
    expect([asked.length, second.getSnapshot().status]).toEqual([1, undefined]);
    await clock.advance(1);
    expect(second.getSnapshot().status).toBe('processing');
  });

  test('without hurry is asked for every 22 to 28 s only', async () => {
    const { watcher, asked } = open();
    watcher.watch('m').subscribe(() => undefined, { isSlow: true });
    await clock.advance(95_000);
    expect(asked.map(([, at]) => at)).toEqual([0, 25_200, 50_400, 75_600]);
  });

  test('takes what was accepted in the future for accepted now: the clock was ahead', async () => {
    const { watcher, asked } = open();
    watcher.watch('ahead', { acceptedAt: clock.now() + 3_600_000 }).subscribe(() => undefined);
    await clock.advance(25_000);
    expect(asked.length).toBeGreaterThan(3);
    expect(asked[0]![1]).toBeGreaterThanOrEqual(1000);
  });
});

describe('a press', () => {
  test('on a message that was not asked about for a while asks at once', async () => {
    const { watcher, asked } = open();
    watcher.watch('m').subscribe(() => undefined, { isSlow: true });
    await clock.advance(10_000);
    expect(watcher.checkNow('m')).toEqual({ asked: true, nextAllowedAt: clock.now() });
    await clock.advance(0);
    expect(asked).toHaveLength(2);
  });

  test('while a question is out asks nothing more, and says when one could go out', async () => {
    const { watcher, asked } = open(() => later(status('received'), 5000));
    watcher.watch('m').subscribe(() => undefined);
    await clock.advance(100);
    expect(watcher.checkNow('m')).toEqual({ asked: false, nextAllowedAt: clock.now() + 1000 });
    expect(asked).toHaveLength(1);
  });

  test('on a message that is over asks nothing', async () => {
    const { watcher, asked } = open(() => status('failed'));
    watcher.watch('m').subscribe(() => undefined);
    await clock.advance(5000);
    expect(watcher.checkNow('m').asked).toBe(false);
    await clock.advance(60_000);
    expect(asked).toHaveLength(1);
  });

  test('asks about this message first, though others are worth more', async () => {
    const { watcher, asked } = open();
    for (const id of ['b', 'c', 'd'])
      watcher.watch(id, { acceptedAt: clock.now() - 12_000 }).subscribe(() => undefined);
    watcher.watch('m', { acceptedAt: clock.now() }).subscribe(() => undefined, { isSlow: true });
    budget.slowDown(undefined, false);
    await clock.advance(16_000);
    expect(asked).toEqual([]);
    watcher.checkNow('m');
    await clock.advance(100);
    expect(asked.map(([id]) => id)).toEqual(['m']);
  });
});

test('what another tab heard is heard here as soon as the channel says so, without a question', async () => {
  let hears: ((message: unknown) => void) | undefined;
  const channel: TabChannel = {
    post: () => undefined,
    listen: (listener) => {
      hears = listener;
      return () => undefined;
    },
  };
  const { watcher, asked } = open(undefined, { channel });
  const watch = watcher.watch('m', { acceptedAt: clock.now() });
  watch.subscribe(() => undefined);
  await budget.acquireFor(() => ({ msgIdentifier: 'm', asked: { tab: 'z', isHidden: false } }));
  await budget.shareAnswer('m', { msgIdentifier: 'm', status: 'complete', pnRefNum: 'p1' });
  await clock.advance(100);
  expect(watch.getSnapshot().status).toBeUndefined();
  hears?.({ type: 'heard', tab: 'z', msgIdentifier: 'other' });
  await clock.advance(10);
  expect(watch.getSnapshot().status).toBeUndefined();
  hears?.({ type: 'heard', tab: 'z', msgIdentifier: 'm' });
  await clock.advance(10);
  expect(watch.getSnapshot()).toMatchObject({
    status: 'complete',
    isFinal: true,
    message: { pnRefNum: 'p1' },
    lastCheckedAt: start,
  });
  await clock.advance(60_000);
  expect(asked).toEqual([]);
});

test('a page that wakes asks about each message once, soon, and then goes on as before', async () => {
  const { watcher, asked } = open();
  for (const id of ['m', 'n']) watcher.watch(id).subscribe(() => undefined, { isSlow: true });
  await clock.advance(10_000);
  asked.length = 0;
  watcher.wake();
  await clock.advance(5000);
  expect(asked.map(([id]) => id).toSorted()).toEqual(['m', 'n']);
  await clock.advance(19_000);
  expect(asked).toHaveLength(2);
});

test('a question notes in the log which tab asked, and whether its page was seen', async () => {
  const { watcher, page } = open();
  page.isVisible = false;
  watcher.watch('m').subscribe(() => undefined, { isSlow: true });
  await clock.advance(100);
  const entry = async () => (await budget.refresh()).asked.get('m');
  expect(await entry()).toMatchObject({
    tab: 'a',
    isHidden: true,
    at: start,
    answeredAt: start,
    heard: { msgIdentifier: 'm', status: 'received' },
  });
  page.isVisible = true;
  await clock.advance(30_000);
  expect(await entry()).toMatchObject({ isHidden: false });
});

test('what was asked in vain is told as answered, without news', async () => {
  const { watcher } = open((_, turn) => (turn === 1 ? status('processing') : json({}, { status: 500 })));
  watcher.watch('m').subscribe(() => undefined);
  await clock.advance(1500);
  const entry = (await budget.refresh()).asked.get('m');
  expect(entry).toMatchObject({ heard: { status: 'processing' }, heardAt: start });
  expect(entry?.answeredAt).toBe(entry?.at);
  expect(entry?.at).toBeGreaterThan(start);
});

test.each([
  ['no other tab is known: only answers with news are written', undefined, 2],
  ['another tab is known: every answer is written', { type: 'heard', tab: 'b' }, 4],
  ['the channel is closed: every answer is written', 'closed', 4],
])('while %s', async (_, said, written) => {
  const share = vi.spyOn(budget, 'shareAnswer');
  let hear: ((message: unknown) => void) | undefined;
  const channel: TabChannel = {
    post: () => undefined,
    isOpen: () => said !== 'closed',
    listen(listener) {
      hear = listener;
      return () => undefined;
    },
  };
  const { watcher, asked } = open((_id, turn) => status(turn < 3 ? 'received' : 'processing'), { channel });
  watcher.watch('m').subscribe(() => undefined);
  hear?.(said);
  await clock.advance(3500);
  expect([asked.length, share.mock.calls.length]).toEqual([4, written]);
});

test('a watcher that is disposed of asks and tells nothing more, and leaves budget and channel', async () => {
  const posted = vi.fn<(message: unknown) => void>();
  const left = vi.fn<() => void>();
  const channel = { post: posted, listen: () => left };
  const { watcher, asked } = open(() => later(status('complete'), 2000), { channel });
  const listener = vi.fn<() => void>();
  watcher.watch('m').subscribe(listener);
  await clock.advance(100);
  posted.mockClear();
  watcher.dispose();
  expect(left).toHaveBeenCalledOnce();
  await clock.advance(60_000);
  budget.slowDown(5000);
  expect([asked.length, posted.mock.calls.length]).toEqual([1, 0]);
  expect((await budget.refresh()).asked.get('m')).not.toHaveProperty('heard');
});
