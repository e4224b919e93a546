import type { UnknownReason } from '../../core/operations/terminalOperation.ts';
import type { PaymentStatusLabels } from './paymentStatusLabels.ts';

/** Why nobody knows yet: each reason has its own sentence. */
export function reasonSentence(reason: UnknownReason, labels: PaymentStatusLabels): string {
  switch (reason) {
    case 'no-response':
      return labels.reasonNoResponse;
    case 'bad-response':
      return labels.reasonBadResponse;
    case 'conflict':
      return labels.reasonConflict;
    case 'http-error':
      return labels.reasonHttpError;
    case 'redirect':
      return labels.reasonRedirect;
    case 'reloaded':
      return labels.reasonReloaded;
    case 'service-timeout':
      return labels.reasonServiceTimeout;
    case 'stopped':
      return labels.reasonStopped;
    case 'max-wait':
      return labels.reasonMaxWait;
    case 'gone':
      return labels.reasonGone;
    case 'unrecognised-status':
      return labels.reasonUnrecognisedStatus;
    case 'contradiction':
      return labels.reasonContradiction;
    case 'duplicate-id':
      return labels.reasonDuplicateId;
  }
}
