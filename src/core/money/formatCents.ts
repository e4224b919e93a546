import { currencyDigits } from './currency.ts';
import { decimalTextOfCents } from './decimals.ts';
import { boundedCache, replaceLookalikesWithAscii } from './digits.ts';

export interface FormatCentsOptions {
  locale: string;
  currency: string;
}

const cached = /*#__PURE__*/ boundedCache<Intl.NumberFormat>(64);

/**
 * Formats cents (minor units by ISO 4217) for a locale: 123456 USD in en-US is "$1,234.56", -500 is "−$5.00". Throws
 * RangeError for an unsafe integer.
 */
export function formatCents(cents: number, options: FormatCentsOptions): string {
  return formatCentsToParts(cents, options)
    .map((part) => part.value)
    .join('');
}

export interface FormatCentsPlainOptions extends FormatCentsOptions {
  /** Whether digits are grouped. Default: `formatCentsToParts` true, `formatCentsPlain` false, as typing would break a group. */
  useGrouping?: boolean | undefined;
}

/** The text of `formatCents` as Intl parts, for a layout that shows the currency (`type: 'currency'`) by itself. */
export function formatCentsToParts(
  cents: number,
  { locale, currency, useGrouping = true }: FormatCentsPlainOptions,
): Intl.NumberFormatPart[] {
  if (!Number.isSafeInteger(cents)) {
    throw new RangeError(
      `An amount of ${cents} cents cannot be shown: it is not a safe integer. Pass minor units, 1250 for 12.50.`,
    );
  }
  const fractionDigits = currencyDigits(currency);
  const format = cached([locale, currency, useGrouping].join('|'), () => {
    const digits = { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits };
    return new Intl.NumberFormat(locale, { style: 'currency', currency, useGrouping, ...digits });
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- digits around a point
  const decimal = decimalTextOfCents(cents, fractionDigits) as Intl.StringNumericLiteral;
  return format
    .formatToParts(decimal)
    .map((part) => (part.type === 'minusSign' ? { ...part, value: part.value.replace('-', '−') } : part));
}

const besideNumber = /*#__PURE__*/ new Set(['currency', 'literal']);

/** Cents (minor units by ISO 4217) for a text field: 123456 EUR in de-DE is "1234,56". `parseCents` reads it back. */
export function formatCentsPlain(cents: number, options: FormatCentsPlainOptions): string {
  return formatCentsToParts(cents, { ...options, useGrouping: options.useGrouping ?? false })
    .filter((part) => !besideNumber.has(part.type))
    .map((part) => part.value)
    .join('');
}

export interface SeparatorsAndGroupSizes {
  decimal: string;
  /** The separator between groups of digits. Undefined if the locale does not group digits. */
  group: string | undefined;
  /** How many digits the last group has: 3 in 12,34,567. */
  primaryGroup: number;
  /** How many digits the groups before the last one have: 2 in 12,34,567. */
  secondaryGroup: number;
}

const cachedGroupings = /*#__PURE__*/ boundedCache<SeparatorsAndGroupSizes>(64);

/** The separators and group sizes that Intl uses for a locale, currency and numbering system. Look-alikes are replaced. */
export function separatorsAndGroupSizes(
  locale: string,
  currency: string,
  numberingSystem: string,
): SeparatorsAndGroupSizes {
  return cachedGroupings([locale, currency, numberingSystem].join('|'), () => {
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      numberingSystem,
      minimumFractionDigits: 2, // a separator is wanted for JPY too
    });
    const parts = format.formatToParts(12_345_678_901_234n);
    const valueOf = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value;
    const sizes = parts
      .filter((part) => part.type === 'integer')
      .map((part) => Array.from(part.value).length);
    const group = valueOf('group');
    return {
      decimal: replaceLookalikesWithAscii(valueOf('decimal') ?? '.'),
      group: group === undefined ? undefined : replaceLookalikesWithAscii(group),
      primaryGroup: sizes.at(-1) ?? 0,
      secondaryGroup: sizes.at(-2) ?? 0,
    };
  });
}
