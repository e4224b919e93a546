/** A number for labels: `value` selects the plural form, `text` is the number in the provider's locale. */
export interface Count {
  readonly value: number;
  readonly text: string;
}

/** Returns a function that makes a `Count` for labels: a number, and its text in the locale without decimals. */
export function countIn(locale: string): (value: number) => Count {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  return (value) => ({ value, text: format.format(value) });
}

/** The plural forms that a language needs, such as two in German and six in Arabic. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Returns a function that selects the form for a number by the plural rules of a language. */
export function pluralIn(language: string): (count: Count, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language);
  return ({ value }, forms) => forms[rules.select(value)] ?? forms.other;
}
