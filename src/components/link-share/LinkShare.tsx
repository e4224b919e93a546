'use client';
import { forwardRef, useId, useState } from 'react';
import { linkAddress } from '../../core/contract/linkAddress.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { Icon } from '../icon/Icon.tsx';
import { CopyLinkButton } from './CopyLinkButton.tsx';
import { LinkAddress } from './LinkAddress.tsx';
import { type LinkShareLabels, linkShareLabels } from './linkShareLabels.ts';
import { QrCode } from './QrCode.tsx';
import { useCopy } from './useCopy.ts';
import { useNativeShare } from './useNativeShare.ts';

export interface LinkShareProps {
  /** A web address, as a link's `paymentLink`; one that is not safe to open is only text. */
  address: string;
  /** `button` (the default) shows the QR code when it is asked for, `shown` at once. */
  qrCode?: 'button' | 'shown' | undefined;
  labels?: Partial<LinkShareLabels> | undefined;
  className?: string | undefined;
}

/**
 * An address to give away: as text, copied, as QR code, through the browser's own sheet, or opened.
 *
 * @example
 * <LinkShare address={link.paymentLink} />
 */
export const LinkShare = forwardRef<HTMLDivElement, LinkShareProps>(function LinkShare(props, ref) {
  const { qrCode = 'button' } = props;
  const safeAddress = linkAddress(props.address);
  const address = safeAddress ?? props.address;
  const labels = useLabels('linkShare', linkShareLabels, props.labels);
  const copying = useCopy(address, labels);
  const { canShare, hasFailed, share } = useNativeShare(address, labels);
  const [isQrShown, setIsQrShown] = useState(false);
  const qrId = useId();
  const hint = copying.state === 'refused' ? labels.refused : hasFailed ? labels.shareFailed : undefined;
  return (
    <div
      ref={ref}
      className={['tillkit-link-share', props.className].filter(Boolean).join(' ')}
      data-tillkit="link-share"
    >
      {safeAddress !== undefined && qrCode === 'shown' && <QrCode text={address} labels={labels} />}
      <div className="tillkit-link-share-address">
        <LinkAddress address={address} labels={labels} hint={hint} />
        {safeAddress !== undefined && (
          <a
            className="tillkit-button"
            data-variant="quiet"
            data-shape="icon"
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={labels.openLink}
            title={labels.openLink}
          >
            <Icon name="external" />
          </a>
        )}
      </div>
      {safeAddress !== undefined && (
        <div className="tillkit-link-share-actions">
          <CopyLinkButton {...copying} labels={labels} variant="primary" />
          {canShare && (
            <button type="button" className="tillkit-button" onClick={() => void share()}>
              <Icon name="share" />
              {labels.share}
            </button>
          )}
          {qrCode === 'button' && (
            <button
              type="button"
              className="tillkit-button"
              aria-expanded={isQrShown}
              aria-controls={isQrShown ? qrId : undefined}
              onClick={() => setIsQrShown(!isQrShown)}
            >
              <Icon name="qr" />
              {isQrShown ? labels.hideQrCode : labels.showQrCode}
            </button>
          )}
        </div>
      )}
      {safeAddress !== undefined && isQrShown && (
        <div id={qrId}>
          <QrCode text={address} labels={labels} />
        </div>
      )}
    </div>
  );
});
