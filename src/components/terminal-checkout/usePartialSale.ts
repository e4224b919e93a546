'use client';
import {
  isOpen,
  isPartlyApproved,
  isUnseen,
  type TerminalOperation,
} from '../../core/operations/terminalOperation.ts';
import {
  isDone,
  operationsOn,
  type Transaction,
  transactionFrom,
} from '../../core/operations/transactions.ts';
import { useOperations, useTerminalOperations } from '../../hooks/useOperations.ts';

export interface PartialSale {
  dueCents: number;
  /** Undefined where the service named no reference, or nothing was approved. */
  transaction: Transaction | undefined;
  /** Whether what was approved is being given up, or was: then nothing is charged beside it. */
  isGivenUp: boolean;
  isGivenBack: boolean;
  /** Whether the void, or the refund, stands in the place of the sale. */
  isGivingBackShown: boolean;
  /** Takes note of how that ended. */
  acknowledgeGiveBack: () => void;
}

const noTerminal = { terminalId: '' };

/** What is due of the sale, and what was approved, where that is less than was asked for. */
export function usePartialSale(operation: TerminalOperation | undefined): PartialSale | undefined {
  const core = useTerminalOperations();
  const isPartial = operation !== undefined && isPartlyApproved(operation);
  const operations = useOperations(isPartial ? undefined : noTerminal);
  if (!isPartial) return undefined;
  const { amountCents = 0, confirmedCents = 0, pnRefNum, provider }: TerminalOperation = operation;
  const { first, own = [] } =
    pnRefNum === undefined ? {} : operationsOn({ pnRefNum, provider, operations: [operation] }, operations);
  const transaction = first && confirmedCents > 0 ? transactionFrom(first, own) : undefined;
  const undoing = own.find(
    (other) => (other.kind === 'void' || other.kind === 'refund') && (isOpen(other) || isDone(other)),
  );
  // A refund may be approved in part as well.
  const isWhole =
    undoing !== undefined && (undoing.kind === 'void' || (transaction?.refundedCents ?? 0) >= confirmedCents);
  // Where it is not known yet, one goes on with the sale.
  const isStanding =
    undoing !== undefined && undoing.phase !== 'unknown' && (isOpen(undoing) || isUnseen(undoing));
  return {
    dueCents: amountCents - confirmedCents,
    transaction,
    isGivenUp: undoing !== undefined,
    isGivenBack: isWhole && isDone(undoing),
    // One of another tab is shown here only while it is open.
    isGivingBackShown: transaction !== undefined && isStanding && core.isOwn(undoing.id),
    acknowledgeGiveBack: () => {
      if (undoing) core.acknowledge(undoing.id);
    },
  };
}
