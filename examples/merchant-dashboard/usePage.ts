import { useSyncExternalStore } from 'react';

export type Page = 'till' | 'links';

/** The page that the address names after its hash. */
export function usePage(): Page {
  return useSyncExternalStore(subscribe, () => (location.hash === '#/links' ? 'links' : 'till'));
}

function subscribe(listener: () => void) {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}
