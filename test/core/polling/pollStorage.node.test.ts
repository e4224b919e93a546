import { expect, it, vi } from 'vitest';
import {
  createMemoryJournal,
  createMemoryPollStore,
  createPaymentsClient,
  createPollBudget,
  createTerminalOperations,
  createVirtualClock,
  type Fetcher,
  type PollStore,
} from '../../../src/exports/core.ts';
import { drain, worstWindow } from './draining.ts';

const minute = 60_000;
const asked = { tab: 'a', isHidden: false };

/** A browser whose storage can fail for a while, or be wiped. */
function browser() {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15));
  let kept = createMemoryPollStore();
  let isBroken = false;
  const store: PollStore = {
    update: (change) => (isBroken ? Promise.reject(new Error('broken')) : kept.update(change)),
  };
  return {
    clock,
    open: () => createPollBudget({ clock, store }),
    breaks: (broken: boolean) => {
      isBroken = broken;
    },
    wipe: () => {
      kept = createMemoryPollStore();
    },
  };
}

it('what tabs asked alone counts for all of them once they share a log again', async () => {
  const { clock, open, breaks } = browser();
  const tabs = [open(), open(), open()];
  tabs.forEach((tab) => tab.shareWith(3));
  const at = await drain(open(), clock, 100);
  breaks(true);
  at.push(...(await Promise.all(tabs.map((tab) => drain(tab, clock, 20_000)))).flat());
  breaks(false);
  at.push(...(await drain(tabs[0]!, clock, 50_000)));
  expect(worstWindow(at)).toBeLessThanOrEqual(50);
});

it('tabs that lose their log together stay within the limit from that moment on', async () => {
  const { clock, open, breaks } = browser();
  const tabs = [open(), open(), open()];
  tabs.forEach((tab) => tab.shareWith(3));
  await Promise.all(tabs.map((tab) => tab.look()));
  const at = await drain(tabs[0]!, clock, 50_000);
  breaks(true);
  at.push(...(await Promise.all(tabs.map((tab) => drain(tab, clock, 60_000)))).flat());
  expect(worstWindow(at)).toBeLessThanOrEqual(50);
  expect(at.filter((time) => time > 60_000).length).toBeGreaterThan(20);
});

it.each([
  ['that is not there', undefined],
  [
    'that refuses',
    {
      open: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    },
  ],
])(
  'F78: seven pages without a channel, and a database %s, stay below the limit together',
  async (_, storage) => {
    vi.stubGlobal('document', { addEventListener: () => undefined });
    vi.stubGlobal('BroadcastChannel', undefined);
    vi.stubGlobal('indexedDB', storage);
    const clock = createVirtualClock(Date.UTC(2026, 0, 15));
    const at: number[] = [];
    const fetcher: Fetcher = ({ url }) => {
      at.push(clock.monotonic());
      return Promise.resolve(Response.json({ msgIdentifier: url.split('/').at(-1), status: 'processing' }));
    };
    const pages = Array.from({ length: 7 }, (__, page) => {
      const client = createPaymentsClient({
        baseUrl: 'https://pay.test',
        budgetKey: `page ${page}`,
        fetcher,
        clock,
      });
      const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
      for (const message of ['first', 'second', 'third']) {
        operations.watch(`${page}-${message}`).subscribe(() => undefined);
      }
      return operations;
    });
    await clock.advance(300_000);
    pages.forEach((operations) => operations.dispose());
    vi.unstubAllGlobals();
    expect(worstWindow(at)).toBeLessThan(50);
    expect(worstWindow(at)).toBeGreaterThan(30);
  },
);

it('F71: a pause that could not be written down is kept, and told when it can', async () => {
  const { clock, open, breaks } = browser();
  const [first, second] = [open(), open()];
  await Promise.all([first.look(), second.look()]);
  breaks(true);
  first.slowDown(30_000);
  await clock.advance(500);
  breaks(false);
  expect(await drain(first, clock, 10_000)).toEqual([]);
  expect(await drain(second, clock, 10_000)).toEqual([]);
  expect(first.slowedUntil()).toBeDefined();
  expect((await drain(second, clock, 10_000)).length).toBeGreaterThan(0);
});

it('F77: a log that is wiped is not forgotten by those who saw it', async () => {
  const { clock, open, wipe } = browser();
  const [first, second] = [open(), open()];
  const at = await drain(first, clock, 30_000);
  await second.look();
  wipe();
  at.push(...(await drain(second, clock, 25_000)));
  expect(worstWindow(at)).toBeLessThanOrEqual(50);
  second.slowDown(30_000);
  await clock.advance(100);
  wipe();
  expect(await drain(second, clock, 20_000)).toEqual([]);
});

it('F71: in a pause of days a person may ask every 15 minutes', async () => {
  const { clock, open } = browser();
  const budget = open();
  budget.slowDown(99_999_999_000);
  const press = () =>
    budget.acquireFor((_, isUrgent) => (isUrgent ? { msgIdentifier: 'm', asked } : undefined));
  const at: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    await clock.advance(Math.max(0, budget.nextAt(true) - clock.now()));
    if (await press()) at.push(clock.monotonic() / minute);
  }
  expect(at).toEqual([15, 30, 45]);
});
