'use client';
import { forwardRef } from 'react';
import type { LinkShareProps } from 'tillkit';
import { LinkShare as Parts } from 'tillkit/parts';

/** An address to share: copied, as QR code, through the share sheet, or opened. */
export const LinkShare = forwardRef<HTMLDivElement, LinkShareProps>(function LinkShare(
  { qrCode = 'button', ...props },
  ref,
) {
  return (
    <Parts.Root {...props} ref={ref}>
      {qrCode === 'shown' && <Parts.QrCode />}
      <Parts.Line>
        <Parts.Field>
          <Parts.Address />
          <Parts.Hint />
        </Parts.Field>
        <Parts.Open />
      </Parts.Line>
      <Parts.Actions>
        <Parts.Copy data-variant="primary" />
        <Parts.Native />
        {qrCode === 'button' && <Parts.QrToggle />}
      </Parts.Actions>
      {qrCode === 'button' && (
        <Parts.QrPanel>
          <Parts.QrCode />
        </Parts.QrPanel>
      )}
    </Parts.Root>
  );
});
