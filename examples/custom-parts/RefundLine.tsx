import type { TransactionActionsProps } from 'tillkit';
import { TransactionActions } from 'tillkit/parts';
import { ShopButton } from './ShopButton.tsx';

/** Giving money back on one line: what it is, how much of it, and the shop's button. */
export function RefundLine({ transaction }: Pick<TransactionActionsProps, 'transaction'>) {
  return (
    <TransactionActions.Root transaction={transaction} className="board">
      <TransactionActions.Entry>
        <TransactionActions.WhyNot />
        <TransactionActions.GiveBack className="board-head">
          <TransactionActions.Name />
          <TransactionActions.Question />
          <TransactionActions.Field />
          <TransactionActions.Submit render={<ShopButton />} />
          <TransactionActions.Refusal />
        </TransactionActions.GiveBack>
      </TransactionActions.Entry>
      <TransactionActions.Status />
    </TransactionActions.Root>
  );
}
