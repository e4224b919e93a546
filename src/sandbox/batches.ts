import type { Transaction } from './transactions.ts';

type Transactions = ReadonlyMap<string, Transaction>;

/** A closed batch on its way to settlement. */
export interface Batch {
  settlesAt: number;
  /** What was captured when it was closed, by pnRefNum. */
  captured: ReadonlyMap<string, number>;
}

const settlementMs = 2000;

/** The batch of what this terminal has captured so far and not yet settled. */
export function closeTerminalBatch(transactions: Transactions, terminalId: string, now: number): Batch {
  const captured = new Map<string, number>();
  for (const transaction of transactions.values()) {
    if (transaction.terminalId === terminalId && transaction.captured > transaction.settled) {
      captured.set(transaction.pnRefNum, transaction.captured);
    }
  }
  return { settlesAt: now + settlementMs, captured };
}

export function settleBatch(transactions: Transactions, batch: Batch): void {
  for (const [pnRefNum, amount] of batch.captured) {
    const transaction = transactions.get(pnRefNum);
    if (transaction && !transaction.isVoided) transaction.settled = Math.max(transaction.settled, amount);
  }
}
