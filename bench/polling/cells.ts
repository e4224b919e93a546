import { about, anythingUpTo, changing, heavyTail, logNormal, mixOf } from './random.ts';
import type { LimiterKind } from './service.ts';
import { type Cell, usual } from './simulate.ts';
import { backoff } from './strategies/backoff.ts';
import { gateway } from './strategies/gateway.ts';
import { omniscient } from './strategies/omniscient.ts';
import { queryCore } from './strategies/queryCore.ts';
import { roundRobin, roundRobinHeedless, roundRobinStops, roundRobinTenth } from './strategies/roundRobin.ts';
import { tillkit, tillkitById } from './strategies/tillkit.ts';
import type { Strategy } from './strategy.ts';

export interface Section {
  title: string;
  cells: Cell[];
}

export interface Selection {
  /** Only strategies whose name begins with this text. */
  only?: string | undefined;
  /** Only sections whose title begins with this text. */
  section?: string | undefined;
  /** `quick`: only the cells that the goals need, and shorter ones. `short`: one of each kind. */
  amount: 'all' | 'quick' | 'short';
}

const queryCores = [queryCore(1000), queryCore(2000), queryCore(3000)];
const all: readonly Strategy[] = [tillkit, tillkitById, ...queryCores, backoff, roundRobin, omniscient];
/** Strategies that a host would write without the kit. */
export const naive: readonly Strategy[] = [...queryCores, backoff];

const roundRobins: readonly Strategy[] = [roundRobin, roundRobinTenth, roundRobinStops];

const limiters: readonly LimiterKind[] = ['fixed', 'sliding', 'bucket10'];
const counts = [1, 5, 20, 100];
/** Long enough for a standard error of the mean of 1 to 2 %. */
const steadyMinutes = new Map([
  [1, 1500],
  [5, 500],
  [20, 300],
  [100, 120],
]);
/** Strategies with thousands of requests a minute: their means differ by multiples, so precision does not matter. */
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

/** The service's minute may end during the burst, which gives a spent budget back. */
export const anySecond = { begins: 'any second', about: 'at any second' } as const;

/** From a fresh start, before the queue that no budget can avoid has reached its full length. */
export const firstHalfHour = { warmUpMinutes: 0, minutes: 30, runs: 12, about: 'first half hour' } as const;

/** For cells that need no precision. */
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
      cells: across([tillkit, tillkitById], (strategy) =>
        counts.map((messages) => steady(strategy, messages, firstHalfHour)),
      ),
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
    otherTimes(counts, [tillkit, roundRobin, ...queryCores.slice(1), omniscient]),
    neverAnswered([tillkit, gateway, ...roundRobins]),
    strangers(
      ['sliding', 'fixed'],
      [tillkit, roundRobin, roundRobinHeedless, ...queryCores.slice(1), backoff],
    ),
    neverAnsweredBesideStrangers([tillkit, gateway, ...roundRobins, roundRobinHeedless]),
  ];
}

/** Load patterns that the strategy was not tuned for. */
export const worlds: readonly Pick<Cell, 'about' | 'durations'>[] = [
  { about: 'half 4 s, half 40 s', durations: mixOf(about(4000), about(40_000)) },
  { about: 'any up to 120 s', durations: anythingUpTo(120_000) },
  { about: 'heavy tail', durations: heavyTail },
  { about: 'all 90 s', durations: about(90_000) },
  { about: 'changing', durations: changing },
  { about: 'twice as long', durations: logNormal(24_000) },
  { about: 'half as long', durations: logNormal(6000) },
];

const otherTimes = (those: readonly number[], strategies: readonly Strategy[]): Section => ({
  title: 'Payments that take other times',
  cells: across(worlds, (world) =>
    across(
      those.filter((messages) => messages > 1),
      (messages) =>
        strategies
          .filter((strategy) => messages < 100 || !naive.includes(strategy))
          .map((strategy) => steady(strategy, messages, { ...world, minutes: messages < 100 ? 240 : 120 })),
    ),
  ),
});

export const strangersPerMinute = [5, 15, 30];
export const strangerMessages = [5, 20];

const strangers = (those: readonly LimiterKind[], strategies: readonly Strategy[]): Section => ({
  title: 'A stranger spends from the same 50 a minute; refusals of the sliding limit say 2 s at most',
  cells: across(those, (limiter) =>
    across(strangersPerMinute, (strangerPerMinute) =>
      across(strangerMessages, (messages) =>
        strategies.map((strategy) =>
          steady(strategy, messages, {
            limiter,
            strangerPerMinute,
            longestRetryMs: limiter === 'sliding' ? 2000 : Infinity,
            minutes: naive.includes(strategy) ? 60 : 240,
            about: `${strangerPerMinute} a minute`,
          }),
        ),
      ),
    ),
  ),
});

/** The share of payments without an answer in time. */
export const unansweredShares = [0.01, 0.05, 0.1];
export const unanswered = (share: number) => `${100 * share} in 100 unanswered`;
/** Beside other clients of the same account. */
const usualUnanswered = 0.05;

/** Long enough for a standard error of half a per cent, because the goal is close. */
const unansweredMinutes = new Map([
  [5, 480],
  [20, 960],
  [100, 120],
]);

const neverAnswered = (strategies: readonly Strategy[]): Section => ({
  title: 'Payments that get no answer in time',
  cells: across(unansweredShares, (unansweredShare) =>
    across([5, 20, 100], (messages) =>
      strategies.map((strategy) =>
        steady(strategy, messages, {
          unansweredShare,
          about: unanswered(unansweredShare),
          minutes: unansweredMinutes.get(messages) ?? usual.minutes,
        }),
      ),
    ),
  ),
});

/** One other client that spends 15 a minute, and two of them. */
export const fifteenEach = [15, 30];
export const besideStrangers = (perMinute: number) =>
  `${unanswered(usualUnanswered)}, ${perMinute / 15} x 15`;

const neverAnsweredBesideStrangers = (strategies: readonly Strategy[]): Section => ({
  title:
    'No answer in time, and strangers who spend 15 a minute each; refusals of the sliding limit say 2 s at most',
  cells: across(fifteenEach, (strangerPerMinute) =>
    across(strangerMessages, (messages) =>
      strategies.map((strategy) =>
        steady(strategy, messages, {
          limiter: 'sliding',
          strangerPerMinute,
          longestRetryMs: 2000,
          unansweredShare: usualUnanswered,
          about: besideStrangers(strangerPerMinute),
          minutes: 240,
        }),
      ),
    ),
  ),
});

function quick(): Section[] {
  return [
    {
      title: 'Steady: messages always in flight',
      cells: [
        ...across([tillkit, tillkitById], (strategy) => [
          ...counts.map((messages) => shorter(steady(strategy, messages), 0.5)),
          steady(strategy, 100, firstHalfHour),
        ]),
      ],
    },
    {
      title: 'Burst: all start within 2 s of a new minute, on a fresh budget',
      cells: across([{}, anySecond], (changes) =>
        [tillkit, roundRobin, ...naive].map((strategy) => burst(strategy, 20, changes)),
      ),
    },
    {
      title: 'Tabs: every message shown in every tab',
      cells: [
        steady(tillkit, 5, { tabs: 10, minutes: 60 }),
        steady(tillkit, 20, { tabs: 10, minutes: 5, limiter: 'bucket10' }),
      ],
    },
    otherTimes([5, 20, 100], [tillkit, roundRobin]),
    neverAnswered([tillkit, roundRobinTenth, roundRobinStops]),
    strangers(['sliding', 'fixed'], [tillkit, roundRobin]),
    neverAnsweredBesideStrangers([tillkit, roundRobinTenth]),
  ];
}

/** One cell per section and strategy, too short for meaningful figures: it only shows that each one runs. */
const short = (): Section[] =>
  everything().map(({ title, cells }) => ({
    title,
    cells: [...new Map(cells.toReversed().map((cell) => [cell.strategy, cell])).values()].map((cell) => ({
      ...cell,
      minutes: 3,
      warmUpMinutes: 0,
      runs: 1,
      bursts: 1,
    })),
  }));

const amounts = { all: everything, quick, short };

export function cellsFor({ only, section = '', amount }: Selection): Section[] {
  return amounts[amount]()
    .filter(({ title }) => title.startsWith(section))
    .map(({ title, cells }) => ({
      title,
      cells: cells.filter(({ strategy }) => only === undefined || strategy.name.startsWith(only)),
    }))
    .filter(({ cells }) => cells.length > 0);
}
