'use client';
import { useMemo } from 'react';
import type { LabelCatalogue } from './labelCatalogue.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

/** A section's words: English, under the provider's, under the component's own. */
export function useLabels<Section extends keyof LabelCatalogue>(
  section: Section,
  english: LabelCatalogue[Section],
  own?: Partial<LabelCatalogue[Section]>,
): LabelCatalogue[Section] {
  const provided = usePaymentsContext().labels[section];
  return useMemo(() => ({ ...english, ...provided, ...own }), [english, provided, own]);
}
