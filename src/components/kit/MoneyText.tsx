'use client';
import type { CSSProperties } from 'react';

/** An amount whose currency is drawn smaller. It is read and copied as one text. */
export function MoneyText({ parts }: { parts: readonly Intl.NumberFormatPart[] }) {
  const at = parts.findIndex(({ type }) => type === 'currency');
  const join = (some: typeof parts) => some.map(({ value }) => value).join('');
  return (
    <bdi className="tillkit-figures" translate="no">
      {join(parts.slice(0, Math.max(0, at)))}
      {at >= 0 && <bdi className="tillkit-payment-status-currency">{parts[at]?.value}</bdi>}
      {join(parts.slice(at + 1))}
    </bdi>
  );
}

/**
 * The width of an amount in digits, from which the style sheet derives its font size. A currency is drawn smaller, and
 * direction marks have no width.
 */
export function widthOfAmount(parts: readonly Intl.NumberFormatPart[]): CSSProperties {
  const widths = parts.map(({ type, value }) => {
    const { length } = value.replaceAll(/\p{Cf}/gu, '');
    return type === 'currency' ? length * 0.7 : length;
  });
  return { '--tk-figures': widths.reduce((sum, width) => sum + width, 0) } as CSSProperties;
}
