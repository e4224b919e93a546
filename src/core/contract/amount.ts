import { integer, must } from './check.ts';

/** The wire's `amount`: an integer number of cents, 100 = 1.00. The client sets no maximum but exactness. */
export const checkAmount = must(
  integer('must be an integer number of cents (100 = 1.00).'),
  (cents) => cents >= 1,
  'must be at least 1 cent.',
);
