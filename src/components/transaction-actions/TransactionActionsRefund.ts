import { amountActionPart } from './amountActionPart.tsx';

/**
 * Gives back what was paid, or less. Nothing is rendered while that may not be done: see
 * `allowedOperations`.
 */
export const TransactionActionsRefund = amountActionPart('TransactionActionsRefund', 'refund');
