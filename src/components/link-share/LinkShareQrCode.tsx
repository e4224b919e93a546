'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useLinkShareContext } from './useLinkShareContext.ts';
import { useQrCode } from './useQrCode.ts';

export interface LinkShareQrCodeProps extends PartProps<'svg'> {}

/** The address as QR code, dark on white in every theme; a sentence where it cannot be drawn. */
export const LinkShareQrCode = forwardRef<SVGSVGElement, LinkShareQrCodeProps>(
  function LinkShareQrCode(props, ref) {
    const { address, isSafe, labels } = useLinkShareContext();
    const { size, path } = useQrCode(address);
    if (!isSafe) return null;
    if (size === 0)
      return (
        <p className="tillkit-hint" role="alert">
          {labels.qrCodeFailed}
        </p>
      );
    const own = {
      className: 'tillkit-qr-code',
      viewBox: `0 0 ${size} ${size}`,
      role: 'img', // an <img> needs a data: address, which a strict CSP refuses
      'aria-label': labels.qrCode,
      'aria-busy': path === '',
      children: (
        <>
          <rect width={size} height={size} fill="#fff" />
          <path d={path} fill="#000" />
        </>
      ),
    };
    return <Part as="svg" ref={ref} own={own} given={props} />;
  },
);
