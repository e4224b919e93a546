import type { PaymentsError, PaymentsErrorDetails } from '../errors.ts';
import type { JsonObject } from '../wire/read.ts';
import type { OperationName, Route } from '../wire/routes.ts';
import type { Service } from '../wire/service.ts';
import type { UrlParts } from './requestUrl.ts';

/** A route beside the service's operations. It moves nothing. */
interface ExtraRoute extends Pick<Route, 'path' | 'headers'> {
  method: 'GET' | 'POST' | 'DELETE';
  /** Stands in errors. */
  name: string;
}

/** One of the service's operations, or a route of its own. */
type Target = { operation: OperationName; route?: undefined } | { operation?: undefined; route: ExtraRoute };

export type Call = Target & CallDetails;

/** A call to one of the service's operations. */
export type ContractCall = Extract<Call, { operation: OperationName }>;

interface CallDetails extends UrlParts {
  /** JSON body of a POST, as the contract has it. */
  body?: JsonObject | undefined;
  /** ISO 4217, of its amounts. */
  currency?: string | undefined;
  operationId?: string | undefined;
  /** What a person confirmed. */
  confirmed?: string | undefined;
  /** A last look, right before the request leaves: headers may have taken long. */
  mayStillSend?: (() => Promise<boolean>) | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  maxBytes?: number | undefined;
}

export interface Answer {
  status: number;
  /** The parsed JSON; undefined where the body was empty. */
  body: unknown;
  headers: Headers;
}

/** What differs between a client of the service itself and one of a gateway before it. */
export interface Protocol {
  service: Service;
  /** Name of the header that carries an operation id; undefined where none is sent. */
  operationIdHeader: string | undefined;
  /** Path parts and query of a call to the contract. */
  urlParts: (call: ContractCall) => UrlParts;
  /** Headers of a call beside those of every request. */
  headers?: (call: ContractCall) => Record<string, string>;
  /** What an error answer says beside what the contract has. */
  readError?: (headers: Headers, body: unknown) => Pick<PaymentsErrorDetails, 'operationState' | 'refusal'>;
  /** Throws `contract` for a good answer to a request that moves money or creates a link, where something else gave it. */
  assertTrustedAnswer?: (answer: Answer) => void;
  /** Whether an error answer proves that nothing happened. */
  isRefusal: (error: PaymentsError, operation: OperationName) => boolean;
}

/** How a client speaks with the service itself. */
export function serviceProtocol(service: Service): Protocol {
  const write = (call: ContractCall, request: JsonObject) =>
    service.dialect?.write(call.operation, request, { currency: call.currency }) ?? request;
  return {
    service,
    operationIdHeader: service.description.operationIdHeader,
    urlParts: (call) =>
      call.query ? { ...call, query: write(call, call.query) as UrlParts['query'] } : call,
    isRefusal: ({ status = 0 }, operation) => service.isRefusal(status, operation),
  };
}
