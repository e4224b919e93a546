import { beforeEach, describe, expect, test, it, vi } from 'vitest';
import {
  createPollLogClockCorrection,
  emptyPollLog,
  withoutRaw,
  isEmptyPollLog,
  shiftPollLogTimes,
  type PollLog,
  prunePollLog,
  parsePollLog,
} from '../../../src/core/polling/pollLog.ts';
import {
  createVirtualClock,
  type VirtualClock,
  createMemoryJournal,
  createMemoryPollStore,
  createPaymentsClient,
  createPollBudget,
  createTerminalOperations,
  type Fetcher,
  type PollStore,
} from '../../../src/exports/core.ts';
import { drain, worstWindow } from './draining.ts';

const start = Date.UTC(2026, 0, 15);
const minute = 60_000;
const asked = { tab: 'a', at: start - 1000, isHidden: false };
const log = (change: Partial<PollLog> = {}): PollLog => ({ ...emptyPollLog, ...change });
const full = log({
  taken: [start - 5000, start - 1000],
  awaitedAt: start - 1000,
  backgroundAt: start - 5000,
  restUntil: start + 7000,
  restFrom: start - 1000,
  urgentFrom: start + 3000,
  lowered: { to: 40, at: start - minute },
  moved: 500,
  asked: new Map([['m', { ...asked, answeredAt: start - 900, heardAt: start - 950 }]]),
});

describe('a log from storage', () => {
  test('is read as it was written', () => {
    expect(parsePollLog(structuredClone(full))).toEqual(full);
  });

  test.each([
    undefined,
    null,
    7,
    'log',
    {},
    [],
    { taken: 'x', restUntil: 'soon', lowered: {}, asked: {} },
    { lowered: [start] },
  ])('%j is an empty one', (value) => {
    expect(parsePollLog(value)).toEqual(emptyPollLog);
    expect(isEmptyPollLog(parsePollLog(value))).toBe(true);
  });

  test('keeps of its times the ones that are times, in order', () => {
    const taken = [start, Number.NaN, '3', start - 5, null, Infinity, start - 9];
    const read = parsePollLog({
      taken,
      lowered: { to: Number.NaN, at: start },
      restUntil: Number.NaN,
      moved: '5',
    });
    expect(read).toEqual(log({ taken: [start - 9, start - 5, start] }));
    expect(parsePollLog({ lowered: { to: 9, at: '7' } }).lowered).toBeUndefined();
    expect(parsePollLog({ restUntil: Infinity }).restUntil).toBe(Infinity);
  });

  test('keeps of its questions the ones that say who asked when, and what was heard', () => {
    const heard = { msgIdentifier: 'm', status: 'complete' };
    const good: [string, unknown][] = [
      ['plain', asked],
      ['heard', { ...asked, heard, heardAt: start }],
    ];
    const bad: [unknown, unknown][] = [
      [7, asked],
      ['nothing', null],
      ['no tab', { ...asked, tab: undefined }],
      ['tab 7', { ...asked, tab: 7 }],
      ['never', { ...asked, at: undefined }],
      ['in no time', { ...asked, at: Number.NaN }],
      ['misheard', { ...asked, heard: { ...heard, status: 'COMPLETE' } }],
    ];
    const read = parsePollLog({ asked: new Map<unknown, unknown>([...good, ...bad]) });
    expect([...read.asked]).toEqual(good);
  });
});

test.each<[string, Partial<PollLog>]>([
  ['slots', { taken: [start] }],
  ['a pause', { restUntil: start }],
  ['a jump', { moved: 1 }],
  ['questions', { asked: full.asked }],
])('a log with %s was not wiped', (_, change) => {
  expect(isEmptyPollLog(log(change))).toBe(false);
});

test('what a tab heard leaves the raw answer out, and is nothing where nothing was heard', () => {
  const message = { msgIdentifier: 'm', status: 'complete', pnRefNum: 'p', raw: { card: 'x' } } as const;
  expect(withoutRaw(message)).toEqual({ msgIdentifier: 'm', status: 'complete', pnRefNum: 'p' });
  expect(withoutRaw(undefined)).toBeUndefined();
});

describe('a log is moved', () => {
  test('with all its times, and notes how far', () => {
    expect(shiftPollLogTimes(full, 100)).toEqual({
      taken: [start - 4900, start - 900],
      awaitedAt: start - 900,
      backgroundAt: start - 4900,
      restUntil: start + 7100,
      restFrom: start - 900,
      urgentFrom: start + 3100,
      lowered: { to: 40, at: start - minute + 100 },
      moved: 600,
      asked: new Map([['m', { ...asked, at: start - 900, answeredAt: start - 800, heardAt: start - 850 }]]),
    });
  });

  test('as far as what happened is old enough, and stays in order', () => {
    const old = (at: number) => at < start - 950;
    const moved = shiftPollLogTimes(full, 4500, old);
    expect(moved.taken).toEqual([start - 500, start + 3500]);
    expect(moved.asked.get('m')).toEqual({
      ...asked,
      at: start + 3500,
      answeredAt: start - 900,
      heardAt: start - 950,
    });
    expect(shiftPollLogTimes(log({ taken: [start - 3000, start - 900] }), 2500, old).taken).toEqual([
      start - 900,
      start - 500,
    ]);
  });

  test('without a pause that began after the jump', () => {
    const { restUntil, restFrom, urgentFrom } = shiftPollLogTimes(full, 4500, (at) => at < start - 1000);
    expect({ restUntil, restFrom, urgentFrom }).toEqual({
      restUntil: full.restUntil,
      restFrom: full.restFrom,
      urgentFrom: full.urgentFrom,
    });
  });

  test('does not make up an answer to a question that has none', () => {
    const moved = shiftPollLogTimes(log({ asked: new Map([['m', asked]]) }), 100).asked.get('m');
    expect([moved?.answeredAt, moved?.heardAt]).toEqual([undefined, undefined]);
  });
});

describe('what counts no more is forgotten', () => {
  const kept = (change: Partial<PollLog>) => prunePollLog(log(change), start, minute);

  test('a slot after its window, a lower limit after ten minutes, a question after three minutes', () => {
    expect(kept({ taken: [start - minute, start - minute + 1, start] }).taken).toEqual([
      start - minute + 1,
      start,
    ]);
    const lowered = { to: 9, at: start - 10 * minute };
    expect(kept({ lowered }).lowered).toBeUndefined();
    expect(kept({ lowered: { to: 9, at: lowered.at + 1 } }).lowered).toEqual({ to: 9, at: lowered.at + 1 });
    const entries = new Map([
      ['old', { ...asked, at: start - 3 * minute }],
      ['recent', { ...asked, at: start - 3 * minute + 1 }],
    ]);
    expect([...kept({ asked: entries }).asked.keys()]).toEqual(['recent']);
  });

  test('and what still counts stays the same', () => {
    expect(kept({ asked: full.asked }).asked).toBe(full.asked);
    const { restUntil, restFrom, urgentFrom, moved } = full;
    expect(kept({ restUntil, restFrom, urgentFrom, moved })).toEqual(
      log({ restUntil, restFrom, urgentFrom, moved }),
    );
  });
});

describe('the log by the clock of a page', () => {
  let clock: VirtualClock;
  beforeEach(() => {
    clock = createVirtualClock(start);
  });
  const ago = (...ms: number[]) => ms.map((each) => clock.now() - each);

  test('a page that begins counts the last minute as if it had ended just now', () => {
    const read = createPollLogClockCorrection(clock, minute);
    expect(read(log({ taken: ago(600_000, 560_000, 530_000) })).taken).toEqual(ago(30_000, 0));
  });

  test('a page that begins in a log without slots finds nothing to count', () => {
    const begun = log({ restUntil: start + 5000 });
    expect(createPollLogClockCorrection(clock, minute)(begun)).toEqual(begun);
  });

  test('a page that begins among slots of the future moves all of the log back', () => {
    const read = createPollLogClockCorrection(clock, minute);
    const begun = read(
      log({ taken: ago(-3_600_000), restUntil: start + 3_607_000, restFrom: start + 3_600_000 }),
    );
    expect(begun).toMatchObject({ taken: [start], restUntil: start + 7000, moved: -3_600_000 });
  });

  test('a slot of the next two seconds is one of now: clocks of one machine may differ by that', () => {
    const kinds = { awaitedAt: start + 1000, backgroundAt: start + 2000 };
    const begun = createPollLogClockCorrection(
      clock,
      minute,
    )(log({ taken: ago(-2000), ...kinds, restUntil: start + 5000 }));
    expect(begun).toMatchObject({ taken: [start], restUntil: start + 5000, moved: 0 });
    expect(begun).toMatchObject({ awaitedAt: start, backgroundAt: start });
    const beyond = createPollLogClockCorrection(
      clock,
      minute,
    )(log({ taken: ago(-2001), restUntil: start + 5000 }));
    expect(beyond).toMatchObject({ taken: [start], restUntil: start + 2999, moved: -2001 });
  });

  test('a jump is followed once, by the tab that notices it first', async () => {
    const pages = [createPollLogClockCorrection(clock, minute), createPollLogClockCorrection(clock, minute)];
    let shared = log({ taken: ago(0) });
    for (const read of pages) shared = read(shared);
    await clock.advance(20_000);
    clock.jump(3_600_000);
    shared = pages[0]!(shared);
    expect(shared).toMatchObject({ taken: ago(20_000), moved: 3_600_000 });
    await clock.advance(5000);
    const second = pages[1]!(shared);
    expect(second).toMatchObject({ taken: ago(25_000), moved: 3_600_000 });
  });

  test('a second jump is followed from where the first one led', async () => {
    const read = createPollLogClockCorrection(clock, minute);
    let shared = read(log({ taken: ago(0) }));
    for (const jump of [3_600_000, -1_800_000, 10_000]) {
      await clock.advance(5000);
      clock.jump(jump);
      shared = read(shared);
    }
    expect(shared).toMatchObject({ taken: ago(15_000), moved: 1_810_000 });
  });

  test('what another page has followed in part is followed for the rest', () => {
    const read = createPollLogClockCorrection(clock, minute);
    const before = read(log({ taken: ago(10_000) }));
    clock.jump(10_000);
    expect(read({ ...before, taken: ago(16_000), moved: 4000 })).toMatchObject({
      taken: ago(10_000),
      moved: 10_000,
    });
  });

  test('a jump of two seconds is no jump: it is left as it is', () => {
    const read = createPollLogClockCorrection(clock, minute);
    const before = read(log({ taken: ago(0) }));
    clock.jump(2000);
    expect(read(before)).toMatchObject({ taken: ago(2000), moved: 0 });
  });

  test('set forward, only what is older than the jump goes along', async () => {
    const read = createPollLogClockCorrection(clock, minute);
    read(log());
    const old = clock.now();
    await clock.advance(3000);
    clock.jump(20_000);
    const taken = [old, clock.now() - 20_000, clock.now() - 19_999, clock.now() - 1000];
    expect(read(log({ taken })).taken).toEqual(ago(19_999, 3000, 1000, 0));
  });

  test('set back, only what lies in the future goes along', async () => {
    const read = createPollLogClockCorrection(clock, minute);
    read(log());
    clock.jump(-20_000);
    await clock.advance(3000);
    const taken = [clock.now() - 1000, clock.now(), clock.now() + 17_000];
    expect(read(log({ taken })).taken).toEqual(ago(3000, 1000, 0));
  });

  test('a slot that is still of the future counts as taken now', () => {
    const read = createPollLogClockCorrection(clock, minute);
    read(log());
    expect(read(log({ taken: ago(-1500) })).taken).toEqual([start]);
  });
});

const askedNow = { tab: 'a', isHidden: false };

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
  tabs.forEach((tab) => tab.setTabCount(3));
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
  tabs.forEach((tab) => tab.setTabCount(3));
  await Promise.all(tabs.map((tab) => tab.refresh()));
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
  await Promise.all([first.refresh(), second.refresh()]);
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
  await second.refresh();
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
    budget.acquireFor((_, isUrgent) => (isUrgent ? { msgIdentifier: 'm', asked: askedNow } : undefined));
  const at: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    await clock.advance(Math.max(0, budget.nextAt(true) - clock.now()));
    if (await press()) at.push(clock.monotonic() / minute);
  }
  expect(at).toEqual([15, 30, 45]);
});
