import type { PaymentsError } from '../errors.ts';
import type { MessageContext } from '../polling/watchedMessage.ts';
import type { CheckResult, MessageWatch } from '../polling/messageWatcher.ts';
import type { Clock } from '../time.ts';
import type { BatchClosed } from '../wire/message.ts';
import type { TerminalRequests } from '../wire/requests.ts';
import type { MoneyOperation, OperationName } from '../wire/routes.ts';
import type { Service } from '../wire/service.ts';
import type {
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

export interface MoneyCallOptions extends CallOptions {
  /** Sent as a header where the client is told its name (`operationIdHeader`). */
  operationId?: string | undefined;
  /** ISO 4217, of the amount. */
  currency?: string | undefined;
  /** What a person confirmed: where guards ask, they ask again for what is not said here. */
  confirmed?: string | undefined;
  /** Asked right before the request leaves; false keeps it here. */
  mayStillSend?: (() => Promise<boolean>) | undefined;
}

/** What sends the requests of operations. */
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
  /** Those that are open, or have ended and nobody took note of it. */
  standing?: boolean | undefined;
  kind?: MoneyOperation | undefined;
  terminalId?: string | undefined;
  flowKey?: string | undefined;
}

export interface StartOptions {
  /** Which part of the page this belongs to; a hook shows the newest open operation of its key. */
  flowKey?: string | undefined;
  /** Repeats the `confirmation` of a refusal. */
  confirmed?: string | undefined;
  /** What the host knows of the transaction that is captured, voided or refunded. A gateway goes by its record instead. */
  transaction?: Transaction | undefined;
  /** Id of the operation that is on the screen while its very draft is sent again, nothing touched since. */
  repeats?: string | undefined;
  /** ISO 4217, in whose cents amounts are kept. Needed where `amountScale` is `hundredths`. */
  currency?: string | undefined;
  /** Sends it; default the client of these operations. */
  client?: MoneyClient | undefined;
}

/** What was done: at every till that the caller may see, or without a gateway in this browser. */
export interface OperationsRecord {
  listTransactions: (by: TransactionQuery, call?: CallOptions) => Promise<RecordPage<RecordedTransaction>>;
  getTransaction: (reference: TransactionReference, call?: CallOptions) => Promise<RecordedTransaction>;
  getReport: (query: ReportQuery, call?: CallOptions) => Promise<RecordedReport>;
  /** Calls back when an answer of these may have changed. */
  subscribe: (listener: () => void) => () => void;
}

/** Every terminal operation of a page: started once each, followed to its ending. Lives outside React. */
export interface TerminalOperations {
  /** Never rejects. Sends one request at most; there is no queue and no second try. */
  start<Kind extends MoneyOperation>(
    kind: Kind,
    request: TerminalRequests[Kind],
    options?: StartOptions,
  ): Promise<StartResult>;
  get: (id: string) => TerminalOperation | undefined;
  /** Newest first. */
  list: (filter?: OperationFilter) => TerminalOperation[];
  subscribe: (listener: () => void) => () => void;
  /** Hears every event, as `onEvent` does. */
  listen: (listener: PaymentsEventListener) => () => void;
  /** One message as a store, whether it belongs to an operation or not; what an operation here knows of it is used. */
  watch: (msgIdentifier: string, origin?: MessageContext) => MessageWatch;
  checkMessageNow: (msgIdentifier: string) => CheckResult;
  /** Asks for a result out of turn. */
  checkNow: (id: string) => CheckResult;
  /** Whether the service, or a gateway before it, can be asked about an operation. */
  canCheck: (id: string) => boolean;
  /** Frees the person, not the payment: it becomes `unknown`, reason `stopped`, and a late result still wins. */
  stopWaiting: (id: string) => void;
  /** A person says what became of an unknown operation. Throws `invalid-input`. */
  resolveUnknown: (id: string, resolution: Resolution) => void;
  /** Somebody took note of how an operation ended: its ending stands no longer, in any tab. */
  acknowledge: (id: string) => void;
  /** A callback of the host heard this outcome: once the ending is acknowledged it is not told again, on any page. */
  markReported: (id: string, phase: Phase) => void;
  readonly record: OperationsRecord;
  /** Loads what runs them, where that comes as a chunk of its own. A press loads it too. After a failure a further call tries again. */
  load: () => Promise<void>;
  /** Whether that is loaded: a press has nothing more to fetch. */
  isLoaded: () => boolean;
  /** Reads what is open and unseen. Called once at creation. */
  resume: () => Promise<void>;
  /** For signing out: forgets what has ended, seen or not. What is open or unknown stays. */
  clearEnded: () => void;
  dispose: () => void;
  /** Name of the operator's scope, as operations carry it. */
  readonly scope: string | undefined;
  /** Whether this tab started an operation or shows it as its own. */
  isOwn: (id: string) => boolean;
  /** Whether an operation of this browser is shown by no living tab. */
  isOrphan: (id: string) => boolean;
  /** A view on this page shows the operation as its own. */
  attach: (id: string) => void;
  /** Whether the first reading is over, read or not. */
  isReady: () => boolean;
  /** Whether it was read what is open. */
  isRead: () => boolean;
  /** Settles when the first reading is over. */
  readonly ready: Promise<void>;
  readonly clock: Clock;
  /** Whether what is open outlives the page. */
  readonly isDurable: boolean;
}
