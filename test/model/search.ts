import { createInterner } from './interner.ts';
import { idle, type PaymentState } from './paymentState.ts';
import { brokenPromise, holdsTerminal, isTerminalShared, unended } from './promises.ts';
import { gatewayRules } from './gatewayRules.ts';
import { pageRules } from './pageRules.ts';
import { type Broken, type Fault, faults } from './rule.ts';
import { killed, worldRules } from './worldRules.ts';

export const rules = [...gatewayRules, ...worldRules, ...pageRules];

export interface SearchOptions {
  /** The kinds of fault that may happen, each at most once. */
  kinds?: readonly Fault[];
  /** At most this many faults in a run. */
  mostFaults?: number;
  /** One payment, or two at one terminal. */
  payments?: 1 | 2;
  /** The search ends when it has found this many states. */
  mostStates?: number;
  broken?: Broken;
}

export interface SearchResult {
  states: number;
  /** All states were reached. */
  isWhole: boolean;
  /** How often each rule was applied. */
  applied: ReadonlyMap<string, number>;
  /** The shortest story that breaks a promise, or that cannot end. */
  failure?: { promise: string; story: string[] } | undefined;
}

/** The story of a failure, a step a line; undefined if every promise is kept. */
export const tell = ({ failure }: SearchResult): string | undefined =>
  failure && [failure.promise, ...failure.story].join('\n- ');

interface Move {
  rule: number;
  fault: number;
  only: 'free' | 'busy' | undefined;
  next: number;
}

interface KnownPayment {
  moves: Move[];
  /** The states after either instance was killed. */
  kills: [number, number];
  holds: boolean;
  broken: string | undefined;
}

const killRule = rules.length;
/** More payment states than any search finds. */
const mostPayments = 2 ** 23;
const killFault = 1 << faults.indexOf('kill');

/** Searches every state that two payments, two instances and a service can reach, breadth first. */
export function search(options: SearchOptions = {}): SearchResult {
  const {
    kinds = faults,
    mostFaults = kinds.length,
    payments = 2,
    mostStates = 60_000_000,
    broken = new Set(),
  } = options;
  const allowed = kinds.reduce((bits, kind) => bits | (1 << faults.indexOf(kind)), 0);
  const kept = createInterner<PaymentState>();
  const known: (
    { moves: Move[]; kills: [number, number]; holds: boolean; broken: string | undefined } | undefined
  )[] = [];
  const about = (number: number) => {
    const found = known[number];
    if (found) return found;
    const state = kept.values[number] ?? idle;
    const moves = rules.flatMap(({ fault, steps }, rule) =>
      steps(state, broken).map(({ next, only }) => ({
        rule,
        only,
        fault: fault ? 1 << faults.indexOf(fault) : 0,
        next: kept.numberOf(next),
      })),
    );
    const kills: [number, number] = [kept.numberOf(killed(state, 0)), kept.numberOf(killed(state, 1))];
    return (known[number] = {
      moves: moves.filter(({ next }) => next !== number),
      kills,
      holds: holdsTerminal(state),
      broken: brokenPromise(state),
    });
  };

  const table = createTable();
  const applied = new Float64Array(rules.length + 1);
  /** The state before, and the rule that led here. */
  const before: number[] = [];
  const by: number[] = [];
  /** A state that follows without a fault; -1 if none does. */
  const way: number[] = [];
  const partsOf = (key: number): [number, number, number] => [
    Math.floor(key / (mostPayments * 128)),
    Math.floor(key / 128) % mostPayments,
    key % 128,
  ];
  const add = (one: number, other: number, used: number, from: number, rule: number): number => {
    // The two tills are alike.
    const [a, b] = one <= other ? [one, other] : [other, one];
    const size = table.size();
    const index = table.indexOf((a * mostPayments + b) * 128 + used);
    if (index === size) {
      before.push(from);
      by.push(rule);
      way.push(-1);
    }
    applied[rule] = (applied[rule] ?? 0) + 1;
    return index;
  };
  const failed = (promise: string, index: number): SearchResult => {
    const story: string[] = [];
    for (let at = index; at > 0; at = before[at] ?? 0) story.unshift(ruleOf(by[at]));
    return { ...figures(false), failure: { promise, story } };
  };
  const figures = (isWhole: boolean): SearchResult => ({
    states: table.size(),
    isWhole,
    applied: new Map(
      [...rules.map(({ name }) => name), 'an instance is killed'].map((name, rule) => [
        name,
        applied[rule] ?? 0,
      ]),
    ),
  });

  /** Applies each rule to one of the two payments; `rest` is the other. */
  const move = (of: KnownPayment, rest: KnownPayment, restNumber: number, used: number, from: number) => {
    for (const { rule, fault, only, next } of of.moves) {
      if (fault & (used | ~allowed)) continue;
      if (fault && countOf(used) >= mostFaults) continue;
      if (only && (only === 'busy') !== rest.holds) continue;
      const index = add(next, restNumber, used | fault, from, rule);
      if (!fault && way[from] === -1) way[from] = index;
    }
  };

  const first = kept.numberOf(idle);
  const none = payments === 1 ? kept.numberOf({ ...idle, page: { step: 'reloaded', seq: 0 } }) : first;
  add(first, none, 0, 0, 0);
  for (let index = 0; index < table.size(); index += 1) {
    if (table.size() > mostStates || kept.values.length > mostPayments) return figures(false);
    const [one, other, used] = partsOf(table.keyAt(index));
    const [mine, theirs] = [about(one), about(other)];
    const promise = mine.broken ?? theirs.broken;
    if (promise) return failed(promise, index);
    if (isTerminalShared(kept.values[one] ?? idle, kept.values[other] ?? idle))
      return failed('two payments at one terminal', index);
    move(mine, theirs, other, used, index);
    move(theirs, mine, one, used, index);
    if (killFault & allowed & ~used && countOf(used) < mostFaults)
      for (const at of [0, 1] as const)
        if (mine.kills[at] !== one || theirs.kills[at] !== other)
          add(mine.kills[at], theirs.kills[at], used | killFault, index, killRule);
    if (way[index] === -1) {
      const reason = [one, other]
        .map((number) =>
          number === none && payments === 1 ? undefined : unended(kept.values[number] ?? idle),
        )
        .find(Boolean);
      if (reason) return failed(reason, index);
    }
  }
  const circle = findCircle(way);
  if (circle === undefined) return figures(true);
  const round: string[] = [];
  for (let at = way[circle] ?? -1; at !== circle && round.length < 20; at = way[at] ?? -1)
    round.push(ruleOf(by[at]));
  return failed(`it goes in circles: ${round.join(', ')}`, circle);
}

const ruleOf = (rule = killRule) => rules[rule]?.name ?? 'an instance is killed';
const countOf = (bits: number) => bits.toString(2).replaceAll('0', '').length;

/** A state from which the ways lead back to itself; undefined if every way ends. */
function findCircle(way: readonly number[]): number | undefined {
  const round = new Int32Array(way.length);
  for (let from = 0; from < way.length; from += 1) {
    let at = from;
    while (at !== -1 && round[at] === 0) {
      round[at] = from + 1;
      at = way[at] ?? -1;
    }
    if (at !== -1 && round[at] === from + 1) return at;
  }
  return undefined;
}

/** A set of whole numbers up to 2^53, numbered in the order in which they came. */
function createTable() {
  let slots = new Int32Array(2 ** 16);
  let keys = new Float64Array(2 ** 15);
  let size = 0;
  const slotOf = (key: number) => {
    const mask = slots.length - 1;
    let at =
      (Math.imul(key % 4_294_967_291, 0x9e3779b1) ^ Math.imul(Math.floor(key / 65_536) | 0, 0x85ebca6b)) >>>
      0;
    at = (at ^ (at >>> 15)) & mask;
    while (slots[at] !== 0 && keys[(slots[at] ?? 0) - 1] !== key) at = (at + 1) & mask;
    return at;
  };
  const grow = () => {
    const more = new Float64Array(keys.length * 2);
    more.set(keys);
    keys = more;
    slots = new Int32Array(slots.length * 2);
    for (let index = 0; index < size; index += 1) slots[slotOf(keys[index] ?? 0)] = index + 1;
  };
  return {
    size: () => size,
    keyAt: (index: number) => keys[index] ?? 0,
    indexOf(key: number): number {
      const at = slotOf(key);
      const found = slots[at] ?? 0;
      if (found !== 0) return found - 1;
      keys[size] = key;
      size += 1;
      slots[at] = size;
      if (size === keys.length) grow();
      return size - 1;
    },
  };
}
