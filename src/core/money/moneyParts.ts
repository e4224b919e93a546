import { boundedCache } from './boundedCache.ts';
import { currencyDigits } from './currencyDigits.ts';
import { decimalText } from './decimalText.ts';

export interface FormatCentsOptions {
  locale: string;
  currency: string;
}

const cached = boundedCache<Intl.NumberFormat>(64);

/** The parts Intl makes of cents (minor units by ISO 4217), exact for every safe integer. */
export function moneyParts(
  cents: number,
  { locale, currency }: FormatCentsOptions,
  useGrouping: boolean,
): Intl.NumberFormatPart[] {
  const fractionDigits = currencyDigits(currency);
  const format = cached([locale, currency, useGrouping].join('|'), () => {
    const digits = { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits };
    return new Intl.NumberFormat(locale, { style: 'currency', currency, useGrouping, ...digits });
  });
  return format.formatToParts(decimalOf(cents, fractionDigits));
}

function decimalOf(cents: number, fractionDigits: number): Intl.StringNumericLiteral {
  if (!Number.isSafeInteger(cents)) {
    throw new RangeError(
      `An amount of ${cents} cents cannot be shown: it is not a safe integer. Pass minor units, 1250 for 12.50.`,
    );
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- digits around a point
  return decimalText(cents, fractionDigits) as Intl.StringNumericLiteral;
}
