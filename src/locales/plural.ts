import type { Count } from '../hooks/useLabels.ts';

/** The forms of a text that a language needs: Spanish two, Arabic six. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Picks the form that fits a number, by the rules of a language. */
export function pluralIn(language: string): (count: Count, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language);
  return ({ value }, forms) => forms[rules.select(value)] ?? forms.other;
}
