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

/** The forms of a text that a language needs: Spanish two, Arabic six. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Picks the form that fits a number, by the rules of a language. */
export function pluralIn(language: string): (count: Count, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language);
  return ({ value }, forms) => forms[rules.select(value)] ?? forms.other;
}
