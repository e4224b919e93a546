export type {
  HeaderRecord,
  PaymentLinkOptions,
  PaymentsClientOptions,
  Reader,
  Readers,
} from '../core/client/clientOptions.ts';
export type { KnownOperation, OperationQuestion } from '../core/client/askOperation.ts';
export { createPaymentsClient, type PaymentsClient } from '../core/client/createPaymentsClient.ts';
export type { Fetcher, UploadProgress, Uploader } from '../core/client/fetcher.ts';
export type { PollFreshness } from '../core/client/pollFreshness.ts';
export type { MessageQuery, PollOptions } from '../core/client/getProcessedMessage.ts';
export { listAllTerminals } from '../core/client/listAllTerminals.ts';
export { paymentsKeys } from '../core/client/paymentsKeys.ts';
export type { LinkCallOptions } from '../core/client/linkAmounts.ts';
export type { CallOptions, MoneyCallOptions, TerminalRequests } from '../core/client/terminalOperations.ts';
export type { UploadOptions } from '../core/client/uploadAttachments.ts';
export type { AcceptedMessage, BatchClosed } from '../core/contract/acceptedMessage.ts';
export type { Attachment } from '../core/contract/attachment.ts';
export type {
  CreatePaymentLinkRequest,
  ListPaymentLinksQuery,
} from '../core/contract/createPaymentLinkRequest.ts';
export type { CustomValue } from '../core/contract/customValue.ts';
export { linkAddress } from '../core/contract/linkAddress.ts';
export {
  moneyOperations,
  type MoneyOperation,
  operationNames,
  type OperationName,
} from '../core/contract/operationName.ts';
export type { Page, PageQuery } from '../core/contract/page.ts';
export type { LinkAmountUnit, PaymentLink } from '../core/contract/paymentLink.ts';
export {
  type ProcessedMessage,
  type ProcessedMessageReading,
  type ProcessingStatus,
  processingStatuses,
} from '../core/contract/processedMessage.ts';
export type {
  AmountReferenceRequest,
  CloseBatchRequest,
  VoidRequest,
} from '../core/contract/referenceRequest.ts';
export {
  type PaymentLinkVersion,
  type Route,
  type RouteOverride,
  type RouteOverrides,
  routes,
} from '../core/contract/routes.ts';
export type { ListTerminalsQuery, Terminal } from '../core/contract/terminal.ts';
export type { TransactionRequest } from '../core/contract/transactionRequest.ts';
export { ConfigurationError } from '../core/errors/ConfigurationError.ts';
export { ContractError } from '../core/errors/ContractError.ts';
export { HttpError } from '../core/errors/HttpError.ts';
export { InvalidInputError } from '../core/errors/InvalidInputError.ts';
export {
  isPaymentsError,
  PaymentsError,
  type PaymentsErrorCode,
  type RefusedField,
} from '../core/errors/PaymentsError.ts';
export type { OperationState } from '../core/errors/operationState.ts';
export { UnansweredError } from '../core/errors/UnansweredError.ts';
export { createLinkOnce, type LinkOutcome } from '../core/links/createLinkOnce.ts';
export type { LinkSearch } from '../core/links/findLinks.ts';
export {
  createLinkCreation,
  type CreatePaymentLinkPhase,
  type LinkClient,
  type LinkCreation,
  type LinkCreationState,
} from '../core/links/linkCreation.ts';
export {
  type LinkDiscount,
  type LinkTax,
  type LinkTotals,
  linkTotals,
  type LinkTotalsInput,
} from '../core/links/linkTotals.ts';
export { toCsv } from '../core/links/toCsv.ts';
export { currencyDigits } from '../core/money/currencyDigits.ts';
export { formatCents, formatCentsToParts } from '../core/money/formatCents.ts';
export { formatCentsPlain, type FormatCentsPlainOptions } from '../core/money/formatCentsPlain.ts';
export type { FormatCentsOptions } from '../core/money/moneyParts.ts';
export {
  parseCents,
  type ParseCentsOptions,
  type ParseCentsReason,
  type ParseCentsResult,
} from '../core/money/parseCents.ts';
export {
  amountFromCents,
  type AmountFromCentsResult,
  type AmountScale,
  type AmountScaleOptions,
  centsFromAmount,
  type CentsFromAmountResult,
} from '../core/money/wireAmount.ts';
export {
  type AllowedOperation,
  allowedOperations,
  type AllowedReason,
  type Transaction,
} from '../core/operations/allowedOperations.ts';
export { createIndexedDbJournal, type IndexedDbJournalOptions } from '../core/operations/indexedDbJournal.ts';
export type { TabChannel } from '../core/page/tabChannel.ts';
export { transactionOf } from '../core/operations/transactionOf.ts';
export { classifyStatus } from '../core/operations/classifyStatus.ts';
export {
  createTerminalOperations,
  type Resolution,
  type StartOptions,
  type TerminalOperations,
  type TerminalOperationsOptions,
} from '../core/operations/createTerminalOperations.ts';
export type { DuplicateGuard } from '../core/operations/duplicateGuard.ts';
export { createFlowView, type FlowState, type FlowView } from '../core/operations/flowView.ts';
export { getTerminalOperations } from '../core/operations/getTerminalOperations.ts';
export type { ClaimResult, Journal, JournalFilter, OperationRecord } from '../core/operations/journal.ts';
export { createMemoryJournal } from '../core/operations/memoryJournal.ts';
export type { OperationFilter } from '../core/operations/operationStore.ts';
export type { PaymentsEvent, PaymentsEventListener, ToldLink } from '../core/operations/paymentsEvent.ts';
export type { Refusal, StartResult } from '../core/operations/startResult.ts';
export {
  approvedCents,
  isOpen,
  isUnseen,
  type OperationError,
  type Phase,
  type ResolutionBasis,
  type TerminalOperation,
  type UnknownReason,
} from '../core/operations/terminalOperation.ts';
export type { Connection, MessageState } from '../core/polling/messageState.ts';
export type { CheckResult, MessageWatch } from '../core/polling/messageWatcher.ts';
export {
  type ChooseMessage,
  type ChosenMessage,
  createPollBudget,
  type PollBudget,
  type PollBudgetOptions,
  type PollSlot,
} from '../core/polling/pollBudget.ts';
export { createIndexedDbPollStore } from '../core/polling/indexedDbPollStore.ts';
export type { AskedMessage, HeardMessage, PollLog } from '../core/polling/pollLog.ts';
export { createMemoryPollStore, type PollStore } from '../core/polling/pollStore.ts';
export { type Clock, systemClock, type TimerHandle } from '../core/time/clock.ts';
export { createVirtualClock, type VirtualClock } from '../core/time/virtualClock.ts';
export { defaultFileLimits, type FileLimitOptions, type FileLimits } from '../core/uploads/fileLimits.ts';
export type { FileProblem } from '../core/uploads/fileProblem.ts';
export { filesOfTransfer } from '../core/uploads/filesOfTransfer.ts';
export type { UploadFile } from '../core/uploads/uploadFile.ts';
export { createUploadQueue, type UploadQueue } from '../core/uploads/uploadQueue.ts';
