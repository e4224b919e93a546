export {
  AmountField,
  type AmountChangeDetails,
  type AmountFieldProps,
} from '../components/amount-field/AmountField.tsx';
export type { AmountFieldLabels, AmountProblem } from '../components/amount-field/amountFieldLabels.ts';
export {
  AttachmentField,
  type AttachmentFieldProps,
} from '../components/attachment-field/AttachmentField.tsx';
export type { AttachmentFieldLabels } from '../components/attachment-field/attachmentFieldLabels.ts';
export type { AttachmentsDetails } from '../components/attachment-field/useAttachmentsReport.ts';
export { CloseBatch, type CloseBatchProps } from '../components/close-batch/CloseBatch.tsx';
export type { CloseBatchLabels } from '../components/close-batch/closeBatchLabels.ts';
export { LinkShare, type LinkShareProps } from '../components/link-share/LinkShare.tsx';
export type { LinkShareLabels } from '../components/link-share/linkShareLabels.ts';
export { OpenOperations, type OpenOperationsProps } from '../components/open-operations/OpenOperations.tsx';
export type { OpenOperationsLabels } from '../components/open-operations/openOperationsLabels.ts';
export type {
  GivenCustomValue,
  LinkFieldRule,
  PaymentLinkFields,
} from '../components/payment-link-form/linkFields.ts';
export type { CustomValueOption } from '../components/payment-link-form/linkFormValues.ts';
export {
  PaymentLinkForm,
  type PaymentLinkFormProps,
} from '../components/payment-link-form/PaymentLinkForm.tsx';
export type { PaymentLinkFormLabels } from '../components/payment-link-form/paymentLinkFormLabels.ts';
export type { PaymentLinkColumn, PaymentLinkColumnId } from '../components/payment-link-list/linkColumns.ts';
export {
  PaymentLinkList,
  type PaymentLinkListProps,
} from '../components/payment-link-list/PaymentLinkList.tsx';
export type { PaymentLinkListLabels } from '../components/payment-link-list/paymentLinkListLabels.ts';
export { PaymentStatus, type PaymentStatusProps } from '../components/payment-status/PaymentStatus.tsx';
export type { PaymentStatusLabels } from '../components/payment-status/paymentStatusLabels.ts';
export {
  TerminalCheckout,
  type TerminalCheckoutProps,
} from '../components/terminal-checkout/TerminalCheckout.tsx';
export type { TerminalCheckoutLabels } from '../components/terminal-checkout/terminalCheckoutLabels.ts';
export { TerminalPicker, type TerminalPickerProps } from '../components/terminal-picker/TerminalPicker.tsx';
export type { TerminalPickerLabels } from '../components/terminal-picker/terminalPickerLabels.ts';
export type { TerminalChangeDetails } from '../components/terminal-picker/useChosenTerminal.ts';
export {
  TransactionActions,
  type TransactionActionsProps,
} from '../components/transaction-actions/TransactionActions.tsx';
export type { TransactionActionsLabels } from '../components/transaction-actions/transactionActionsLabels.ts';
export type { LabelCatalogue, LabelOverrides } from '../hooks/labelCatalogue.ts';
export { PaymentsProvider, type PaymentsProviderProps } from '../hooks/PaymentsProvider.tsx';
export {
  useAllTerminals,
  type UseAllTerminalsOptions,
  type UseAllTerminalsResult,
} from '../hooks/useAllTerminals.ts';
export type { CreatePaymentLinkPhase, LinkCreationState, LinkSearch } from '../core/links/linkCreation.ts';
export {
  useCreatePaymentLink,
  type UseCreatePaymentLinkOptions,
  type UseCreatePaymentLinkResult,
} from '../hooks/useCreatePaymentLink.ts';
export { useOperation, type UseOperationResult } from '../hooks/useOperation.ts';
export {
  useOperations,
  type UseOperationsOptions,
  type UseOperationsResult,
} from '../hooks/useOperations.ts';
export {
  usePaymentLinks,
  type UsePaymentLinksOptions,
  type UsePaymentLinksResult,
} from '../hooks/usePaymentLinks.ts';
export { usePaymentsClient } from '../hooks/usePaymentsClient.ts';
export { usePollMessage, type UsePollMessageResult } from '../hooks/usePollMessage.ts';
export {
  useTerminalPayment,
  type UseTerminalPaymentOptions,
  type UseTerminalPaymentResult,
} from '../hooks/useTerminalPayment.ts';
export { useTerminals, type UseTerminalsOptions, type UseTerminalsResult } from '../hooks/useTerminals.ts';
export {
  useUploadAttachments,
  type UseUploadAttachmentsOptions,
  type UseUploadAttachmentsResult,
} from '../hooks/useUploadAttachments.ts';
export {
  useCloseBatch,
  type UseCloseBatchOptions,
  type UseCloseBatchResult,
} from '../hooks/useCloseBatch.ts';
export {
  useTerminalCapture,
  type UseTerminalCaptureOptions,
  type UseTerminalCaptureResult,
} from '../hooks/useTerminalCapture.ts';
export {
  useTerminalPreAuth,
  type UseTerminalPreAuthOptions,
  type UseTerminalPreAuthResult,
} from '../hooks/useTerminalPreAuth.ts';
export {
  useTerminalRefund,
  type UseTerminalRefundOptions,
  type UseTerminalRefundResult,
} from '../hooks/useTerminalRefund.ts';
export {
  useTerminalVoid,
  type UseTerminalVoidOptions,
  type UseTerminalVoidResult,
} from '../hooks/useTerminalVoid.ts';
