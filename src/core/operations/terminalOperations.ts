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

/** Another person's approval of a request that was refused with `needs-approval`. */
export interface ApprovalOfRefusedRequest {
  /** The id of the refused request. */
  refusedId: string;
  code: string;
}

export interface RecordLegOptions extends CallOptions {
  /** The `confirmation` value of the refusal `needs-confirmation`, once a person has agreed. */
  confirmed?: string | undefined;
}

export interface MoneyCallOptions extends CallOptions {
  /** Id of the operation. If the service has an `operationIdHeader`, the client sends the id in that header. */
  operationId?: string | undefined;
  /** Currency of the amount (ISO 4217). */
  currency?: string | undefined;
  /** The `confirmation` of the refusal `needs-confirmation`, once a person has agreed. Without it, guards refuse again. */
  confirmed?: string | undefined;
  /** Another person's code for a payment that a gateway refused with `needs-approval`. */
  approval?: ApprovalOfRefusedRequest | undefined;
  /** The total of the order (cents). If more than the total would be taken, a gateway wants a confirmation first. */
  orderTotalCents?: number | undefined;
  /** Called right before sending, because reading the headers may take long. If it gives false, nothing is sent. */
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
  /** Origin of the service. Throws `configuration` for a relative base URL outside a browser. */
  origin: () => string;
  /** Whether an error proves that the request did nothing. Only for requests that move money or create a link. */
  isRefusal: (error: PaymentsError, operation: OperationName) => boolean;
};

export interface OperationFilter {
  open?: boolean | undefined;
  /** True: only operations that are open or unacknowledged. False: only ended operations that were acknowledged. */
  standing?: boolean | undefined;
  kind?: MoneyOperation | undefined;
  terminalId?: string | undefined;
  flowKey?: string | undefined;
}

export interface StartOptions {
  /** Names the part of the page that starts the operation: the flow. A flow shows its open and unacknowledged operations. */
  flowKey?: string | undefined;
  /** The `confirmation` value of the refusal `needs-confirmation`, once a person has agreed. */
  confirmed?: string | undefined;
  /** After the refusal `needs-approval`: the code of the person who approves this draft. It is sent once and not stored. */
  approval?: string | undefined;
  /** What the host knows of the transaction to capture, void or refund. A gateway ignores it and uses its own record. */
  transaction?: Transaction | undefined;
  /**
   * Id of the operation that the page still shows. If that operation was just approved, another one with the same
   * amount and no order total needs a confirmation. With a gateway this holds only until the ending is acknowledged.
   */
  repeats?: string | undefined;
  /** The total (cents) of the order that the request names. If more would be taken, a person has to confirm first. */
  orderTotalCents?: number | undefined;
  /** How much of the order the page shows as paid or pending (cents), so that the page can ask before it sends. */
  orderTakenCents?: number | undefined;
  /** Currency of the amounts (ISO 4217). Required with `amountScale: 'hundredths'`. */
  currency?: string | undefined;
  /** The client that sends the request; default the client of these operations. */
  client?: MoneyClient | undefined;
}

/** Queries of past operations. With a gateway: those of all tills that the caller may see. Without: those of this browser. */
export interface RecordQueries {
  listOperations: (by: OperationQuery, call?: CallOptions) => Promise<RecordPage<RecordedOperation>>;
  /** Reads one operation. If there is none with this id, or the caller may not see it, rejects with `http` and status 404. */
  getOperation: (id: string, call?: CallOptions) => Promise<OperationWithTimeline>;
  /** A CSV file (`text/csv`) of the operations that the filters find. Rejects if there are more than 100,000. */
  exportOperations: (by: ExportQuery, call?: CallOptions) => Promise<Blob>;
  listTransactions: (by: TransactionQuery, call?: CallOptions) => Promise<RecordPage<RecordedTransaction>>;
  getTransaction: (reference: TransactionReference, call?: CallOptions) => Promise<RecordedTransaction>;
  getReport: (query: ReportQuery, call?: CallOptions) => Promise<RecordedReport>;
  /** What was taken of an order. Rejects with the refusal `unavailable` if the gateway stores no order numbers. */
  getOrder: (order: OrderReference, call?: CallOptions) => Promise<RecordedOrder>;
  /**
   * Records a leg: an amount of the order that was paid without a terminal. A leg with the same `id` is recorded only once.
   * If more than the total would be taken, rejects with the refusal `needs-confirmation`. Without a gateway, rejects with
   * `unavailable`.
   */
  recordLeg: (order: OrderReference, leg: NewOrderLeg, call?: RecordLegOptions) => Promise<RecordedOrder>;
  /** Closed periods, newest first. Without a gateway there are none. */
  listClosings: (by: ClosingQuery, call?: CallOptions) => Promise<RecordPage<Closing>>;
  /** A closing: the report as it was when the period was closed, and the changes since then. */
  getClosing: (closing: ClosingReference, call?: CallOptions) => Promise<CorrectedClosing>;
  /** Closes a period in the past, such as a forgotten day. Rejects with the refusal `unavailable` without a gateway. */
  closeDay: (day: NewClosing, call?: CallOptions) => Promise<Closing>;
  /**
   * Calls the listener when the answer of one of these queries may have changed, with the operations that changed. It gets
   * undefined if any operation may have changed, and an empty list if something else changed, such as an order.
   */
  subscribe: (listener: RecordChangeListener) => () => void;
}

export const recordCallNames = [
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

export type RecordChangeListener = (changed?: readonly RecordedOperation[]) => void;

/** The terminal operations of a page: each is started once and followed to its ending. Independent of React. */
export interface TerminalOperations {
  /** Never rejects. Sends one request at most; there is no queue and no second attempt. */
  start<Kind extends MoneyOperation>(
    kind: Kind,
    request: TerminalRequests[Kind],
    options?: StartOptions,
  ): Promise<StartResult>;
  get: (id: string) => TerminalOperation | undefined;
  /** The operations that pass the filter, newest first. */
  list: (filter?: OperationFilter) => TerminalOperation[];
  subscribe: (listener: () => void) => () => void;
  /** Subscribes to all events, as `onEvent` does. */
  listen: (listener: PaymentsEventListener) => () => void;
  /** Returns a store of one message's state. If the message belongs to one of these operations, `origin` is not needed. */
  watch: (msgIdentifier: string, origin?: MessageOrigin) => MessageWatch;
  checkMessageNow: (msgIdentifier: string) => CheckNowResult;
  /** Polls for the result of an operation as soon as possible, without waiting until the next poll is due. */
  checkNow: (id: string) => CheckNowResult;
  /** Whether `checkNow` can ask the service or gateway about the operation. */
  canCheck: (id: string) => boolean;
  /** Ends the wait, not the payment: the operation becomes `unknown` (reason `stopped`), and a late result still wins. */
  stopWaiting: (id: string) => void;
  /** Records what a person found out about an unknown operation. Throws `invalid-input`. */
  resolveUnknown: (id: string, resolution: Resolution) => void;
  /** Acknowledges an ending: `standing` lists of all tabs leave the operation out from then on. */
  acknowledge: (id: string) => void;
  /** Records that the host's callback got this outcome. After the acknowledgement no other page calls the callback again. */
  markReported: (id: string, phase: Phase) => void;
  readonly record: RecordQueries;
  /** Loads the engine (the code of these calls). `start` loads it too. If loading fails, call `load` again. */
  load: () => Promise<void>;
  /** Whether the engine is loaded: `start` then fetches no code. */
  isLoaded: () => boolean;
  /** Reads open and unacknowledged operations from the browser or gateway again. The first read starts by itself. */
  resume: () => Promise<void>;
  /** For signing out: forgets all ended operations. Open and unknown ones stay. */
  clearEnded: () => void;
  dispose: () => void;
  /** Hash of the operator's `scopeKey`. The operations of this operator have the same `scope`. */
  readonly scope: string | undefined;
  /** Whether this tab started the operation or shows it (see `attach`). */
  isOwn: (id: string) => boolean;
  /** Whether no open tab shows an operation that is stored in this browser. False until `isReady`. */
  isOrphan: (id: string) => boolean;
  /** Tells all tabs that this page shows the operation. */
  attach: (id: string) => void;
  /** Whether the first read of the operations is over, even if the read failed. */
  isReady: () => boolean;
  /** Whether a read of the operations has succeeded. */
  isRead: () => boolean;
  /** Settles when the first read of the operations is over. */
  readonly ready: Promise<void>;
  readonly clock: Clock;
  /** Whether open operations are still known after the page was reloaded or closed. */
  readonly isDurable: boolean;
}
