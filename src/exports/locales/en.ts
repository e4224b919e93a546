export { pluralIn, type PluralForms } from '../../words/plural.ts';
export { en, type Labels } from '../../words/words.ts';
