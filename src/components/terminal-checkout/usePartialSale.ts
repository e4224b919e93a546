'use client';
import {
  isCarriedOut,
  isOpen,
  isPartlyApproved,
  isUnseen,
  type TerminalOperation,
} from '../../core/operations/terminalOperation.ts';
import { operationsOfTransaction, transactionFromOperations } from '../../core/operations/transactions.ts';
import { useOperations, useTerminalOperations } from '../../hooks/useOperations.ts';
import { type CheckoutContextValue, useCheckout, useLiveSale } from './useCheckoutContext.ts';

type PartialSale = NonNullable<ReturnType<typeof usePartialSale>>;

const noTerminal = { terminalId: '' };

/** For a sale that was approved in part: the amount still due and the approved transaction. Otherwise undefined. */
export function usePartialSale(operation: TerminalOperation | undefined) {
  const core = useTerminalOperations();
  const isPartial = operation !== undefined && isPartlyApproved(operation);
  const operations = useOperations(isPartial ? undefined : noTerminal);
  if (!isPartial) return undefined;
  const { amountCents = 0, confirmedCents = 0, pnRefNum, provider }: TerminalOperation = operation;
  const { first, own = [] } =
    pnRefNum === undefined
      ? {}
      : operationsOfTransaction({ pnRefNum, provider, operations: [operation] }, operations);
  const transaction = first && confirmedCents > 0 ? transactionFromOperations(first, own) : undefined;
  const undoing = own.find(
    (other) => (other.kind === 'void' || other.kind === 'refund') && (isOpen(other) || isCarriedOut(other)),
  );
  // A void always returns the whole amount. A refund may be approved in part.
  const isWhole =
    undoing !== undefined && (undoing.kind === 'void' || (transaction?.refundedCents ?? 0) >= confirmedCents);
  // Whether the void or refund may be shown: while it is open, and then until it is acknowledged. Never while its outcome
  // is unknown.
  const isStanding =
    undoing !== undefined && undoing.phase !== 'unknown' && (isOpen(undoing) || isUnseen(undoing));
  return {
    dueCents: amountCents - confirmedCents,
    /** The approved transaction. Undefined if the service named no reference for it, or if nothing was approved. */
    transaction,
    /** Whether a void or refund of the sale has started and did not fail. If so, the rest of the amount is not charged. */
    isGivenUp: undoing !== undefined,
    isGivenBack: isWhole && isCarriedOut(undoing),
    /** Whether the page shows the void or refund instead of the sale. A void or refund of another tab is not shown. */
    isGivingBackShown: transaction !== undefined && isStanding && core.isOwn(undoing.id),
    acknowledgeGiveBack: () => {
      if (undoing) core.acknowledge(undoing.id);
    },
  };
}

export interface TerminalCheckoutSale extends CheckoutContextValue {
  /** Set if less was approved than requested. */
  partial: PartialSale | undefined;
}

// This hook is not in the context's module: the form's first chunk has that module and must stay small.
/** The sale that a part belongs to. Throws outside of a `TerminalCheckout.Root`. */
export function useTerminalCheckoutContext(): TerminalCheckoutSale {
  const context = useCheckout();
  return { ...context, sale: useLiveSale(context.sale), partial: usePartialSale(context.sale.shown) };
}
