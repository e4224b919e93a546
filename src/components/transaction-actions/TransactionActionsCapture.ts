import { amountActionPart } from './amountActionPart.tsx';

/** Takes what a pre-authorization holds, while that may be done. */
export const TransactionActionsCapture = amountActionPart('TransactionActionsCapture', 'capture');
