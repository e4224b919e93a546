import type { Transaction } from '../../../src/core/operations/transactions.ts';

/** A sale of $50.00 of which nothing was given back. */
export const sold: Transaction = {
  pnRefNum: 'P-1',
  kind: 'pay',
  terminalId: 'terminal-1',
  status: 'complete',
  authorizedCents: 5000,
  capturedCents: 5000,
  refundedCents: 0,
  settled: 'unknown',
};

/** A pre-authorization of $50.00 of which nothing was captured. */
export const held: Transaction = { ...sold, kind: 'preAuth', capturedCents: 0 };
