import {
  anySecond,
  besideStrangers,
  fifteenEach,
  firstHalfHour,
  naive,
  strangerMessages,
  strangersPerMinute,
  unanswered,
  unansweredShares,
  worlds,
} from './cells.ts';
import type { Measured } from './measured.ts';
import { limit, type LimiterKind } from './service.ts';
import type { Cell } from './simulate.ts';

export interface Row {
  cell: Cell;
  measured: Measured;
}

export interface Verdict {
  name: string;
  /** Undefined if there is no goal, or the rows it needs were not run. */
  isMet: boolean | undefined;
  says: string;
}

/**
 * The lowest mean delay without seeing completions, from a dynamic programme at 50 polls a minute in the long run
 * (s).
 */
const blindOptimumS = { 1: 0.54, 5: 2.74, 20: 13.6, 100: 103.5 };
/** Added for the answer's way back. */
const legS = 0.04;

/** Compares the rows with the kit's promises (docs/performance.md). */
export function judge(rows: readonly Row[]): Verdict[] {
  return [
    politeness(rows),
    ...['tillkit', 'tillkit, id'].flatMap((name) => [
      nearOptimum(rows, name, 1, 1.2),
      nearOptimum(rows, name, 5, 1.2),
      nearOptimum(rows, name, 20, 1.1),
      nearOptimum(rows, name, 100, 1.05, firstHalfHour.about),
      { ...nearOptimum(rows, name, 100, 1.05), isMet: undefined },
    ]),
    ...worlds.flatMap((world) => [5, 20, 100].map((messages) => asRoundRobin(rows, world.about, messages))),
    ...unansweredShares.flatMap((share) =>
      [5, 20, 100].map((messages) => someUnanswered(rows, unanswered(share), messages)),
    ),
    burst(rows, 'round-robin', 1),
    burst(rows, 'the best naive', 0.45),
    { ...burst(rows, 'the best naive', 0.45, anySecond.about), isMet: undefined },
    ...(['sliding', 'fixed'] as const).flatMap((limiter) =>
      strangersPerMinute.flatMap((perMinute) =>
        strangerMessages.map((messages) => besideStranger(rows, limiter, perMinute, messages)),
      ),
    ),
    ...fifteenEach.flatMap((perMinute) =>
      strangerMessages.map((messages) => unansweredBesideStrangers(rows, perMinute, messages)),
    ),
    manyTabs(rows, 'requestsPerMinute', 1.05),
    manyTabs(rows, 'p95S', 1.05),
  ];
}

const isOwn = ({ cell }: Row) => cell.strategy.name.startsWith('tillkit');

/** The row of a strategy in a world; by default the usual world. */
const find = (rows: readonly Row[], name: string, changes: Partial<Cell>) =>
  rows.find(({ cell }) => {
    const wanted = { load: 'steady', tabs: 1, limiter: 'fixed', about: undefined, ...changes };
    return (
      cell.strategy.name === name &&
      Object.entries(wanted).every(([key, value]) => cell[key as keyof Cell] === value)
    );
  })?.measured;

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

/**
 * With 47 of 50 polls a minute, 100 messages cannot stay below 1.074 in the long run (Little's law). `about` names a
 * shorter period.
 */
function nearOptimum(
  rows: readonly Row[],
  name: string,
  messages: keyof typeof blindOptimumS,
  factor: number,
  about?: string,
): Verdict {
  const optimum = blindOptimumS[messages] + legS;
  const mean = find(rows, name, { messages, about })?.meanS;
  const what = `${name}: ${messages} steady${about ? `, ${about}` : ''}, mean / optimum ${optimum.toFixed(2)} s`;
  return verdict('P-C2', what, [['', mean, optimum, factor]]);
}

function asRoundRobin(rows: readonly Row[], about: string | undefined, messages: number): Verdict {
  const [own, theirs] = ['tillkit', 'round-robin'].map((name) => find(rows, name, { messages, about }));
  return verdict('P-C3', `${about}, ${messages}, of round robin`, [
    ['mean', own?.meanS, theirs?.meanS, 1.1],
    ['p95', own?.p95S, theirs?.p95S, 1.15],
  ]);
}

const longestLateS = 600;

/**
 * Compares the kit with a strategy that gives up messages after `timeout`, and with one that polls them with the same
 * share.
 */
function someUnanswered(rows: readonly Row[], about: string, messages: number): Verdict {
  const world = { messages, about };
  const [own, sharing, stopping] = ['tillkit', 'rr, a tenth', 'rr, gives up'].map((name) =>
    find(rows, name, world),
  );
  return verdict('P-C3', `${about}, ${messages}`, [
    ['mean / one who gives up', own?.meanS, stopping?.meanS, 1.15],
    ['mean / the same share', own?.meanS, sharing?.meanS, 1.1],
    ['p95 / the same share', own?.p95S, sharing?.p95S, 1.15],
    ['late p95 / 10 minutes', own?.lateP95S, longestLateS, 1],
  ]);
}

function unansweredBesideStrangers(rows: readonly Row[], perMinute: number, messages: number): Verdict {
  const world = {
    limiter: 'sliding',
    strangerPerMinute: perMinute,
    messages,
    about: besideStrangers(perMinute),
  } as const;
  const [own, theirs] = ['tillkit', 'rr, a tenth'].map((name) => find(rows, name, world));
  return verdict('P-C5', `${world.about}, ${messages}`, [
    ...spending(own, perMinute),
    ['mean / the same share', own?.meanS, theirs?.meanS, 1.15],
    ['late p95 / 10 minutes', own?.lateP95S, longestLateS, 1],
  ]);
}

/** How much the kit uses of what other clients leave, and how often it is refused. */
function spending(own: Measured | undefined, strangerPerMinute: number): Ratio[] {
  const used = own && own.requestsPerMinute - own.refusedPerMinute;
  return [
    ['left / used', limit - strangerPerMinute, used, 1 / 0.9],
    ['refused', own?.refusedPerMinute, own?.requestsPerMinute, 0.04],
  ];
}

/** A naive burst at an arbitrary second may get a new budget soon, when the minute ends: reported, not judged. */
function burst(rows: readonly Row[], peer: string, factor: number, about?: string): Verdict {
  const of = (name: string) => find(rows, name, { load: 'burst', messages: 20, about })?.meanS;
  const best = Math.min(...naive.map(({ name }) => of(name) ?? Infinity));
  const theirs = peer === 'the best naive' ? (best < Infinity ? best : undefined) : of(peer);
  const what = `burst of 20${about ? ` ${about}` : ''}, mean / ${peer} ${theirs?.toFixed(2)} s`;
  return verdict('P-C4', what, [['', of('tillkit'), theirs, factor]]);
}

/** The fixed window may ask a client to wait for up to a minute: reported, not judged. */
function besideStranger(
  rows: readonly Row[],
  limiter: LimiterKind,
  strangerPerMinute: number,
  messages: number,
): Verdict {
  const world = { limiter, strangerPerMinute, messages, about: `${strangerPerMinute} a minute` };
  const [own, theirs] = ['tillkit', 'round-robin'].map((name) => find(rows, name, world));
  const judged = verdict('P-C5', `${limiter}, a stranger spends ${strangerPerMinute}, ${messages} messages`, [
    ...spending(own, strangerPerMinute),
    ['mean / round robin', own?.meanS, theirs?.meanS, 1.15],
  ]);
  const got = [own, theirs].map((each) => each?.strangersPerMinute.toFixed(1)).join(', beside round robin ');
  const says = `${judged.says}; the stranger got ${got}`;
  return { ...judged, says, isMet: limiter === 'sliding' ? judged.isMet : undefined };
}

function manyTabs(rows: readonly Row[], figure: 'p95S' | 'requestsPerMinute', factor: number): Verdict {
  const at = (tabs: number) => find(rows, 'tillkit', { messages: 5, tabs })?.[figure];
  const what = `ten tabs / one, ${figure === 'p95S' ? 'p95' : 'requests a minute'}`;
  return verdict('tabs', what, [['', at(10), at(1), factor]]);
}

type Ratio = [what: string, own: number | undefined, theirs: number | undefined, atMost: number];

function verdict(name: string, what: string, ratios: readonly Ratio[]): Verdict {
  if (ratios.some(([, own, theirs]) => own === undefined || theirs === undefined))
    return { name, isMet: undefined, says: `${what}: not measured` };
  const measured = ratios.map(([of, own = 0, theirs = 0, atMost]) => ({ of, ratio: own / theirs, atMost }));
  const said = measured.map(
    ({ of, ratio, atMost }) => `${of ? `${of} ` : ''}${ratio.toFixed(3)} (at most ${atMost.toFixed(2)})`,
  );
  return {
    name,
    isMet: measured.every(({ ratio, atMost }) => ratio <= atMost),
    says: `${what}: ${said.join(', ')}`,
  };
}
