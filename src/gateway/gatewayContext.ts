import { serviceProtocol } from '../core/client/protocol.ts';
import { createClientContext, faultOfHeader } from '../core/client/clientContext.ts';
import { ConfigurationError, PaymentsError, runHostCallback } from '../core/errors.ts';
import { currencyDigits } from '../core/money/currency.ts';
import { checkDuplicateGuardOptions } from '../core/operations/startGuard.ts';
import { checkedPollLimitsWithDefaults } from '../core/polling/pollBudget.ts';
import { pathDependsOnProvider } from '../core/wire/routes.ts';
import { boolean, type Check, checkThat, listOf, string } from '../core/wire/check.ts';
import { isObject } from '../core/wire/read.ts';
import { contractService, type Service } from '../core/wire/service.ts';
import { GatewayRefusal, appendCodeOfError } from './GatewayRefusal.ts';
import type { GatewayMetric, GatewayOperation, GatewayOptions, GatewayProblem } from './gatewayOptions.ts';
import { createRouteMatcher } from './gatewayRoutes.ts';
import { mayHaveReceivers } from './eventOptions.ts';
import {
  type TransactionMode,
  checkedPositiveOption,
  type GatewayStore,
  type StoreSteps,
  type StoreTransaction,
} from './gatewayStore.ts';

/** The checked options, as the gateway's parts use them. */
export type GatewayContext = ReturnType<typeof createGatewayContext>;

type Steps<T> = (tx: StoreTransaction) => StoreSteps<T>;

/** Access to the store that calls listeners after events were written. */
function createRecordAccess(store: GatewayStore) {
  const listeners: ((account: string) => void)[] = [];
  return {
    read: <T>(account: string, steps: Steps<T>) => store.transact(account, 'read', steps),
    async change<T>(account: string, steps: Steps<T>, access: TransactionMode = 'durable') {
      let hasEvents = false;
      const result = await store.transact(account, access, (tx) => {
        hasEvents = false; // the store may run the steps again
        const addAll: typeof tx.events.addAll = (rows) => {
          hasEvents = true;
          return tx.events.addAll(rows);
        };
        return steps({ ...tx, events: { ...tx.events, addAll } });
      });
      if (hasEvents) listeners.forEach((listener) => listener(account));
      return result;
    },
    /** Calls back after this process has written events. */
    onEventsWritten: (listener: (account: string) => void) => void listeners.push(listener),
  };
}

/** Checks the options. Throws `configuration`, naming the option. */
export function createGatewayContext(options: GatewayOptions) {
  assertOptions(options);
  const { baseUrl, allowInsecure, headers, service: described, clock } = options;
  const protocol = serviceProtocol(described ?? contractService);
  if (described) assertAmountScale(described);
  const forClient = { baseUrl, allowInsecure, clock };
  const serviceFor = (account: string) =>
    createClientContext(
      {
        ...forClient,
        headers: typeof headers === 'function' ? () => headers({ account: account || undefined }) : headers,
      },
      protocol,
    );
  const service = serviceFor('');
  const { onProblem, onMetric } = options;
  return {
    options,
    /** The payment service as the kit's client sees it: base URL, headers, routes. */
    service,
    /** The service with one merchant's headers. */
    serviceFor: (account: string) => (account === '' ? service : serviceFor(account)),
    store: options.store,
    record: createRecordAccess(options.store),
    matchRoute: createRouteMatcher(options),
    rules: {
      limits: checkedPollLimitsWithDefaults(options.polls ?? {}),
      maxWaitMs: checkedPositiveOption('maxWaitMs', options.maxWaitMs ?? 300_000),
      duplicateGuard: checkDuplicateGuardOptions(options.duplicateGuard),
      unknownReferences: options.unknownReferences ?? 'refuse',
      storeOrderNumber: options.storeOrderNumber ?? true,
      isRefusal: service.service.isRefusal,
      isPerProvider: pathDependsOnProvider(service.service.route('getProcessedMessage')),
    },
    keepAnswersMs: checkedPositiveOption('keepAnswersMs', options.keepAnswersMs ?? 24 * hourMs),
    keepEventsMs: checkedKeepEventsMs(options),
    paymentTimeoutMs: checkedPositiveOption(
      'paymentTimeoutMs',
      options.paymentTimeoutMs ?? 90_000,
      longestTimerMs,
    ),
    requestTimeoutMs: checkedPositiveOption(
      'requestTimeoutMs',
      options.requestTimeoutMs ?? 20_000,
      longestTimerMs,
    ),
    bodyTimeoutMs: checkedPositiveOption('bodyTimeoutMs', options.bodyTimeoutMs ?? 10_000, longestTimerMs),
    maxBodyBytes: checkedPositiveOption('maxBodyBytes', options.maxBodyBytes ?? 65_536),
    maxUploadBytes: checkedPositiveOption('maxUploadBytes', options.maxUploadBytes ?? 11_000_000),
    report: (problem: GatewayProblem) => onProblem && runHostCallback(() => onProblem(problem)),
    measure: (name: GatewayMetric['name'], value: number, account: string) =>
      onMetric && runHostCallback(() => onMetric({ name, value, account })),
  };
}

const hourMs = 60 * 60_000;

const isFunction = (value: unknown): value is () => unknown => typeof value === 'function';
const callback = /*#__PURE__*/ checkThat(isFunction, 'must be a function.');
const settings = /*#__PURE__*/ checkThat(isObject, 'must be an object.');
const text = /*#__PURE__*/ string();
const texts = /*#__PURE__*/ listOf(text);

const checkHeaders: Check<unknown> = (value, field, refuse) => {
  if (isFunction(value)) return value;
  for (const [name, given] of Object.entries(settings(value, field, refuse))) {
    const fault = faultOfHeader(given);
    if (fault) refuse(`${field}.${name}`, `${fault}.`);
  }
  return value;
};

const checkPolls: Check<unknown> = (value, field, refuse) => {
  for (const [name, count = 1] of Object.entries(settings(value, field, refuse)))
    if (!(typeof count === 'number' && count >= 1))
      refuse(`${field}.${name}`, 'must be a number of at least 1.');
};

/** Checks the types of options: a host in JavaScript may give a text of the environment instead of a flag or list. */
const optionChecks: { readonly [Name in keyof GatewayOptions]?: Check<unknown> } = {
  headers: checkHeaders,
  baseUrl: text,
  allowInsecure: boolean,
  secretHeaders: texts,
  basePath: text,
  allowedOrigins: texts,
  allowedHeaders: texts,
  polls: checkPolls,
  duplicateGuard: (value, field, refuse) => value === false || settings(value, field, refuse),
  unknownReferences: /*#__PURE__*/ checkThat(
    (value): value is string => value === 'refuse' || value === 'pass',
    "must be 'refuse' or 'pass'.",
  ),
  storeOrderNumber: boolean,
  fetcher: callback,
  onProblem: callback,
  onMetric: callback,
};

/** Throws `configuration` for an option that is missing or cannot work. Else the fault would show only in payments. */
function assertOptions(given: GatewayOptions): void {
  if (!isFunction(given?.authorize)) {
    throw new ConfigurationError(
      'authorize',
      'authorize is missing. Give a function that decides what a caller may do.',
    );
  }
  if (!isFunction(given.store?.transact)) {
    throw new ConfigurationError('store', 'store is missing. Give createSqlStore(…).');
  }
  if (given.headers === undefined) {
    throw new ConfigurationError('headers', 'headers are missing. Give the headers that the service needs.');
  }
  for (const [name, check] of Object.entries(optionChecks)) {
    const value = given[name as keyof GatewayOptions];
    if (value !== undefined) check(value, name, refuseOption);
  }
  if (given.baseUrl?.startsWith('/')) {
    throw new ConfigurationError('baseUrl', 'baseUrl is relative. Give the absolute address of the service.');
  }
  for (const origin of given.allowedOrigins ?? []) assertOrigin(origin);
}

function refuseOption(field: string, reason: string): never {
  throw new ConfigurationError(field, `${field} ${reason}`);
}

// Pages send amounts in cents of their currency, so the gateway must know the unit of the service's amounts.
function assertAmountScale({ amountScale, description }: Service): void {
  const { currency } = description;
  if (amountScale === 'hundredths' && currency === undefined) {
    throw new ConfigurationError(
      'service.currency',
      "Behind a gateway, amountScale 'hundredths' needs the service's currency. Give currency to defineService.",
    );
  }
  if (amountScale === undefined && currency !== undefined && currencyDigits(currency) !== 2) {
    throw new ConfigurationError(
      'service.amountScale',
      `${currency} does not have two decimals, so the unit of an amount is unknown. Give amountScale to defineService.`,
    );
  }
}

/** Default 7 days: a page that was closed for days can continue its stream. */
function checkedKeepEventsMs({ keepEventsMs = 7 * 24 * hourMs, ...options }: GatewayOptions): number {
  const leastMs = 4 * 24 * hourMs;
  if (!mayHaveReceivers(options) || keepEventsMs >= leastMs)
    return checkedPositiveOption('keepEventsMs', keepEventsMs);
  throw new ConfigurationError(
    'keepEventsMs',
    `keepEventsMs must be at least 4 days (${leastMs}): an event is tried for three days, and then shown as undelivered.`,
  );
}

/** The longest delay of a timer (ms). With a longer delay, a timer fires at once. */
const longestTimerMs = 2 ** 31 - 1;

// Refuses a slash at the end and `*`, which no browser sends, and `null`, the origin of many unrelated pages.
function assertOrigin(origin: string): void {
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/\\?#@*\s]+$/.test(origin)) return;
  const advice =
    origin === 'null'
      ? adviceOnNullOrigin
      : 'Write it as a browser does: https://till.example, with no path.';
  throw new ConfigurationError('allowedOrigins', `"${origin}" is not an origin. ${advice}`);
}

/** What to do about a page whose browser gives its origin as `null`. */
export const adviceOnNullOrigin =
  'The page is a file or a sandboxed frame, whose origin any site can have. Serve the page from a web address, or from a scheme of your app.';

/** Reports that the store failed. Only the code of a driver's error is reported, because the message may hold row data. */
export function reportStoreFailure(
  { report }: GatewayContext,
  cause: unknown,
  about: Pick<GatewayProblem, 'operation' | 'operationId'>,
): void {
  const sentence = 'The store of the gateway failed';
  const isOwn = cause instanceof ConfigurationError || (cause instanceof PaymentsError && !cause.cause);
  const message = isOwn ? `${sentence}. ${cause.shortMessage}` : appendCodeOfError(sentence, cause);
  report({ type: 'store-failed', ...about, message });
}

/** Reports to the host that the store cannot be used, and returns the refusal for the page. */
export function reportStoreFailureAsRefusal(
  context: GatewayContext,
  operation: GatewayOperation,
  cause: unknown,
  operationId?: string,
  retryAfterMs = 5000,
): GatewayRefusal {
  reportStoreFailure(context, cause, { operation, operationId });
  return new GatewayRefusal(
    503,
    'store',
    'The gateway cannot record anything at the moment, so this request was not sent (an earlier copy may have been). Tell the person who runs the gateway.',
    { cause, headers: { 'retry-after': `${Math.ceil(retryAfterMs / 1000)}` } },
  );
}
