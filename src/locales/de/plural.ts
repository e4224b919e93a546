import { pluralIn } from '../plural.ts';

/**
 * Two forms: `one` (1) and `other`.
 */
export const plural = pluralIn('de');
