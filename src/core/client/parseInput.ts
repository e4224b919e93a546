import type { Check } from '../contract/check.ts';
import { InvalidInputError } from '../errors/InvalidInputError.ts';

/** Checks a request before anything is sent. Throws `invalid-input`, naming the field; the request itself is `request`. */
export function parseInput<Request>(check: Check<Request>, input: unknown, operationName: string): Request {
  return check(input, '', (field, reason) => {
    throw new InvalidInputError(field || 'request', reason, operationName);
  });
}
