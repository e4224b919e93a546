'use client';
import { isDone, type Transaction, transactionOf } from '../../core/operations/transactions.ts';
import { isOpen, isUnseen, type TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useOperations } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useTerminalCheckoutContext } from './useTerminalCheckoutContext.ts';

interface PartialSale {
  dueCents: number;
  /** Undefined where the service named no reference, or nothing was approved. */
  transaction: Transaction | undefined;
  /** Whether what was approved is being given up, or was: then nothing is charged beside it. */
  isGivenUp: boolean;
  isVoided: boolean;
  /** Whether the void stands in the place of the sale. */
  isVoidShown: boolean;
  /** Takes note of how the void ended. */
  acknowledgeVoid: () => void;
}

/** What is due of the sale, and what was approved, where that is less than was asked for. */
export function usePartialSale(): PartialSale | undefined {
  const { operation } = useTerminalCheckoutContext().sale.payment;
  const { operations: core } = usePaymentsContext();
  const operations = useOperations();
  if (operation?.phase !== 'partial') return undefined;
  const { amountCents = 0, confirmedCents = 0, pnRefNum }: TerminalOperation = operation;
  const transaction =
    pnRefNum === undefined || confirmedCents === 0 ? undefined : transactionOf(operations, pnRefNum);
  const undoing = operations.find(
    (other) => other.kind === 'void' && other.pnRefNum === pnRefNum && (isOpen(other) || isDone(other)),
  );
  // Where it is not known yet, one goes on with the sale.
  const isStanding =
    undoing !== undefined && undoing.phase !== 'unknown' && (isOpen(undoing) || isUnseen(undoing));
  return {
    dueCents: amountCents - confirmedCents,
    transaction,
    isGivenUp: undoing !== undefined,
    isVoided: undoing !== undefined && isDone(undoing),
    // One of another tab is shown here only while it is open.
    isVoidShown: transaction !== undefined && isStanding && core.isOwn(undoing.id),
    acknowledgeVoid: () => {
      if (undoing) core.acknowledge(undoing.id);
    },
  };
}
