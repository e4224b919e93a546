import { pluralIn } from '../plural.ts';

/**
 * Six forms: `zero` (0), `one` (1), `two` (2), `few` (3 to 10), `many` (11 to 99) and `other` (100, fractions). After a
 * hundred the last two digits decide.
 */
export const plural = pluralIn('ar');
