import type { TerminalOperation } from '../../../src/core/operations/terminalOperation.ts';

/** A sale of $12.50 that waits for its result, but for what a test changes. */
export const waitingSale = (changes: Partial<TerminalOperation> = {}): TerminalOperation => ({
  id: 'operation-1',
  kind: 'pay',
  phase: 'waiting',
  terminalId: 'terminal-1',
  amountCents: 1250,
  anomalies: [],
  connection: 'ok',
  seenProcessing: false,
  flowKey: 'default',
  createdAt: 0,
  ...changes,
});
