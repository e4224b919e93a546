'use client';
import { useMemo } from 'react';
import { type Count, countIn } from '../words/plural.ts';
import type { Labels } from '../words/words.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

/** The labels of a section. Labels of the component override labels of the provider, and these the English ones. */
export function useLabels<Section extends keyof Labels>(
  section: Section,
  english: Labels[Section],
  own?: Partial<Labels[Section]>,
): Labels[Section] {
  const provided = usePaymentsContext().labels[section];
  return useMemo(() => ({ ...english, ...provided, ...own }), [english, provided, own]);
}

/** Returns a function that formats the numbers in labels, in the provider's locale. */
export function useCount(): (value: number) => Count {
  const { locale } = usePaymentsContext();
  return useMemo(() => countIn(locale), [locale]);
}
