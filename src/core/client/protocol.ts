import {
  ConfigurationError,
  tryToWarn,
  type PaymentsError,
  type PaymentsErrorDetails,
  warnOnce,
} from '../errors.ts';
import type { MoneyCallOptions } from '../operations/terminalOperations.ts';
import type { JsonObject } from '../wire/read.ts';
import type { OperationName, Route } from '../wire/routes.ts';
import type { CurrencyAndListQuery, Service } from '../wire/service.ts';
import type { UrlValues } from './requestUrl.ts';

/** A route that only a gateway has. It moves no money. */
interface ExtraRoute extends Pick<Route, 'path' | 'headers'> {
  method: 'GET' | 'POST' | 'DELETE';
  /** Name used in errors. */
  name: string;
}

type Target = { operation: OperationName; route?: undefined } | { operation?: undefined; route: ExtraRoute };

export type ClientCall = Target & CallDetails;

type ContractCall = Extract<ClientCall, { operation: OperationName }>;

interface CallDetails extends UrlValues, MoneyCallOptions {
  /** JSON body of a POST, in the contract's fields. */
  body?: JsonObject | undefined;
  timeoutMs?: number | undefined;
  maxBytes?: number | undefined;
  /** The media type of an answer that is read as text. Default: JSON, which is parsed. */
  accept?: string | undefined;
}

export interface ServiceAnswer {
  status: number;
  /** The parsed JSON, or the text of a call with `accept`; undefined for an empty body. */
  body: unknown;
  headers: Headers;
}

interface AnswerRules extends CurrencyAndListQuery {
  operation: OperationName | undefined;
}

/** What differs between a client of the service and a client of a gateway. */
export interface ClientProtocol {
  service: Service;
  /** Name of the header for the operation id; undefined if none is sent. */
  operationIdHeader: string | undefined;
  urlParts: (call: ContractCall) => UrlValues;
  headers?: (call: ClientCall) => Record<string, string>;
  /** Converts the body of a request from the contract's format to the service's own. */
  write?: (call: ClientCall, body: JsonObject) => JsonObject | undefined;
  /** Converts the body of a 2xx answer from the service's own format to the contract's. Throws `contract`. */
  read?: (body: unknown, rules: AnswerRules) => unknown;
  /** Converts the body of an answer that is not 2xx from the service's own format to the contract's. */
  readErrorBody?: (body: unknown, rules: AnswerRules) => unknown;
  /** Reads from a gateway's error answer what the contract does not have: the operation's state and the reason of the refusal. */
  readError?: (headers: Headers, body: unknown) => Pick<PaymentsErrorDetails, 'operationState' | 'refusal'>;
  /** Makes the error for an answer of a sign-in, not of a gateway: a redirect, HTML with a 2xx, or 401 or 419 without JSON. */
  signInError?: (details: PaymentsErrorDetails) => PaymentsError;
  /** For a request that moves money or creates a link: throws `contract` if a 2xx answer is not the gateway's own. */
  assertTrustedAnswer?: (answer: ServiceAnswer) => void;
  /** Called for each request about payment links, to warn of missing or old settings. `sent`: the amount of a new link. */
  onLinks?: (sent?: number) => void;
  /** Whether an error answer proves that nothing happened. */
  isRefusal: (error: PaymentsError, operation: OperationName) => boolean;
}

/** The protocol of the service itself. Throws `configuration` if the host passed a description instead of a service. */
export function serviceProtocol(service: Service): ClientProtocol {
  if (!service.description)
    throw new ConfigurationError('service', 'service must be what defineService() returned.');
  const { dialect } = service;
  const write = ({ operation, currency }: ClientCall, request: JsonObject) =>
    operation && dialect?.write(operation, request, { currency });
  return {
    service,
    operationIdHeader: service.description.operationIdHeader,
    urlParts: (call) =>
      call.query ? { ...call, query: (write(call, call.query) ?? call.query) as UrlValues['query'] } : call,
    write,
    read(body, { operation, query, currency }) {
      if (!dialect || !operation) return body;
      try {
        return dialect.read(operation, body, { query, currency });
      } catch (cause) {
        // The 2xx status alone proves that the batch is closed, whatever the body says.
        if (operation === 'closeBatch') return body;
        throw cause;
      }
    },
    readErrorBody: (body, { operation }) =>
      operation && dialect ? dialect.readError(operation, body) : body,
    onLinks: (sent) =>
      tryToWarn(() => process.env.NODE_ENV === 'development' && warnAboutLinks(service, sent)),
    isRefusal: ({ status = 0 }, operation) => service.isRefusal(status, operation),
  };
}

/** Warns once about each setting of payment links that is deprecated or missing. `sent`: the amount of a new link. */
function warnAboutLinks({ description }: Service, sent?: number): void {
  const { version, amountUnit } = description.paymentLinks ?? {};
  if (version === 'v1') {
    warnOnce(
      "paymentLinks.version 'v1' is deprecated by the service, and its answers carry no data. Use '202104'.",
    );
  }
  if (amountUnit !== undefined) return;
  warnOnce(
    "paymentLinks.amountUnit of defineService is not set. Links are sent in cents ('minor'); set it to show that this was checked.",
  );
  if (sent === undefined) return;
  warnOnce(
    `A payment link was sent with amount ${sent}, in cents. Look in the service's own list whether it is over that many cents: where it is over a hundred times as much, set paymentLinks.amountUnit to 'major'.`,
    { name: 'sent' },
  );
}
