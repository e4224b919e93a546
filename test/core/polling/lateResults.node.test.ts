import { beforeEach, describe, expect, test } from 'vitest';
import { createMessageWatcher } from '../../../src/core/polling/messageWatcher.ts';
import {
  createMemoryPollStore,
  createPollBudget,
  createVirtualClock,
  type PollStore,
  type VirtualClock,
} from '../../../src/exports/core.ts';
import { json, recordingClient } from '../client/recordingClient.ts';

const minute = 60_000;

let clock: VirtualClock;
let store: PollStore;
let asked: { id: string; at: number }[];
beforeEach(() => {
  clock = createVirtualClock(Date.UTC(2026, 0, 15));
  store = createMemoryPollStore();
  asked = [];
});

/** A tab that shares its minute with the others: `sale-…` is under way for ever, no caller waits for `late-…` any more. */
function openTab(tab: string) {
  const budget = createPollBudget({ clock, store });
  const { client } = recordingClient(
    (request) => {
      const id = request.url.split('/').at(-1) ?? '';
      asked.push({ id, at: clock.monotonic() });
      return json({ data: { status: id.startsWith('late') ? 'timeout' : 'processing' } });
    },
    { clock, pollBudget: budget },
  );
  const page = { isVisible: () => true, onWake: () => () => undefined };
  const watcher = createMessageWatcher({ client, clock, random: () => 0.5, tab, page });
  return {
    watcher,
    log: () => budget.refresh(),
    watch(name: 'sale' | 'late', count: number) {
      for (let index = 0; index < count; index += 1)
        watcher
          .watch(`${name}-${index}`, { acceptedAt: clock.now() })
          .subscribe(() => undefined, { isSlow: name === 'late' });
    },
  };
}
const between = (name: string, from: number, until: number) =>
  asked.filter(({ id, at }) => id.startsWith(name) && at >= from * minute && at < until * minute);

describe('a late result', () => {
  test('is looked for with a tenth of a full minute, and each in its turn', async () => {
    const tab = openTab('a');
    tab.watch('late', 8);
    tab.watch('sale', 20);
    await clock.advance(5 * minute);
    for (const from of [2, 3, 4]) {
      expect(between('late', from, from + 1).length).toBeGreaterThanOrEqual(4);
      expect(between('late', from, from + 1).length).toBeLessThanOrEqual(5);
      expect(between('sale', from, from + 1).length).toBeGreaterThanOrEqual(41);
    }
    expect(new Set(between('late', 2, 5).map(({ id }) => id)).size).toBe(8);
  });

  test('is looked for every half minute where no caller waits, and where the minute has room beside one who does', async () => {
    const tab = openTab('a');
    tab.watch('late', 8);
    await clock.advance(2 * minute);
    expect(between('late', 1, 2).length).toBeGreaterThanOrEqual(16);
    // One who is asked about every half minute leaves room.
    tab.watcher.watch('sale-0').subscribe(() => undefined, { isSlow: true });
    await clock.advance(2 * minute);
    expect(between('late', 3, 4).length).toBeGreaterThanOrEqual(16);
  });

  test('has one tenth in all tabs together', async () => {
    for (const name of ['a', 'b', 'c']) {
      const tab = openTab(name);
      tab.watch('late', 8);
      tab.watch('sale', 20);
    }
    await clock.advance(4 * minute);
    for (const from of [2, 3]) expect(between('late', from, from + 1).length).toBeLessThanOrEqual(5);
    expect(between('late', 2, 4).length).toBeGreaterThanOrEqual(6);
  });

  test.each([
    ['a', 'b'],
    ['b', 'a'],
  ])('in tab %s leaves the minute to those who wait in tab %s, whichever leads', async (lates, sales) => {
    openTab(lates).watch('late', 30);
    await clock.advance(minute);
    openTab(sales).watch('sale', 20);
    // For two rounds the one that came first is left to lead.
    await clock.advance(6 * minute);
    for (const from of [3, 4, 5, 6]) expect(between('late', from, from + 1).length).toBeLessThanOrEqual(5);
    // Who is first at a slot has it: the other tab knows nothing of them.
    expect(between('late', 3, 7).length).toBeGreaterThanOrEqual(2);
  });

  test('comes after those who wait, who are told so', async () => {
    const tab = openTab('a');
    tab.watch('late', 20);
    tab.watch('sale', 5);
    const sale = tab.watcher.watch('sale-0');
    const told: { nextCheckAt: number; at: number }[] = [];
    sale.subscribe(() => {
      const { nextCheckAt = 0 } = sale.getSnapshot();
      told.push({ nextCheckAt, at: clock.now() });
    });
    await clock.advance(3 * minute);
    const late = told.slice(0, -1).map(({ nextCheckAt }, index) => nextCheckAt - (told[index + 1]?.at ?? 0));
    expect(Math.max(...late.slice(10))).toBeLessThanOrEqual(3000);
  });

  test('is found at once where a person presses, which takes nothing of the tenth', async () => {
    const tab = openTab('a');
    tab.watch('late', 8);
    tab.watch('sale', 20);
    await clock.advance(3 * minute);
    while (!asked.at(-1)?.id.startsWith('late')) await clock.advance(100);
    const { backgroundAt } = await tab.log();
    const before = asked.length;
    tab.watcher.checkNow('late-3');
    await clock.advance(2000);
    expect(asked[before]?.id).toBe('late-3');
    expect((await tab.log()).backgroundAt).toBe(backgroundAt);
  });
});
