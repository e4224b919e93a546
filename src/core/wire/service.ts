import { type AmountScale, centsFromAmount } from '../money/wireAmount.ts';
import type { ProcessingStatus } from './message.ts';
import type { JsonObject } from './read.ts';
import type { CreatePaymentLinkRequest, CustomValue, LinkAmountUnit } from './paymentLink.ts';
import type { TerminalRequests } from './requests.ts';
import {
  type MoneyOperation,
  type OperationName,
  type PaymentLinkApiVersion,
  type Route,
  type RouteOverrides,
  contractRoutes,
} from './routes.ts';
import type { ListTerminalsQuery } from './terminal.ts';

/** For each kind of answer, the contract's names of its fields. */
export const answerFieldNames = {
  /** An item of `listTerminals`. */
  terminal: ['id', 'name', 'serialNumber', 'model', 'provider', 'status', 'lastSeenAt'],
  /** The answer to a terminal operation. */
  accepted: ['msgIdentifier', 'pnRefNum'],
  /** The answer to a poll of a message. Its field `message` is a sentence of the service. */
  message: ['msgIdentifier', 'status', 'pnRefNum', 'amount', 'tip', 'message'],
  paymentLink: [
    'id',
    'paymentLink',
    'paymentRequestId',
    'reference',
    'status',
    'paid',
    'amount',
    'totalAmount',
    'paidAmount',
    'createdAt',
    'customValues',
  ],
  /** The object around the items of a list. */
  page: ['items', 'total', 'page', 'limit'],
  /** An answer that is not 2xx; `errors` lists the refused fields. */
  error: ['message', 'errors'],
  refusedField: ['field', 'message'],
} as const;

/** For each kind of body or answer, the contract's names of its fields. A `ServiceDescription` may give other names. */
export type ContractFieldNames = {
  [Record in keyof typeof answerFieldNames]: (typeof answerFieldNames)[Record][number];
} & {
  /** The body of any terminal operation. */
  request: Exclude<{ [Kind in MoneyOperation]: keyof TerminalRequests[Kind] }[MoneyOperation], 'provider'>;
  /** The body of `createPaymentLink`. */
  linkRequest: keyof CreatePaymentLinkRequest;
  /** A custom value, in requests and in links. */
  customValue: keyof CustomValue;
  /** The query of a list. */
  query: keyof ListTerminalsQuery;
};

export type WireObjectName = keyof ContractFieldNames;

/**
 * A field's name on the wire, with dots for a nested field (`contact.email`). In a list of names, the first name that
 * has a value in an answer is read, and the first name of the list is written. `null`: the service has no such field.
 */
export type WireName = string | readonly [string, ...string[]] | null;
export type WireNamesByField<Record extends WireObjectName = WireObjectName> = {
  readonly [Field in ContractFieldNames[Record]]?: WireName | undefined;
};

/** A function of the host that converts one object. It may call `own`, which converts by the rest of the description. */
export type TranslateObject = (value: JsonObject, own: (value: JsonObject) => JsonObject) => JsonObject;

export type AnswerObjectName = Extract<
  WireObjectName,
  'terminal' | 'accepted' | 'message' | 'paymentLink' | 'page' | 'error'
>;
/** The operations whose requests a description may convert with `write`. */
export type OperationWithTranslatableRequest =
  MoneyOperation | 'createPaymentLink' | 'listTerminals' | 'listPaymentLinks';

/** How a deployment of the service differs from the contract. It holds no secret, because browsers may load it. */
export interface ServiceDescription {
  /**
   * Methods, paths and headers that differ. Every path may hold `{provider}`. The path of a capture, void or refund may
   * hold `{pnRefNum}`. The path of `getProcessedMessage` must hold `{messageId}`.
   */
  routes?: RouteOverrides | undefined;
  /** Prefix of every terminal path; may hold `{provider}`. */
  terminalPathPrefix?: string | undefined;
  /** The service's names of its terminal providers. Required if paths depend on them. */
  providers?: readonly string[] | undefined;
  /** Names of the headers that carry credentials. Default `authorization`. Never put their values here. */
  credentials?: readonly string[] | undefined;
  /** Name of the header for the operation id. Set it only if the service remembers such ids. */
  operationIdHeader?: string | undefined;
  /** Items per page of a list, by default (`limit`) and at most (`most`). Default 25 and 100. */
  pages?: { limit?: number | undefined; most?: number | undefined } | undefined;
  paymentLinks?:
    | {
        /** Version of the payment-link interface. Default `202104`; `v1` is deprecated. */
        version?: PaymentLinkApiVersion | undefined;
        /** Unit of link amounts: `minor` (cents, the default), or `major`, in which 12.5 means 12.50. */
        amountUnit?: LinkAmountUnit | undefined;
        /** Whether a new link is sent with the client's `clientId`. Default false. */
        sendsClientId?: boolean | undefined;
      }
    | undefined;
  /** The unit of amounts in a currency without two decimals; see `amountFromCents`. */
  amountScale?: AmountScale | undefined;
  /** Default currency of amounts (ISO 4217). */
  currency?: string | undefined;
  /** The service's words for a message's status, compared without case: `{ DECLINED: 'failed' }`. */
  statuses?: Readonly<Record<string, ProcessingStatus>> | undefined;
  /** Field names that differ: `{ terminal: { id: '_id', name: 'nickname' } }`. */
  fields?: { [Record in WireObjectName]?: WireNamesByField<Record> } | undefined;
  /**
   * Path of the payload in answers, such as `result`; `''` is the whole answer. Give one path for all operations, or
   * one for each. Default: `data` if the answer has it, else the whole answer.
   */
  payload?: string | Partial<Record<OperationName, string>> | undefined;
  /** The HTTP statuses that prove that a money request did nothing. Or a function that decides. */
  refusals?: readonly number[] | ((status: number, operation: OperationName) => boolean) | undefined;
  /** Functions that convert answers, if renaming fields is not enough. Each returns the contract's fields. */
  read?: Partial<Record<AnswerObjectName, TranslateObject>> | undefined;
  /** The inverse of each function in `read`. Only a sandbox and an OpenAPI page of the service need this. */
  speak?: Partial<Record<AnswerObjectName, TranslateObject>> | undefined;
  /** Functions that convert bodies or queries for the service, if renaming is not enough. Each gets the contract's fields. */
  write?: Partial<Record<OperationWithTranslatableRequest, TranslateObject>> | undefined;
  /** The inverse of each function in `write`. Only a sandbox needs this. */
  hear?: Partial<Record<OperationWithTranslatableRequest, TranslateObject>> | undefined;
}

/** What a conversion needs to know of the request, in addition to its body. */
export interface CurrencyAndListQuery {
  /** Currency of the amounts (ISO 4217). */
  currency?: string | undefined;
  /** The query of a list, as requested. */
  query?: { page?: number | undefined; limit?: number | undefined } | undefined;
}

/** Converts answers to the contract's format, and requests to the service's. */
export interface Dialect {
  /** Converts a request's body, or the query of a list, to the service's format. Throws `configuration` or `invalid-input`. */
  write: (operation: OperationName, request: JsonObject, call?: CurrencyAndListQuery) => JsonObject;
  /** Converts a 2xx answer to the contract's format. Throws `contract`. */
  read: (operation: OperationName, body: unknown, call?: CurrencyAndListQuery) => unknown;
  /** Converts an answer that is not 2xx to the contract's format. */
  readError: (operation: OperationName, body: unknown) => unknown;
}

/** A checked description, created by `defineService`. */
export interface Service {
  readonly description: Readonly<ServiceDescription>;
  readonly amountScale: AmountScale | undefined;
  readonly pages: { readonly limit: number; readonly most: number };
  readonly credentials: readonly string[];
  readonly route: (operation: OperationName) => Route;
  /**
   * Whether some path holds `{provider}` or is a function. If a path holds `{provider}`, a request without a provider
   * is not sent.
   */
  readonly needsProvider: boolean;
  /** Whether a status of a money request proves that nothing happened. */
  readonly isRefusal: (status: number, operation: OperationName) => boolean;
  /** A link's integer amount as cents. Undefined if the unit is unknown, or if the result is no whole number of cents. */
  readonly linkCents: (amount: number, currency?: string) => number | undefined;
  /** Converts requests and answers. Undefined if the service follows the contract: then nothing is converted. */
  readonly dialect: Dialect | undefined;
}

// Only these statuses prove a refusal (faults F8, F9): any other may follow a payment that was made.
export const contractRefusalStatuses = [400, 401, 403, 404, 405, 413, 415, 422, 429] as const;

/** A service that follows the contract, apart from the unit of amounts. */
export function contractServiceWith(
  amounts: Pick<Service, 'description' | 'amountScale' | 'linkCents'> & Partial<Service>,
): Service {
  return {
    pages: { limit: 25, most: 100 },
    credentials: ['authorization'],
    route: (operation) => contractRoutes[operation],
    needsProvider: false,
    isRefusal: (status) => (contractRefusalStatuses as readonly number[]).includes(status),
    dialect: undefined,
    ...amounts,
  };
}

/** A service that follows the contract in everything. */
export const contractService = /*#__PURE__*/ contractServiceWith({
  description: {},
  amountScale: undefined,
  linkCents: (amount, currency) => centsFromLinkAmount({}, amount, currency),
});

/** A link's integer amount as cents. Undefined if the unit is unknown, or if the result is no whole number of cents. */
export function centsFromLinkAmount(
  { amountScale, paymentLinks, currency: usual }: ServiceDescription,
  amount: number,
  currency = usual,
): number | undefined {
  const isMajor = paymentLinks?.amountUnit === 'major';
  if (amountScale !== 'hundredths' && (isMajor || !currency)) return amount;
  if (!currency) return undefined;
  const read = centsFromAmount(amount, { currency, amountScale });
  return read.ok ? read.cents : undefined;
}
