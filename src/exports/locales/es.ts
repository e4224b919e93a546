export { es } from '../../words/es.ts';

export type { Labels } from '../../words/words.ts';
