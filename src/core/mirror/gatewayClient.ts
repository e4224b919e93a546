import type { PaymentsClientOptions } from '../client/clientContext.ts';
import type { MessageQuery } from '../client/getProcessedMessage.ts';
import type { PaymentsClient } from '../client/paymentsClient.ts';
import type {
  OperationHistory,
  OperationQuery,
  RecordedOperation,
  RecordedTransaction,
  RecordPage,
  SeqOfReviewedState,
  TransactionQuery,
} from '../operations/recorded.ts';
import type { Resolution } from '../operations/terminalOperation.ts';
import type { CallOptions, RecordQueries } from '../operations/terminalOperations.ts';
import type { ProcessedMessage } from '../wire/message.ts';
import type { StreamOptions } from './streamOperations.ts';

/** The options of a client without the service description and the poll budget, which are the gateway's. */
export type GatewayClientOptions = Omit<PaymentsClientOptions, 'service' | 'pollBudget' | 'budgetKey'>;

/** How fresh the answer to a poll is. The gateway may give the service's last answer instead of asking the service again. */
interface AnswerAgeAndNextPoll {
  /** How long ago the service answered (ms); undefined if it has not answered yet. */
  ageMs: number | undefined;
  /** When to poll again (ms from now). */
  againInMs: number;
}

export interface GatewayPollOptions extends CallOptions {
  /** Makes the gateway poll the service again as soon as the budget allows: an operator pressed "Check now". */
  isFresh?: boolean | undefined;
  /** Called before the promise resolves, with the freshness of the answer. */
  onTiming?: ((timing: AnswerAgeAndNextPoll) => void) | undefined;
}

/** The client of a gateway. It has the contract's operations, each sent once, and the part of the record that the caller may see. */
export interface GatewayClient
  extends
    PaymentsClient,
    Omit<RecordQueries, 'getOperation' | 'listOperations' | 'listTransactions' | 'subscribe'> {
  getProcessedMessage: (input: MessageQuery, options?: GatewayPollOptions) => Promise<ProcessedMessage>;
  /** Reads the operation of an id. If the call throws, the operation's outcome stays unknown. */
  getOperation: (id: string, options?: CallOptions) => Promise<OperationHistory>;
  /** Closes an id that the gateway has not seen. The gateway then refuses every later request with this id. */
  closeOperation: (id: string, options?: CallOptions) => Promise<OperationHistory>;
  listOperations: (by?: OperationQuery, call?: CallOptions) => Promise<RecordPage<RecordedOperation>>;
  listTransactions: (by?: TransactionQuery, call?: CallOptions) => Promise<RecordPage<RecordedTransaction>>;
  resolveOperation: (
    id: string,
    resolution: Resolution & SeqOfReviewedState,
    options?: CallOptions,
  ) => Promise<OperationHistory>;
  acknowledgeOperation: (
    id: string,
    seen?: SeqOfReviewedState,
    options?: CallOptions,
  ) => Promise<OperationHistory>;
  /** Receives changes until the gateway ends the stream. */
  streamOperations: (options: StreamOptions) => Promise<void>;
}

export type RecordMethodName = Exclude<keyof GatewayClient, keyof PaymentsClient>;
