'use client';
import { type ReactNode, useId } from 'react';
import { maskCardNumbers } from '../../core/wire/errorBody.ts';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';
import { LinkShareContext } from '../link-share/linkShareContext.ts';
import { useLinkShare } from '../link-share/useLinkShare.ts';
import { ListedLinkContext } from './paymentLinkListContext.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListLinkProps {
  link: PaymentLink;
  children?: ReactNode;
}

/** Holds one link, for the parts in it and those of `LinkShare`. It has no element. */
export function PaymentLinkListLink({ link, children }: PaymentLinkListLinkProps) {
  const { isNew } = usePaymentLinkListContext();
  const { paymentLink, addressText = '' } = link;
  const share = useLinkShare({ address: paymentLink ?? maskCardNumbers(addressText) });
  const id = useId();
  return (
    <ListedLinkContext.Provider
      value={{ link, isNew: isNew(link), cellId: (columnId) => `${id}${columnId}` }}
    >
      <LinkShareContext.Provider value={share}>{children}</LinkShareContext.Provider>
    </ListedLinkContext.Provider>
  );
}
