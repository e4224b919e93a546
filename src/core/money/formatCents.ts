import { moneyParts, type FormatCentsOptions } from './moneyParts.ts';

/** Cents (minor units by ISO 4217) as money in a locale: 123456 USD in en-US is "$1,234.56". Throws for no safe integer. */
export function formatCents(cents: number, options: FormatCentsOptions): string {
  return formatCentsToParts(cents, options)
    .map((part) => part.value)
    .join('');
}

/** The same as Intl's parts, for an amount whose currency (`type: 'currency'`) is drawn apart. */
export function formatCentsToParts(cents: number, options: FormatCentsOptions): Intl.NumberFormatPart[] {
  return moneyParts(cents, options, true);
}
