export { en } from '../../locales/en.ts';

export { pluralIn, type PluralForms } from '../../locales/plural.ts';
export type { Labels } from '../../locales/labels.ts';
