import { aligned, median, quantile } from '../shared/figures.mjs';

/** @typedef {import('./measure.mjs').Sample} Sample */

/** @param {readonly Sample[]} sessions */
function summary(sessions) {
  const keys = sessions.flatMap((session) => session.keys);
  const latencies = sessions.flatMap((session) => session.latencies);
  return {
    open: median(sessions.flatMap(({ opens }) => opens)),
    key: median(keys.map(({ work }) => work)),
    key95: quantile(
      keys.map(({ work }) => work),
      0.95,
    ),
    rows: median(latencies.map(({ rows }) => rows)),
    frame: median(latencies.map(({ frame }) => frame)),
    spoken: median(sessions.flatMap(({ spoken }) => spoken)),
    nodes: median(sessions.map(({ nodes }) => nodes)),
    heap: median(sessions.map(({ heapMB }) => heapMB)),
    openCommits: median(sessions.map(({ openCommits }) => openCommits)),
    keyCommits: median(keys.map(({ commits }) => commits)),
  };
}

const figure = (/** @type {number} */ value) => (Number.isNaN(value) ? '' : value.toFixed(2));

/** @param {Record<string, Sample[]>} samples @param {readonly string[]} subjects @param {number} count */
export function table(samples, subjects, count) {
  const rows = subjects.map((name) => {
    const cell = summary(samples[`${name} ${count}`] ?? []);
    const digits = [cell.open, cell.key, cell.key95, cell.rows, cell.frame, cell.spoken].map(figure);
    const counted = [cell.nodes, cell.heap.toFixed(2), `${cell.openCommits}/${cell.keyCommits}`];
    return [name, ...digits, ...counted.map(String)];
  });
  const head = [
    `${count} terminals`,
    'open work',
    'key work p50',
    'p95',
    'key to rows',
    'to their frame',
    'key work, said',
    'list nodes',
    'heap MB',
    'commits',
  ];
  return aligned([head, ...rows]);
}

/** The goals of P-A: what was measured, and the limits. @param {Record<string, Sample[]>} samples */
export function goals(samples) {
  const of = (/** @type {string} */ name, /** @type {number} */ count) =>
    summary(samples[`${name} ${count}`] ?? []);
  const [few, many] = [of('tillkit', 25), of('tillkit', 10_000)];
  const best = of('downshift-virtual', 10_000);
  const whole = Math.min(of('base-ui-virtual', 10_000).key95, of('rac-virtual', 10_000).key95);
  return [
    {
      goal: 'P-A   key to the frame with its rows, of downshift with react-virtual',
      value: many.frame / best.frame,
      limit: 0.6,
    },
    {
      goal: 'P-A   ms of work a key because what is found is said',
      value: many.spoken - of('tillkit-silent', 10_000).spoken,
      limit: 0.5,
    },
    {
      goal: 'P-A1  key work p95, of the better of Base UI and React Aria',
      value: many.key95 / whole,
      limit: 0.2,
    },
    {
      goal: 'P-A1  key work p95, of downshift with react-virtual',
      value: many.key95 / best.key95,
      limit: 1.1,
    },
    { goal: 'P-A2  opening, of downshift with react-virtual', value: many.open / best.open, limit: 1.1 },
    { goal: 'P-A2  opening at 10,000, of its own at 25', value: many.open / few.open, limit: 1.25 },
    { goal: 'P-A3  key work at 10,000, of its own at 25', value: many.key / few.key, limit: 1.7 },
    { goal: 'P-A4  nodes in the list at 10,000', value: many.nodes, limit: 80 },
    {
      goal: 'P-A4  heap of the open list, of downshift with react-virtual',
      value: many.heap / best.heap,
      limit: 1.2,
    },
    { goal: 'P-A5  key work at 25, of downshift', value: few.key / of('downshift', 25).key, limit: 1.2 },
    { goal: '      commits a key', value: many.keyCommits, limit: 1 },
  ];
}
