import { serviceProtocol } from '../core/client/protocol.ts';
import { type ClientContext, createClientContext } from '../core/client/clientContext.ts';
import { runHostCallback, ConfigurationError } from '../core/errors.ts';
import { currencyDigits } from '../core/money/currency.ts';
import { checkPollLimits } from '../core/polling/pollBudget.ts';
import { dependsOnProvider } from '../core/wire/routes.ts';
import { contractService, type Service } from '../core/wire/service.ts';
import type { FollowRules } from './following.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import type { GatewayMetric, GatewayOperation, GatewayOptions, GatewayProblem } from './gatewayOptions.ts';
import { createGatewayRoutes, type GatewayRoutes } from './gatewayRoutes.ts';
import { hasReceivers } from './outbox.ts';
import type { AnswerRules, ClaimRules } from './record.ts';
import type { Access, GatewayStore, Steps, Transaction } from './gatewayStore.ts';

/** A gateway's checked options, in the form its parts use. */
export interface GatewayContext {
  options: GatewayOptions;
  /** The service as the kit's client knows it: address, headers, routes. */
  service: ClientContext;
  /** The same with a merchant's headers. */
  serviceFor: (account: string) => ClientContext;
  store: GatewayStore;
  record: RecordAccess;
  routes: GatewayRoutes;
  rules: FollowRules & ClaimRules & AnswerRules;
  keepAnswersMs: number;
  keepEventsMs: number;
  paymentTimeoutMs: number;
  requestTimeoutMs: number;
  bodyTimeoutMs: number;
  maxBodyBytes: number;
  maxUploadBytes: number;
  isRefusal: Service['isRefusal'];
  report: (problem: GatewayProblem) => void;
  measure: (name: GatewayMetric['name'], value: number, account: string) => void;
}

/** The store, with who wants to hear of what is written there. */
export interface RecordAccess {
  read: <T>(account: string, steps: (tx: Transaction) => Steps<T>) => Promise<T>;
  /** Default durable. */
  change: <T>(account: string, steps: (tx: Transaction) => Steps<T>, access?: Access) => Promise<T>;
  /** Calls back when this process has written events. */
  onEvents: (listener: (account: string) => void) => void;
}

function createRecordAccess(store: GatewayStore): RecordAccess {
  const listeners: ((account: string) => void)[] = [];
  return {
    read: (account, steps) => store.transact(account, 'read', steps),
    async change(account, steps, access = 'durable') {
      let isTold = false;
      const result = await store.transact(account, access, (tx) => {
        isTold = false; // it may be run again
        const addAll: typeof tx.events.addAll = (rows) => {
          isTold = true;
          return tx.events.addAll(rows);
        };
        return steps({ ...tx, events: { ...tx.events, addAll } });
      });
      if (isTold) listeners.forEach((listener) => listener(account));
      return result;
    },
    onEvents: (listener) => void listeners.push(listener),
  };
}

/** Checks the options. Throws `configuration`, naming the option. */
export function createGatewayContext(options: GatewayOptions): GatewayContext {
  if (typeof options.authorize !== 'function') {
    throw new ConfigurationError(
      'authorize',
      'authorize is missing. Give a function that says who may do what.',
    );
  }
  if (typeof options.store?.transact !== 'function') {
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
  const forClient = { baseUrl, allowInsecure, clock };
  const protocol = serviceProtocol(described ?? contractService);
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
  const { isRefusal } = service.service;
  return {
    options,
    service,
    serviceFor: (account) => (account === '' ? service : serviceFor(account)),
    store: options.store,
    record: createRecordAccess(options.store),
    routes: createGatewayRoutes(options),
    rules: {
      limits: checkPollLimits(options.polls ?? {}),
      maxWaitMs: aboveZero('maxWaitMs', options.maxWaitMs ?? 300_000),
      duplicateGuard: options.duplicateGuard ?? {},
      unknownReferences: options.unknownReferences ?? 'refuse',
      storeOrderNumber: options.storeOrderNumber ?? true,
      isRefusal,
      isPerProvider: dependsOnProvider(service.service.route('getProcessedMessage')),
    },
    keepAnswersMs: aboveZero('keepAnswersMs', options.keepAnswersMs ?? 24 * hourMs),
    keepEventsMs: longEnough(options),
    paymentTimeoutMs: aboveZero('paymentTimeoutMs', options.paymentTimeoutMs ?? 90_000, longestTimerMs),
    requestTimeoutMs: aboveZero('requestTimeoutMs', options.requestTimeoutMs ?? 20_000, longestTimerMs),
    bodyTimeoutMs: aboveZero('bodyTimeoutMs', options.bodyTimeoutMs ?? 10_000, longestTimerMs),
    maxBodyBytes: aboveZero('maxBodyBytes', options.maxBodyBytes ?? 65_536),
    maxUploadBytes: aboveZero('maxUploadBytes', options.maxUploadBytes ?? 11_000_000),
    isRefusal,
    report: (problem) => onProblem && runHostCallback(() => onProblem(problem)),
    measure: (name, value, account) => onMetric && runHostCallback(() => onMetric({ name, value, account })),
  };
}

const hourMs = 60 * 60_000;

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

/** What was given up has to be there for a while, so that somebody sees it. */
function longEnough({ keepEventsMs = 7 * 24 * hourMs, ...options }: GatewayOptions): number {
  const leastMs = 4 * 24 * hourMs;
  if (!hasReceivers(options) || keepEventsMs >= leastMs) return aboveZero('keepEventsMs', keepEventsMs);
  throw new ConfigurationError(
    'keepEventsMs',
    `keepEventsMs must be at least 4 days (${leastMs}): an event is told for three, and is shown as undelivered after that.`,
  );
}

/** A longer one would end at once. */
const longestTimerMs = 2 ** 31 - 1;

function aboveZero(option: string, value: number, most = Infinity): number {
  if (value > 0 && value <= most) return value;
  const limit = most === Infinity ? '' : `, and at most ${most}`;
  throw new ConfigurationError(option, `${option} must be a number above 0${limit}.`);
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
