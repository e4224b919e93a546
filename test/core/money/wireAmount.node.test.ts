import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountFromCents, centsFromAmount } from '../../../src/core/money/wireAmount.ts';

const scales = [undefined, 'iso', 'hundredths'] as const;
const anyCents = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });

describe('wire amount', () => {
  it.each(scales)('is the cents themselves for a currency with two digits (scale %s)', (amountScale) => {
    const options = { currency: 'EUR', amountScale };
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(amountFromCents(cents, options)).toEqual({ ok: true, amount: cents });
        expect(centsFromAmount(cents, options)).toEqual({ ok: true, cents });
      }),
    );
  });

  it.each(['JPY', 'KWD'])('is refused for %s until the host names a scale', (currency) => {
    expect(amountFromCents(100, { currency })).toEqual({ ok: false, reason: 'scale-missing' });
    expect(centsFromAmount(100, { currency })).toEqual({ ok: false, reason: 'scale-missing' });
  });

  it.each(['JPY', 'KWD'])('is the minor units of %s under iso', (currency) => {
    expect(amountFromCents(1234, { currency, amountScale: 'iso' })).toEqual({ ok: true, amount: 1234 });
    expect(centsFromAmount(1234, { currency, amountScale: 'iso' })).toEqual({ ok: true, cents: 1234 });
  });

  it.each([
    ['JPY', 100, 10_000],
    ['JPY', 1, 100],
    ['KWD', 1230, 123],
    ['KWD', 10, 1],
    ['CLF', 12_300, 123],
  ])('under hundredths %s %d is %d, and back', (currency, cents, amount) => {
    const options = { currency, amountScale: 'hundredths' } as const;
    expect(amountFromCents(cents, options)).toEqual({ ok: true, amount });
    expect(centsFromAmount(amount, options)).toEqual({ ok: true, cents });
  });

  it('under hundredths refuses what it would have to round', () => {
    expect(amountFromCents(1234, { currency: 'KWD', amountScale: 'hundredths' })).toEqual({
      ok: false,
      reason: 'inexact',
    });
    expect(centsFromAmount(10_050, { currency: 'JPY', amountScale: 'hundredths' })).toEqual({
      ok: false,
      reason: 'inexact',
    });
  });

  it('refuses what is no safe integer, before and after scaling', () => {
    const jpy = { currency: 'JPY', amountScale: 'hundredths' } as const;
    expect(amountFromCents(Number.MAX_SAFE_INTEGER, jpy)).toEqual({ ok: false, reason: 'out-of-range' });
    expect(amountFromCents(12.5, { currency: 'USD' })).toEqual({ ok: false, reason: 'out-of-range' });
    expect(centsFromAmount(NaN, { currency: 'USD' })).toEqual({ ok: false, reason: 'out-of-range' });
  });

  it.each(['JPY', 'KWD', 'CLF'])('comes back as the same cents of %s whenever it can be sent', (currency) => {
    const options = { currency, amountScale: 'hundredths' } as const;
    fc.assert(
      fc.property(
        fc.oneof(
          anyCents,
          fc.integer().map((tens) => tens * 10),
        ),
        (cents) => {
          const sent = amountFromCents(cents, options);
          const back = sent.ok ? centsFromAmount(sent.amount, options) : { ok: true, cents };
          expect(back).toEqual({ ok: true, cents });
        },
      ),
    );
  });
});
