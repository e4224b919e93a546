import { args, isShort } from '../shared/args.mjs';
import { bundle } from '../shared/bundle.mjs';
import { aligned, median, quantile, tellGoals } from '../shared/figures.mjs';
import { runSessions } from '../shared/sessions.mjs';

// A day of a till in one page: npm run bench:day -- [sessions, default 2] [sales a day, default 1000]

const [sessions = isShort ? '1' : '2', sales = isShort ? '30' : '1000'] = args;
const window = 10;
const day = Number(sales);
const waitMs = isShort ? 2000 : 60_000;
/** How many payments the list has, and how much slower a processor is than this one. */
const listed = isShort ? 200 : 10_000;
const slowed = 4;
/** @typedef {{ early: number, late: number, tab: number, waiting: number, commits: number, openWithOne: number, openWithAll: number, heapKb: number }} Sample */

/** @param {import('../shared/sessions.mjs').Session} session @param {string} name @returns {Promise<Sample>} */
async function live({ page, ask, devTools, metrics, inTab }, name) {
  const url = page.url();
  const cpuOf = async (/** @type {() => Promise<unknown>} */ work, of = metrics) => {
    const before = await of();
    await work();
    return (await of()).mainThread - before.mainThread;
  };
  /** What a page costs until a sale can be entered: the median of five, since the first one compiles. */
  const opened = async () => {
    const times = [];
    for (let tab = 0; tab < (isShort ? 1 : 5); tab += 1) {
      const opening = inTab(url, async (other) => {
        await other.ask('prepare', name);
        return (await other.metrics()).mainThread;
      });
      times.push(await opening);
    }
    return median(times);
  };
  const heap = async () => {
    await devTools.send('HeapProfiler.collectGarbage');
    return (await metrics()).heap;
  };

  await ask('prepare', name);
  await ask('sell', 1);
  const openWithOne = await opened();
  await ask('sell', 4);
  const heapBefore = await heap();
  const early = (await cpuOf(() => ask('sell', window))) / window;
  await ask('sell', day - 2 * window - 5);
  const late = (await cpuOf(() => ask('sell', window))) / window;
  const heapKb = (((await heap()) - heapBefore) / day) * 1000;
  const openWithAll = await opened();
  const tab = await inTab(url, async (other) => {
    await other.ask('prepare', name);
    const [idle] = [await cpuOf(() => page.waitForTimeout(300), other.metrics)];
    const sold = async () => {
      await ask('sell', window);
      await page.waitForTimeout(300);
    };
    return ((await cpuOf(sold, other.metrics)) - idle) / window;
  });
  const idly = await inTab(url, async (other) => {
    await other.ask('prepare', name, true);
    await other.ask('press');
    let commits = 0;
    const waiting = await cpuOf(async () => (commits = await other.ask('wait', waitMs)), other.metrics);
    return { waiting, commits };
  });
  return { early, late, tab, openWithOne, openWithAll, heapKb, ...idly };
}

/** Scrolls the list of a day by frames of 150 px. Returns the work of each frame (ms of the main thread, without the bench's own question), and what a sale elsewhere asked. @param {import('../shared/sessions.mjs').Session} session */
async function scrollList({ page, ask, devTools, metrics }) {
  let question = 0;
  const frames = async (/** @type {number} */ pixels, /** @type {number} */ count) => {
    const work = [];
    for (let frame = 0; frame < count; frame += 1) {
      const before = (await metrics()).mainThread;
      await ask('scroll', pixels);
      work.push((await metrics()).mainThread - before - question);
    }
    return work;
  };
  question = median(await frames(0, 30)); // nothing is shown yet
  await ask('showList', listed);
  const loading = [];
  while (!(await ask('isWhole'))) loading.push(...(await frames(1e6, 1)));
  await page.waitForTimeout(2000);
  // What loading left is collected before, so that it does not count as scrolling.
  await devTools.send('HeapProfiler.collectGarbage');
  const up = await frames(-150, 100);
  await ask('scroll', -1e6);
  const down = await frames(150, 200);
  /** @type {string[]} */
  const asked = await ask('sellElsewhere');
  return { frames: [...up, ...down], loading, asked };
}

const page = await bundle('bench/day/page.tsx');
const lists = await runSessions(
  { bundle: page, body: '<main></main>', subjects: ['list'], sessions: isShort ? 1 : 5 },
  scrollList,
);
const { list = [] } = lists;
// The same frame does the same work in every session.
const frames = (list[0]?.frames ?? []).map((_, place) =>
  median(list.map((sample) => sample.frames[place] ?? Number.NaN)),
);
const longest = slowed * Math.max(...list.flatMap((sample) => sample.frames));
const samples = await runSessions(
  {
    bundle: page,
    body: '<main></main>',
    subjects: ['by hand', 'tillkit'],
    sessions: Number(sessions),
  },
  live,
);

/** @param {Sample[]} of @param {(sample: Sample) => number} figure */
const middle = (of, figure) => median(of.map(figure));
const figures = /** @type {const} */ ([
  'early',
  'late',
  'tab',
  'openWithOne',
  'openWithAll',
  'heapKb',
  'waiting',
  'commits',
]);
const titles = [
  '',
  'ms at the 10th',
  `ms at the ${day}th`,
  'ms in a second tab',
  'ms to open, 1 sale',
  `${day} sales`,
  'kB a sale',
  'ms to wait a minute',
  'commits',
];
const rows = Object.entries(samples).map(([name, of]) => [
  name,
  ...figures.map((figure) => middle(of, (sample) => sample[figure]).toFixed(1)),
]);
console.log(`\n${aligned([titles, ...rows])}\n`);
console.log(
  `A frame of ${listed} payments, ${slowed}x slowed: ${[0.5, 0.95, 0.99].map((part) => (slowed * quantile(frames, part)).toFixed(1)).join(', ')} ms (p50, p95, p99), each the median of ${list.length} sessions; the longest of any ${longest.toFixed(1)}\n`,
);
const loadingMs = [0, 1].map((half) => {
  const work = Object.values(lists).flatMap((of) =>
    of.flatMap(({ loading }) => loading.filter((_, place) => (place < loading.length / 2 ? 0 : 1) === half)),
  );
  return (slowed * median(work)).toFixed(1);
});
console.log(
  `A frame of loading on, ${slowed}x slowed: ${loadingMs.join(', ')} ms (p50 of the first half, the second)\n`,
);
const { tillkit: own = [] } = samples;
tellGoals([
  {
    goal: `D-1   ms of the longest frame of ${listed} payments, ${slowed}x slowed`,
    value: slowed * Math.max(...frames),
    limit: 32,
  },
  // What is new, the figures, and the two lists of what needs a person.
  {
    goal: 'D-1   what a sale elsewhere makes the list ask',
    value: Math.max(...Object.values(lists).flatMap((of) => of.map(({ asked }) => asked.length))),
    limit: 4,
  },
  {
    goal: 'P-G2  ms of a checkout that waits a minute',
    value: middle(own, ({ waiting }) => waiting),
    limit: 400,
  },
  // One commit a second, and one per change of what is shown.
  { goal: 'P-G2  commits meanwhile', value: middle(own, ({ commits }) => commits), limit: 60 + 4 },
  {
    goal: 'P-G1  CPU of the last sale, of the 10th',
    value: middle(own, ({ late, early }) => late / early),
    limit: 1.3,
  },
  { goal: 'P-G1  ms a sale in a second tab', value: middle(own, ({ tab }) => tab), limit: 6 },
  { goal: 'P-G1  kB of heap a sale', value: middle(own, ({ heapKb }) => heapKb), limit: 3 },
  {
    goal: 'P-G1  opening the page with the day, with one sale',
    value: middle(own, ({ openWithAll, openWithOne }) => openWithAll / openWithOne),
    limit: 1.3,
  },
]);
