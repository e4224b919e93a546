'use client';
import { forwardRef } from 'react';
import { LinkShareActions } from './LinkShareActions.tsx';
import { LinkShareAddress } from './LinkShareAddress.tsx';
import { LinkShareCopy } from './LinkShareCopy.tsx';
import { LinkShareField } from './LinkShareField.ts';
import { LinkShareHint } from './LinkShareHint.tsx';
import { LinkShareLine } from './LinkShareLine.ts';
import { LinkShareNative } from './LinkShareNative.tsx';
import { LinkShareOpen } from './LinkShareOpen.tsx';
import { LinkShareQrCode } from './LinkShareQrCode.tsx';
import { LinkShareQrPanel } from './LinkShareQrPanel.tsx';
import { LinkShareQrToggle } from './LinkShareQrToggle.tsx';
import { LinkShareRoot, type LinkShareRootProps } from './LinkShareRoot.tsx';

export interface LinkShareProps extends Omit<LinkShareRootProps, 'children'> {
  /** `button` (the default) shows the QR code when it is asked for, `shown` at once. */
  qrCode?: 'button' | 'shown' | undefined;
}

/**
 * An address to give away: as text, copied, as QR code, through the browser's own sheet, or opened.
 *
 * @example
 * <LinkShare address={link.paymentLink} />
 */
export const LinkShare = forwardRef<HTMLDivElement, LinkShareProps>(function LinkShare(
  { qrCode = 'button', ...props },
  ref,
) {
  return (
    <LinkShareRoot {...props} ref={ref}>
      {qrCode === 'shown' && <LinkShareQrCode />}
      <LinkShareLine>
        <LinkShareField>
          <LinkShareAddress />
          <LinkShareHint />
        </LinkShareField>
        <LinkShareOpen />
      </LinkShareLine>
      <LinkShareActions>
        <LinkShareCopy data-variant="primary" />
        <LinkShareNative />
        {qrCode === 'button' && <LinkShareQrToggle />}
      </LinkShareActions>
      {qrCode === 'button' && <LinkShareQrPanel />}
    </LinkShareRoot>
  );
});
