'use client';

export interface MoneyTextProps {
  parts: readonly Intl.NumberFormatPart[];
  className?: string | undefined;
}

/** An amount whose currency is drawn smaller and lighter; read and copied as one text. */
export function MoneyText({ parts, className }: MoneyTextProps) {
  const at = parts.findIndex(({ type }) => type === 'currency');
  return (
    <bdi className={['tillkit-figures', className].filter(Boolean).join(' ')}>
      {join(parts.slice(0, Math.max(0, at)))}
      {at >= 0 && <span className="tillkit-payment-status-currency">{parts[at]?.value}</span>}
      {join(parts.slice(at + 1))}
    </bdi>
  );
}

function join(parts: readonly Intl.NumberFormatPart[]): string {
  return parts.map(({ value }) => value).join('');
}
