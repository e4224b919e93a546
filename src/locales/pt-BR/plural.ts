import { pluralIn } from '../plural.ts';

/**
 * Three forms: `one` (below 2), `many` (whole millions, which take "de") and `other`. Without `many`, `other` is
 * taken.
 */
export const plural = pluralIn('pt-BR');
