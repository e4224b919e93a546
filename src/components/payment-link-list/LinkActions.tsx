'use client';
import { maskCardNumbers } from '../../core/contract/errorBody.ts';
import type { PaymentLink } from '../../core/contract/paymentLink.ts';
import { Icon } from '../icon/Icon.tsx';
import { CopyLinkButton } from '../link-share/CopyLinkButton.tsx';
import type { LinkShareLabels } from '../link-share/linkShareLabels.ts';
import type { UseCopyResult } from '../link-share/useCopy.ts';
import type { PaymentLinkListLabels } from './paymentLinkListLabels.ts';

export interface LinkActionsProps {
  link: PaymentLink;
  labels: PaymentLinkListLabels;
  shareLabels: LinkShareLabels;
  copying: UseCopyResult;
  /** Id of what tells this link from others. */
  describedBy: string;
  onShare: (link: PaymentLink) => void;
}

/** What one can do with a link's address. One that is not safe to open is text. */
export function LinkActions({ link, labels, shareLabels, copying, describedBy, onShare }: LinkActionsProps) {
  const { paymentLink, addressText } = link;
  if (paymentLink === undefined) {
    return addressText === undefined ? (
      labels.noAddress
    ) : (
      <bdi className="tillkit-payment-link-list-address">{maskCardNumbers(addressText)}</bdi>
    );
  }
  return (
    <>
      <CopyLinkButton {...copying} labels={shareLabels} describedBy={describedBy} />
      <button
        type="button"
        className="tillkit-button"
        data-variant="quiet"
        data-shape="icon"
        aria-label={shareLabels.showQrCode}
        title={shareLabels.showQrCode}
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        onClick={() => onShare(link)}
      >
        <Icon name="qr" />
      </button>
      <a
        className="tillkit-button"
        data-variant="quiet"
        data-shape="icon"
        href={paymentLink}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={shareLabels.openLink}
        title={shareLabels.openLink}
        aria-describedby={describedBy}
      >
        <Icon name="external" />
      </a>
    </>
  );
}
