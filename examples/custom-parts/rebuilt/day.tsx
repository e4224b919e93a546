import type {
  CloseDayProps,
  DayReportProps,
  PaymentMirrorProps,
  ReceiptProps,
  TransactionListProps,
} from 'tillkit';
import type { RecordedOperation } from 'tillkit/core';
import {
  type BoardTerminal,
  CloseDay,
  DayReport,
  PaymentMirror,
  Receipt,
  TransactionList,
} from 'tillkit/parts';

/** `Receipt`, part by part. */
export function OwnReceipt({ shop, footer, ...props }: ReceiptProps) {
  return (
    <Receipt.Root {...props}>
      <Receipt.Reprint />
      <Receipt.Shop>{shop}</Receipt.Shop>
      <Receipt.Title />
      <Receipt.Figures />
      <Receipt.Sentences />
      <Receipt.Details />
      <Receipt.Footer>{footer}</Receipt.Footer>
      <Receipt.Print />
    </Receipt.Root>
  );
}

/** `PaymentMirror`, part by part. */
export function OwnPaymentMirror({ children, ...props }: PaymentMirrorProps) {
  return (
    <PaymentMirror.Root {...props}>
      <PaymentMirror.Idle>{children}</PaymentMirror.Idle>
      <PaymentMirror.Body>
        <PaymentMirror.Amount />
        <PaymentMirror.Title />
        <PaymentMirror.Sentences />
        <PaymentMirror.QrCode />
      </PaymentMirror.Body>
    </PaymentMirror.Root>
  );
}

/** `DayReport`, part by part. */
export function OwnDayReport({ shop, ...props }: DayReportProps) {
  return (
    <DayReport.Root {...props}>
      <DayReport.Day />
      <DayReport.Shop>{shop}</DayReport.Shop>
      <DayReport.Title />
      <DayReport.Period />
      <DayReport.Note />
      <DayReport.Error />
      <DayReport.Loading />
      <DayReport.Empty />
      <DayReport.Totals />
      <DayReport.Unknown />
      <DayReport.Held />
      <DayReport.Legs />
      <DayReport.Corrections />
      <DayReport.Terminals />
      <DayReport.Payments />
      <DayReport.Print />
    </DayReport.Root>
  );
}

const renderTerminal = (terminal: BoardTerminal) => (
  <CloseDay.Terminal key={terminal.id} terminal={terminal} />
);

/** `CloseDay`, part by part. */
export function OwnCloseDay(props: CloseDayProps) {
  return (
    <CloseDay.Root {...props}>
      <CloseDay.Title />
      <CloseDay.Note />
      <CloseDay.Error />
      <CloseDay.Loading />
      <CloseDay.Empty />
      <CloseDay.Terminals>{renderTerminal}</CloseDay.Terminals>
      <CloseDay.More />
      <CloseDay.Actions>
        <CloseDay.AllClosed />
        <CloseDay.Question />
        <CloseDay.Done />
        <CloseDay.CloseAll />
      </CloseDay.Actions>
    </CloseDay.Root>
  );
}

const renderRow = (operation: RecordedOperation, undoneCents: number | undefined) => (
  <TransactionList.Row key={operation.id} operation={operation} undoneCents={undoneCents} />
);

/** `TransactionList`, part by part. */
export function OwnTransactionList(props: TransactionListProps) {
  return (
    <TransactionList.Root {...props}>
      <TransactionList.Head>
        <TransactionList.Headline />
        <TransactionList.Download />
      </TransactionList.Head>
      <TransactionList.Note />
      <TransactionList.Tools>
        <TransactionList.Day />
        <TransactionList.Search />
        <TransactionList.Reading />
        <TransactionList.Filters />
      </TransactionList.Tools>
      <TransactionList.DownloadError />
      <TransactionList.Error />
      <TransactionList.ToLookAt>{renderRow}</TransactionList.ToLookAt>
      <TransactionList.Rows>{renderRow}</TransactionList.Rows>
      <TransactionList.Empty />
      <TransactionList.More />
    </TransactionList.Root>
  );
}
