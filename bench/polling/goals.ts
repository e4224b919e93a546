import { anySecond, firstHalfHour, naive } from './cells.ts';
import type { Measured } from './measured.ts';
import type { Cell } from './simulate.ts';

export interface Row {
  cell: Cell;
  measured: Measured;
}

export interface Verdict {
  name: string;
  /** Undefined where there is no goal, or the rows it needs were not asked for. */
  isMet: boolean | undefined;
  says: string;
}

type Figure = 'meanS' | 'p95S' | 'requestsPerMinute';

const words: Record<Figure, string> = { meanS: 'mean', p95S: 'p95', requestsPerMinute: 'requests a minute' };

/** The lowest mean delay without seeing completions: a dynamic programme at 50 a minute in the long run (s). */
const blindOptimumS = { 1: 0.54, 5: 2.74, 20: 13.6, 100: 103.5 };
/** On top of it the answer's way back. */
const legS = 0.04;

/** Holds the rows against what the kit promises (docs/performance.md). */
export function judge(rows: readonly Row[]): Verdict[] {
  return [
    politeness(rows),
    nearOptimum(rows, 1, 1.3),
    nearOptimum(rows, 5, 1.12),
    nearOptimum(rows, 20, 1.12),
    nearOptimum(rows, 100, 1.05, firstHalfHour.about),
    { ...nearOptimum(rows, 100, 1.05), isMet: undefined },
    againstNaive(rows, 'P-C3', 'steady', 5, 'p95S', 0.25),
    againstNaive(rows, 'P-C3', 'steady', 20, 'p95S', 0.45),
    againstNaive(rows, 'P-C4', 'burst', 20, 'meanS', 0.3),
    burstAtAnySecond(rows),
    manyTabs(rows, 'requestsPerMinute', 1.05),
    manyTabs(rows, 'p95S', 1.05),
  ];
}

const isOwn = ({ cell }: Row) => cell.strategy.name === 'tillkit';

/** The rows of a load in the usual world: fixed minutes and nothing out of the ordinary. */
const usualRows = (rows: readonly Row[], load: Cell['load'], messages: number, about?: string, tabs = 1) =>
  rows.filter(
    ({ cell }) =>
      cell.load === load &&
      cell.messages === messages &&
      cell.tabs === tabs &&
      cell.limiter === 'fixed' &&
      cell.about === about,
  );

function politeness(rows: readonly Row[]): Verdict {
  const own = rows.filter((row) => isOwn(row) && row.cell.strangerPerMinute === 0);
  const refused = own.reduce((total, { measured }) => total + measured.refused, 0);
  const most = Math.max(0, ...own.map(({ measured }) => measured.mostInMinute));
  return {
    name: 'P-C1',
    isMet: own.length > 0 ? refused === 0 && most <= 50 : undefined,
    says: `${refused} refused questions in ${own.length} worlds, at most ${most} in any 60 s (0, at most 50)`,
  };
}

/** With 47 of 50 a minute, 100 messages cannot stay below 1.074 in the long run (Little's law): `about` names a shorter one. */
function nearOptimum(
  rows: readonly Row[],
  messages: keyof typeof blindOptimumS,
  factor: number,
  about?: string,
): Verdict {
  const optimum = blindOptimumS[messages] + legS;
  const mean = usualRows(rows, 'steady', messages, about).find(isOwn)?.measured.meanS ?? Number.NaN;
  return verdict(
    'P-C2',
    `${messages} steady${about ? `, ${about}` : ''}, mean / optimum ${optimum.toFixed(2)} s`,
    mean / optimum,
    factor,
  );
}

function againstNaive(
  rows: readonly Row[],
  name: string,
  load: Cell['load'],
  messages: number,
  figure: Figure,
  factor: number,
): Verdict {
  return compare(usualRows(rows, load, messages), `${messages} ${load}`, { name, figure, factor });
}

/** Reported, not judged: a naive burst is let in again when the minute turns, which may be soon. */
function burstAtAnySecond(rows: readonly Row[]): Verdict {
  const compared = rows.filter(({ cell }) => cell.messages === 20 && cell.about === anySecond.about);
  const goal = { name: 'P-C4', figure: 'meanS', factor: Infinity } as const;
  return { ...compare(compared, `20 burst ${anySecond.about}`, goal), isMet: undefined };
}

function compare(
  compared: readonly Row[],
  what: string,
  { name, figure, factor }: { name: string; figure: Figure; factor: number },
): Verdict {
  const own = compared.find(isOwn)?.measured[figure] ?? Number.NaN;
  const [best] = compared
    .filter(({ cell }) => naive.includes(cell.strategy))
    .toSorted((a, b) => a.measured[figure] - b.measured[figure]);
  const theirs = best?.measured[figure] ?? Number.NaN;
  const than = best ? `${best.cell.strategy.name} ${theirs.toFixed(2)} s` : 'the best naive';
  return verdict(name, `${what}, ${words[figure]} / ${than}`, own / theirs, factor);
}

function manyTabs(rows: readonly Row[], figure: Figure, factor: number): Verdict {
  const at = (tabs: number) =>
    usualRows(rows, 'steady', 5, undefined, tabs).find(isOwn)?.measured[figure] ?? Number.NaN;
  return verdict('P-C5', `ten tabs / one, ${words[figure]}`, at(10) / at(1), factor);
}

function verdict(name: string, what: string, ratio: number, limit: number): Verdict {
  if (Number.isNaN(ratio)) return { name, isMet: undefined, says: `${what}: not measured` };
  const goal = limit < Infinity ? `at most ${limit}` : 'no goal';
  return { name, isMet: ratio <= limit, says: `${what}: ${ratio.toFixed(3)} (${goal})` };
}
