'use client';
import { useMemo } from 'react';
import { type Count, countIn } from './count.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

/** Makes the numbers that labels get, written in the provider's locale. */
export function useCount(): (value: number) => Count {
  const { locale } = usePaymentsContext();
  return useMemo(() => countIn(locale), [locale]);
}
