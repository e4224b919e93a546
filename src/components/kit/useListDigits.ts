'use client';
import { type CSSProperties, useMemo } from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';

/** What CSS calls the digits in which `Intl` writes the numbers of a locale. */
const listStyles: Record<string, string> = {
  arab: 'arabic-indic',
  arabext: 'persian',
  beng: 'bengali',
  deva: 'devanagari',
  gujr: 'gujarati',
  guru: 'gurmukhi',
  khmr: 'khmer',
  laoo: 'lao',
  mymr: 'myanmar',
  tamldec: 'tamil',
  telu: 'telugu',
  thai: 'thai',
};

/** Numbers the steps of a list in the digits of the sums beside them. */
export function useListDigits(): CSSProperties | undefined {
  const { locale } = usePaymentsContext();
  return useMemo(() => {
    const { numberingSystem } = new Intl.NumberFormat(locale).resolvedOptions();
    const listStyleType = listStyles[numberingSystem];
    return listStyleType === undefined ? undefined : { listStyleType };
  }, [locale]);
}
