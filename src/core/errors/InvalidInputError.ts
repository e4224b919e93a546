import { PaymentsError } from './PaymentsError.ts';

/** A request the contract forbids. Nothing was sent; `field` names what to change. */
export class InvalidInputError extends PaymentsError {
  constructor(field: string, reason: string, operationName?: string) {
    super('invalid-input', `${field} ${reason} Nothing was sent.`, { field, operationName });
  }
}
