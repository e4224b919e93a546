'use client';
import { useCount } from '../../hooks/useLabels.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

/** Which page of how many. */
export function usePageSentence(): string {
  const { page, pages, labels } = usePaymentLinkListContext();
  const count = useCount();
  return labels.page(count(page), count(pages));
}
