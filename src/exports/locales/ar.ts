export { ar } from '../../words/ar.ts';

export type { Labels } from '../../words/words.ts';
