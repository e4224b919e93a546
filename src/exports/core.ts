export type {
  HeaderRecord,
  PaymentLinkOptions,
  PaymentsClientOptions,
  Reader,
  Readers,
  Fetcher,
  UploadProgress,
  Uploader,
} from '../core/client/clientContext.ts';
export type { KnownOperation, OperationQuestion } from '../core/client/askOperation.ts';
export {
  createPaymentsClient,
  type PaymentsClient,
  listAllTerminals,
  paymentsKeys,
} from '../core/client/createPaymentsClient.ts';
export type { PollFreshness, MessageQuery, PollOptions } from '../core/client/getProcessedMessage.ts';
export type { LinkCallOptions } from '../core/client/paymentLinks.ts';
export type { CallOptions, MoneyCallOptions, TerminalRequests } from '../core/client/terminalOperations.ts';
export type { UploadOptions } from '../core/client/uploadAttachments.ts';
export {
  type AcceptedMessage,
  type BatchClosed,
  type ProcessedMessage,
  type ProcessedMessageReading,
  type ProcessingStatus,
  processingStatuses,
} from '../core/wire/message.ts';
export type {
  Attachment,
  CreatePaymentLinkRequest,
  ListPaymentLinksQuery,
  CustomValue,
  AmountReferenceRequest,
  CloseBatchRequest,
  VoidRequest,
  TransactionRequest,
} from '../core/wire/requests.ts';
export { linkAddress, type LinkAmountUnit, type PaymentLink } from '../core/wire/paymentLink.ts';
export {
  moneyOperations,
  type MoneyOperation,
  operationNames,
  type OperationName,
  type PaymentLinkVersion,
  type Route,
  type RouteOverride,
  type RouteOverrides,
  routes,
} from '../core/wire/routes.ts';
export type { Page, PageQuery } from '../core/wire/page.ts';
export type { ListTerminalsQuery, Terminal } from '../core/wire/terminal.ts';
export {
  ConfigurationError,
  ContractError,
  HttpError,
  InvalidInputError,
  isPaymentsError,
  PaymentsError,
  type PaymentsErrorCode,
  type RefusedField,
  type OperationState,
  UnansweredError,
} from '../core/errors.ts';
export {
  createLinkOnce,
  type LinkOutcome,
  createLinkCreation,
  type CreatePaymentLinkPhase,
  type LinkClient,
  type LinkCreation,
  type LinkCreationState,
} from '../core/links/linkCreation.ts';
export { type LinkSearch, toCsv } from '../core/links/findLinks.ts';
export {
  type LinkDiscount,
  type LinkTax,
  type LinkTotals,
  linkTotals,
  type LinkTotalsInput,
} from '../core/links/linkTotals.ts';
export { currencyDigits } from '../core/money/currency.ts';
export {
  formatCents,
  formatCentsToParts,
  formatCentsPlain,
  type FormatCentsPlainOptions,
  type FormatCentsOptions,
} from '../core/money/formatCents.ts';
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
  transactionOf,
} from '../core/operations/transactions.ts';
export {
  createIndexedDbJournal,
  type IndexedDbJournalOptions,
  type ClaimResult,
  type Journal,
  type JournalFilter,
  type OperationRecord,
  createMemoryJournal,
} from '../core/operations/journal.ts';
export type { TabChannel } from '../core/page.ts';
export { classifyStatus } from '../core/operations/outcomeOfError.ts';
export {
  createTerminalOperations,
  type Resolution,
  type StartOptions,
  type TerminalOperations,
  type TerminalOperationsOptions,
} from '../core/operations/createTerminalOperations.ts';
export type { DuplicateGuard } from '../core/operations/startGuard.ts';
export { createFlowView, type FlowState, type FlowView } from '../core/operations/flowView.ts';
export { getTerminalOperations } from '../core/operations/getTerminalOperations.ts';
export type { OperationFilter } from '../core/operations/operationLedger.ts';
export {
  type PaymentsEvent,
  type PaymentsEventListener,
  type ToldLink,
  type Refusal,
  type StartResult,
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
export { createIndexedDbPollStore } from '../core/polling/pollLog.ts';
export type { AskedMessage, HeardMessage, PollLog } from '../core/polling/pollLog.ts';
export { createMemoryPollStore, type PollStore } from '../core/polling/pollLog.ts';
export {
  type Clock,
  systemClock,
  type TimerHandle,
  createVirtualClock,
  type VirtualClock,
} from '../core/time.ts';
export {
  defaultFileLimits,
  type FileLimitOptions,
  type FileLimits,
  type FileProblem,
  filesOfTransfer,
} from '../core/uploads/files.ts';
export { type UploadFile, createUploadQueue, type UploadQueue } from '../core/uploads/uploadQueue.ts';
