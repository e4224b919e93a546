import { logNormal, mixOf } from './random.ts';
import type { LimiterKind } from './service.ts';
import { type Cell, usual } from './simulate.ts';
import { backoff } from './strategies/backoff.ts';
import { omniscient } from './strategies/omniscient.ts';
import { queryCore } from './strategies/queryCore.ts';
import { roundRobin } from './strategies/roundRobin.ts';
import { tillkit } from './strategies/tillkit.ts';
import type { Strategy } from './strategy.ts';

export interface Section {
  title: string;
  cells: Cell[];
}

export interface Selection {
  /** Only strategies whose name begins like this. */
  only?: string | undefined;
  /** Only the cells that the goals need, and shorter ones. */
  isQuick: boolean;
}

const queryCores = [queryCore(1000), queryCore(2000), queryCore(3000)];
const all: readonly Strategy[] = [tillkit, ...queryCores, backoff, roundRobin, omniscient];
/** What a host would write without the kit. */
export const naive: readonly Strategy[] = [...queryCores, backoff];

const limiters: readonly LimiterKind[] = ['fixed', 'sliding', 'bucket10'];
const counts = [1, 5, 20, 100];
/** Long enough for a standard error of the mean of 1 to 2 %. */
const steadyMinutes = new Map([
  [1, 1500],
  [5, 500],
  [20, 300],
  [100, 120],
]);
/** Peers with thousands of requests a minute: their means differ by multiples, not by per cents. */
const naiveMinutes = new Map([
  [1, 600],
  [5, 200],
  [20, 90],
  [100, 60],
]);
const burstsOf = new Map([
  [1, 400],
  [5, 200],
  [20, 60],
  [100, 20],
]);

function steady(strategy: Strategy, messages: number, changes: Partial<Cell> = {}): Cell {
  const minutes = (naive.includes(strategy) ? naiveMinutes : steadyMinutes).get(messages) ?? usual.minutes;
  return { ...usual, load: 'steady', strategy, messages, minutes, ...changes };
}

function burst(strategy: Strategy, messages: number, changes: Partial<Cell> = {}): Cell {
  const bursts = burstsOf.get(messages) ?? usual.bursts;
  return { ...usual, load: 'burst', strategy, messages, bursts, ...changes };
}

/** The minute may turn in the middle of the burst: who had spent the budget is let in again. */
export const anySecond = { begins: 'any second', about: 'at any second' } as const;

/** From a fresh start, before the queue that no budget can avoid has grown to its full length. */
export const firstHalfHour = { warmUpMinutes: 0, minutes: 30, runs: 6, about: 'first half hour' } as const;

/** For what need not be known to a per cent. */
const shorter = (cell: Cell, share: number): Cell => ({ ...cell, minutes: Math.round(cell.minutes * share) });

const across = <Value>(values: readonly Value[], cells: (value: Value) => Cell[]) => values.flatMap(cells);

function everything(): Section[] {
  return [
    {
      title: 'Steady: messages always in flight',
      cells: across(counts, (messages) =>
        across(limiters, (limiter) =>
          all.map((strategy) =>
            shorter(steady(strategy, messages, { limiter }), limiter === 'fixed' ? 1 : 0.3),
          ),
        ),
      ),
    },
    {
      title: 'Burst: all start within 2 s of a new minute, on a fresh budget',
      cells: [
        ...across(counts, (messages) => all.map((strategy) => burst(strategy, messages))),
        ...across(counts, (messages) => all.map((strategy) => burst(strategy, messages, anySecond))),
        ...across(['sliding', 'bucket10'] as const, (limiter) =>
          counts.map((messages) => burst(tillkit, messages, { limiter })),
        ),
      ],
    },
    {
      title: 'Steady, the first half hour',
      cells: counts.map((messages) => steady(tillkit, messages, firstHalfHour)),
    },
    {
      title: 'Tabs: every message shown in every tab',
      cells: [
        ...across([1, 3, 10], (tabs) =>
          [tillkit, ...queryCores].map((strategy) =>
            shorter(steady(strategy, 5, { tabs }), strategy === tillkit ? 0.5 : 0.3),
          ),
        ),
        ...limiters.map((limiter) => steady(tillkit, 100, { tabs: 10, limiter, minutes: 20 })),
        ...(['sliding', 'bucket10'] as const).map((limiter) =>
          shorter(steady(tillkit, 5, { tabs: 10, limiter }), 0.2),
        ),
        burst(tillkit, 100, { tabs: 10, about: 'a burst' }),
      ],
    },
    {
      title: 'Payments that take other times than expected',
      cells: across(
        [
          { about: 'twice as long', durations: logNormal(24_000) },
          { about: 'half as long', durations: logNormal(6000) },
          { about: 'half 4 s, half 40 s', durations: mixOf(logNormal(4000), logNormal(40_000)) },
        ],
        (world) =>
          across([1, 5, 20], (messages) =>
            [tillkit, ...queryCores.slice(1), roundRobin, omniscient].map((strategy) =>
              shorter(steady(strategy, messages, world), 0.5),
            ),
          ),
      ),
    },
    {
      title: 'A stranger asks on the same account',
      cells: across([10, 25], (strangerPerMinute) =>
        across([5, 20], (messages) =>
          [tillkit, ...queryCores.slice(1), backoff, roundRobin].map((strategy) =>
            shorter(
              steady(strategy, messages, { strangerPerMinute, about: `${strangerPerMinute} a minute` }),
              0.5,
            ),
          ),
        ),
      ),
    },
  ];
}

function quick(): Section[] {
  return [
    {
      title: 'Steady: messages always in flight',
      cells: [
        ...counts.map((messages) => shorter(steady(tillkit, messages), 0.5)),
        ...across([5, 20], (messages) =>
          naive.map((strategy) => steady(strategy, messages, { minutes: 60 })),
        ),
        steady(tillkit, 100, firstHalfHour),
      ],
    },
    {
      title: 'Burst: all start within 2 s of a new minute, on a fresh budget',
      cells: across([{}, anySecond], (changes) =>
        [tillkit, ...naive].map((strategy) => burst(strategy, 20, changes)),
      ),
    },
    {
      title: 'Tabs: every message shown in every tab',
      cells: [
        steady(tillkit, 5, { tabs: 10, minutes: 60 }),
        steady(tillkit, 20, { tabs: 10, minutes: 5, limiter: 'bucket10' }),
      ],
    },
  ];
}

export function cellsFor({ only, isQuick }: Selection): Section[] {
  return (isQuick ? quick() : everything())
    .map(({ title, cells }) => ({
      title,
      cells: cells.filter(({ strategy }) => only === undefined || strategy.name.startsWith(only)),
    }))
    .filter(({ cells }) => cells.length > 0);
}
