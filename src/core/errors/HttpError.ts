import { PaymentsError, type PaymentsErrorCode, type PaymentsErrorDetails } from './PaymentsError.ts';

/** An answer whose status is not 2xx. A redirect is one too: it is never followed, and carries no status where the browser hides it. */
export class HttpError extends PaymentsError {
  constructor(details: PaymentsErrorDetails) {
    super(codeOf(details.status), sentenceOf(details), details);
  }
}

function codeOf(status: number | undefined): PaymentsErrorCode {
  if (status === 429) return 'rate-limited';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 413) return 'too-large';
  return 'http';
}

function sentenceOf({ status, serviceMessage }: PaymentsErrorDetails): string {
  if (status === undefined || (status >= 300 && status < 400)) {
    return 'The service answered with a redirect, which is never followed. Check the base address.';
  }
  if (status === 429) return 'The service is asked too often.';
  const said = serviceMessage ? ` It said: ${serviceMessage}` : '';
  return `The service answered with status ${status}.${said}`;
}
