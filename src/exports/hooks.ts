export type { Count } from '../hooks/count.ts';
export type { LabelCatalogue, LabelOverrides } from '../hooks/labelCatalogue.ts';
export { PaymentsProvider, type PaymentsProviderProps } from '../hooks/PaymentsProvider.tsx';
export {
  useAllTerminals,
  type UseAllTerminalsOptions,
  type UseAllTerminalsResult,
} from '../hooks/useAllTerminals.ts';
export type { LinkSearch } from '../core/links/findLinks.ts';
export type { CreatePaymentLinkPhase, LinkCreationState } from '../core/links/linkCreation.ts';
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
export { useTerminalOperations, type UseTerminalOperationsResult } from '../hooks/useTerminalOperations.ts';
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
