export type { PaymentsClientOptions, Fetcher, Uploader } from '../core/client/clientContext.ts';
export type { StreamedEvent, StreamOptions } from '../core/mirror/streamOperations.ts';
export type {
  RecordedOperation,
  RecordedReport,
  ReportLeg,
  RecordedTransaction,
  ReportRow,
  TimelineEntry,
  ExportQuery,
  OperationFilters,
  OperationQuery,
  OperationWithTimeline,
  RecordPeriod,
  ReportQuery,
  TransactionQuery,
  TransactionReference,
  OperationHistory,
  RecordPage,
} from '../core/operations/recorded.ts';
export type {
  NewOrderLeg,
  OrderFigures,
  OrderLeg,
  OrderReference,
} from '../core/operations/terminalOperation.ts';
export type {
  Closing,
  ClosingCorrections,
  ClosingQuery,
  ClosingReference,
  CorrectedClosing,
  NewClosing,
} from '../core/operations/closings.ts';
export type { RecordedOrder } from '../core/operations/orders.ts';
export { createPaymentsClient } from '../core/standalone/createPaymentsClient.ts';
export { createGatewayClient } from '../core/mirror/createGatewayClient.ts';
export type {
  GatewayClient,
  GatewayClientOptions,
  GatewayPollOptions,
} from '../core/mirror/gatewayClient.ts';
export { type PaymentsClient, listAllTerminals, paymentsKeys } from '../core/client/paymentsClient.ts';
export type { MessageQuery, PollOptions } from '../core/client/getProcessedMessage.ts';
export type { LinkCallOptions, NewLinkOptions } from '../core/client/paymentLinks.ts';
export type { UploadOptions } from '../core/client/uploadAttachments.ts';
export {
  type AcceptedMessage,
  type BatchClosed,
  type ProcessedMessage,
  type ProcessingStatus,
  processingStatuses,
} from '../core/wire/message.ts';
export type {
  Attachment,
  CreatePaymentLinkRequest,
  ListPaymentLinksQuery,
} from '../core/wire/paymentLink.ts';
export type {
  AmountReferenceRequest,
  CloseBatchRequest,
  VoidRequest,
  TransactionRequest,
  TerminalRequests,
} from '../core/wire/requests.ts';
export type { PaymentLink } from '../core/wire/paymentLink.ts';
export { defineService } from '../core/wire/defineService.ts';
export type { MoneyOperation, OperationName } from '../core/wire/routes.ts';
export type { Service, ServiceDescription } from '../core/wire/service.ts';
export type { Page } from '../core/wire/listPage.ts';
export type { ListTerminalsQuery, Terminal } from '../core/wire/terminal.ts';
export {
  ConfigurationError,
  ContractError,
  HttpError,
  InvalidInputError,
  isPaymentsError,
  PaymentsError,
  type PaymentsErrorCode,
  type RecordRefusal,
  UnansweredError,
} from '../core/errors.ts';
export type { LinkOutcome } from '../core/links/linkCreator.ts';
export type { LinkDiscount, LinkTax } from '../core/links/linkTotals.ts';
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
  type AmountScaleOptions,
  centsFromAmount,
  type CentsFromAmountResult,
} from '../core/money/wireAmount.ts';
export { type AllowedOperation, allowedOperations } from '../core/operations/allowedOperations.ts';
export { type Transaction, transactionOf } from '../core/operations/transactions.ts';
export type { PermittedTransaction } from '../core/operations/reversalOptions.ts';
export {
  createIndexedDbJournal,
  type IndexedDbJournalOptions,
  type ClaimResult,
  type Journal,
  type JournalFilter,
  type OperationRecord,
  createMemoryJournal,
} from '../core/standalone/journal.ts';
export {
  createTerminalOperations,
  type TerminalOperationsOptions,
} from '../core/standalone/createTerminalOperations.ts';
export type {
  StartOptions,
  TerminalOperations,
  OperationFilter,
  CallOptions,
  MoneyCallOptions,
} from '../core/operations/terminalOperations.ts';
export { createFlowView, type FlowState, type FlowView } from '../core/operations/flowView.ts';
export { getTerminalOperations } from '../core/client/getTerminalOperations.ts';
export {
  type PaymentsEvent,
  type PaymentsEventListener,
  type Refusal,
  type StartResult,
  approvedCents,
  isOpen,
  isUnseen,
  type OperationError,
  type Phase,
  type Resolution,
  type ResolutionBasis,
  type TerminalOperation,
  type UnknownReason,
} from '../core/operations/terminalOperation.ts';
export type { Connection, MessageState } from '../core/polling/messageState.ts';
export type { CheckNowResult, MessageWatch } from '../core/polling/messageWatcher.ts';
export {
  createPollBudget,
  type PollBudget,
  type PollBudgetOptions,
  type PollSlot,
} from '../core/polling/pollBudget.ts';
export {
  createIndexedDbPollStore,
  createMemoryPollStore,
  type PollLog,
  type PollStore,
} from '../core/polling/pollLog.ts';
export { type Clock, createVirtualClock, type VirtualClock } from '../core/time.ts';
export { dayIn } from '../core/shopDay.ts';
export type { FileLimits } from '../core/uploads/files.ts';
export type { UploadFile } from '../core/uploads/uploadQueue.ts';
