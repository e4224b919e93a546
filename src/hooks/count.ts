/** A number for words: `value` chooses a plural, `text` is how the provider's locale writes it. */
export interface Count {
  readonly value: number;
  readonly text: string;
}

/** Makes numbers that are written as in a locale. */
export function countIn(locale: string): (value: number) => Count {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  return (value) => ({ value, text: format.format(value) });
}
