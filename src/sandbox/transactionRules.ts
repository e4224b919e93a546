import { isOpen } from './messages.ts';
import type { MessageKind } from './operations.ts';
import type { FieldError } from './replies.ts';
import type { Transaction } from './transactions.ts';
import type { World } from './world.ts';

export interface Reference {
  terminalId: string;
  pnRefNum: string;
  amount?: number | undefined;
}

/** Why a capture, void or refund is against the rules of transactions, or nothing. */
export function brokenRule(
  world: World,
  kind: 'capture' | 'void' | 'refund',
  { terminalId, pnRefNum, amount = 0 }: Reference,
): FieldError | undefined {
  const transaction = world.transactions.get(pnRefNum);
  if (!transaction) return about('pnRefNum', 'There is no transaction with this reference.');
  if (transaction.terminalId !== terminalId) {
    return about('terminalId', 'The transaction was made on another terminal.');
  }
  if (!transaction.isComplete) return about('pnRefNum', 'The transaction is not complete.');
  if (transaction.isVoided) return about('pnRefNum', 'The transaction is voided.');
  if (underWay(world, 'void', pnRefNum).length > 0) {
    return about('pnRefNum', 'The transaction is being voided.');
  }
  return rules[kind](world, transaction, amount);
}

const rules = { capture: captureRule, void: voidRule, refund: refundRule };

function captureRule(world: World, transaction: Transaction, amount: number): FieldError | undefined {
  if (transaction.kind !== 'preAuth') {
    return about('pnRefNum', 'Only a pre-authorization can be captured, and this is a sale.');
  }
  const left =
    transaction.amount - transaction.captured - centsUnderWay(world, 'capture', transaction.pnRefNum);
  if (amount > left) return about('amount', `No more than ${left} cents are left to capture.`);
  return undefined;
}

function voidRule(world: World, { settled, pnRefNum }: Transaction): FieldError | undefined {
  if (settled > 0) return about('pnRefNum', 'The transaction is settled: refund it instead.');
  if (underWay(world, 'capture', pnRefNum).length > 0) {
    return about('pnRefNum', 'The transaction is being captured.');
  }
  if (world.batches.some(({ captured }) => captured.has(pnRefNum))) {
    return about('pnRefNum', 'The transaction is being settled.');
  }
  return undefined;
}

function refundRule(world: World, transaction: Transaction, amount: number): FieldError | undefined {
  if (transaction.settled === 0) {
    return about('pnRefNum', 'The transaction is not settled: void it instead, or close the batch first.');
  }
  const left =
    transaction.settled - transaction.refunded - centsUnderWay(world, 'refund', transaction.pnRefNum);
  if (amount > left) return about('amount', `No more than ${left} cents are left to refund.`);
  return undefined;
}

function underWay(world: World, kind: MessageKind, pnRefNum: string) {
  const now = world.now();
  return [...world.messages.values()].filter(
    (message) => message.kind === kind && message.pnRefNum === pnRefNum && isOpen(message, now),
  );
}

// As much as was asked: that less is approved shows only at the end.
function centsUnderWay(world: World, kind: MessageKind, pnRefNum: string): number {
  return underWay(world, kind, pnRefNum).reduce((sum, { amount }) => sum + amount, 0);
}

function about(field: string, message: string): FieldError {
  return { field, message };
}
