import { centsOfDecimal } from '../money/decimals.ts';

/** A tax of the merchant. If `percent` and `amountCents` are both missing, only the service knows the amount of the tax. */
export interface LinkTax {
  id: string;
  label: string;
  /** The percentage, such as 20 or '8.875', with at most six decimals. */
  percent?: number | string | undefined;
  amountCents?: number | undefined;
}

/** The discount for card payers. */
export interface LinkDiscount {
  /** A percentage, as 3 or '2.75': at most six decimals, at most 100. */
  percent: number | string;
  /** The base of the percentage: the amount with its taxes (default) or without. */
  of?: 'total' | 'amount' | undefined;
}

interface LinkTotalsInput {
  amountCents: number;
  /** The sum of all taxes in cents, or a list of the chosen taxes. */
  taxes?: number | readonly LinkTax[] | undefined;
  discount?: LinkDiscount | undefined;
}

/** The computed amounts of a link in cents. A sum is undefined if a part is unknown, or if the sum is not an exact integer. */
export interface LinkTotals {
  taxes: { tax?: LinkTax | undefined; cents: number | undefined }[];
  totalCents: number | undefined;
  discountCents: number | undefined;
  cardTotalCents: number | undefined;
}

const percentDecimals = 6;

/** Computes the totals of a link in integers: each tax and the discount is rounded by itself, half up. */
export function linkTotals({ amountCents, taxes = [], discount }: LinkTotalsInput): LinkTotals {
  const lines =
    typeof taxes === 'number'
      ? [{ cents: exact(taxes) }]
      : taxes.map((tax) => ({ tax, cents: centsOfTax(tax, amountCents) }));
  const totalCents = sumOf([amountCents, ...lines.map(({ cents }) => cents)]);
  const base = discount?.of === 'amount' ? exact(amountCents) : totalCents;
  const discountCents = discount && base !== undefined ? discountOn(base, discount) : undefined;
  return {
    taxes: lines,
    totalCents,
    discountCents,
    cardTotalCents: discountCents === undefined ? undefined : sumOf([totalCents, -discountCents]),
  };
}

/** A percentage of an amount in cents, rounded half up (0.5 is 1). Undefined if either is not an exact number ≥ 0. */
export function percentOfCents(cents: number, percent: number | string): number | undefined {
  const scaled = centsOfDecimal(percent, percentDecimals);
  if (scaled === undefined || exact(cents) === undefined) return undefined;
  const divisor = 10n ** BigInt(percentDecimals + 2);
  return exact(Number((BigInt(cents) * BigInt(scaled) * 2n + divisor) / (divisor * 2n)));
}

function centsOfTax({ percent, amountCents }: LinkTax, base: number): number | undefined {
  if (amountCents !== undefined) return exact(amountCents);
  return percent === undefined ? undefined : percentOfCents(base, percent);
}

function discountOn(base: number, { percent }: LinkDiscount): number | undefined {
  const cents = percentOfCents(base, percent);
  return cents !== undefined && cents <= base ? cents : undefined;
}

function exact(cents: number): number | undefined {
  return Number.isSafeInteger(cents) && cents >= 0 ? cents : undefined;
}

function sumOf(parts: readonly (number | undefined)[]): number | undefined {
  const sum = parts.reduce<number>((total, part) => total + (part ?? Number.NaN), 0);
  return exact(sum);
}
