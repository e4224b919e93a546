import fc from 'fast-check';
import type { LinkTax } from 'tillkit/core';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { linkTotals } from '../../../src/core/links/linkTotals.ts';
import { runs } from '../../runs.ts';

/** A percentage as thousandths, and as a host writes it. */
const percents = (max: number) =>
  fc
    .integer({ min: 0, max: max * 1000 })
    .map((thousandths) => ({ thousandths, percent: thousandths / 1000 }));

const pickedTaxes = fc.array(
  fc.oneof(
    percents(100).map((rate) => ({ ...rate, amountCents: undefined })),
    fc
      .integer({ min: 0, max: 5_000_000 })
      .map((amountCents) => ({ thousandths: 0, percent: undefined, amountCents })),
  ),
  { maxLength: 5 },
);

/** By what half up means: k is n/d rounded where 2kd - d <= 2n < 2kd + d. */
function isHalfUp(rounded: number | undefined, cents: bigint, thousandths: number): boolean {
  if (rounded === undefined) return false;
  const [n, d, k] = [cents * BigInt(thousandths), 100_000n, BigInt(rounded)];
  return 2n * k * d - d <= 2n * n && 2n * n < 2n * k * d + d;
}

describe('linkTotals', () => {
  it('F84: adds random amounts, taxes and discounts up as integers do', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999 }),
        pickedTaxes,
        percents(100),
        fc.constantFrom('total' as const, 'amount' as const, undefined),
        (amountCents, picked, discount, of) => {
          const list = picked.map(({ percent, amountCents: fixed }, index): LinkTax => ({
            id: `tax-${index}`,
            label: 'Tax',
            percent,
            amountCents: fixed,
          }));
          const totals = linkTotals({
            amountCents,
            taxes: list,
            discount: { percent: discount.percent, of },
          });
          picked.forEach(({ thousandths, amountCents: fixed }, index) => {
            const { cents } = totals.taxes[index]!;
            if (fixed === undefined) expect(isHalfUp(cents, BigInt(amountCents), thousandths)).toBe(true);
            else expect(cents).toBe(fixed);
          });
          const total = totals.taxes.reduce((sum, { cents }) => sum + BigInt(cents!), BigInt(amountCents));
          expect(totals.totalCents).toBe(Number(total));
          const base = of === 'amount' ? BigInt(amountCents) : total;
          expect(isHalfUp(totals.discountCents, base, discount.thousandths)).toBe(true);
          expect(totals.cardTotalCents).toBe(Number(total - BigInt(totals.discountCents!)));
        },
      ),
      { numRuns: runs(500, 10_000) },
    );
  });

  it.each([
    [1, '50', 1],
    [1, 49.999999, 0],
    [10, '4.999999', 0],
    [10, 5, 1],
    [1999, '8.875', 177],
    [100, 2.675, 3],
    [0, 20, 0],
    [Number.MAX_SAFE_INTEGER, 100, Number.MAX_SAFE_INTEGER],
  ])('%i cents at %s percent are %i', (amountCents, percent, expected) => {
    const { taxes } = linkTotals({ amountCents, taxes: [{ id: 'tax', label: 'Tax', percent }] });
    expect(taxes[0]?.cents).toBe(expected);
  });

  it('takes one amount of taxes as it is', () => {
    expect(linkTotals({ amountCents: 1000, taxes: 77 })).toMatchObject({
      taxes: [{ cents: 77 }],
      totalCents: 1077,
      discountCents: undefined,
      cardTotalCents: undefined,
    });
  });

  it('gives no total with a tax of which only the id is known', () => {
    const totals = linkTotals({
      amountCents: 1000,
      taxes: [
        { id: 'a', label: 'A', percent: 20 },
        { id: 'b', label: 'B' },
      ],
      discount: { percent: 5 },
    });
    expect(totals).toMatchObject({
      taxes: [{ cents: 200 }, { cents: undefined }],
      totalCents: undefined,
      discountCents: undefined,
      cardTotalCents: undefined,
    });
  });

  it('takes a discount of the amount alone off the total', () => {
    const input = { amountCents: 1000, taxes: 200 };
    expect(linkTotals({ ...input, discount: { percent: 10 } }).cardTotalCents).toBe(1080);
    expect(linkTotals({ ...input, discount: { percent: 10, of: 'amount' } }).cardTotalCents).toBe(1100);
  });

  it.each([[-1], ['-1'], [Number.NaN], ['a tenth'], ['1.1234567'], [1e-9], ['']])(
    'makes nothing of the percentage %s',
    (percent) => {
      const tax = { id: 'tax', label: 'Tax', percent };
      expect(linkTotals({ amountCents: 1000, taxes: [tax] }).totalCents).toBeUndefined();
      expect(linkTotals({ amountCents: 1000, discount: { percent } }).cardTotalCents).toBeUndefined();
    },
  );

  it('takes no more off than there is, and knows no sum that is not exact', () => {
    expect(linkTotals({ amountCents: 1000, discount: { percent: 101 } }).cardTotalCents).toBeUndefined();
    expect(linkTotals({ amountCents: Number.MAX_SAFE_INTEGER, taxes: 1 }).totalCents).toBeUndefined();
    const { totalCents } = linkTotals({ amountCents: 1000, taxes: 0.5 });
    expectTypeOf(totalCents).toEqualTypeOf<number | undefined>();
    expect(totalCents).toBeUndefined();
  });
});
