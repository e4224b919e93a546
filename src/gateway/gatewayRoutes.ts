import type { ClientContext } from '../core/client/clientContext.ts';
import { requestUrl } from '../core/client/requestUrl.ts';
import { ConfigurationError } from '../core/errors.ts';
import { isId } from '../core/wire/check.ts';
import { currencyDigits } from '../core/money/currency.ts';
import { assertPlainPath, dependsOnProvider, operationNames, routes } from '../core/wire/routes.ts';
import { GatewayRefusal, notSent } from './GatewayRefusal.ts';
import type { GatewayOperation, GatewayOptions, RecordOperation } from './gatewayOptions.ts';

export const operationIdHeader = 'x-operation-id';
/** What a person said yes to: the `confirmation` of a refusal, as a part of an address is written. */
export const confirmedHeader = 'x-operation-confirmed';

/** Letters, digits, `-` and `_`: the kit's own have 128 random bits. */
export function isOperationId(id: string): boolean {
  return /^[\w-]{16,128}$/.test(id);
}

/** The operation id a request carries. Throws a refusal where it has none. */
export function operationIdOf(request: Request): string {
  const id = optionalOperationIdOf(request);
  if (id !== undefined) return id;
  throw notSent(
    400,
    'operation-id',
    `A payment needs a new id of its own in the header ${operationIdHeader}.`,
    { field: operationIdHeader },
  );
}

export function optionalOperationIdOf(request: Request): string | undefined {
  const id = request.headers.get(operationIdHeader);
  if (id === null) return undefined;
  if (isOperationId(id)) return id;
  throw notSent(
    400,
    'operation-id',
    `The header ${operationIdHeader} must hold 16 to 128 letters, digits, "-" or "_".`,
    { field: operationIdHeader },
  );
}

/** The one thing a request asks for. */
export interface RouteMatch {
  operation: GatewayOperation;
  provider?: string | undefined;
  /** ISO 4217, in whose cents a page counts. */
  currency?: string | undefined;
  clientId?: string | undefined;
  /** Of a message: the service is to be asked again, as a person pressed "Check now". */
  isFresh?: boolean | undefined;
  /** The message or operation id in the path, or a transaction's reference. */
  id?: string | undefined;
}

/** What is asked of the record, not of the service. */
export function isOfRecord(operation: GatewayOperation): operation is RecordOperation {
  return !(operationNames as readonly string[]).includes(operation);
}

export interface GatewayRoutes {
  /** Throws a refusal where no operation has this method and path. */
  match: (request: Request) => RouteMatch;
}

interface Entry {
  method: string;
  /** What stands before and after the id; without one, the whole path. */
  head: string;
  tail?: string | undefined;
  match: RouteMatch;
}

const here = /*#__PURE__*/ new URL('http://gateway.invalid');

/**
 * The table of what a gateway passes on. A path is compared as it was written, character by character: what is spelled another
 * way (`..`, `%2e`, `//`, a trailing slash) is not found.
 */
export function createGatewayRoutes(options: GatewayOptions): GatewayRoutes {
  const basePath = (options.basePath ?? '').replace(/\/+$/, '');
  if (basePath) assertBasePath(basePath);
  const entries = [...contractEntries(basePath), ...ownEntries(basePath)];

  return {
    match(request) {
      const { pathname, searchParams } = new URL(request.url);
      const found = entries.flatMap((entry) => {
        const match = matchOf(entry, pathname);
        return match ? [{ entry, match }] : [];
      });
      if (found.length === 0) throw new GatewayRefusal(404, 'no-route', 'There is no such operation here.');
      const taken = found.find(({ entry }) => entry.method === request.method);
      if (taken) return { ...taken.match, ...wishesIn(taken.match, searchParams) };
      const allow = [...new Set(found.map(({ entry }) => entry.method))].join(', ');
      throw new GatewayRefusal(405, 'method', `Only ${allow} may be used here.`, { headers: { allow } });
    },
  };
}

function contractEntries(basePath: string): Entry[] {
  const placeholder = 'tillkit-id';
  return operationNames.map((operation) => {
    const { pathname } = requestUrl(here, routes[operation], { messageId: placeholder });
    const [head = '', tail] = pathname.split(placeholder);
    return { method: routes[operation].method, head: basePath + head, tail, match: { operation } };
  });
}

/** What a page says beside the contract: which provider a terminal is of, its currency, and whose page it is. */
function wishesIn({ operation }: RouteMatch, query: URLSearchParams): Partial<RouteMatch> {
  if (isOfRecord(operation)) return {};
  const [provider, currency, clientId, fresh] = ['provider', 'currency', 'clientId', 'fresh'].map((name) => {
    const [value, ...others] = query.getAll(name);
    // Whoever authorizes may look at another than is sent.
    if (others.length > 0) throw wrongWish(name, `${name} was said twice.`);
    return value || undefined;
  });
  return { provider, currency, clientId, isFresh: fresh === 'true' };
}

const hasAmount: ReadonlySet<string> = /*#__PURE__*/ new Set([
  'pay',
  'preAuth',
  'capture',
  'refund',
  'createPaymentLink',
]);

/** Refuses a provider or a currency of which the description does not say how it is asked. */
export function assertWishes(
  { service }: ClientContext,
  { operation, provider, currency }: RouteMatch,
): void {
  if (isOfRecord(operation)) return;
  const { amountScale, description } = service;
  const isNeeded = dependsOnProvider(service.route(operation));
  // What a page makes up is put into no path.
  const providers = description.providers ?? (isNeeded ? [] : undefined);
  const isUnknown = provider !== undefined && providers !== undefined && !providers.includes(provider);
  const isMissing = provider === undefined && isNeeded;
  if (isUnknown || isMissing) {
    throw wrongWish(
      'provider',
      `The provider ${isUnknown ? 'is none of the service' : 'of the terminal is missing'}.`,
    );
  }
  if (currency === undefined) {
    // Whoever counts in something else than cents of that currency would not say so.
    if (hasAmount.has(operation) && currencyDigits(description.currency ?? '') !== 2)
      throw wrongWish('currency', 'It is not said in which currency the amount is.');
    return;
  }
  const digits = currencyDigits(currency);
  const counted = amountScale === 'hundredths' ? currencyDigits(description.currency ?? currency) : digits;
  if (counted !== digits || (amountScale === undefined && digits !== 2)) {
    throw wrongWish(
      'currency',
      `It is not known what an amount in ${currency} counts: whoever runs the gateway has to describe it.`,
    );
  }
}

function wrongWish(field: string, sentence: string): GatewayRefusal {
  return notSent(400, 'invalid-input', sentence, { field });
}

function ownEntries(basePath: string): Entry[] {
  const head = `${basePath}/operations/`;
  const get = (path: string, operation: RecordOperation): Entry => ({
    method: 'GET',
    head: basePath + path,
    match: { operation },
  });
  return [
    get('/operations/stream', 'streamOperations'),
    get('/operations', 'listOperations'),
    get('/transactions', 'listTransactions'),
    get('/report', 'getReport'),
    get('/health', 'health'),
    { method: 'GET', head: `${basePath}/transactions/`, tail: '', match: { operation: 'getTransaction' } },
    { method: 'GET', head, tail: '', match: { operation: 'askOperation' } },
    { method: 'DELETE', head, tail: '', match: { operation: 'closeOperation' } },
    { method: 'POST', head, tail: '/resolution', match: { operation: 'resolveOperation' } },
    { method: 'POST', head, tail: '/acknowledgement', match: { operation: 'acknowledgeOperation' } },
  ];
}

function matchOf({ head, tail, match }: Entry, pathname: string): RouteMatch | undefined {
  if (tail === undefined) return pathname === head ? match : undefined;
  const isLongEnough = pathname.length > head.length + tail.length;
  if (!isLongEnough || !pathname.startsWith(head) || !pathname.endsWith(tail)) return undefined;
  const written = pathname.slice(head.length, pathname.length - tail.length);
  if (match.operation === 'getTransaction') return transactionIn(written, match);
  const id = decoded(written);
  if (id === undefined) return undefined;
  const isPlain = match.operation === 'getProcessedMessage' ? isId(id) : isOperationId(id);
  return isPlain ? { ...match, id } : undefined;
}

/** Provider, `-` where none is named, and reference. */
function transactionIn(written: string, match: RouteMatch): RouteMatch | undefined {
  const [provider, id, ...others] = written.split('/').map(decoded);
  const isPlain = provider !== undefined && id !== undefined && others.length === 0;
  return isPlain && isId(id) && isId(provider) ? { ...match, provider, id } : undefined;
}

// An id that is written differently than the client writes it is another path.
function decoded(segment: string): string | undefined {
  try {
    const id = decodeURIComponent(segment);
    return encodeURIComponent(id) === segment && !/[/\\]/.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

function assertBasePath(basePath: string): void {
  try {
    assertPlainPath(basePath);
  } catch (cause) {
    throw new ConfigurationError(
      'basePath',
      `basePath "${basePath}" cannot be used. Write it as /api/payments.`,
      cause,
    );
  }
}
