import { describe, expect, it } from 'vitest';
import {
  createMemoryPollStore,
  createPaymentsClient,
  createPollBudget,
  createVirtualClock,
  type PollStore,
} from '../../../src/exports/core.ts';
import { createMessageWatcher } from '../../../src/core/polling/messageWatcher.ts';
import { json } from './scriptedGateway.ts';

type Headers = Record<string, string>;

/** A page that watches one message, and a gateway that answers as it is told. */
function watching({
  store = createMemoryPollStore(),
  clock = createVirtualClock(1_700_000_000_000),
  gateway = true,
} = {}) {
  const polls: number[] = [];
  let answer: { status: string; headers: Headers } = { status: 'received', headers: { age: '0' } };
  const client = createPaymentsClient({
    baseUrl: 'https://till.test/api',
    gateway,
    clock,
    pollBudget: createPollBudget({ clock, store }),
    fetcher: async () => {
      polls.push(clock.now());
      return json({ data: { status: answer.status } }, 200, answer.headers);
    },
  });
  const watcher = createMessageWatcher({ client, clock, random: () => 0.5, tab: `tab-${Math.random()}` });
  const watch = watcher.watch('m-1', { acceptedAt: clock.now() });
  watch.subscribe(() => undefined);
  return {
    clock,
    polls,
    watch,
    watcher,
    say: (status: string, headers: Headers = { age: '0' }) => {
      answer = { status, headers };
    },
  };
}

describe('how fresh a result is that a gateway tells', () => {
  it('was checked when the service was asked, not when the gateway was', async () => {
    const { clock, polls, watch, say } = watching();
    say('processing', { age: '7' });
    await clock.advance(10_000);
    expect(watch.getSnapshot().lastCheckedAt).toBe(polls.at(-1)! - 7000);
    say('processing', { age: '0' });
    await clock.advance(10_000);
    expect(watch.getSnapshot().lastCheckedAt).toBe(polls.at(-1));
  });

  it('never goes back', async () => {
    const { clock, polls, watch, say } = watching();
    await clock.advance(10_000);
    const checkedAt = watch.getSnapshot().lastCheckedAt;
    const asked = polls.length;
    say('received', { age: '3600' });
    await clock.advance(10_000);
    expect(polls.length).toBeGreaterThan(asked);
    expect(watch.getSnapshot().lastCheckedAt).toBe(checkedAt);
  });

  it.each([[{}], [{ age: '' }], [{ age: '-1' }], [{ age: 'x' }]])(
    'was not asked about yet where its age is %o',
    async (headers: Headers) => {
      const { clock, polls, watch, say } = watching();
      say('received', headers);
      await clock.advance(10_000);
      expect(polls.length).toBeGreaterThan(0);
      expect(watch.getSnapshot()).toMatchObject({
        status: 'received',
        lastCheckedAt: undefined,
        connection: 'ok',
      });
    },
  );

  it('is not read without a gateway', async () => {
    const { clock, polls, watch, say } = watching({ gateway: false });
    say('processing', { age: '7', 'retry-after': '30' });
    await clock.advance(10_000);
    expect(polls.length).toBeGreaterThan(2);
    expect(watch.getSnapshot().lastCheckedAt).toBe(polls.at(-1));
  });

  it('tells the other tabs how old it is', async () => {
    const store: PollStore = createMemoryPollStore();
    const clock = createVirtualClock(1_700_000_000_000);
    const first = watching({ store, clock });
    first.say('processing', { age: '7' });
    await clock.advance(2000);
    const log = await store.update((held) => ({ log: held, result: held }));
    const { heard, heardAt, answeredAt } = log.asked.get('m-1')!;
    expect(heard).toMatchObject({ status: 'processing' });
    expect(answeredAt! - heardAt!).toBe(7000);
  });

  it('tells the other tabs nothing that nobody asked about', async () => {
    const store: PollStore = createMemoryPollStore();
    const { clock, say } = watching({ store });
    say('received', {});
    await clock.advance(2000);
    const log = await store.update((held) => ({ log: held, result: held }));
    const { heard, answeredAt } = log.asked.get('m-1')!;
    expect([heard, answeredAt]).toEqual([undefined, expect.any(Number)]);
  });
});

describe('when a gateway is asked again', () => {
  it.each([
    ['9', 9],
    ['600', 60],
  ])('not before it has something new: retry-after %s', async (retryAfter, seconds) => {
    const { clock, polls, say, watch } = watching();
    say('received', { age: '1', 'retry-after': retryAfter });
    await clock.advance(5000);
    expect(polls).toHaveLength(1);
    expect(watch.getSnapshot().nextCheckAt).toBeGreaterThanOrEqual(polls[0]! + seconds * 1000);
    say('received');
    await clock.advance(seconds * 1000);
    expect(polls[1]! - polls[0]!).toBeGreaterThanOrEqual(seconds * 1000);
    expect(polls[1]! - polls[0]!).toBeLessThan(seconds * 1000 + 5000);
  });

  it('not before that by a press either, which is told when', async () => {
    const { clock, polls, say, watcher } = watching();
    say('received', { 'retry-after': '9' });
    await clock.advance(5000);
    const { asked, nextAllowedAt } = watcher.checkNow('m-1');
    expect([asked, nextAllowedAt]).toEqual([false, polls[0]! + 9000]);
    await clock.advance(nextAllowedAt - clock.now());
    expect(polls).toHaveLength(2);
  });
});
