import type { PaymentsClientOptions } from '../client/clientContext.ts';
import type { MessageQuery } from '../client/getProcessedMessage.ts';
import type { PaymentsClient } from '../client/paymentsClient.ts';
import type {
  OperationHistory,
  OperationQuery,
  RecordedOperation,
  RecordedReport,
  RecordedTransaction,
  RecordPage,
  ReportQuery,
  ReviewedState,
  TransactionQuery,
  TransactionReference,
} from '../operations/recorded.ts';
import type { Resolution } from '../operations/terminalOperation.ts';
import type { CallOptions } from '../operations/terminalOperations.ts';
import type { ProcessedMessage } from '../wire/message.ts';
import type { StreamOptions } from './streamOperations.ts';

/** What the service is behind a gateway, and what shares its minute, only the gateway knows. */
export type GatewayClientOptions = Omit<PaymentsClientOptions, 'service' | 'pollBudget' | 'budgetKey'>;

/** How fresh the answer to a poll is: the gateway may have it from another page's question. */
export interface PollFreshness {
  /** How long ago the service was asked (ms); undefined where it was not asked yet. */
  ageMs: number | undefined;
  /** After how long it makes sense to ask again (ms). */
  againInMs: number;
}

export interface GatewayPollOptions extends CallOptions {
  /** Makes the gateway ask the service again, as soon as the minute allows: a person pressed "Check now". */
  isFresh?: boolean | undefined;
  /** Hears, before the promise resolves, how fresh the answer is. */
  onFreshness?: ((freshness: PollFreshness) => void) | undefined;
}

/** A gateway: the contract's operations, each sent once an id, and the record of all tills that the caller may see. */
export interface GatewayClient extends PaymentsClient {
  getProcessedMessage: (input: MessageQuery, options?: GatewayPollOptions) => Promise<ProcessedMessage>;
  getOperation: (id: string, options?: CallOptions) => Promise<OperationHistory>;
  closeOperation: (id: string, options?: CallOptions) => Promise<OperationHistory>;
  listOperations: (by?: OperationQuery, call?: CallOptions) => Promise<RecordPage<RecordedOperation>>;
  listTransactions: (by?: TransactionQuery, call?: CallOptions) => Promise<RecordPage<RecordedTransaction>>;
  getTransaction: (reference: TransactionReference, options?: CallOptions) => Promise<RecordedTransaction>;
  getReport: (query: ReportQuery, options?: CallOptions) => Promise<RecordedReport>;
  resolveOperation: (
    id: string,
    resolution: Resolution & ReviewedState,
    options?: CallOptions,
  ) => Promise<OperationHistory>;
  acknowledgeOperation: (
    id: string,
    seen?: ReviewedState,
    options?: CallOptions,
  ) => Promise<OperationHistory>;
  /** Hears of changes until the gateway ends the stream. */
  streamOperations: (options: StreamOptions) => Promise<void>;
}

/** What the client asks a gateway's record. */
export type RecordCall = Exclude<keyof GatewayClient, keyof PaymentsClient>;
