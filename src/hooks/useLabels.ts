'use client';
import { useMemo } from 'react';
import { type LabelCatalogue, usePaymentsContext } from './usePaymentsContext.ts';

/** A section's words: English, under the provider's, under the component's own. */
export function useLabels<Section extends keyof LabelCatalogue>(
  section: Section,
  english: LabelCatalogue[Section],
  own?: Partial<LabelCatalogue[Section]>,
): LabelCatalogue[Section] {
  const provided = usePaymentsContext().labels[section];
  return useMemo(() => ({ ...english, ...provided, ...own }), [english, provided, own]);
}

/** A number for words: `value` chooses a plural, `text` is how the provider's locale writes it. */
export interface Count {
  readonly value: number;
  readonly text: string;
}

/** Makes numbers that are written as in a locale. */
export function countIn(locale: string): (value: number) => Count {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  return (value) => ({ value, text: format.format(value) });
}

/** Makes the numbers that labels get, written in the provider's locale. */
export function useCount(): (value: number) => Count {
  const { locale } = usePaymentsContext();
  return useMemo(() => countIn(locale), [locale]);
}
