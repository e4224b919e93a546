'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { LinkShareQrCode } from './LinkShareQrCode.tsx';
import { useLinkShareContext } from './useLinkShareContext.ts';

export interface LinkShareQrPanelProps extends PartProps<'div'> {}

/** Holds the QR code once it is asked for. */
export const LinkShareQrPanel = forwardRef<HTMLDivElement, LinkShareQrPanelProps>(
  function LinkShareQrPanel(props, ref) {
    const { isSafe, isQrShown, id } = useLinkShareContext();
    if (!isSafe || !isQrShown) return null;
    return <Part as="div" ref={ref} own={{ id: `${id}-qr`, children: <LinkShareQrCode /> }} given={props} />;
  },
);
