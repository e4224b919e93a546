'use client';

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
