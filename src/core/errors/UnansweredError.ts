import { PaymentsError, type PaymentsErrorDetails } from './PaymentsError.ts';

/** A request that got no answer. It may or may not have arrived: the two cannot be told apart. */
export class UnansweredError extends PaymentsError {
  constructor(details: PaymentsErrorDetails) {
    super('unanswered', 'The service gave no answer. The request may still have arrived.', details);
  }
}
