import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, onTestFinished, test, vi, it } from 'vitest';
import { createTabPollSharing } from '../../../src/core/polling/tabPollSharing.ts';
import type { LastPoll } from '../../../src/core/polling/pollLog.ts';
import { sharedPollBudget } from '../../../src/core/polling/pollBudget.ts';
import {
  createVirtualClock,
  type VirtualClock,
  createMemoryPollStore,
  createPollBudget,
} from '../../../src/exports/core.ts';
import { systemClock } from '../../../src/core/time.ts';
import type { TabChannel } from '../../../src/core/pageLifecycle.ts';
import { createWatchedMessage } from '../../../src/core/polling/watchedMessage.ts';
import { createMessageWatcher } from '../../../src/core/polling/messageWatcher.ts';
import { json, recordingClient } from '../client/recordingClient.ts';
import { createTabHub } from '../fakeChannel.ts';

const secondMs = 1000;
let pageClock: VirtualClock;
beforeEach(async () => {
  pageClock = createVirtualClock(Date.UTC(2026, 0, 15));
  await pageClock.advance(100 * secondMs);
});

/** A tab "b", and what comes and goes over its channel. */
function openTab({ hasChannel = true } = {}) {
  const posted: unknown[] = [];
  let listener: ((message: unknown) => void) | undefined;
  const channel: TabChannel = {
    post: (message) => void posted.push(message),
    listen(hears) {
      listener = hears;
      return () => (listener = undefined);
    },
  };
  const page = { isVisible: true };
  const onAnswer = vi.fn<(msgIdentifier: string) => void>();
  const onTabCount = vi.fn<(count: number) => void>();
  const sharing = createTabPollSharing({
    tab: 'b',
    channel: hasChannel ? channel : undefined,
    clock: pageClock,
    isVisible: () => page.isVisible,
    nameOf: (id) => id,
    onAnswer,
    onTabCount,
  });
  const told = (msgIdentifier?: string) => ({ type: 'heard', tab: 'b', msgIdentifier });
  return {
    sharing,
    page,
    posted,
    told,
    onAnswer,
    onTabCount,
    hear: (message: unknown) => listener?.(message),
    hello: (tab: string) => listener?.({ type: 'heard', tab }),
  };
}

describe('tabs', () => {
  test('are greeted once when they are heard for the first time', () => {
    const { sharing, posted, told, hello } = openTab();
    sharing.announceTab();
    expect(posted).toEqual([told()]);
    hello('a');
    expect(posted).toEqual([told(), told()]);
    hello('a');
    expect(posted).toHaveLength(2);
  });

  test('are counted, this one too, until nothing was heard of them for a minute', async () => {
    const { hello, onTabCount } = openTab();
    hello('a');
    hello('c');
    expect(onTabCount.mock.calls).toEqual([[2], [3]]);
    await pageClock.advance(59_999);
    hello('a');
    expect(onTabCount).toHaveBeenLastCalledWith(3);
    await pageClock.advance(1);
    hello('a');
    expect(onTabCount).toHaveBeenLastCalledWith(2);
  });

  test('say which message is worth a look, and are not believed anything else', () => {
    const { hear, onAnswer, onTabCount } = openTab();
    hear({ type: 'heard', tab: 'a', msgIdentifier: 'm' });
    expect(onAnswer.mock.calls).toEqual([['m']]);
    for (const message of [
      undefined,
      'heard',
      { type: 'heard', msgIdentifier: 'm' },
      { type: 'heard', tab: 'b', msgIdentifier: 'm' },
      { type: 'heard', tab: 7, msgIdentifier: 'm' },
      { type: 'heard', tab: 'a', msgIdentifier: 7 },
      { type: 'asked', tab: 'a', msgIdentifier: 'm' },
    ])
      hear(message);
    expect(onAnswer).toHaveBeenCalledOnce();
    expect(onTabCount.mock.calls).toEqual([[2], [2], [2]]);
  });

  test('are told of each answer; no tab is told more than every 5 s', async () => {
    const { sharing, posted, told, hello } = openTab();
    sharing.announceAnswer('m');
    sharing.announceAnswer('m');
    await pageClock.advance(4999);
    sharing.announceAnswer('m');
    expect(posted).toEqual([told('m')]);
    await pageClock.advance(1);
    sharing.announceAnswer('m');
    expect(posted).toEqual([told('m'), told('m')]);
    hello('a');
    sharing.announceAnswer('m');
    sharing.announceAnswer('n');
    expect(posted.slice(-2)).toEqual([told('m'), told('n')]);
  });

  test('are heard no more once it is over', () => {
    const { sharing, hear, onTabCount } = openTab();
    sharing.dispose();
    hear({ type: 'heard', tab: 'a' });
    expect(onTabCount).not.toHaveBeenCalled();
  });

  test('may have no channel to each other', () => {
    const { sharing } = openTab({ hasChannel: false });
    expect(() => {
      sharing.announceTab();
      sharing.announceAnswer('m');
      sharing.dispose();
    }).not.toThrow();
  });
});

describe('a question of another tab', () => {
  const asked = (change: Partial<LastPoll> = {}): LastPoll => ({
    tab: 'a',
    at: pageClock.now() - 3000,
    isHidden: false,
    ...change,
  });
  const held = { at: undefined, heldUntil: 97 * secondMs + 10 * secondMs };
  const free = { at: undefined, heldUntil: -Infinity };

  test('is none where no tab asked, or this tab did', () => {
    const { sharing } = openTab();
    expect(sharing.pollOfOtherTab(undefined)).toBeUndefined();
    expect(sharing.pollOfOtherTab(asked({ tab: 'b' }))).toBeUndefined();
  });

  test('counts as asked once it has an answer, and not before', () => {
    const { sharing, hello } = openTab();
    hello('a');
    const at = 97 * secondMs;
    expect(sharing.pollOfOtherTab(asked({ answeredAt: pageClock.now() - 2000 }))).toEqual({
      at,
      heldUntil: -Infinity,
    });
    expect(sharing.pollOfOtherTab(asked({ answeredAt: pageClock.now() - 3000 }))).toEqual({
      at,
      heldUntil: -Infinity,
    });
    expect(sharing.pollOfOtherTab(asked({ answeredAt: pageClock.now() - 3001 }))).toEqual(held);
    expect(sharing.pollOfOtherTab(asked())).toEqual(held);
  });

  test('is believed for 10 s, and then no more', () => {
    const { sharing, hello } = openTab();
    hello('a');
    expect(sharing.pollOfOtherTab(asked({ at: pageClock.now() - 9999 }))).toEqual({
      at: undefined,
      heldUntil: 100_001,
    });
    expect(sharing.pollOfOtherTab(asked({ at: pageClock.now() - 10_000 }))).toEqual(free);
  });

  test('is not believed of a tab that was never heard of: a reload leaves such', () => {
    expect(openTab().sharing.pollOfOtherTab(asked())).toEqual(free);
    expect(openTab({ hasChannel: false }).sharing.pollOfOtherTab(asked())).toEqual(held);
  });

  test('of a hidden tab holds up hidden ones only', () => {
    const { sharing, page, hello } = openTab();
    hello('a');
    expect(sharing.pollOfOtherTab(asked({ isHidden: true }))).toEqual(free);
    page.isVisible = false;
    expect(sharing.pollOfOtherTab(asked({ isHidden: true }))).toEqual(held);
  });

  test('from the future is one of now', () => {
    const { sharing, hello } = openTab();
    hello('a');
    expect(sharing.pollOfOtherTab(asked({ at: pageClock.now() + 60_000 }))).toMatchObject({
      heldUntil: 110 * secondMs,
    });
  });

  test.each<[string, Partial<LastPoll>[], boolean]>([
    ['no tab', [], false],
    ['a tab before it in the alphabet', [{ tab: 'a' }], true],
    ['a tab behind it', [{ tab: 'c' }], true],
    ['both, and itself', [{ tab: 'c' }, { tab: 'b' }, { tab: 'a' }], true],
    ['itself and one behind it', [{ tab: 'c' }, { tab: 'b' }], false],
    ['a tab long ago', [{ tab: 'a', at: 0 }], false],
    ['a hidden tab', [{ tab: 'a', isHidden: true }], false],
  ])('where %s asks: it is left to the one that leads', (_, asking, isFollower) => {
    const { sharing } = openTab();
    const entries = asking.map((each, index) => [`m${index}`, asked(each)] as const);
    sharing.apply(new Map(entries), [], () => undefined);
    expect(sharing.leaveToLeaderMs()).toBe(isFollower ? 500 : 0);
  });
});

describe('the bookkeeping of a message', () => {
  const open = () => createWatchedMessage('m', pageClock.monotonic());

  test('is slow while all who watch say that it is, and at least one watches', () => {
    const stream = open();
    expect([stream.isSlow, stream.isWatched()]).toEqual([false, false]);
    const leaveSlow = stream.add(() => undefined, { isSlow: true });
    expect([stream.isSlow, stream.isWatched()]).toEqual([true, true]);
    const leave = stream.add(() => undefined);
    expect(stream.isSlow).toBe(false);
    leave();
    expect(stream.isSlow).toBe(true);
    leaveSlow();
    leaveSlow();
    expect([stream.isSlow, stream.isWatched()]).toEqual([false, false]);
  });

  test('is background once it is slow, timed out, or asked about for more than half an hour', () => {
    const [slow, timedOut, old] = [open(), open(), open()];
    expect(slow.isBackground()).toBe(false);
    slow.add(() => undefined, { isSlow: true });
    expect(slow.isBackground()).toBe(true);
    timedOut.update({ ...timedOut.state, status: 'timeout' }, pageClock.monotonic());
    expect(timedOut.isBackground()).toBe(true);
    old.notePoll(pageClock.monotonic() + 30 * 60_000);
    expect(old.isBackground()).toBe(false);
    old.notePoll(pageClock.monotonic() + 30 * 60_000 + 1);
    expect(old.isBackground()).toBe(true);
  });

  test('is looked at where one who watches looks, as who says nothing does', () => {
    const stream = open();
    expect(stream.isViewed()).toBe(false);
    let isViewed = false;
    stream.add(() => undefined, { isViewed: () => isViewed });
    expect(stream.isViewed()).toBe(false);
    isViewed = true;
    expect(stream.isViewed()).toBe(true);
    isViewed = false;
    stream.add(() => undefined);
    expect(stream.isViewed()).toBe(true);
  });

  test('tells all who watch, but for those that left', () => {
    const stream = open();
    const listeners = [1, 2, 3].map(() => vi.fn<() => void>());
    const [, leave] = listeners.map((listener) => stream.add(listener));
    leave?.();
    stream.notify();
    expect(listeners.map((listener) => listener.mock.calls.length)).toEqual([1, 0, 1]);
  });

  test('is wanted until a question goes out after that', () => {
    const stream = open();
    stream.requestPoll(5000, true);
    stream.requestPoll(6000, false);
    expect([stream.isRequested, stream.isUserRequested]).toEqual([true, true]);
    stream.notePoll(5999);
    expect([stream.isRequested, stream.isUserRequested]).toEqual([true, true]);
    stream.notePoll(6000);
    expect([stream.isRequested, stream.isUserRequested]).toEqual([false, false]);
    stream.requestPoll(7000, false);
    expect([stream.isRequested, stream.isUserRequested]).toEqual([true, false]);
  });

  test('knows the last question, in whatever order it hears of them', () => {
    const stream = open();
    stream.notePoll(5000);
    stream.notePoll(4000);
    expect(stream.lastAskedAt).toBe(5000);
    stream.notePoll(6000);
    expect(stream.lastAskedAt).toBe(6000);
  });

  test('knows when it was checked last, and when it was first told of a timeout', () => {
    const stream = open();
    stream.update({ ...stream.state, lastCheckedAt: 1 }, 5000);
    stream.update({ ...stream.state, connection: 'slowed' }, 6000);
    expect([stream.checkedAt, stream.state.connection, stream.timedOutAt]).toEqual([
      5000,
      'slowed',
      undefined,
    ]);
    stream.update({ ...stream.state, status: 'timeout', lastCheckedAt: 2 }, 7000);
    stream.update({ ...stream.state, lastCheckedAt: 3 }, 8000);
    expect([stream.checkedAt, stream.timedOutAt]).toEqual([8000, 7000]);
  });
});

describe('the budget of a service', () => {
  const origin = 'https://pay.example';

  test('is one for all clients of one origin and key on one clock', () => {
    const budget = sharedPollBudget(origin, undefined, pageClock);
    expect(sharedPollBudget(origin, undefined, pageClock)).toBe(budget);
    const keyed = sharedPollBudget(origin, 'till', pageClock);
    expect(sharedPollBudget(origin, 'till', pageClock)).toBe(keyed);
    const others = [
      keyed,
      sharedPollBudget(origin, '', pageClock),
      sharedPollBudget('https://other.example', undefined, pageClock),
      sharedPollBudget(origin, undefined, createVirtualClock(0)),
    ];
    expect(new Set([budget, ...others]).size).toBe(5);
  });

  test('has the limits of the service, and spends for each by itself', async () => {
    const [first, other] = ['first', 'second'].map((key) => sharedPollBudget(origin, key, pageClock));
    for (let taken = 0; taken < 10; taken += 1) await first?.acquire();
    expect(first!.nextAt() - pageClock.now()).toBe(Math.ceil(60_000 / 47));
    expect(other?.nextAt()).toBe(pageClock.now());
  });
});

test('F70: a worker, which has no document, takes its polls from the budget of the pages', async () => {
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'indexedDB'));
  const [page, worker] = [1, 2].map(() =>
    sharedPollBudget('https://pay.example', undefined, { ...systemClock }),
  );
  for (let taken = 0; taken < 10; taken += 1) await page!.acquire();
  expect((await worker!.refresh()).taken).toHaveLength(10);
});

const status = (name: string) => json({ data: { status: name, pnRefNum: 'p1' } });
type Answer = () => Response | Promise<Response>;

/** Tabs of one browser; each has its own client, and they share a log and a channel. */
function browser(answer: Answer, clock: VirtualClock = createVirtualClock(Date.UTC(2026, 0, 15))) {
  const store = createMemoryPollStore();
  const join = createTabHub();
  const asked: { at: number; tab: string }[] = [];
  const open = (tab: string) => {
    let isVisible = true;
    let isAlive = true;
    const { client } = recordingClient(
      async () => {
        asked.push({ at: clock.monotonic(), tab });
        const response = await answer();
        return isAlive ? response : new Promise<never>(() => undefined);
      },
      { clock, pollBudget: createPollBudget({ clock, store }) },
    );
    const channel = join();
    const page = { isVisible: () => isVisible, onWake: () => () => undefined };
    const watcher = createMessageWatcher({ client, clock, random: () => 0.5, tab, channel, page });
    const watch = watcher.watch('m', { acceptedAt: clock.now() });
    watch.subscribe(() => undefined);
    return {
      watcher,
      state: watch.getSnapshot,
      hide: () => {
        isVisible = false;
      },
      crash: () => {
        isAlive = false;
        channel.silence();
        watcher.dispose();
      },
    };
  };
  return { clock, asked, open };
}

const longestGap = (asked: readonly { at: number }[]) =>
  Math.max(...asked.slice(1).map(({ at }, index) => at - asked[index]!.at));

it('two tabs that watch one message cost what one costs, and both hear it', async () => {
  let current = 'received';
  const one = browser(() => status(current));
  const two = browser(() => status(current));
  one.open('a');
  const tabs = [two.open('a'), two.open('b')];
  await one.clock.advance(20_000);
  await two.clock.advance(20_000);
  expect(Math.abs(two.asked.length - one.asked.length)).toBeLessThanOrEqual(1);
  expect(new Set(two.asked.map(({ tab }) => tab)).size).toBe(1);
  expect(tabs.map(({ state }) => state().status)).toEqual(['received', 'received']);
  current = 'complete';
  await two.clock.advance(3000);
  expect(tabs.map(({ state }) => state().message)).toEqual([
    expect.objectContaining({ status: 'complete', pnRefNum: 'p1' }),
    expect.objectContaining({ status: 'complete', pnRefNum: 'p1' }),
  ]);
  const total = two.asked.length;
  await two.clock.advance(60_000);
  expect(two.asked).toHaveLength(total);
});

it('F52: what one tab hears after the clock went back, the other hears too', async () => {
  let current = 'received';
  const { clock, asked, open } = browser(() => status(current));
  open('a');
  const second = open('b');
  await clock.advance(10_000);
  clock.jump(-2 * 3_600_000);
  await clock.advance(3000);
  current = 'processing';
  await clock.advance(6000);
  expect(new Set(asked.map(({ tab }) => tab)).size).toBe(1);
  expect(second.state().status).toBe('processing');
});

it('F30: an answer of before is not the result of a payment that gets the same message id later', async () => {
  let current = 'complete';
  const { clock, asked, open } = browser(() => status(current));
  open('a');
  await clock.advance(10_000);
  expect(asked).toHaveLength(1);
  current = 'processing';
  const { state } = open('b');
  await clock.advance(60_000);
  expect(state().status).toBe('processing');
});

it('a tab that dies while it asks costs the others at most 10 s', async () => {
  const { clock, asked, open } = browser(() => status('processing'));
  const first = open('a');
  await clock.advance(100);
  const second = open('b');
  await clock.advance(8000);
  const dyingAt = clock.monotonic();
  while (asked.at(-1)!.at < dyingAt) await clock.advance(1);
  first.crash();
  await clock.advance(30_000);
  expect(asked.at(-1)!.tab).toBe('b');
  expect(longestGap(asked)).toBeLessThanOrEqual(11_500);
  expect(second.state().status).toBe('processing');
});

it('a tab that is seen takes over at once from a hidden one that hangs', async () => {
  let hangs = false;
  const { clock, asked, open } = browser(() =>
    hangs ? new Promise<never>(() => undefined) : status('processing'),
  );
  const hidden = open('a');
  hidden.hide();
  await clock.advance(3000);
  open('b');
  hangs = true;
  while (asked.at(-1)!.tab === 'b' || asked.length < 4) await clock.advance(10);
  hangs = false;
  const before = clock.monotonic();
  await clock.advance(5000);
  expect(asked.some(({ tab, at }) => tab === 'b' && at > before)).toBe(true);
});

it('F100: what comes over the channel is not believed', async () => {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15));
  const join = createTabHub();
  const { client } = recordingClient(() => status('received'), {
    clock,
    pollBudget: createPollBudget({ clock }),
  });
  const watcher = createMessageWatcher({ client, clock, random: () => 0.5, tab: 'a', channel: join() });
  const watch = watcher.watch('m');
  watch.subscribe(() => undefined);
  const stranger = join();
  for (const message of [
    null,
    7,
    'heard',
    { type: 'heard' },
    { type: 'heard', tab: 'x', msgIdentifier: { toString: () => 'm' } },
    { type: 'heard', tab: 'x', msgIdentifier: 'm', state: { status: 'complete' } },
  ])
    stranger.post(message);
  await clock.advance(5000);
  expect(watch.getSnapshot().status).toBe('received');
});
