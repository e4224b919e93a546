import { PaymentsError } from './PaymentsError.ts';

/** An answer that cannot be read. `field` is the path that was missing or wrong; nothing of the answer is shown. */
export class ContractError extends PaymentsError {
  constructor(path: string, reason: string, cause?: unknown) {
    super('contract', `The service's answer cannot be read: ${path || 'the body'} ${reason}.`, {
      field: path,
      ...(cause === undefined ? {} : { cause }),
    });
  }
}
