'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useLinkShareContext } from './useLinkShareContext.ts';

export interface LinkShareQrToggleState {
  open: boolean;
}

export interface LinkShareQrToggleProps extends PartProps<'button', LinkShareQrToggleState> {}

/** Shows and hides the panel with the QR code. */
export const LinkShareQrToggle = forwardRef<HTMLButtonElement, LinkShareQrToggleProps>(
  function LinkShareQrToggle(props, ref) {
    const { isSafe, isQrShown, setIsQrShown, labels, id } = useLinkShareContext();
    if (!isSafe) return null;
    const own = {
      type: 'button',
      className: 'tillkit-button',
      'aria-expanded': isQrShown,
      'aria-controls': isQrShown ? `${id}-qr` : undefined,
      onClick: () => setIsQrShown(!isQrShown),
      children: (
        <>
          <Icon name="qr" />
          {isQrShown ? labels.hideQrCode : labels.showQrCode}
        </>
      ),
    };
    return <Part as="button" ref={ref} own={own} given={props} state={{ open: isQrShown }} />;
  },
);
