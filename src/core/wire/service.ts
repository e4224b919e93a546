import type { AmountScale } from '../money/wireAmount.ts';
import type { ProcessingStatus } from './message.ts';
import type { LinkAmountUnit } from './paymentLink.ts';
import type { JsonObject } from './read.ts';
import type {
  AmountReferenceRequest,
  CreatePaymentLinkRequest,
  CustomValue,
  TransactionRequest,
} from './requests.ts';
import {
  type MoneyOperation,
  type OperationName,
  type PaymentLinkVersion,
  type Route,
  type RouteOverrides,
  routes,
} from './routes.ts';

/** The records of the wire and their fields as the contract calls them: what a description gives other names to. */
export interface WireFields {
  /** An item of `listTerminals`. */
  terminal: 'id' | 'name' | 'serialNumber' | 'model' | 'provider' | 'status' | 'lastSeenAt';
  /** The answer to a terminal operation. */
  accepted: 'msgIdentifier' | 'pnRefNum';
  /** The answer to a poll; `message` is the service's sentence. */
  message: 'msgIdentifier' | 'status' | 'pnRefNum' | 'amount' | 'tip' | 'message';
  paymentLink:
    | 'id'
    | 'paymentLink'
    | 'paymentRequestId'
    | 'reference'
    | 'status'
    | 'paid'
    | 'amount'
    | 'totalAmount'
    | 'paidAmount'
    | 'createdAt'
    | 'customValues';
  /** What stands around a list. */
  page: 'items' | 'total' | 'page' | 'limit';
  /** An answer that is not 2xx; `errors` lists the fields it refuses. */
  error: 'message' | 'errors';
  refusedField: 'field' | 'message';
  /** The bodies of the terminal operations. */
  request: Exclude<keyof TransactionRequest | keyof AmountReferenceRequest, 'provider'>;
  /** The body of `createPaymentLink`. */
  linkRequest: keyof CreatePaymentLinkRequest;
  /** A custom value, in requests and in links. */
  customValue: keyof CustomValue;
  /** The query of a list. */
  query: 'page' | 'limit' | 'clientId' | 'timezone';
}

export type RecordName = keyof WireFields;

/**
 * A field's name on the wire, with dots where it lies deeper (`contact.email`). Of several the first that is there is read, and the
 * first is written. `null`: the service has no such field.
 */
export type WireName = string | readonly [string, ...string[]] | null;
export type WireNames<Record extends RecordName = RecordName> = {
  readonly [Field in WireFields[Record]]?: WireName | undefined;
};

/** Turns a record into another; `own` is what the kit would do by the description's data alone. */
export type TranslateRecord = (value: JsonObject, own: (value: JsonObject) => JsonObject) => JsonObject;

/** What the service answers. */
export type AnswerRecord = Extract<
  RecordName,
  'terminal' | 'accepted' | 'message' | 'paymentLink' | 'page' | 'error'
>;
/** What it is sent. */
export type RequestName = MoneyOperation | 'createPaymentLink' | 'listTerminals' | 'listPaymentLinks';

/** Everything in which a deployment differs from the contract. It holds no secret: a page may be built with it. */
export interface ServiceDescription {
  /** Method, path and headers of single operations. A path may hold `{provider}`, and for a poll `{messageId}`. */
  routes?: RouteOverrides | undefined;
  /** Goes before every terminal path; may hold `{provider}`. */
  terminalPathPrefix?: string | undefined;
  /** What the service calls its providers of terminals. Needed where paths depend on them. */
  providers?: readonly string[] | undefined;
  /** Names of the headers that carry credentials. Default `authorization`. Their values never stand here. */
  credentials?: readonly string[] | undefined;
  /** Name of a header in which the service takes an operation id, and remembers it. */
  operationIdHeader?: string | undefined;
  /** How many items a page of a list has where nobody says, and at most. Default 25 and 100. */
  pages?: { limit?: number | undefined; most?: number | undefined } | undefined;
  paymentLinks?:
    | {
        /** Default `202104`. `v1` is deprecated. */
        version?: PaymentLinkVersion | undefined;
        /** `minor` (cents, the default) or `major`: 12.5 is 12.50. */
        amountUnit?: LinkAmountUnit | undefined;
        /** Whether a new link carries the client's `clientId`. Default false. */
        sendsClientId?: boolean | undefined;
      }
    | undefined;
  /** What an amount counts in a currency without two digits; see `amountFromCents`. */
  amountScale?: AmountScale | undefined;
  /** ISO 4217, of amounts whose currency nothing else says. */
  currency?: string | undefined;
  /** The service's words for a message's status, compared without case: `{ DECLINED: 'failed' }`. */
  statuses?: Readonly<Record<string, ProcessingStatus>> | undefined;
  /** Names of fields that differ: `{ terminal: { id: '_id', name: 'nickname' } }`. */
  fields?: { [Record in RecordName]?: WireNames<Record> } | undefined;
  /** Where the payload of an answer lies: `result`, or `''` for a bare one; for all operations or for some. Default `data`, or bare. */
  payload?: string | Partial<Record<OperationName, string>> | undefined;
  /** The statuses of a money request that prove that nothing happened, or what says so. */
  refusals?: readonly number[] | ((status: number, operation: OperationName) => boolean) | undefined;
  /** Reads an answer where names do not do. Gives the contract's fields. */
  read?: Partial<Record<AnswerRecord, TranslateRecord>> | undefined;
  /** The inverse of `read`: for a sandbox and an OpenAPI page of the service. */
  speak?: Partial<Record<AnswerRecord, TranslateRecord>> | undefined;
  /** Writes a body or a query where names do not do. Gets the contract's fields. */
  write?: Partial<Record<RequestName, TranslateRecord>> | undefined;
  /** The inverse of `write`. */
  hear?: Partial<Record<RequestName, TranslateRecord>> | undefined;
}

/** What else is known of a request whose bodies are translated. */
export interface DialectCall {
  /** ISO 4217, of its amounts. */
  currency?: string | undefined;
  /** The query of a list, as it was asked. */
  query?: { page?: number | undefined; limit?: number | undefined } | undefined;
}

/** How a service's bodies are turned into the contract's, and requests into the service's. */
export interface Dialect {
  /** The body, or the query of a list, as the service takes it. */
  write: (operation: OperationName, request: JsonObject, call?: DialectCall) => JsonObject;
  /** A 2xx answer as the contract has it. Throws `contract`. */
  read: (operation: OperationName, body: unknown, call?: DialectCall) => unknown;
  /** Any other answer. */
  readError: (operation: OperationName, body: unknown) => unknown;
}

/** A checked description. Made by `defineService`. */
export interface Service {
  readonly description: Readonly<ServiceDescription>;
  readonly amountScale: AmountScale | undefined;
  readonly pages: { readonly limit: number; readonly most: number };
  /** Names of the headers that carry credentials. */
  readonly credentials: readonly string[];
  readonly route: (operation: OperationName) => Route;
  /** Whether a path depends on the provider: without it nothing can be sent. */
  readonly needsProvider: boolean;
  /** Whether a status of a money request proves that nothing happened. */
  readonly isRefusal: (status: number, operation: OperationName) => boolean;
  /** Undefined where the service speaks as the contract does. */
  readonly dialect: Dialect | undefined;
}

// A refusal is believed only for these (faults F8, F9): every other status may follow a payment that was made.
export const contractRefusals = [400, 401, 403, 404, 405, 413, 415, 422, 429] as const;

/** A service that does everything as the contract says it. */
export const contractService: Service = {
  description: {},
  amountScale: undefined,
  pages: { limit: 25, most: 100 },
  credentials: ['authorization'],
  route: (operation) => routes[operation],
  needsProvider: false,
  isRefusal: (status) => (contractRefusals as readonly number[]).includes(status),
  dialect: undefined,
};
