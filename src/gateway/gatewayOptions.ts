import type { HeaderRecord } from '../core/client/clientContext.ts';
import type { Clock } from '../core/time.ts';
import type { OperationName } from '../core/wire/routes.ts';
import type { Service } from '../core/wire/service.ts';
import type { DuplicateGuardOptions } from '../core/operations/startGuard.ts';
import type { PollLimitOptions } from '../core/polling/pollBudget.ts';
import type { RecordedOperation, RecordedTransaction } from '../core/operations/recorded.ts';
import type { GatewayStore } from './gatewayStore.ts';
import type { EventOptions, OutboxProblem } from './eventOptions.ts';

/** Operations of the gateway itself. */
export type RecordOperationName =
  | 'askOperation'
  | 'closeOperation'
  | 'resolveOperation'
  | 'acknowledgeOperation'
  | 'streamOperations'
  | 'listOperations'
  | 'exportOperations'
  | 'listTransactions'
  | 'getTransaction'
  | 'getReport'
  | 'getOrder'
  | 'listClosings'
  | 'getClosing'
  | 'closeDay'
  | 'recordLeg'
  | 'health';

export type GatewayOperation = OperationName | RecordOperationName;

/** What `authorize` gets besides the request. */
export interface GatewayCall {
  operationId?: string | undefined;
  msgIdentifier?: string | undefined;
  /** The JSON body of a POST, checked against the contract. */
  body?: Readonly<Record<string, unknown>> | undefined;
  /** The query parameters. One that is given several times, such as `terminalId`, is a list. */
  query?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** The order, and its total (cents) if named. For `getOrder`, `recordLeg`, and payments that name a total. */
  order?: { readonly number: string; readonly totalCents: number | undefined } | undefined;
  /**
   * The approver's code, which a person typed after this payment was refused with `needsApproval`. If the code is right
   * for this `body`, return `approvedBy`.
   */
  approval?: string | undefined;
  /** The page only asks whether the caller may do the operation. Nothing will be done. */
  isPreview?: boolean | undefined;
  /**
   * For a capture, void or refund: reads the transaction from the record of this account, for example to learn what
   * amount a void gives back. Undefined if the record does not have the transaction.
   */
  transaction?: ((account?: string) => Promise<RecordedTransaction | undefined>) | undefined;
  /** For a request about an operation: reads that operation from the record of this account, with its actor. */
  operation?: ((account?: string) => Promise<Omit<RecordedOperation, 'isOwn'> | undefined>) | undefined;
}

/** Which operations of the account a caller may see: those of its own subject, all, or those at some terminals. */
export type Visibility =
  | 'own'
  | 'all'
  | { readonly terminals: readonly string[] }
  /** A second screen of one till: only what happens at this terminal. */
  | { readonly mirror: string };

/**
 * Who a caller is and what it may see. `subject` names the till or shop, and must outlive a sign-in: another subject
 * cannot use its operation ids. `account` names the merchant, if one gateway serves several. `actor` names the person
 * or device, and is shown as "who"; use no customer's name and no secret. `sees`: which operations the caller may see,
 * default `own`. `needsApproval` says why another person must approve: the request is refused, and the page asks for a
 * code. `approvedBy` names the person who has the code in `call.approval`. `true` allows the request, with one subject
 * for all; `false` answers 403; `401` answers 401, for callers who must sign in again.
 */
export type Authorization =
  | boolean
  | 401
  | {
      subject: string;
      account?: string | undefined;
      actor?: string | undefined;
      sees?: Visibility | undefined;
      needsApproval?: string | undefined;
      approvedBy?: string | undefined;
    };

/** A figure for the host's metrics: a count, or a time in ms. */
export interface GatewayMetric {
  name:
    | 'polls'
    | 'polls-refused'
    /** How long one poll of the service took. */
    | 'poll-ms'
    /** The time from when a message was due to the end of its poll. */
    | 'poll-delay-ms'
    | 'claims'
    | 'claims-refused'
    /** Operations that hold their terminals. */
    | 'open-operations'
    /** Events that a receiver has not accepted, given-up ones included. An event counts once for each receiver. */
    | 'undelivered-events'
    | 'streams';
  value: number;
  account: string;
}

/** A problem that the merchant's staff should look into. It names no secret and no person. */
export interface GatewayProblem {
  type:
    | 'store-failed'
    | 'service-unreachable'
    | 'service-refused-headers'
    | 'message-id'
    | 'authorize-failed'
    | 'origin-refused'
    | 'answer-unreadable'
    | 'answer-not-kept'
    | OutboxProblem['type'];
  operation?: GatewayOperation | undefined;
  operationId?: string | undefined;
  message: string;
}

export interface GatewayOptions extends EventOptions {
  /** The service's base URL: https, or http for loopback. */
  baseUrl: string;
  allowInsecure?: boolean | undefined;
  /** How the service differs from the contract, by `defineService`. Pages do not need this. */
  service?: Service | undefined;
  /** The secret headers. A function gets the merchant that `authorize` named, at every request to the service. */
  headers: HeaderRecord | ((caller: { account: string | undefined }) => HeaderRecord | Promise<HeaderRecord>);
  /**
   * The headers whose values are removed from answers, besides `authorization`, `proxy-authorization` and `cookie`.
   * Default: the `credentials` of the service, and headers whose name suggests a key, a token, a password or the
   * like.
   */
  secretHeaders?: readonly string[] | undefined;
  /** Decides what a caller may do, before anything is sent. `request` has no body: `call.body` holds it. */
  authorize: (
    request: Request,
    operation: GatewayOperation,
    call: GatewayCall,
  ) => Authorization | Promise<Authorization>;
  store: GatewayStore;
  /** The path of the gateway, such as `/api/payments`. Default: the root. */
  basePath?: string | undefined;
  /** The origins whose pages may call the gateway, such as `https://till.example`. Default: the gateway's own origin. */
  allowedOrigins?: readonly string[] | undefined;
  /** Request headers that pages of other origins may send, besides `content-type`, `authorization` and the kit's own. */
  allowedHeaders?: readonly string[] | undefined;
  /** How often the gateway polls the service for each account. Default: 47 times in any 60 000 ms, 10 of them at once. */
  polls?: PollLimitOptions | undefined;
  /** How long a result may take before the operation becomes unknown (ms). Polls still go on then. Default 300 000. */
  maxWaitMs?: number | undefined;
  /** How long the same amount needs a confirmation after a doubtful payment or one of its order. `false`: never. */
  duplicateGuard?: DuplicateGuardOptions | false | undefined;
  /** Whether a capture, void or refund is refused if the record does not know its reference. Default `refuse`. */
  unknownReferences?: 'refuse' | 'pass' | undefined;
  /** Whether order numbers are stored, so that a sale can be found by them. Default true. */
  storeOrderNumber?: boolean | undefined;
  /** How long the service's answer to a payment is kept, for a page that asks again (ms). Default 24 h. */
  keepAnswersMs?: number | undefined;
  /** How long events are kept, for a stream that reconnects (ms). Default 7 days. */
  keepEventsMs?: number | undefined;
  /** Gets figures for the host's metrics. */
  onMetric?: ((metric: GatewayMetric) => void) | undefined;
  /** How long the service may take for a payment (ms). Default 90 000. */
  paymentTimeoutMs?: number | undefined;
  /** How long the service may take for a list or a link (ms). Default 20 000. A poll has 10 000, an upload 600 000. */
  requestTimeoutMs?: number | undefined;
  /** How long a browser may take to send a JSON body, or may pause in an upload (ms). Default 10 000. */
  bodyTimeoutMs?: number | undefined;
  /** Largest JSON body (bytes). Default 65 536. */
  maxBodyBytes?: number | undefined;
  /** Largest upload (bytes). Default 11 000 000: a file of 10 MB and the form around the file. */
  maxUploadBytes?: number | undefined;
  /** Default `globalThis.fetch`, looked up at each call. */
  fetcher?: ((request: Request) => Promise<Response>) | undefined;
  clock?: Clock | undefined;
  /** Gets problems for the host's log. */
  onProblem?: ((problem: GatewayProblem) => void) | undefined;
}
