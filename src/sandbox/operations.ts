/** The operations that move money, or begin its settlement. */
export const moneyOperations = ['pay', 'preAuth', 'capture', 'void', 'refund', 'closeBatch'] as const;
export type MoneyOperation = (typeof moneyOperations)[number];

/** The ones that a terminal works on as a message. */
export type MessageKind = Exclude<MoneyOperation, 'closeBatch'>;

const otherOperations = [
  'listTerminals',
  'getProcessedMessage',
  'listPaymentLinks',
  'createPaymentLink',
  'uploadAttachments',
] as const;

export type OperationName = MoneyOperation | (typeof otherOperations)[number];

export function isMoneyOperation(operation: unknown): operation is MoneyOperation {
  return (moneyOperations as readonly unknown[]).includes(operation);
}

export function isOperationName(operation: unknown): operation is OperationName {
  return isMoneyOperation(operation) || (otherOperations as readonly unknown[]).includes(operation);
}
