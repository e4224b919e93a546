import type { PaymentsError } from '../errors.ts';
import type { MessageOrigin } from '../polling/watchedMessage.ts';
import type { CheckNowResult, MessageWatch } from '../polling/messageWatcher.ts';
import type { Clock } from '../time.ts';
import type { BatchClosed } from '../wire/message.ts';
import type { TerminalRequests } from '../wire/requests.ts';
import type { MoneyOperation, OperationName } from '../wire/routes.ts';
import type { Service } from '../wire/service.ts';
import type { NewOrderLeg, OrderReference } from './terminalOperation.ts';
import type { RecordedOrder } from './orders.ts';
import type { Closing, ClosingQuery, ClosingReference, CorrectedClosing, NewClosing } from './closings.ts';
import type {
  ExportQuery,
  OperationQuery,
  OperationWithTimeline,
  RecordedOperation,
  RecordedReport,
  RecordedTransaction,
  RecordPage,
  ReportQuery,
  TransactionQuery,
  TransactionReference,
} from './recorded.ts';
import type {
  PaymentsEventListener,
  Phase,
  Resolution,
  StartResult,
  TerminalOperation,
} from './terminalOperation.ts';
import type { Transaction } from './transactions.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
}

/** Another person's approval of a payment or link that was refused with `needs-approval`. */
export interface ApprovalCode {
  /** The id of the refused request. */
  refusedId: string;
  code: string;
}

export interface LegCallOptions extends CallOptions {
  /** The `confirmation` that a person has confirmed. */
  confirmed?: string | undefined;
}

export interface MoneyCallOptions extends CallOptions {
  /** Sent as a header if the service names one (`operationIdHeader`). */
  operationId?: string | undefined;
  /** Currency of the amount (ISO 4217). */
  currency?: string | undefined;
  /** The `confirmation` that a person has confirmed; without it the guards ask again. */
  confirmed?: string | undefined;
  /** Another person's code for a payment that a gateway refused with `needs-approval`. */
  approval?: ApprovalCode | undefined;
  /** The total of the order (cents): a gateway takes no more of it without a confirmation. */
  orderTotalCents?: number | undefined;
  /** Called right before the request is sent, since reading the headers may take long. False keeps it back. */
  mayStillSend?: (() => Promise<boolean>) | undefined;
}

/** A client that sends the requests of operations. */
export type MoneyClient = {
  [Kind in MoneyOperation]: (
    input: TerminalRequests[Kind],
    options?: MoneyCallOptions,
  ) => Promise<BatchClosed>;
} & {
  readonly options: { readonly clientId?: string | undefined };
  readonly service: Pick<Service, 'amountScale'>;
  /** Origin of the service. Throws `configuration` for a relative address without a page. */
  origin: () => string;
  /** Whether an error of a request that moves money or creates a link proves that nothing happened. */
  isRefusal: (error: PaymentsError, operation: OperationName) => boolean;
};

export interface OperationFilter {
  open?: boolean | undefined;
  /** Operations that are open, or ended and not acknowledged. */
  standing?: boolean | undefined;
  kind?: MoneyOperation | undefined;
  terminalId?: string | undefined;
  flowKey?: string | undefined;
}

export interface StartOptions {
  /** The part of the page that the operation belongs to; a hook shows the newest open operation of its key. */
  flowKey?: string | undefined;
  /** The `confirmation` of a refusal, once a person has agreed. */
  confirmed?: string | undefined;
  /** The code of the person who approves this draft after the refusal `needs-approval`. It is sent once and kept nowhere. */
  approval?: string | undefined;
  /** What the host knows of the transaction to capture, void or refund. A gateway uses its record instead. */
  transaction?: Transaction | undefined;
  /** Id of the operation on the screen. If it was approved just now, the same amount without an order total needs a confirmation. */
  repeats?: string | undefined;
  /** The total (cents) of the order that the request names: no more of it is taken without a confirmation. */
  orderTotalCents?: number | undefined;
  /** What the page shows as taken of that order (cents): if more than the total would be taken, it asks before sending. */
  orderTakenCents?: number | undefined;
  /** Currency of the amounts (ISO 4217). Required with `amountScale: 'hundredths'`. */
  currency?: string | undefined;
  /** The client that sends the request; default the client of these operations. */
  client?: MoneyClient | undefined;
}

/** Past operations: of every till that the caller may see, or without a gateway of this browser. */
export interface RecordQueries {
  listOperations: (by: OperationQuery, call?: CallOptions) => Promise<RecordPage<RecordedOperation>>;
  /** Throws `http` with status 404 for an operation that is not known or may not be seen. */
  getOperation: (id: string, call?: CallOptions) => Promise<OperationWithTimeline>;
  /** The operations that the filters list as a file (`text/csv`), at most 100,000. */
  exportOperations: (by: ExportQuery, call?: CallOptions) => Promise<Blob>;
  listTransactions: (by: TransactionQuery, call?: CallOptions) => Promise<RecordPage<RecordedTransaction>>;
  getTransaction: (reference: TransactionReference, call?: CallOptions) => Promise<RecordedTransaction>;
  getReport: (query: ReportQuery, call?: CallOptions) => Promise<RecordedReport>;
  /** What was taken of an order. Rejects with the refusal `unavailable` if the gateway stores no order numbers. */
  getOrder: (order: OrderReference, call?: CallOptions) => Promise<RecordedOrder>;
  /**
   * Records a part that was paid without a terminal, once for its `id`. Rejects with the refusal `needs-confirmation`
   * if more than the total would be taken, and with `unavailable` without a gateway.
   */
  recordLeg: (order: OrderReference, leg: NewOrderLeg, call?: LegCallOptions) => Promise<RecordedOrder>;
  /** Closed periods, newest first. Without a gateway there are none. */
  listClosings: (by: ClosingQuery, call?: CallOptions) => Promise<RecordPage<Closing>>;
  /** One closing with its report of that time, and what has changed since. */
  getClosing: (closing: ClosingReference, call?: CallOptions) => Promise<CorrectedClosing>;
  /** Closes a day that was forgotten. Rejects with the refusal `unavailable` without a gateway. */
  closeDay: (day: NewClosing, call?: CallOptions) => Promise<Closing>;
  /**
   * Calls back when the answer of one of these queries may have changed, with the operations that changed: undefined if
   * any may have, an empty list if something else changed, such as an order.
   */
  subscribe: (listener: RecordListener) => () => void;
}

export const recordQueryNames = [
  'listOperations',
  'getOperation',
  'exportOperations',
  'listTransactions',
  'getTransaction',
  'getReport',
  'getOrder',
  'recordLeg',
  'listClosings',
  'getClosing',
  'closeDay',
] as const satisfies (keyof RecordQueries)[];

export type RecordListener = (changed?: readonly RecordedOperation[]) => void;

/** The terminal operations of a page: each is started once and followed to its ending. Independent of React. */
export interface TerminalOperations {
  /** Never rejects. Sends one request at most; there is no queue and no second attempt. */
  start<Kind extends MoneyOperation>(
    kind: Kind,
    request: TerminalRequests[Kind],
    options?: StartOptions,
  ): Promise<StartResult>;
  get: (id: string) => TerminalOperation | undefined;
  /** Newest first. */
  list: (filter?: OperationFilter) => TerminalOperation[];
  subscribe: (listener: () => void) => () => void;
  /** Subscribes to all events, as `onEvent` does. */
  listen: (listener: PaymentsEventListener) => () => void;
  /** One message as a store, also without an operation. If an operation here has the message, its data is used. */
  watch: (msgIdentifier: string, origin?: MessageOrigin) => MessageWatch;
  checkMessageNow: (msgIdentifier: string) => CheckNowResult;
  /** Polls for a result out of turn. */
  checkNow: (id: string) => CheckNowResult;
  /** Whether the operation can be checked at the service or gateway. */
  canCheck: (id: string) => boolean;
  /** Ends the person's wait, not the payment: it becomes `unknown`, reason `stopped`, and a late result still wins. */
  stopWaiting: (id: string) => void;
  /** Records what a person saw of an unknown operation. Throws `invalid-input`. */
  resolveUnknown: (id: string, resolution: Resolution) => void;
  /** Acknowledges an ending: it is no longer shown, in any tab. */
  acknowledge: (id: string) => void;
  /** Notes that a host's callback has received this outcome: after the acknowledgement no page reports it again. */
  markReported: (id: string, phase: Phase) => void;
  readonly record: RecordQueries;
  /** Loads the engine, if it is a chunk of its own. A press loads it too. After a failure call again. */
  load: () => Promise<void>;
  /** Whether the engine is loaded: a press then fetches no code. */
  isLoaded: () => boolean;
  /** Reads open and unacknowledged operations again. Called once at creation. */
  resume: () => Promise<void>;
  /** For signing out: forgets all ended operations. Open and unknown ones stay. */
  clearEnded: () => void;
  dispose: () => void;
  /** Hash of the operator's scope, as operations carry it. */
  readonly scope: string | undefined;
  /** Whether this tab started the operation or shows it as its own. */
  isOwn: (id: string) => boolean;
  /** Whether this browser keeps the operation and none of its open tabs shows it. False until `isReady`. */
  isOrphan: (id: string) => boolean;
  /** Marks the operation as shown by this page. */
  attach: (id: string) => void;
  /** Whether the first read is over, even if it failed. */
  isReady: () => boolean;
  /** Whether the open operations were read. */
  isRead: () => boolean;
  /** Settles when the first read is over. */
  readonly ready: Promise<void>;
  readonly clock: Clock;
  /** Whether open operations outlive the page. */
  readonly isDurable: boolean;
}
