'use client';
import { type CSSProperties, useMemo } from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';

/** The CSS list style for each numbering system of `Intl`. */
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

/** A list style that numbers steps in the same digits as the amounts beside them. */
export function useListDigits(): CSSProperties | undefined {
  const { locale } = usePaymentsContext();
  return useMemo(() => {
    const { numberingSystem } = new Intl.NumberFormat(locale).resolvedOptions();
    const listStyleType = listStyles[numberingSystem];
    return listStyleType === undefined ? undefined : { listStyleType };
  }, [locale]);
}
