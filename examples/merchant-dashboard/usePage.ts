import { useSyncExternalStore } from 'react';

export const pages = ['till', 'links', 'end-of-day'] as const;
export type Page = (typeof pages)[number];

/** The page that the address's hash names. */
export function usePage(): Page {
  return useSyncExternalStore(subscribe, () => pages.find((page) => location.hash === `#/${page}`) ?? 'till');
}

function subscribe(listener: () => void) {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}
