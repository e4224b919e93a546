import { type ClientContext, createClientContext } from '../core/client/clientContext.ts';
import { callHost, ConfigurationError } from '../core/errors.ts';
import { currencyDigits } from '../core/money/currency.ts';
import type { Service } from '../core/wire/service.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import type { GatewayOperation, GatewayOptions, GatewayProblem } from './gatewayOptions.ts';
import { createGatewayRoutes, type GatewayRoutes } from './gatewayRoutes.ts';
import type { GatewayStore, PollRules } from './gatewayStore.ts';

/** A gateway's checked options, in the form its parts use. */
export interface GatewayContext {
  options: GatewayOptions;
  /** The service as the kit's client knows it: address, headers, routes. */
  service: ClientContext;
  /** The same with a merchant's headers. */
  serviceFor: (account: string | undefined) => ClientContext;
  store: GatewayStore;
  routes: GatewayRoutes;
  polls: PollRules;
  paymentTimeoutMs: number;
  requestTimeoutMs: number;
  bodyTimeoutMs: number;
  maxBodyBytes: number;
  maxUploadBytes: number;
  isRefusal: Service['isRefusal'];
  report: (problem: GatewayProblem) => void;
}

/** Checks the options. Throws `configuration`, naming the option. */
export function createGatewayContext(options: GatewayOptions): GatewayContext {
  if (typeof options.authorize !== 'function') {
    throw new ConfigurationError(
      'authorize',
      'authorize is missing. Give a function that says who may do what.',
    );
  }
  if (typeof options.store?.claim !== 'function') {
    throw new ConfigurationError('store', 'store is missing. Give createSqlStore(…).');
  }
  if (options.headers === undefined) {
    throw new ConfigurationError(
      'headers',
      'headers are missing. Give the headers that the service asks for.',
    );
  }
  if (options.baseUrl?.startsWith('/')) {
    throw new ConfigurationError('baseUrl', 'baseUrl is relative. Give the absolute address of the service.');
  }
  for (const origin of options.allowedOrigins ?? []) assertOrigin(origin);
  const { baseUrl, allowInsecure, headers, service: described, clock } = options;
  if (described) assertCounts(described);
  const fetcher = (request: Request) => (options.fetcher ?? globalThis.fetch)(request);
  const forClient = { baseUrl, allowInsecure, service: described, clock, fetcher };
  const serviceFor = (account: string | undefined) =>
    createClientContext({
      ...forClient,
      headers: typeof headers === 'function' ? () => headers({ account }) : headers,
    });
  const service = serviceFor(undefined);
  const { onProblem } = options;
  return {
    options,
    service,
    serviceFor,
    store: options.store,
    routes: createGatewayRoutes(options),
    polls: { limit: 47, windowMs: 60_000, minGapMs: 1000, ...options.polls },
    paymentTimeoutMs: aboveZero('paymentTimeoutMs', options.paymentTimeoutMs ?? 90_000),
    requestTimeoutMs: aboveZero('requestTimeoutMs', options.requestTimeoutMs ?? 20_000),
    bodyTimeoutMs: aboveZero('bodyTimeoutMs', options.bodyTimeoutMs ?? 10_000),
    maxBodyBytes: aboveZero('maxBodyBytes', options.maxBodyBytes ?? 65_536),
    maxUploadBytes: aboveZero('maxUploadBytes', options.maxUploadBytes ?? 11_000_000),
    isRefusal: service.service.isRefusal,
    report: (problem) => onProblem && callHost(() => onProblem(problem)),
  };
}

// A page counts in cents of its currency; what the service counts is to be known here.
function assertCounts({ amountScale, description }: Service): void {
  const { currency } = description;
  if (amountScale === 'hundredths' && currency === undefined) {
    throw new ConfigurationError(
      'service.currency',
      "Behind a gateway amountScale 'hundredths' needs the currency of the service. Give it to defineService.",
    );
  }
  if (amountScale === undefined && currency !== undefined && currencyDigits(currency) !== 2) {
    throw new ConfigurationError(
      'service.amountScale',
      `${currency} has not two decimals, and nobody said what an amount counts. Give amountScale to defineService.`,
    );
  }
}

function aboveZero(option: string, value: number): number {
  if (value > 0) return value;
  throw new ConfigurationError(option, `${option} must be a number above 0.`);
}

// One that no browser ever sends (a slash at its end, `*`) would shut the page out; `null` would let everybody in.
function assertOrigin(origin: string): void {
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/\\?#@*\s]+$/.test(origin)) return;
  throw new ConfigurationError(
    'allowedOrigins',
    `"${origin}" is not an origin. Write it as a browser does: https://till.example, with no path.`,
  );
}

/** What a request is told while the store cannot be used; the host is told as well. */
export function storeRefusal(
  { report }: GatewayContext,
  operation: GatewayOperation,
  cause: unknown,
  operationId?: string,
): GatewayRefusal {
  report({
    type: 'store-failed',
    operation,
    operationId,
    message: 'The store of the gateway cannot be used.',
  });
  return new GatewayRefusal(
    503,
    'store',
    'The gateway cannot record anything at the moment, so this was not sent. Tell whoever runs it.',
    { cause, headers: { 'retry-after': '5' } },
  );
}
