export { fr } from '../../words/fr.ts';

export type { Labels } from '../../words/words.ts';
