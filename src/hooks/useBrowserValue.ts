'use client';
import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** A value that only the browser knows. On the server, and until the page has hydrated, it is undefined. */
export function useBrowserValue<Value>(read: () => Value): Value | undefined {
  return useSyncExternalStore(neverChanges, read, () => undefined);
}

/** False on the server, and until this part of the page has hydrated: what the server sent has no list and no day. */
export const useIsHydrated = (): boolean => useBrowserValue(() => true) === true;
