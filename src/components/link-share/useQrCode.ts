'use client';
import { useEffect, useState } from 'react';
import { qrPath } from './qrPath.ts';

/** Four modules of quiet zone: less is not read by every scanner (ISO/IEC 18004). */
const quietZone = 4;

/** A text as QR code: empty until it is drawn, of size 0 where that failed. What draws is loaded when one is first shown. */
export function useQrCode(text: string): { size: number; path: string } {
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

  return drawn?.text === text ? drawn : { size: 1, path: '' };
}
