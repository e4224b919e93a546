import * as z from 'zod/mini';

/** The wire's `amount`: an integer number of cents, 100 = 1.00. The client sets no maximum but exactness. */
export const amountSchema = z
  .int('must be an integer number of cents (100 = 1.00).')
  .check(z.gte(1, 'must be at least 1 cent.'));
