import type { HeaderRecord } from '../core/client/clientContext.ts';
import type { Clock } from '../core/time.ts';
import type { OperationName } from '../core/wire/routes.ts';
import type { Service } from '../core/wire/service.ts';
import type { DuplicateGuard } from '../core/operations/startGuard.ts';
import type { PollLimits } from '../core/polling/chooseNextPoll.ts';
import type { RecordedOperation } from '../core/operations/recorded.ts';
import type { GatewayStore } from './gatewayStore.ts';
import type { EventOptions, OutboxProblem } from './outbox.ts';

/** What a page asks of the gateway itself. */
export type RecordOperation =
  | 'askOperation'
  | 'closeOperation'
  | 'resolveOperation'
  | 'acknowledgeOperation'
  | 'streamOperations'
  | 'listOperations'
  | 'listTransactions'
  | 'getTransaction'
  | 'getReport'
  | 'health';

/** What a request wants: one of the contract's operations, or something of the record. */
export type GatewayOperation = OperationName | RecordOperation;

/** What else is known of a request when `authorize` is asked. */
export interface GatewayCall {
  operationId?: string | undefined;
  msgIdentifier?: string | undefined;
  /** The JSON body of a POST, checked against the contract. */
  body?: Readonly<Record<string, unknown>> | undefined;
  /** What is said several times, as more than one `terminalId`, is a list. */
  query?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Of a question about an operation: what the record has of it, of this account, and who took it. */
  operation?: ((account?: string) => Promise<Omit<RecordedOperation, 'isOwn'> | undefined>) | undefined;
}

/** Which operations of the account somebody may see: those of the own till, all, or those of some terminals. */
export type Sees =
  | 'own'
  | 'all'
  | { readonly terminals: readonly string[] }
  /** A second screen of one till: what happens at a terminal, and nothing else. */
  | { readonly mirror: string };

/**
 * Whether somebody may do something. `subject` names the till or shop it is done for, what outlives a sign-in: an operation id of one
 * is not told to another. `account` names the merchant, where one gateway serves several. `actor` is who it is, by a name that is
 * no customer's and no secret: shown as "who". `sees`: which operations of the account may be seen, default `own`. `true` is one
 * subject for all; `false` is answered with 403, `401` with 401, for who has to sign in again.
 */
export type Authorization =
  | boolean
  | 401
  | {
      subject: string;
      account?: string | undefined;
      actor?: string | undefined;
      sees?: Sees | undefined;
    };

/** A figure for the host's metrics: a count, or a time in ms. */
export interface GatewayMetric {
  name:
    | 'polls'
    | 'polls-refused'
    /** How long the service took. */
    | 'poll-ms'
    /** From when a message was due to what came of the question. */
    | 'poll-delay-ms'
    | 'claims'
    | 'claims-refused'
    | 'open-operations'
    | 'undelivered-events'
    | 'streams';
  value: number;
  account: string;
}

/** Something the merchant's staff should look into. It names no secret and no person. */
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
  /** The service's address; https, or http for loopback. */
  baseUrl: string;
  allowInsecure?: boolean | undefined;
  /** What the service does otherwise than the contract says, by `defineService`. Pages need not know. */
  service?: Service | undefined;
  /** The secret headers. A function is called for every request to the service, with the merchant that `authorize` named. */
  headers: HeaderRecord | ((caller: { account: string | undefined }) => HeaderRecord | Promise<HeaderRecord>);
  /**
   * Which of them are blacked out in answers, besides `authorization`, `proxy-authorization` and `cookie`. Default: the
   * `credentials` of the service, and those whose name speaks of a key, a token, a password or the like.
   */
  secretHeaders?: readonly string[] | undefined;
  /** Asked before anything else is done. `request` has no body: `call.body` holds it. */
  authorize: (
    request: Request,
    operation: GatewayOperation,
    call: GatewayCall,
  ) => Authorization | Promise<Authorization>;
  store: GatewayStore;
  /** The path the gateway is mounted under, as `/api/payments`. Default: the root. */
  basePath?: string | undefined;
  /** The pages that may call it, as `https://till.example`. Default: pages of the gateway's own origin. */
  allowedOrigins?: readonly string[] | undefined;
  /** Request headers that pages of other origins may send besides `content-type`, `authorization` and the operation id. */
  allowedHeaders?: readonly string[] | undefined;
  /** How often the service is asked for results, for each account: default 47 times in any 60 000 ms, 10 at once. */
  polls?: Partial<PollLimits> | undefined;
  /** How long to wait for a result before it counts as unknown (ms). It is asked about all the same. Default 300 000. */
  maxWaitMs?: number | undefined;
  /** When the same amount or order is asked about before it is sent again. */
  duplicateGuard?: DuplicateGuard | false | undefined;
  /** What becomes of a capture, void or refund whose reference the record does not know. Default `refuse`. */
  unknownReferences?: 'refuse' | 'pass' | undefined;
  /** Whether order numbers are kept, so that a sale can be found. Default true. */
  storeOrderNumber?: boolean | undefined;
  /** How long the service's answer to a payment is kept, for a page that asks again (ms). Default 24 h. */
  keepAnswersMs?: number | undefined;
  /** How long events are kept, for a stream that comes back (ms). Default 7 days. */
  keepEventsMs?: number | undefined;
  /** Hears figures for the host's metrics. */
  onMetric?: ((metric: GatewayMetric) => void) | undefined;
  /** How long the service may take for a payment (ms). Default 90 000. */
  paymentTimeoutMs?: number | undefined;
  /** How long it may take for anything else (ms). Default 20 000. */
  requestTimeoutMs?: number | undefined;
  /** How long a browser may take to send a JSON body, or to pause in an upload (ms). Default 10 000. */
  bodyTimeoutMs?: number | undefined;
  /** Largest JSON body (bytes). Default 65 536. */
  maxBodyBytes?: number | undefined;
  /** Largest upload (bytes). Default 11 000 000: a file of 10 MB in its form. */
  maxUploadBytes?: number | undefined;
  /** Default `globalThis.fetch`, looked up when called. */
  fetcher?: ((request: Request) => Promise<Response>) | undefined;
  clock?: Clock | undefined;
  /** For the host's log. */
  onProblem?: ((problem: GatewayProblem) => void) | undefined;
}
