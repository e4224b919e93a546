import { PaymentsError } from './PaymentsError.ts';

/** The host set something up in a way that cannot work. Nothing was sent. */
export class ConfigurationError extends PaymentsError {
  constructor(field: string, message: string, cause?: unknown) {
    super('configuration', message, cause === undefined ? { field } : { field, cause });
  }
}
