export { de } from '../../words/de.ts';

export type { Labels } from '../../words/words.ts';
