import { aligned, median } from '../shared/figures.mjs';
import type { Measured } from './page.ts';

export interface Sample extends Measured {
  /** Bytes of JavaScript's heap, with the garbage collected. */
  heapKept: number;
  heapPeak: number;
}

export type Samples = Record<string, Sample[]>;
type Figure = (sample: Sample) => number;

const wall: Figure = ({ wallMs }) => wallMs;
const silence: Figure = ({ longestSilenceMs }) => longestSilenceMs;

const columns: [title: string, figure: Figure, digits: number][] = [
  ['wall ms', wall, 0],
  ['reports', ({ reports }) => reports, 0],
  ['silence ms', silence, 0],
  ['heap kept MB', ({ heapKept }) => heapKept / 1e6, 2],
  ['heap peak MB', ({ heapPeak }) => heapPeak / 1e6, 2],
  ['longest task ms', ({ longestTaskMs }) => longestTaskMs, 0],
];

/** Medians, with the least and the most. */
export function table(samples: Samples): string {
  const rows = Object.entries(samples).map(([name, runs]) => [
    name,
    ...columns.map(([, figure, digits]) => {
      const values = runs.map(figure);
      const [middle, ...range] = [median(values), Math.min(...values), Math.max(...values)];
      return `${middle?.toFixed(digits)} (${range.map((value) => value.toFixed(digits)).join('-')})`;
    }),
  ]);
  return aligned([['subject', ...columns.map(([title]) => title)], ...rows]);
}

/** P-F1 and P-F2: what was measured, and what it may be at most. */
export function goals(samples: Samples): { goal: string; value: number; limit: number }[] {
  const of = (name: string, figure: Figure) => median((samples[name] ?? []).map(figure));
  return ['queue', 'field'].flatMap((name) => [
    { goal: `${name}: wall, of plain XMLHttpRequest`, value: of(name, wall) / of('plain', wall), limit: 1.1 },
    {
      goal: `${name}: heap that is kept, MB`,
      value: of(name, ({ heapKept }) => heapKept / 1e6),
      limit: 1,
    },
    { goal: `${name}: longest task, ms`, value: of(name, ({ longestTaskMs }) => longestTaskMs), limit: 0 },
    { goal: `${name}: longest silence, of Uppy`, value: of(name, silence) / of('uppy', silence), limit: 0.5 },
  ]);
}
