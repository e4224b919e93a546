/** @typedef {{ script: number, style: number, layout: number, mainThread: number, commits: number }} Sample Milliseconds, and commits, each a key. */

/** @param {Sample} sample */
const workOf = ({ script, style, layout }) => script + style + layout;

/** @param {readonly number[]} values */
function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const [low = Number.NaN, high = low] = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  return (low + high) / 2;
}

/** @param {readonly number[]} values @param {number} digits */
function spread(values, digits) {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits));
  const middle = median(values).toFixed(digits);
  return least === most ? middle : `${middle} (${least}-${most})`;
}

/** @type {[title: string, of: (sample: Sample) => number, digits: number][]} */
const columns = [
  ['work ms', workOf, 3],
  ['script ms', ({ script }) => script, 3],
  ['style and layout ms', ({ style, layout }) => style + layout, 3],
  ['main thread ms', ({ mainThread }) => mainThread, 2],
  ['commits', ({ commits }) => commits, 2],
];

/** Medians with their spread, a key. @param {Record<string, Sample[]>} samples */
export function table(samples) {
  const rows = Object.entries(samples).map(([name, sessions]) => [
    name,
    ...columns.map(([, of, digits]) => spread(sessions.map(of), digits)),
  ]);
  const all = [['a key', ...columns.map(([title]) => title)], ...rows];
  const widthOf = (/** @type {number} */ column) => Math.max(...all.map((row) => row[column]?.length ?? 0));
  return all.map((row) => row.map((cell, column) => cell.padEnd(widthOf(column))).join('  ')).join('\n');
}

/** The goal P-E1: what was measured and what it may be at most. @param {Record<string, Sample[]>} samples */
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
