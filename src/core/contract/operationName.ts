/** The eleven operations of the service (contract: terminal operations, payment links). */
export const operationNames = [
  'pay',
  'preAuth',
  'capture',
  'void',
  'refund',
  'closeBatch',
  'listTerminals',
  'getProcessedMessage',
  'listPaymentLinks',
  'createPaymentLink',
  'uploadAttachments',
] as const;
export type OperationName = (typeof operationNames)[number];

/** The operations that move money or start settlement: sent once, never again by themselves. */
export const moneyOperations = ['pay', 'preAuth', 'capture', 'void', 'refund', 'closeBatch'] as const;
export type MoneyOperation = (typeof moneyOperations)[number];
