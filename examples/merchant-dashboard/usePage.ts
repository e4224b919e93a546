import { useSyncExternalStore } from 'react';
import type { OperationFilters } from 'tillkit/core';

export const pages = ['till', 'payments', 'links', 'end-of-day'] as const;
export type Page = (typeof pages)[number];

/** The address's hash, the page that it names, and what it says after a question mark. */
export function usePage(): { address: string; page: Page; query: string } {
  const address = useSyncExternalStore(subscribe, () => location.hash);
  const [path, query = ''] = address.split('?');
  return { address, page: pages.find((page) => path === `#/${page}`) ?? 'till', query };
}

/** Shows the payments that a figure counts. */
export function openPayments(filters: OperationFilters): void {
  location.hash = `#/payments?${encodeURIComponent(JSON.stringify(filters))}`;
}

/** The filters that an address names. Undefined if it names none, or if a hand has typed what cannot be read. */
export function filtersOf(query: string): OperationFilters | undefined {
  try {
    const filters: unknown = JSON.parse(decodeURIComponent(query));
    return filters instanceof Object ? filters : undefined;
  } catch {
    return undefined;
  }
}

function subscribe(listener: () => void) {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}
