import { createContext } from 'react';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';
import type { UsePaymentLinkListResult } from './usePaymentLinkList.ts';

export const PaymentLinkListContext = createContext<UsePaymentLinkListResult | null>(null);

export interface ListedLink {
  link: PaymentLink;
  /** It was just created. */
  isNew: boolean;
  /** The id of its cell in a column. */
  cellId: (columnId: string) => string;
}

export const ListedLinkContext = createContext<ListedLink | null>(null);
