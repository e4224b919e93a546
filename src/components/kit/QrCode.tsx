'use client';
import { forwardRef, useEffect, useState } from 'react';
import { Part, type PartProps } from './part.tsx';

interface QrCodeProps {
  text: string;
  /** The accessible name. */
  label: string;
  /** The sentence to show if the code cannot be drawn. */
  failed: string;
  /** The host's props for the `svg`. */
  given?: PartProps<'svg'> | undefined;
}

/** A text as QR code, dark on white in every theme. */
export const QrCode = /*#__PURE__*/ forwardRef<SVGSVGElement, QrCodeProps>(function QrCode(
  { text, label, failed, given = {} },
  ref,
) {
  const { size, path } = useQrCode(text);
  if (size === 0)
    return (
      <p className="tillkit-hint" role="alert">
        {failed}
      </p>
    );
  const own = {
    className: 'tillkit-qr-code',
    viewBox: `0 0 ${size} ${size}`,
    role: 'img', // an <img> would need a data: address, which a strict CSP refuses
    'aria-label': label,
    'aria-busy': path === '',
    children: (
      <>
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </>
    ),
  };
  return <Part as="svg" ref={ref} own={own} given={given} />;
});

/** The dark modules of a QR code as one SVG path, with one rectangle for each run of dark modules. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of rows.entries())
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      path += `M${start} ${y}h${x + 1 - start}v1H${start}z`;
    }
  return path;
}

/** The quiet zone in modules: not every scanner reads a code with less (ISO/IEC 18004). */
const quietZone = 4;

/** A QR code as a path, and its size. The path is empty until the encoder has loaded. Size 0: it cannot be drawn. */
function useQrCode(text: string) {
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
