'use client';
import {
  isCarriedOut,
  isOpen,
  isPartlyApproved,
  isUnseen,
  type TerminalOperation,
} from '../../core/operations/terminalOperation.ts';
import {
  saleAndOperationsOfTransaction,
  transactionFromOperations,
} from '../../core/operations/transactions.ts';
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
      : saleAndOperationsOfTransaction({ pnRefNum, provider, operations: [operation] }, operations);
  const transaction = first && confirmedCents > 0 ? transactionFromOperations(first, own) : undefined;
  const undoing = own.find(
    (other) => (other.kind === 'void' || other.kind === 'refund') && (isOpen(other) || isCarriedOut(other)),
  );
  // A void gives back the whole amount. A refund gives back the whole only if all of it was refunded.
  const isWhole =
    undoing !== undefined && (undoing.kind === 'void' || (transaction?.refundedCents ?? 0) >= confirmedCents);
  // Whether to show the void or refund: while it is open, then until it is acknowledged; not while its outcome is
  // unknown.
  const isStanding =
    undoing !== undefined && undoing.phase !== 'unknown' && (isOpen(undoing) || isUnseen(undoing));
  return {
    dueCents: amountCents - confirmedCents,
    /** The approved transaction. Undefined if the service named no reference for it, or if nothing was approved. */
    transaction,
    /** Whether a void or refund of the sale is open or carried out. If so, the rest of the amount is not taken. */
    isGivenUp: undoing !== undefined,
    isGivenBack: isWhole && isCarriedOut(undoing),
    /** Whether the void or refund is shown in place of the sale. One that another tab started is not shown. */
    isGivingBackShown: transaction !== undefined && isStanding && core.isOwn(undoing.id),
    acknowledgeGiveBack: () => {
      if (undoing) core.acknowledge(undoing.id);
    },
  };
}

export interface TerminalCheckoutSale extends CheckoutContextValue {
  /** What is still due of the shown sale; undefined unless the sale was approved in part. */
  partial: PartialSale | undefined;
}

// This hook is not in `useCheckoutContext.ts`, because the form's first chunk has that file and must stay small.
/** The sale that a part belongs to. Throws outside of a `TerminalCheckout.Root`. */
export function useTerminalCheckoutContext(): TerminalCheckoutSale {
  const context = useCheckout();
  return { ...context, sale: useLiveSale(context.sale), partial: usePartialSale(context.sale.shown) };
}
