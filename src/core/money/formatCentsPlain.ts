import { moneyParts, type FormatCentsOptions } from './moneyParts.ts';

export interface FormatCentsPlainOptions extends FormatCentsOptions {
  /** Off by default: a digit typed into "1,234.00" would leave a wrong group. */
  useGrouping?: boolean | undefined;
}

const besideNumber = new Set(['currency', 'literal']);

/** Cents (minor units by ISO 4217) for a text field: 123456 EUR in de-DE is "1234,56". `parseCents` reads it back. */
export function formatCentsPlain(cents: number, options: FormatCentsPlainOptions): string {
  return moneyParts(cents, options, options.useGrouping ?? false)
    .filter((part) => !besideNumber.has(part.type))
    .map((part) => part.value)
    .join('');
}
