import type { AcceptedMessage } from '../contract/acceptedMessage.ts';
import type { Attachment } from '../contract/attachment.ts';
import type { OperationName } from '../contract/operationName.ts';
import type { LinkAmountUnit, PaymentLink } from '../contract/paymentLink.ts';
import type { ProcessedMessageReading } from '../contract/processedMessage.ts';
import type { PaymentLinkVersion, RouteOverrides } from '../contract/routes.ts';
import type { Terminal } from '../contract/terminal.ts';
import type { AmountScale } from '../money/wireAmount.ts';
import type { PollBudget } from '../polling/pollBudget.ts';
import type { Clock } from '../time/clock.ts';
import type { Fetcher, Uploader } from './fetcher.ts';

export type HeaderRecord = Record<string, string>;

/** Replaces a default reader: the parsed body (for lists one item) and the status in, the normal form out. */
export type Reader<NormalForm> = (body: unknown, status: number) => NormalForm;

export interface Readers {
  terminal?: Reader<Terminal> | undefined;
  processedMessage?: Reader<ProcessedMessageReading> | undefined;
  accepted?: Reader<AcceptedMessage> | undefined;
  /** Its amounts are cents already: whatever the client's `amountScale` and unit, they are not converted again. */
  paymentLink?: Reader<PaymentLink> | undefined;
  /** The upload's whole answer. */
  attachment?: Reader<Attachment[]> | undefined;
  /** The service's sentence in an answer that is not 2xx. */
  errorBody?: Reader<string | undefined> | undefined;
}

export interface PaymentLinkOptions {
  /** Default `202104`. `v1` is deprecated and warns once in development. */
  version?: PaymentLinkVersion | undefined;
  /** Unit of link amounts on the wire; default `minor` (cents). */
  amountUnit?: LinkAmountUnit | undefined;
  /**
   * ISO 4217, where a call names none: how many decimals 12.5 has under `major`, and what an amount under
   * `amountScale: 'hundredths'` is in cents. Needed for a currency without two digits; the hooks pass the provider's.
   */
  currency?: string | undefined;
  /** When set, addresses of other origins are shown as text only. */
  allowedOrigins?: string[] | undefined;
}

export interface PaymentsClientOptions {
  /** https; http only for loopback or the page's own origin, else `allowInsecure`. A relative one is resolved when called. */
  baseUrl: string;
  allowInsecure?: boolean | undefined;
  /** Default `clientId` of every body and query. */
  clientId?: string | undefined;
  /** Sent only to the origin of `baseUrl`. A function is called for every request. */
  headers?: HeaderRecord | (() => HeaderRecord | Promise<HeaderRecord>) | undefined;
  /** Default `globalThis.fetch`, looked up when called. */
  fetcher?: Fetcher | undefined;
  /** Default XMLHttpRequest in a browser; a host that gives a fetcher and no uploader uploads through its fetcher. */
  uploader?: Uploader | undefined;
  routes?: RouteOverrides | undefined;
  /** Goes before every terminal path. */
  terminalPathPrefix?: string | undefined;
  paymentLinks?: PaymentLinkOptions | undefined;
  /** What the wire's `amount` means for a currency without two digits; see `amountFromCents`. */
  amountScale?: AmountScale | undefined;
  readers?: Readers | undefined;
  /** Whether an HTTP status of a money POST proves that nothing happened. */
  classifyStatus?: ((status: number, operation: OperationName) => 'rejected' | 'unknown') | undefined;
  /** Name of a header that carries the operation id; `x-operation-id` with `gateway`. */
  operationIdHeader?: string | undefined;
  /** The address is a tillkit gateway: it is sent operation ids, and asked what became of a lost answer. */
  gateway?: boolean | undefined;
  /** Where polls take their slots. Default: one budget per service origin and `budgetKey`, in a browser for all its tabs. */
  pollBudget?: PollBudget | undefined;
  /** Tells apart credentials of one service that have a limit each. Not secret. */
  budgetKey?: string | undefined;
  /** Default 30 000. */
  requestTimeoutMs?: number | undefined;
  /** Default: the machine's clock. */
  clock?: Clock | undefined;
}
