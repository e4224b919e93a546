import { aligned, median, spread } from '../shared/figures.mjs';

/** @typedef {import('./page.tsx').Counts & { scriptMs: number, workMs: number, mainThreadMs: number }} Sample Work is script, style and layout. */

/** Each per tick. @type {[title: string, of: (sample: Sample) => number, digits: number][]} */
const columns = [
  ['commits', ({ commits }) => commits, 2],
  ['renders', ({ renders }) => renders, 2],
  ['idle', ({ idleRenders }) => idleRenders, 2],
  ['changes', ({ changes }) => changes, 2],
  ['polls', ({ polls }) => polls, 1],
  ['script ms', ({ scriptMs }) => scriptMs, 2],
  ['work ms', ({ workMs }) => workMs, 2],
  ['main thread ms', ({ mainThreadMs }) => mainThreadMs, 2],
];

/** Medians with their spread, per tick. @param {Record<string, Sample[]>} samples @param {number} ticks */
export function table(samples, ticks) {
  const rows = Object.entries(samples).map(([name, sessions]) => [
    name,
    ...columns.map(([, of, digits]) =>
      spread(
        sessions.map((session) => of(session) / ticks),
        digits,
      ),
    ),
  ]);
  return aligned([['a tick', ...columns.map(([title]) => title)], ...rows]);
}

/**
 * The goals P-D1 and P-D2: what was measured, and the limits. Chromium's script time omits microtasks after a callback, in
 * which the kit does most of its polling, so the whole main thread has limits too.
 *
 * @param {Record<string, Sample[]>} samples
 */
export function goals(samples) {
  const { tillkit: own = [], ...others } = samples;
  /** @param {'workMs' | 'mainThreadMs'} figure @param {string} prefix */
  const of = (figure, prefix) => {
    const compared = Object.entries(others).filter(([name]) => name.startsWith(prefix));
    const medians = compared.map(([, sessions]) => median(sessions.map((session) => session[figure])));
    return median(own.map((session) => session[figure])) / Math.min(...medians);
  };
  const renders = own.map((session) => session.renders / session.changes);
  const idleRenders = own.map((session) => session.idleRenders);
  return [
    { goal: 'P-D1  renders, of the real changes', value: Math.max(...renders), limit: 1.05 },
    { goal: 'P-D1  renders that show nothing new', value: Math.max(...idleRenders), limit: 0 },
    { goal: 'P-D2  work, of the better TanStack variant', value: of('workMs', 'tq-'), limit: 0.5 },
    { goal: 'P-D2  work, of the floor store', value: of('workMs', 'floor-store'), limit: 1.4 },
    {
      goal: 'P-D2  main thread, of the better TanStack variant',
      value: of('mainThreadMs', 'tq-'),
      limit: 1.15,
    },
    {
      goal: 'P-D2  main thread, of the floor store',
      value: of('mainThreadMs', 'floor-store'),
      limit: 3.2,
    },
  ];
}
