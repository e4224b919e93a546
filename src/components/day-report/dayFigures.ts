import type { RecordedReport, RecordedTransaction, ReportRow } from '../../core/operations/recorded.ts';

/** The sums and counts of a day's payments. Sums are cents. */
export interface DayFigures {
  /** The money that the shop took, with payments that a person recorded as charged. */
  takenCents: number;
  /** Sales and collections that moved money. */
  takenCount: number;
  /** The tips, a part of `takenCents`. */
  tipCents: number;
  /** The money that was approved beyond the requested amounts and tips; a part of `takenCents`. */
  extraCents: number;
  givenBackCents: number;
  /** Refunds and voids that moved money. */
  givenBackCount: number;
  netCents: number;
  /** Sales and collections approved in part: `cents` is the approved sum, `askedCents` the requested sum. */
  partly: { count: number; cents: number; askedCents: number };
  /** Payments and holds whose outcome a person recorded, whether charged or not charged. */
  byHandCount: number;
}

export interface TerminalFigures extends DayFigures {
  terminalId: string;
}

export interface CurrencyFigures extends DayFigures {
  currency: string;
  terminals: TerminalFigures[];
  /** Held amounts that are neither collected nor released. */
  held: { count: number; cents: number };
}

export const takenKinds = ['pay', 'capture'] as const;
export const givenBackKinds = ['refund', 'void'] as const;
export const moneyKinds = [...takenKinds, ...givenBackKinds] as const;
/** The kinds that `byHandCount` counts: holds too, because no other figure counts a hold without a reference. */
export const byHandKinds = [...moneyKinds, 'preAuth'] as const;
const sum = (rows: readonly ReportRow[], read: (row: ReportRow) => number) =>
  rows.reduce((total, row) => total + read(row), 0);
const countOf = (rows: readonly ReportRow[]) => sum(rows, ({ count }) => count);
const movedCountOf = (rows: readonly ReportRow[]) => sum(rows, ({ movedCount }) => movedCount);

function figuresOf(rows: readonly ReportRow[]): DayFigures {
  const taken = rows.filter(({ kind }) => (takenKinds as readonly string[]).includes(kind));
  const givenBack = rows.filter(({ kind }) => (givenBackKinds as readonly string[]).includes(kind));
  const partly = taken.filter(({ phase }) => phase === 'partial');
  // Without `partial` rows: such a row moved less than was requested and would reduce the extra amounts.
  const complete = taken.filter(({ phase }) => phase === 'complete');
  const takenCents = sum(taken, ({ movedCents }) => movedCents);
  const givenBackCents = sum(givenBack, ({ movedCents }) => movedCents);
  return {
    takenCents,
    takenCount: movedCountOf(taken),
    tipCents: sum(taken, ({ tipCents }) => tipCents),
    extraCents: sum(complete, ({ movedCents, amountCents, tipCents }) => movedCents - amountCents - tipCents),
    givenBackCents,
    givenBackCount: movedCountOf(givenBack),
    netCents: takenCents - givenBackCents,
    partly: {
      count: countOf(partly),
      cents: sum(partly, ({ movedCents }) => movedCents),
      askedCents: sum(partly, ({ amountCents }) => amountCents),
    },
    byHandCount: countOf(rows.filter(({ phase }) => phase === 'resolved')),
  };
}

const grouped = <Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> => {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};

/** The phases of ended payments that the figures count: money moved, or a person said how the payment ended. */
export const movedPhases = ['complete', 'partial', 'resolved'] as const;

const isCounted = ({ kind, phase }: ReportRow) =>
  (movedPhases as readonly string[]).includes(phase) &&
  ((moneyKinds as readonly string[]).includes(kind) || (kind === 'preAuth' && phase === 'resolved'));

/** The figures of each currency, sorted by the number of sales and collections. Unknown outcomes are not counted. */
export function dayFigures(
  { rows, holds }: Pick<RecordedReport, 'rows' | 'holds'>,
  /** The currency of payments that name no currency. */
  own: string,
): CurrencyFigures[] {
  const moved = grouped(rows.filter(isCounted), ({ currency = own }) => currency);
  const held = grouped(holds, ({ currency = own }) => currency);
  const currencies = new Set([...moved.keys(), ...held.keys()]);
  if (rows.length > 0 && currencies.size === 0) currencies.add(own);
  return [...currencies]
    .map((currency) => {
      const ofCurrency = moved.get(currency) ?? [];
      const ofTerminals = grouped(ofCurrency, ({ terminalId }) => terminalId);
      return {
        currency,
        ...figuresOf(ofCurrency),
        terminals: [...ofTerminals].map(([terminalId, mine]) => ({ terminalId, ...figuresOf(mine) })),
        held: heldOf(held.get(currency) ?? []),
      };
    })
    .toSorted((a, b) => b.takenCount - a.takenCount || (a.currency < b.currency ? -1 : 1));
}

const heldOf = (holds: readonly RecordedTransaction[]) => ({
  count: holds.length,
  cents: holds.reduce((total, { leftCents }) => total + leftCents, 0),
});
