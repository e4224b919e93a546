import type { HeaderRecord } from '../core/client/clientContext.ts';
import type { Clock } from '../core/time.ts';
import type { OperationName } from '../core/wire/routes.ts';
import type { Service } from '../core/wire/service.ts';
import type { GatewayStore, PollRules } from './gatewayStore.ts';

/** What a request wants: one of the contract's operations, or to hear what became of one. */
export type GatewayOperation = OperationName | 'askOperation' | 'closeOperation';

/** What else is known of a request when `authorize` is asked. */
export interface GatewayCall {
  operationId?: string | undefined;
  msgIdentifier?: string | undefined;
  /** The JSON body of a POST, checked against the contract. */
  body?: Readonly<Record<string, unknown>> | undefined;
  query?: Readonly<Record<string, string>> | undefined;
}

/**
 * Whether somebody may do something. `subject` names the person, till or session it is done for: an operation id of one is
 * not told to another. `account` names the merchant, where one gateway serves several. `true` is one subject for all; `false` is
 * answered with 403, `401` with 401, for who has to sign in again.
 */
export type Authorization = boolean | 401 | { subject: string; account?: string | undefined };

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
    | 'answer-not-kept';
  operation: GatewayOperation;
  operationId?: string | undefined;
  message: string;
}

export interface GatewayOptions {
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
  /** Default 47 in 60 000 ms, one message at most once in 1000 ms. */
  polls?: Partial<PollRules> | undefined;
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
