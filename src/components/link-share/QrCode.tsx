'use client';
import { useEffect, useState } from 'react';
import type { LinkShareLabels } from './linkShareLabels.ts';
import { qrPath } from './qrPath.ts';

/** Four modules of quiet zone: less is not read by every scanner (ISO/IEC 18004). */
const quietZone = 4;

/** A text as QR code, dark on white in every theme. What draws it is loaded when one is first shown. */
export function QrCode({ text, labels }: { text: string; labels: LinkShareLabels }) {
  const [drawn, setDrawn] = useState<{ text: string; size: number; path: string }>();

  useEffect(() => {
    let isCurrent = true;
    const show = (size: number, path: string) => isCurrent && setDrawn({ text, size, path });
    import('uqr')
      .then(({ encode }) => encode(text, { ecc: 'M', border: quietZone }))
      .then(
        ({ data, size }) => show(size, qrPath(data)),
        () => show(0, ''), // not loaded, or too long for a QR code
      );
    return () => {
      isCurrent = false;
    };
  }, [text]);

  const { size, path } = drawn?.text === text ? drawn : { size: 1, path: '' };
  if (size === 0)
    return (
      <p className="tillkit-hint" role="alert">
        {labels.qrCodeFailed}
      </p>
    );
  return (
    <svg
      className="tillkit-qr-code"
      viewBox={`0 0 ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> needs a data: address, which a strict CSP refuses
      role="img"
      aria-label={labels.qrCode}
      aria-busy={path === ''}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
