import type { ClientContext } from '../core/client/clientContext.ts';
import { requestUrl } from '../core/client/requestUrl.ts';
import { attempt, ConfigurationError } from '../core/errors.ts';
import { isId } from '../core/wire/check.ts';
import { currencyDigits, hasCurrencyCodeForm } from '../core/money/currency.ts';
import { terminalRequestChecks } from '../core/wire/requests.ts';
import {
  contractRoutes,
  pathDependsOnProvider,
  isMoneyOperation,
  isOperationName,
  type OperationName,
  contractOperationNames,
} from '../core/wire/routes.ts';
import { GatewayRefusal, notSentRefusal, notSentInvalidInputRefusal } from './GatewayRefusal.ts';
import type { GatewayOperation, GatewayOptions, RecordOperationName } from './gatewayOptions.ts';

export const operationIdHeader = 'x-operation-id';
/** A header with the URI-encoded `confirmation` of a refusal. A page sends the header after a person said yes. */
export const confirmationHeader = 'x-operation-confirmed';
/** A header `id:code`: the id of a payment that was refused with `needs-approval`, and the approver's URI-encoded code. */
export const approvalHeader = 'x-operation-approval';

/** Whether a text can be an operation id: 16 to 128 letters, digits, `-` and `_`. Ids of the kit have 128 random bits. */
export function isOperationId(id: string): boolean {
  return /^[\w-]{16,128}$/.test(id);
}

/** The operation id of a request. Throws a refusal if there is none. */
export function requiredOperationIdOf(request: Request): string {
  const id = optionalOperationIdOf(request);
  if (id !== undefined) return id;
  throw idRefusal(`A payment needs a new id of its own in the header ${operationIdHeader}.`);
}

export function optionalOperationIdOf(request: Request): string | undefined {
  const id = request.headers.get(operationIdHeader);
  if (id === null) return undefined;
  if (isOperationId(id)) return id;
  throw idRefusal(`The header ${operationIdHeader} must hold 16 to 128 letters, digits, "-" or "_".`);
}

const idRefusal = (sentence: string) =>
  notSentRefusal(400, 'operation-id', sentence, { field: operationIdHeader });

/** The one operation that a request asks for. */
export interface RouteMatch {
  operation: GatewayOperation;
  provider?: string | undefined;
  /** The page counts amounts in cents of this ISO 4217 currency. */
  currency?: string | undefined;
  /** The total (cents) of the order of which a part is paid. */
  orderTotalCents?: number | undefined;
  clientId?: string | undefined;
  /** For a poll: whether the gateway must ask the service again, because a person pressed "Check now". */
  isFresh?: boolean | undefined;
  /** The message or operation id in the path, the reference of a transaction, an order number, or a closing's number. */
  id?: string | undefined;
}

/** Whether an operation concerns the record and not the service. */
export function isRecordOperationName(operation: GatewayOperation): operation is RecordOperationName {
  return !isOperationName(operation);
}

/** Whether the id in the path is that of an operation. */
export const hasOperationIdInPath = (operation: GatewayOperation): boolean =>
  ['askOperation', 'closeOperation', 'resolveOperation', 'acknowledgeOperation'].includes(operation);

interface RouteEntry {
  method: string;
  /** The path before the id; the whole path if there is no `tail`. */
  head: string;
  /** The path after the id. */
  tail?: string | undefined;
  match: RouteMatch;
}

const placeholder = 'tillkit-id';
const placeholderUrl = /*#__PURE__*/ new URL('http://gateway.invalid');

const recordRoutes: readonly (readonly [method: string, path: string, operation: RecordOperationName])[] = [
  ['GET', '/operations/stream', 'streamOperations'],
  ['GET', '/operations', 'listOperations'],
  ['GET', '/operations.csv', 'exportOperations'],
  ['GET', '/transactions', 'listTransactions'],
  ['GET', '/report', 'getReport'],
  ['GET', '/health', 'health'],
  ['GET', '/closings', 'listClosings'],
  ['POST', '/closings', 'closeDay'],
  ['GET', `/closings/${placeholder}`, 'getClosing'],
  ['GET', `/orders/${placeholder}`, 'getOrder'],
  ['POST', `/orders/${placeholder}/legs`, 'recordLeg'],
  ['GET', `/transactions/${placeholder}`, 'getTransaction'],
  ['GET', `/operations/${placeholder}`, 'askOperation'],
  ['DELETE', `/operations/${placeholder}`, 'closeOperation'],
  ['POST', `/operations/${placeholder}/resolution`, 'resolveOperation'],
  ['POST', `/operations/${placeholder}/acknowledgement`, 'acknowledgeOperation'],
];

/** Returns a function that finds a request's operation, or throws a refusal. Each path has one spelling. */
export function createRouteMatcher(options: GatewayOptions): (request: Request) => RouteMatch {
  const basePath = (options.basePath ?? '').replace(/\/+$/, '');
  if (basePath) assertBasePath(basePath);
  const ofContract = contractOperationNames.map((operation) => {
    const { pathname } = requestUrl(placeholderUrl, contractRoutes[operation], { messageId: placeholder });
    return [contractRoutes[operation].method, pathname, operation] as const;
  });
  const entries = [...ofContract, ...recordRoutes].map(([method, path, operation]): RouteEntry => {
    const [head = '', tail] = path.split(placeholder);
    return { method, head: basePath + head, tail, match: { operation } };
  });

  return (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const found = entries.flatMap((entry) => {
      const match = matchOf(entry, pathname);
      return match ? [{ entry, match }] : [];
    });
    if (found.length === 0) {
      throw new GatewayRefusal(404, 'no-route', 'Nothing is here. Check basePath, or update the gateway.');
    }
    const taken = found.find(({ entry }) => entry.method === request.method);
    if (taken) return { ...taken.match, ...queryParametersIn(taken.match, searchParams) };
    const allow = [...new Set(found.map(({ entry }) => entry.method))].join(', ');
    throw new GatewayRefusal(405, 'method', `Only ${allow} may be used here.`, { headers: { allow } });
  };
}

const contractParameters = ['provider', 'currency', 'clientId', 'fresh', 'orderTotal'] as const;

/** Reads the query parameters that a page adds to a request of the contract. */
function queryParametersIn({ operation }: RouteMatch, query: URLSearchParams): Partial<RouteMatch> {
  if (isRecordOperationName(operation)) return {};
  const [provider, currency, clientId, fresh, orderTotal] = contractParameters.map((name) => {
    const [value, ...others] = query.getAll(name);
    // With two values, the gateway could use one while `authorize` judged the other.
    if (others.length > 0)
      throw notSentInvalidInputRefusal(name, `${name} is given more than once. Give it once.`);
    return value || undefined;
  });
  if (orderTotal !== undefined && operation !== 'pay' && operation !== 'preAuth')
    throw notSentInvalidInputRefusal(
      'orderTotal',
      'Only a sale or a pre-authorization may be a part of an order.',
    );
  const orderTotalCents = parseOrderTotal(orderTotal);
  refuseMalformedCurrency(currency);
  return { provider, currency, clientId, isFresh: fresh === 'true', orderTotalCents };
}

/** Throws a refusal for a text that is no currency: no page could show an amount of it. */
export function refuseMalformedCurrency(currency: string | undefined): void {
  if (currency !== undefined && !hasCurrencyCodeForm(currency))
    throw notSentInvalidInputRefusal('currency', 'currency must be a code of ISO 4217, as USD.');
}

/** Reads the total of an order (cents). Throws a refusal if the text is no whole number from 1 on. */
export function parseOrderTotal(said: string | undefined): number | undefined {
  if (said === undefined) return undefined;
  const cents = Number(said);
  if (/^\d{1,16}$/.test(said) && cents >= 1 && Number.isSafeInteger(cents)) return cents;
  throw notSentInvalidInputRefusal('orderTotal', 'orderTotal must be a whole number of cents from 1 on.');
}

const hasAmount = (operation: OperationName) =>
  operation === 'createPaymentLink' ||
  (isMoneyOperation(operation) && 'amount' in terminalRequestChecks[operation].fields);

/** Throws a refusal if the service lacks the requested provider, or if the unit of the requested amount is unclear. */
export function assertRequestedProviderAndCurrency(
  { service }: ClientContext,
  { operation, provider, currency }: RouteMatch,
): void {
  if (isRecordOperationName(operation)) return;
  const { amountScale, description } = service;
  const isNeeded = pathDependsOnProvider(service.route(operation));
  // If a path needs a provider but none is described, all are refused: text of a page must not get into a path.
  const providers = description.providers ?? (isNeeded ? [] : undefined);
  const isUnknown = provider !== undefined && providers !== undefined && !providers.includes(provider);
  const isMissing = provider === undefined && isNeeded;
  if (isUnknown || isMissing) {
    throw notSentInvalidInputRefusal(
      'provider',
      `The provider ${isUnknown ? 'is not among the providers of the service' : 'of the terminal is missing'}.`,
    );
  }
  if (currency === undefined) {
    // If the service's currency does not have two decimals, the page must name a currency: else the unit is unclear.
    if (hasAmount(operation) && currencyDigits(description.currency ?? '') !== 2)
      throw notSentInvalidInputRefusal('currency', 'The currency of the amount is missing.');
    return;
  }
  const digits = currencyDigits(currency);
  const counted = amountScale === 'hundredths' ? currencyDigits(description.currency ?? currency) : digits;
  if (counted !== digits || (amountScale === undefined && digits !== 2)) {
    throw notSentInvalidInputRefusal(
      'currency',
      `The unit of an amount in ${currency} is unknown: the gateway's service description must name it.`,
    );
  }
}

function matchOf({ head, tail, match }: RouteEntry, pathname: string): RouteMatch | undefined {
  if (tail === undefined) return pathname === head ? match : undefined;
  const isLongEnough = pathname.length > head.length + tail.length;
  if (!isLongEnough || !pathname.startsWith(head) || !pathname.endsWith(tail)) return undefined;
  const written = pathname.slice(head.length, pathname.length - tail.length);
  if (match.operation === 'getTransaction' || match.operation === 'getClosing')
    return transactionIn(written, match);
  if (match.operation === 'getOrder' || match.operation === 'recordLeg') return orderIn(written, match);
  const id = decoded(written);
  if (id === undefined) return undefined;
  const isPlain = match.operation === 'getProcessedMessage' ? isId(id) : isOperationId(id);
  return isPlain ? { ...match, id } : undefined;
}

/**
 * Reads the provider (`-` for none) and reference of a transaction, or the terminal and number of a closing. They go to the
 * record only, so they may hold an escaped slash.
 */
function transactionIn(written: string, match: RouteMatch): RouteMatch | undefined {
  const [provider, id, ...others] = written.split('/').map(withoutEscapes);
  const isPlain = provider !== undefined && id !== undefined && others.length === 0;
  return isPlain && isId(id) && isId(provider) ? { ...match, provider, id } : undefined;
}

/** Reads the order number in a path. It may hold an escaped slash, as `2026%2F17`. */
function orderIn(written: string, match: RouteMatch): RouteMatch | undefined {
  const id = withoutEscapes(written);
  return isId(id) ? { ...match, id } : undefined;
}

function decoded(segment: string): string | undefined {
  const id = withoutEscapes(segment);
  return id !== undefined && /[/\\]/.test(id) ? undefined : id;
}

// Decodes an id in a path. Undefined unless the id is spelled as by `encodeURIComponent`, which the kit's client uses.
function withoutEscapes(segment: string): string | undefined {
  const id = attempt(() => decodeURIComponent(segment));
  return id !== undefined && encodeURIComponent(id) === segment ? id : undefined;
}

// A request's path arrives in the spelling of `URL`. So a `basePath` in another spelling, or a router's pattern such as
// `/api/payments/*`, would match no request.
function assertBasePath(basePath: string): void {
  const isPattern = basePath.includes('*');
  if (!isPattern && attempt(() => new URL(basePath, placeholderUrl).pathname) === basePath) return;
  throw new ConfigurationError(
    'basePath',
    `basePath "${basePath}" cannot be used. Write it as /api/payments.`,
  );
}
