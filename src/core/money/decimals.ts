/** Minor units as ASCII decimal text: 1250 with two decimals is "12.50". */
export function decimalTextOfCents(cents: number, decimals: number): string {
  const minor = String(Math.abs(cents)).padStart(decimals + 1, '0');
  const point = minor.length - decimals;
  const text = decimals === 0 ? minor : `${minor.slice(0, point)}.${minor.slice(point)}`;
  return cents < 0 ? `-${text}` : text;
}

/** A decimal number or text ≥ 0 as minor units: "12.5" with two decimals is 1250. Undefined if the result is no exact integer. */
export function centsOfDecimal(value: unknown, decimals: number): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,16})(?:\.(\d{1,16}?)0*)?$/.exec(String(value)) ?? [];
  if (whole === undefined) return undefined;
  const exact = fraction === '0' ? '' : fraction;
  const cents = Number(whole + exact.padEnd(decimals, '0'));
  return exact.length <= decimals && Number.isSafeInteger(cents) ? cents : undefined;
}
