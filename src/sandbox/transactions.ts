/** A sale or a pre-authorization, and what became of it. All amounts in cents. */
export interface Transaction {
  pnRefNum: string;
  kind: 'pay' | 'preAuth';
  terminalId: string;
  /** What was asked for until it is complete, then what was approved. */
  amount: number;
  isComplete: boolean;
  isVoided: boolean;
  captured: number;
  settled: number;
  refunded: number;
}

export function createTransaction(
  base: Pick<Transaction, 'pnRefNum' | 'kind' | 'terminalId' | 'amount'>,
): Transaction {
  return { ...base, isComplete: false, isVoided: false, captured: 0, settled: 0, refunded: 0 };
}
