import { aligned, median } from '../shared/figures.mjs';
import type { Measured } from './page.ts';

export interface Sample extends Measured {
  /** Processor time. */
  mainThreadMs: number;
  /** Bytes of JavaScript objects after garbage collection. */
  objectsKept: number;
}

export type Samples = Record<string, Sample[]>;
type Figure = (sample: Sample) => number;

const wall: Figure = ({ wallMs }) => wallMs;
const mainThread: Figure = ({ mainThreadMs }) => mainThreadMs;
const kept: Figure = ({ objectsKept }) => objectsKept / 1e6;

const columns: [title: string, figure: Figure, digits: number][] = [
  ['wall ms', wall, 0],
  ['reports', ({ reports }) => reports, 0],
  ['silence ms', ({ longestSilenceMs }) => longestSilenceMs, 0],
  ['main thread ms', mainThread, 0],
  ['objects kept MB', kept, 2],
  ['longest task ms', ({ longestTaskMs }) => longestTaskMs, 0],
];

/** Medians, with minimum and maximum. */
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

/** P-F: what was measured, and the limit. */
export function goals(samples: Samples): { goal: string; value: number; limit: number }[] {
  const of = (name: string, figure: Figure) => median((samples[name] ?? []).map(figure));
  const wallOf = (name: string) => of(name, wall) / of('plain', wall);
  return [
    { goal: 'P-F  wall of the queue, of plain XMLHttpRequest', value: wallOf('queue'), limit: 1.1 },
    { goal: 'P-F  wall of AttachmentField, of plain XMLHttpRequest', value: wallOf('field'), limit: 1.1 },
    { goal: 'P-F  ms of the main thread of AttachmentField', value: of('field', mainThread), limit: 500 },
    { goal: 'P-F  MB of objects that AttachmentField keeps', value: of('field', kept), limit: 0.25 },
  ];
}
