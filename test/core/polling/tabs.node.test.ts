import { expect, it } from 'vitest';
import { createMessageWatcher } from '../../../src/core/polling/messageWatcher.ts';
import {
  createMemoryPollStore,
  createPollBudget,
  createVirtualClock,
  type VirtualClock,
} from '../../../src/exports/core.ts';
import { json, recordingClient } from '../client/recordingClient.ts';
import { createTabHub } from '../operations/schedules/simulatedTab.ts';

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
