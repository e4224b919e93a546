'use client';
import type { Transaction } from '../../core/operations/allowedOperations.ts';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { transactionOf } from '../../core/operations/transactionOf.ts';
import { useOperations } from '../../hooks/useOperations.ts';
import { isVoided } from '../transaction-actions/transactionRules.ts';
import { useTerminalCheckoutContext } from './useTerminalCheckoutContext.ts';

interface PartialSale {
  dueCents: number;
  /** Undefined where the service named no reference, or nothing was approved. */
  transaction: Transaction | undefined;
  isVoided: boolean;
}

/** What is due of the sale, and what was approved, where that is less than was asked for. */
export function usePartialSale(): PartialSale | undefined {
  const { operation } = useTerminalCheckoutContext().sale.payment;
  const operations = useOperations();
  if (operation?.phase !== 'partial') return undefined;
  const { amountCents = 0, confirmedCents = 0, pnRefNum }: TerminalOperation = operation;
  const transaction =
    pnRefNum === undefined || confirmedCents === 0 ? undefined : transactionOf(operations, pnRefNum);
  return {
    dueCents: amountCents - confirmedCents,
    transaction,
    isVoided: transaction !== undefined && isVoided(transaction, operations),
  };
}
