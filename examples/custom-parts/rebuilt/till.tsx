import type {
  CloseBatchProps,
  OpenOperationsProps,
  PaymentStatusProps,
  TerminalCheckoutProps,
  TransactionActionsProps,
} from 'tillkit';
import {
  CloseBatch,
  OpenOperations,
  PaymentStatus,
  TerminalCheckout,
  TransactionActions,
} from 'tillkit/parts';

/** `TerminalCheckout`, part by part. */
export function OwnTerminalCheckout(props: TerminalCheckoutProps) {
  return (
    <TerminalCheckout.Root {...props}>
      <TerminalCheckout.Unknown />
      <TerminalCheckout.Entry>
        <TerminalCheckout.Last />
        {props.order && <TerminalCheckout.Order />}
        <TerminalCheckout.Pair>
          <TerminalCheckout.Terminal />
          <TerminalCheckout.Amount>
            <TerminalCheckout.AmountField />
            <TerminalCheckout.QuickAmounts>
              {(cents) => <TerminalCheckout.QuickAmount key={cents} amountCents={cents} />}
            </TerminalCheckout.QuickAmounts>
            <TerminalCheckout.Keypad />
          </TerminalCheckout.Amount>
        </TerminalCheckout.Pair>
        <TerminalCheckout.Add>
          <TerminalCheckout.OrderNumber />
          <TerminalCheckout.CustomValues />
          <TerminalCheckout.Receipt>
            <TerminalCheckout.ReceiptWanted />
            <TerminalCheckout.Addresses />
          </TerminalCheckout.Receipt>
        </TerminalCheckout.Add>
        <TerminalCheckout.Action>
          <TerminalCheckout.Charge />
          <TerminalCheckout.Hint />
        </TerminalCheckout.Action>
        <TerminalCheckout.Question />
        <TerminalCheckout.Refusal />
      </TerminalCheckout.Entry>
      <TerminalCheckout.Status>
        <TerminalCheckout.LaterHint />
        <TerminalCheckout.Later />
        <TerminalCheckout.Back />
        <TerminalCheckout.Next />
        <TerminalCheckout.TryAgain />
        <TerminalCheckout.Rest />
      </TerminalCheckout.Status>
    </TerminalCheckout.Root>
  );
}

/** `PaymentStatus`, part by part; `StatusSlip` shows the inside of the outcome. */
export function OwnPaymentStatus({ actions, ...props }: PaymentStatusProps) {
  return (
    <PaymentStatus.Root {...props}>
      <PaymentStatus.Empty />
      <PaymentStatus.Progress>
        <PaymentStatus.Head>
          <PaymentStatus.Amount />
          <PaymentStatus.Elapsed />
        </PaymentStatus.Head>
        <PaymentStatus.Steps />
        <PaymentStatus.Now />
        <PaymentStatus.Connection />
        <PaymentStatus.NotDurable />
        <PaymentStatus.Waiting>
          <PaymentStatus.Check />
          <PaymentStatus.Stop />
        </PaymentStatus.Waiting>
      </PaymentStatus.Progress>
      <PaymentStatus.Outcome />
      <PaymentStatus.Sentences />
      <PaymentStatus.Approval />
      <PaymentStatus.Anomalies />
      <PaymentStatus.Unknown />
      <PaymentStatus.Details />
      {actions && <PaymentStatus.Actions>{actions}</PaymentStatus.Actions>}
    </PaymentStatus.Root>
  );
}

const about = (
  <TransactionActions.About>
    <TransactionActions.Name />
    <TransactionActions.Text />
  </TransactionActions.About>
);
/** `TransactionActions`, part by part. */
export function OwnTransactionActions(props: TransactionActionsProps) {
  return (
    <TransactionActions.Root {...props}>
      <TransactionActions.Entry>
        <TransactionActions.Facts>
          <TransactionActions.Title />
          <TransactionActions.Amount />
          <TransactionActions.Details />
        </TransactionActions.Facts>
        <TransactionActions.WhyNot />
        <TransactionActions.Capture>
          {about}
          <TransactionActions.Question />
          <TransactionActions.Controls>
            <TransactionActions.Field />
            <div className="tillkit-actions">
              <TransactionActions.Submit />
            </div>
          </TransactionActions.Controls>
          <TransactionActions.Refusal />
        </TransactionActions.Capture>
        <TransactionActions.GiveBack>
          {about}
          <TransactionActions.Question />
          <TransactionActions.Controls />
          <TransactionActions.Refusal />
        </TransactionActions.GiveBack>
      </TransactionActions.Entry>
      <TransactionActions.Status>
        <TransactionActions.InsteadHint />
        <TransactionActions.Back />
        <TransactionActions.Instead />
      </TransactionActions.Status>
    </TransactionActions.Root>
  );
}

/** `CloseBatch`, part by part. */
export function OwnCloseBatch({ summary, ...props }: CloseBatchProps) {
  return (
    <CloseBatch.Root {...props}>
      <CloseBatch.Entry>
        <CloseBatch.Head>
          <CloseBatch.Title />
          <CloseBatch.Terminal />
        </CloseBatch.Head>
        <CloseBatch.Consequences />
        {summary}
        <CloseBatch.Open />
        <CloseBatch.Refusal />
        <CloseBatch.Question />
        <CloseBatch.Action>
          <CloseBatch.Hint />
          <CloseBatch.Close />
        </CloseBatch.Action>
      </CloseBatch.Entry>
      <CloseBatch.Status />
    </CloseBatch.Root>
  );
}

/** `OpenOperations`, part by part. */
export function OwnOpenOperations(props: OpenOperationsProps) {
  return (
    <OpenOperations.Root {...props}>
      <OpenOperations.Title />
      <OpenOperations.Loading />
      <OpenOperations.Empty />
      <OpenOperations.List>
        {(operation) => <OpenOperations.Row key={operation.id} operation={operation} />}
      </OpenOperations.List>
    </OpenOperations.Root>
  );
}
