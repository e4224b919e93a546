import { boundedCache } from './boundedCache.ts';
import { foldCharacters } from './foldCharacters.ts';

export interface NumberSymbols {
  decimal: string;
  /** Undefined where the locale does not group. */
  group: string | undefined;
  /** Length of the last group: 3 in 12,34,567. */
  primaryGroup: number;
  /** Length of the groups before it: 2 in 12,34,567. */
  secondaryGroup: number;
}

const cached = boundedCache<NumberSymbols>(64);

/** Separators (folded) and group sizes Intl uses for a currency in a locale, when written in a numbering system. */
export function numberSymbols(locale: string, currency: string, numberingSystem: string): NumberSymbols {
  return cached([locale, currency, numberingSystem].join('|'), () => {
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
      decimal: foldCharacters(valueOf('decimal') ?? '.'),
      group: group === undefined ? undefined : foldCharacters(group),
      primaryGroup: sizes.at(-1) ?? 0,
      secondaryGroup: sizes.at(-2) ?? 0,
    };
  });
}
