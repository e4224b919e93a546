import type { AllowedOperation } from '../../core/operations/transactions.ts';
import type { TransactionActionsLabels } from './transactionActionsLabels.ts';

/** Why something cannot be done with a transaction. */
export function reasonText(
  { operation, reason }: AllowedOperation,
  labels: TransactionActionsLabels,
  captured: string,
): string | undefined {
  switch (reason) {
    case 'not-a-pre-authorization':
      return labels.notAPreAuthorization;
    case 'already-captured':
      return labels.alreadyCaptured({ amount: captured });
    case 'already-refunded':
      return operation === 'void' ? labels.voidRefunded : labels.allRefunded;
    case 'nothing-captured':
      return labels.nothingCaptured;
    case 'settled':
      return operation === 'void' ? labels.voidSettled : labels.captureSettled;
    case 'not-settled':
      return labels.refundNotSettled;
    case 'settlement-unknown': // explains what is allowed
    case undefined:
      return undefined;
  }
}
