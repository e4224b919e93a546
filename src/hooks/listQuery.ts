import { hashKey, type QueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import type { PaymentsClient } from '../core/client/paymentsClient.ts';
import { PaymentsError, tryToWarn, warnOnce } from '../core/errors.ts';
import { backoffMs } from '../core/time.ts';
import type { Page } from '../core/wire/listPage.ts';
import type { PaymentLink } from '../core/wire/paymentLink.ts';
import { isObject, type JsonObject } from '../core/wire/read.ts';
import type { Terminal } from '../core/wire/terminal.ts';

interface KnownClients {
  /** A random number for the query client. Another load of the page gives another number. */
  name: number;
  clients: WeakMap<PaymentsClient, number>;
  counts: Map<string, number>;
}

const byQueryClient = /*#__PURE__*/ new WeakMap<QueryClient, KnownClients>();

function knownClients(queryClient: QueryClient): KnownClients {
  const known = byQueryClient.get(queryClient) ?? {
    name: Math.random(),
    clients: new WeakMap(),
    counts: new Map(),
  };
  byQueryClient.set(queryClient, known);
  return known;
}

/** A query key part that is new at each load of the page. A query client that the host restored has no data under this key. */
export const notRestored = (queryClient: QueryClient) => ({ page: knownClients(queryClient).name });

/** The last part of a query key: empty for the first client of a base URL, another number for each further one. */
export function accountKey(queryClient: QueryClient, client: PaymentsClient): object[] {
  const known = knownClients(queryClient);
  const { baseUrl } = client.options;
  const account = known.clients.get(client) ?? known.counts.get(baseUrl) ?? 0;
  if (!known.clients.has(client)) {
    known.clients.set(client, account);
    known.counts.set(baseUrl, account + 1);
  }
  return account === 0 ? [] : [{ account, ...notRestored(queryClient) }];
}

/** The query options that a host may set for a list. */
export type ListQueryOptions<Data> = Omit<UseQueryOptions<Data, PaymentsError>, 'queryKey' | 'queryFn'>;

type Placeholder = (previous: unknown, query?: { queryKey: QueryKey }) => unknown;

/**
 * The host's `placeholderData` function, limited to one owner. It gets the previous query's data only if both queries
 * are of the same merchant, operator and currency: then their keys differ only in the filters, the part at `filtersAt`.
 */
export function withinOwner<Options extends { placeholderData?: unknown }>(
  query: Options | undefined,
  queryKey: QueryKey,
  filtersAt: number,
): Pick<Options, 'placeholderData'> | undefined {
  const host = query?.placeholderData;
  if (typeof host !== 'function') return undefined;
  const owner = (key: QueryKey) => hashKey(key.with(filtersAt, 0));
  const placeholderData: Placeholder = (previous, before) =>
    before && owner(before.queryKey) === owner(queryKey)
      ? (host as Placeholder)(previous, before)
      : undefined;
  return { placeholderData };
}

/** Sets every option that changes how lists behave, so that a host's query defaults do not. */
export const listQueryDefaults = {
  networkMode: 'always',
  staleTime: 30_000,
  gcTime: 300_000,
  retry: (failures: number, error: Error) => {
    tryToWarn(() => process.env.NODE_ENV === 'development' && warnOfSetup(error));
    return error instanceof PaymentsError && error.isRetryable && failures < 2;
  },
  retryDelay: (attempt: number, error: Error) =>
    Math.max(
      backoffMs(attempt, { firstMs: 1000 }),
      error instanceof PaymentsError ? (error.retryAfterMs ?? 0) : 0,
    ),
  refetchOnMount: true,
  retryOnMount: true,
  refetchOnReconnect: true,
  refetchOnWindowFocus: false,
  refetchInterval: false,
  throwOnError: false,
} as const;

/** Writes to the console why a list failed, if the browser's list of requests does not show that. */
function warnOfSetup(error: Error): void {
  const { code, status = 0 } = error as Partial<PaymentsError>;
  const isWebPage = code === 'unauthorized' && status < 400;
  if (code === 'configuration' || code === 'contract' || isWebPage) warnOnce(error.message);
}

/** Whether the named fields can be shown as text: a string, a number, null or undefined. */
export const areTexts = (item: JsonObject, names: readonly string[]) =>
  names.every((name) => ['string', 'number', 'undefined'].includes(typeof (item[name] ?? undefined)));

export const isTerminal = (item: unknown) =>
  isObject(item) &&
  typeof item['id'] === 'string' &&
  typeof item['name'] === 'string' &&
  areTexts(item, ['serialNumber', 'model', 'provider', 'status', 'lastSeenAt']);

const isLink = (item: unknown) =>
  isObject(item) &&
  typeof item['id'] === 'string' &&
  areTexts(item, ['paymentLink', 'addressText', 'paymentRequestId', 'reference', 'status', 'createdAt']) &&
  isListOf(item['customValues'], (value) => isObject(value) && typeof value['key'] === 'string');

export function isListOf(items: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(items) && items.every(isItem);
}

const isPageOf = (page: unknown, isItem: (item: unknown) => boolean) =>
  isObject(page) &&
  isListOf(page['items'], isItem) &&
  ['total', 'page', 'limit'].every((name) => Number.isSafeInteger(page[name]));

// Checks cached data, which an older build may have written. In `select`, a failed check becomes the list's `error`.
export const validTerminals = (data: Terminal[]) => assertShape(data, isListOf(data, isTerminal));
export const validTerminalPage = (data: Page<Terminal>) => assertShape(data, isPageOf(data, isTerminal));
export const validLinkPage = (data: Page<PaymentLink>) => assertShape(data, isPageOf(data, isLink));

/** The links of a cached page or of a cached array; undefined if the cache holds something else. */
export function linksIn(data: unknown): PaymentLink[] | undefined {
  const items = isObject(data) ? data['items'] : data;
  return isListOf(items, isLink) ? (items as PaymentLink[]) : undefined;
}

export function assertShape<Data>(data: Data, isRight: boolean): Data {
  if (isRight) return data;
  throw new PaymentsError(
    'contract',
    'The query client holds something else under the key of this list: another program or an older build wrote it. Read the list again, or give PaymentsProvider a queryClient of its own.',
  );
}
