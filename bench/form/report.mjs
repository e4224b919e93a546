import { aligned, median, spread } from '../shared/figures.mjs';

/** @typedef {{ script: number, style: number, layout: number, mainThread: number, commits: number }} Sample Milliseconds, and commits, each a key. */

/** @param {Sample} sample */
const workOf = ({ script, style, layout }) => script + style + layout;

/** @type {[title: string, of: (sample: Sample) => number, digits: number][]} */
const columns = [
  ['work ms', workOf, 3],
  ['script ms', ({ script }) => script, 3],
  ['style and layout ms', ({ style, layout }) => style + layout, 3],
  ['main thread ms', ({ mainThread }) => mainThread, 2],
  ['commits', ({ commits }) => commits, 2],
];

/** Medians with their spread, per key. @param {Record<string, Sample[]>} samples */
export function table(samples) {
  const rows = Object.entries(samples).map(([name, sessions]) => [
    name,
    ...columns.map(([, of, digits]) => spread(sessions.map(of), digits)),
  ]);
  return aligned([['a key', ...columns.map(([title]) => title)], ...rows]);
}

/** The goal P-E1: what was measured, and the limit. @param {Record<string, Sample[]>} samples */
export function goals(samples) {
  /** @param {string} own @param {string} peer */
  const ratio = (own, peer) =>
    median((samples[own] ?? []).map(workOf)) / median((samples[peer] ?? []).map(workOf));
  const own = [...(samples['tillkit'] ?? []), ...(samples['tillkit-zod'] ?? [])];
  return [
    { goal: 'P-E1  work, of plain register', value: ratio('tillkit', 'rhf'), limit: 1.15 },
    { goal: 'P-E1  work, of register with validation', value: ratio('tillkit-zod', 'rhf-zod'), limit: 1.15 },
    {
      goal: 'P-E1  commits for a key that changes no message',
      value: Math.max(...own.map(({ commits }) => commits)),
      limit: 0,
    },
  ];
}
