import type { QueryClient, UseQueryOptions } from '@tanstack/react-query';
import type { PaymentsClient } from '../core/client/paymentsClient.ts';
import { PaymentsError } from '../core/errors.ts';
import { backoffMs } from '../core/time.ts';
import type { Page } from '../core/wire/page.ts';
import type { PaymentLink } from '../core/wire/paymentLink.ts';
import { isObject, type JsonObject } from '../core/wire/read.ts';
import type { Terminal } from '../core/wire/terminal.ts';

type Clients = WeakMap<PaymentsClient, number>;

const byQueryClient = /*#__PURE__*/ new WeakMap<
  QueryClient,
  { clients: Clients; counts: Map<string, number> }
>();

/**
 * What a query key ends with, so that a second client of the same service, with the headers of another account, does not
 * show what the first one read. The first has the plain key, which hosts prefetch.
 */
export function accountKey(queryClient: QueryClient, client: PaymentsClient): { account: number }[] {
  const known = byQueryClient.get(queryClient) ?? { clients: new WeakMap(), counts: new Map() };
  byQueryClient.set(queryClient, known);
  const { baseUrl } = client.options;
  const account = known.clients.get(client) ?? known.counts.get(baseUrl) ?? 0;
  if (!known.clients.has(client)) {
    known.clients.set(client, account);
    known.counts.set(baseUrl, account + 1);
  }
  return account === 0 ? [] : [{ account }];
}

/** What a host may change about a list's query. */
export type ListQueryOptions<Data> = Omit<UseQueryOptions<Data, PaymentsError>, 'queryKey' | 'queryFn'>;

/** Every option that matters, so that a host's defaults do not change how lists behave. */
export const listQueryDefaults = {
  networkMode: 'always',
  staleTime: 30_000,
  gcTime: 300_000,
  retry: (failures: number, error: Error) =>
    error instanceof PaymentsError && error.isRetryable && failures < 2,
  retryDelay: (attempt: number, error: Error) =>
    Math.max(
      backoffMs(attempt, { firstMs: 1000 }),
      error instanceof PaymentsError ? (error.retryAfterMs ?? 0) : 0,
    ),
  refetchOnMount: true,
  refetchOnReconnect: true,
  refetchOnWindowFocus: false,
  refetchInterval: false,
  throwOnError: false,
} as const;

/** What would be drawn as text: a host's reader may give a number, or null where there is nothing. */
export const texts = (item: JsonObject, names: readonly string[]) =>
  names.every((name) => ['string', 'number', 'undefined'].includes(typeof (item[name] ?? undefined)));

export const isTerminal = (item: unknown) =>
  isObject(item) &&
  typeof item['id'] === 'string' &&
  typeof item['name'] === 'string' &&
  texts(item, ['serialNumber', 'model', 'provider', 'status', 'lastSeenAt']);

const isLink = (item: unknown) =>
  isObject(item) &&
  typeof item['id'] === 'string' &&
  texts(item, ['paymentLink', 'addressText', 'paymentRequestId', 'reference', 'status', 'createdAt']) &&
  isListOf(item['customValues'], (value) => isObject(value) && typeof value['key'] === 'string');

export function isListOf(items: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(items) && items.every(isItem);
}

const isPageOf = (page: unknown, isItem: (item: unknown) => boolean) =>
  isObject(page) &&
  isListOf(page['items'], isItem) &&
  ['total', 'page', 'limit'].every((name) => Number.isSafeInteger(page[name]));

/**
 * What a query client holds under our keys is not believed: a cache that was kept from an older build, or a host, may have
 * put it there. An error in `select` is the list's error, one while rendering would take the page down.
 */
export const believed = {
  terminals: (data: Terminal[]) => checked(data, isListOf(data, isTerminal)),
  terminalPage: (data: Page<Terminal>) => checked(data, isPageOf(data, isTerminal)),
  linkPage: (data: Page<PaymentLink>) => checked(data, isPageOf(data, isLink)),
};

/** The links that a cache holds, of a page or by themselves; undefined where it holds something else. */
export function linksIn(data: unknown): PaymentLink[] | undefined {
  const items = isObject(data) ? data['items'] : data;
  return isListOf(items, isLink) ? (items as PaymentLink[]) : undefined;
}

export function checked<Data>(data: Data, isRight: boolean): Data {
  if (isRight) return data;
  throw new PaymentsError(
    'contract',
    'What the query client holds for this list is something else: another program wrote it under the key of the list, or an older build did. Read the list again, or give PaymentsProvider a queryClient of its own.',
  );
}
