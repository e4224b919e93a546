export { de } from '../../locales/de.ts';

export type { Labels } from '../../locales/labels.ts';
