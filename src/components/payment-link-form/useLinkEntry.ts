'use client';
import { usePartContext } from '../part/usePartContext.ts';
import { type LinkEntry, LinkEntryContext } from './paymentLinkFormContext.ts';

/** The entries a part belongs to. Throws outside of a `PaymentLinkFormEntry`. */
export function useLinkEntry(): LinkEntry {
  return usePartContext(LinkEntryContext, 'PaymentLinkFormEntry');
}
