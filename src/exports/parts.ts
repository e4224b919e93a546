export * as AmountField from './parts/amountField.ts';
export * as AttachmentField from './parts/attachmentField.ts';
export * as CloseBatch from './parts/closeBatch.ts';
export * as CloseDay from './parts/closeDay.ts';
export * as DayReport from './parts/dayReport.ts';
export * as LinkShare from './parts/linkShare.ts';
export * as OpenOperations from './parts/openOperations.ts';
export * as PaymentLinkForm from './parts/paymentLinkForm.ts';
export * as PaymentLinkList from './parts/paymentLinkList.ts';
export * as PaymentMirror from './parts/paymentMirror.ts';
export * as PaymentStatus from './parts/paymentStatus.ts';
export * as Receipt from './parts/receipt.ts';
export * as TerminalCheckout from './parts/terminalCheckout.ts';
export * as TerminalPicker from './parts/terminalPicker.ts';
export * as TransactionActions from './parts/transactionActions.ts';
export * as TransactionList from './parts/transactionList.ts';
export type { PartElementProps, PartProps, PartRender } from '../components/kit/part.tsx';
export { useAmountFieldContext } from '../components/amount-field/AmountField.tsx';
export {
  useAmountField,
  type UseAmountFieldOptions,
  type UseAmountFieldResult,
} from '../components/amount-field/useAmountField.ts';
export {
  useAttachmentFieldContext,
  useAttachedFile,
  type AttachedFile,
} from '../components/attachment-field/AttachmentField.tsx';
export {
  useAttachmentField,
  type UseAttachmentFieldOptions,
  type UseAttachmentFieldResult,
} from '../components/attachment-field/useAttachmentField.ts';
export {
  type BatchEntry,
  type ClosedBatch,
  useBatchEntry,
  useCloseBatchContext,
} from '../components/close-batch/CloseBatch.tsx';
export type { Unclosed } from '../components/close-day/useUnclosed.ts';
export {
  type BoardTerminal,
  type CloseDayValue,
  useCloseDayContext,
} from '../components/close-day/useCloseDay.ts';
export type { CurrencyFigures, DayFigures, TerminalFigures } from '../components/day-report/dayFigures.ts';
export { type DayReportValue, useDayReportContext } from '../components/day-report/useDayReport.ts';
export { useLinkShareContext } from '../components/link-share/LinkShare.tsx';
export {
  useLinkShare,
  type UseLinkShareOptions,
  type UseLinkShareResult,
} from '../components/link-share/useLinkShare.ts';
export {
  useOpenOperationsContext,
  type ListedOperations,
} from '../components/open-operations/OpenOperations.tsx';
export {
  usePaymentLinkFormContext,
  useLinkEntry,
  type LinkEntry,
  type LinkFormView,
} from '../components/payment-link-form/useSubmitLink.ts';
export {
  usePaymentLinkList,
  type UsePaymentLinkListOptions,
  type UsePaymentLinkListResult,
  usePaymentLinkListContext,
  useListedLink,
  type ListedLink,
} from '../components/payment-link-list/usePaymentLinkList.ts';
export { type ShownMirror, usePaymentMirrorContext } from '../components/payment-mirror/PaymentMirror.tsx';
export { type MirrorState } from '../components/payment-mirror/mirroredPayment.ts';
export {
  usePaymentMirror,
  type UsePaymentMirrorOptions,
  type UsePaymentMirrorResult,
} from '../components/payment-mirror/usePaymentMirror.ts';
export { type ShownPayment, usePaymentStatusContext } from '../components/payment-status/usePaymentStatus.ts';
export { type PaymentEnding } from '../components/payment-status/paymentEnding.ts';
export { type PaymentView } from '../components/payment-status/paymentView.ts';
export { type ShownReceipt, useReceiptContext } from '../components/receipt/Receipt.tsx';
export type { ReceiptSlip } from '../components/receipt/receiptSlip.ts';
export { type CheckoutEntry, useCheckoutEntry } from '../components/terminal-checkout/useCheckoutContext.ts';
export { useTerminalCheckoutContext } from '../components/terminal-checkout/usePartialSale.ts';
export { type TerminalEntry } from '../components/terminal-picker/useTerminalList.ts';
export {
  useTerminalPicker,
  type UseTerminalPickerOptions,
  type UseTerminalPickerResult,
} from '../components/terminal-picker/useTerminalPicker.ts';
export { type TransactionActionState } from '../components/transaction-actions/actions.tsx';
export {
  type TransactionAction,
  useTransactionAction,
} from '../components/transaction-actions/useTransactionAction.ts';
export {
  type ShownTransaction,
  type TransactionEntry,
  useTransactionActionsContext,
  useTransactionEntry,
} from '../components/transaction-actions/useTransactionActions.ts';
export type { ListedDay } from '../components/transaction-list/useListedDay.ts';
export {
  type TransactionOutcome,
  useTransactionList,
  useTransactionListContext,
  type UseTransactionListOptions,
  type UseTransactionListResult,
} from '../components/transaction-list/useTransactionList.ts';
