export { createPaymentsClient } from '../core/standalone/createPaymentsClient.ts';
export { createGatewayClient } from '../core/mirror/createGatewayClient.ts';
export type { GatewayClient } from '../core/mirror/gatewayClient.ts';
export type { PaymentsClient } from '../core/client/paymentsClient.ts';
export { formatCents } from '../core/money/formatCents.ts';
export { parseCents } from '../core/money/parseCents.ts';
export type { FieldRule } from '../components/kit/fields.tsx';
export { AmountField, type AmountFieldProps } from '../components/amount-field/AmountField.tsx';
export { type AmountProblem } from '../words/en.ts';
export { type AmountChangeDetails } from '../components/amount-field/useAmountField.ts';
export {
  AttachmentField,
  type AttachmentFieldProps,
} from '../components/attachment-field/AttachmentField.tsx';
export { type AttachmentsDetails } from '../components/attachment-field/useAttachmentField.ts';
export { CloseBatch, type CloseBatchProps } from '../components/close-batch/CloseBatch.tsx';
export { CloseDay, type CloseDayProps } from '../components/close-day/CloseDay.tsx';
export { DayReport, type DayReportProps } from '../components/day-report/DayReport.tsx';
export { LinkShare, type LinkShareProps } from '../components/link-share/LinkShare.tsx';
export { OpenOperations, type OpenOperationsProps } from '../components/open-operations/OpenOperations.tsx';
export {
  type GivenCustomValue,
  type LinkFieldRule,
  type PaymentLinkFields,
  type CustomValueOption,
} from '../components/payment-link-form/linkFormValues.ts';
export {
  PaymentLinkForm,
  type PaymentLinkFormProps,
} from '../components/payment-link-form/PaymentLinkForm.tsx';
export { type PaymentLinkFormOptions } from '../components/payment-link-form/useSubmitLink.ts';
export {
  type PaymentLinkColumn,
  type PaymentLinkColumnId,
} from '../components/payment-link-list/linkColumns.tsx';
export {
  PaymentLinkList,
  type PaymentLinkListProps,
} from '../components/payment-link-list/PaymentLinkList.tsx';
export { PaymentMirror, type PaymentMirrorProps } from '../components/payment-mirror/PaymentMirror.tsx';
export { type MirrorLink } from '../components/payment-mirror/usePaymentMirror.ts';
export { PaymentStatus, type PaymentStatusProps } from '../components/payment-status/PaymentStatus.tsx';
export { Receipt, type ReceiptProps } from '../components/receipt/Receipt.tsx';
export {
  TerminalCheckout,
  type TerminalCheckoutProps,
} from '../components/terminal-checkout/TerminalCheckout.tsx';
export {
  type CheckoutConfirm,
  type CheckoutFields,
  type CheckoutTerminals,
} from '../components/terminal-checkout/checkoutDraft.ts';
export { type CheckoutKind } from '../components/terminal-checkout/useCheckoutSale.ts';
export { TerminalPicker, type TerminalPickerProps } from '../components/terminal-picker/TerminalPicker.tsx';
export {
  type TerminalChangeDetails,
  type TerminalRules,
} from '../components/terminal-picker/useChosenTerminal.ts';
export {
  TransactionActions,
  type TransactionActionsProps,
} from '../components/transaction-actions/TransactionActions.tsx';
export {
  TransactionList,
  type TransactionListProps,
} from '../components/transaction-list/TransactionList.tsx';
export { type TransactionColumn } from '../components/transaction-list/useTransactionList.ts';
export type { Count } from '../words/plural.ts';
export type { Labels, LabelOverrides } from '../words/words.ts';
export { usePaymentsClient } from '../hooks/usePaymentsContext.ts';
export { PaymentsProvider, type PaymentsProviderProps } from '../hooks/PaymentsProvider.tsx';
export {
  useAllTerminals,
  type UseAllTerminalsOptions,
  type UseAllTerminalsResult,
  useTerminals,
  type UseTerminalsOptions,
  type UseTerminalsResult,
} from '../hooks/useTerminals.ts';
export type { LinkSearch } from '../core/links/findLinks.ts';
export type { CreatePaymentLinkPhase, LinkCreationState } from '../core/links/linkCreator.ts';
export {
  useClosing,
  type UseClosingOptions,
  type UseClosingResult,
  useClosings,
  type UseClosingsOptions,
  type UseClosingsResult,
} from '../hooks/useClosings.ts';
export {
  useCreatePaymentLink,
  type UseCreatePaymentLinkOptions,
  type UseCreatePaymentLinkResult,
} from '../hooks/useCreatePaymentLink.ts';
export {
  useOperation,
  type UseOperationResult,
  useOperations,
  type UseOperationsOptions,
  type UseOperationsResult,
  useTerminalOperations,
  type UseTerminalOperationsResult,
} from '../hooks/useOperations.ts';
export {
  usePaymentLinks,
  type UsePaymentLinksOptions,
  type UsePaymentLinksResult,
} from '../hooks/usePaymentLinks.ts';
export {
  useTransaction,
  type UseTransactionOptions,
  type UseTransactionResult,
  useTransactions,
  type UseTransactionsOptions,
  type UseTransactionsResult,
} from '../hooks/useTransactions.ts';
export {
  useOperationHistory,
  type UseOperationHistoryOptions,
  type UseOperationHistoryResult,
  useRecordedOperation,
  type UseRecordedOperationOptions,
  type UseRecordedOperationResult,
} from '../hooks/useOperationHistory.ts';
export { useOrder, type UseOrderOptions, type UseOrderResult } from '../hooks/useOrder.ts';
export { useReport, type UseReportOptions, type UseReportResult } from '../hooks/useReport.ts';
export type { RecordPagesOptions, RecordPagesResult } from '../hooks/useRecordPages.ts';
export type { RecordQueryResult } from '../hooks/useRecordQuery.ts';
export {
  usePollMessage,
  type UsePollMessageOptions,
  type UsePollMessageResult,
} from '../hooks/usePollMessage.ts';
export {
  useTerminalPayment,
  type UseTerminalPaymentOptions,
  type UseTerminalPaymentResult,
  useCloseBatch,
  type UseCloseBatchOptions,
  type UseCloseBatchResult,
  useTerminalCapture,
  type UseTerminalCaptureOptions,
  type UseTerminalCaptureResult,
  useTerminalPreAuth,
  type UseTerminalPreAuthOptions,
  type UseTerminalPreAuthResult,
  useTerminalRefund,
  type UseTerminalRefundOptions,
  type UseTerminalRefundResult,
  useTerminalVoid,
  type UseTerminalVoidOptions,
  type UseTerminalVoidResult,
} from '../hooks/useTerminalFlow.ts';
export {
  useUploadAttachments,
  type UseUploadAttachmentsOptions,
  type UseUploadAttachmentsResult,
} from '../hooks/useUploadAttachments.ts';
