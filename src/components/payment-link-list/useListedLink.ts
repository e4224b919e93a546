'use client';
import { usePartContext } from '../part/usePartContext.ts';
import { type ListedLink, ListedLinkContext } from './paymentLinkListContext.ts';

/** The link a part belongs to. Throws outside of a `PaymentLinkListLink`. */
export function useListedLink(): ListedLink {
  return usePartContext(ListedLinkContext, 'PaymentLinkListLink');
}
