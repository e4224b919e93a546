'use client';
import { useListedLink } from './useListedLink.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

/** The id of the cell that tells a link from others. */
export function useNameId(): string {
  const { columns } = usePaymentLinkListContext();
  const { cellId } = useListedLink();
  const named = columns.find(({ id }) => id === 'reference') ?? columns[0];
  return cellId(named?.id ?? '');
}
