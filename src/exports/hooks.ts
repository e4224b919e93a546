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
export type { CreatePaymentLinkPhase, LinkCreationState } from '../core/links/linkCreation.ts';
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
export { usePollMessage, type UsePollMessageResult } from '../hooks/usePollMessage.ts';
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
