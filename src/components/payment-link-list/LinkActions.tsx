'use client';
import { LinkShareCopy } from '../link-share/LinkShareCopy.tsx';
import { LinkShareOpen } from '../link-share/LinkShareOpen.tsx';
import { useLinkShareContext } from '../link-share/useLinkShareContext.ts';
import { PaymentLinkListQr } from './PaymentLinkListQr.tsx';
import { useListedLink } from './useListedLink.ts';
import { useNameId } from './useNameId.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

/** What one can do with a link's address. One that is not safe to open is text. */
export function LinkActions() {
  const { labels } = usePaymentLinkListContext();
  const { addressText } = useListedLink().link;
  const { address, isSafe } = useLinkShareContext();
  const nameId = useNameId();
  if (!isSafe) {
    return addressText === undefined ? (
      labels.noAddress
    ) : (
      <bdi className="tillkit-payment-link-list-address">{address}</bdi>
    );
  }
  return (
    <>
      <LinkShareCopy aria-describedby={nameId} />
      <PaymentLinkListQr aria-describedby={nameId} />
      <LinkShareOpen aria-describedby={nameId} />
    </>
  );
}
