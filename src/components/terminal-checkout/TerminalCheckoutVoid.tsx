'use client';
import { TransactionActionsEntry } from '../transaction-actions/TransactionActionsEntry.tsx';
import { TransactionActionsRoot } from '../transaction-actions/TransactionActionsRoot.tsx';
import { TransactionActionsStatus } from '../transaction-actions/TransactionActionsStatus.tsx';
import { TransactionActionsVoid } from '../transaction-actions/TransactionActionsVoid.tsx';
import { TransactionActionsVoided } from '../transaction-actions/TransactionActionsVoided.tsx';
import { TerminalCheckoutBack } from './TerminalCheckoutBack.tsx';
import { TerminalCheckoutNext } from './TerminalCheckoutNext.tsx';
import { usePartialSale } from './usePartialSale.ts';

/** Gives up what was approved of a sale that was approved in part, in place of taking the rest. */
export function TerminalCheckoutVoid() {
  const partial = usePartialSale();
  return partial?.transaction ? (
    <TransactionActionsRoot transaction={partial.transaction}>
      <TransactionActionsEntry>
        <TransactionActionsVoid />
        <TransactionActionsVoided />
      </TransactionActionsEntry>
      <TransactionActionsStatus>{partial.isVoided ? after : undefined}</TransactionActionsStatus>
    </TransactionActionsRoot>
  ) : null;
}

// Nothing follows a void: the sale is over with it.
const after = (
  <>
    <TerminalCheckoutBack />
    <TerminalCheckoutNext />
  </>
);
