const rightToLeft = /[\u0590-\u08ff\u200f]/;
const isolate = { leftToRight: '\u2068', rightToLeft: '\u2067', end: '\u2069' };

/**
 * An amount for a sentence. Where it is written right to left it is set apart, and its currency in it: else what stands
 * beside it would change places with its parts (faults F105).
 */
export function amountText(parts: readonly Intl.NumberFormatPart[]): string {
  const text = parts.map(({ value }) => value).join('');
  if (!rightToLeft.test(text)) return text;
  const inner = parts.map(({ type, value }) =>
    type === 'currency' ? `${isolate.leftToRight}${value}${isolate.end}` : value,
  );
  const start = text.includes('\u200e') ? isolate.leftToRight : isolate.rightToLeft;
  return `${start}${inner.join('')}${isolate.end}`;
}
