import { amountActionPart } from './amountActionPart.tsx';

/**
 * Takes what a pre-authorization holds, or less. Nothing is rendered while that may not be done: see
 * `allowedOperations`.
 */
export const TransactionActionsCapture = amountActionPart('TransactionActionsCapture', 'capture');
