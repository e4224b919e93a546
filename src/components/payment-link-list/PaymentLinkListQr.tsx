'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { useLinkShareContext } from '../link-share/useLinkShareContext.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useListedLink } from './useListedLink.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListQrProps extends PartProps<'button'> {}

/** Opens the dialog with a link's QR code; nothing where its address is not safe to open. */
export const PaymentLinkListQr = forwardRef<HTMLButtonElement, PaymentLinkListQrProps>(
  function PaymentLinkListQr(props, ref) {
    const { setShared } = usePaymentLinkListContext();
    const { link } = useListedLink();
    const { isSafe, labels } = useLinkShareContext();
    if (!isSafe) return null;
    const own = {
      type: 'button',
      className: 'tillkit-button',
      'data-variant': 'quiet',
      'data-shape': 'icon',
      'aria-label': labels.showQrCode,
      title: labels.showQrCode,
      'aria-haspopup': 'dialog',
      onClick: () => setShared(link),
      children: <Icon name="qr" />,
    };
    return <Part as="button" ref={ref} own={own} given={props} />;
  },
);
