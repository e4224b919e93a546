import { amountActionPart } from './amountActionPart.tsx';

/** Gives money back, while that may be done. */
export const TransactionActionsRefund = amountActionPart('TransactionActionsRefund', 'refund');
