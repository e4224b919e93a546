'use client';
import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** A value that only the browser knows. On the server, and until the page has hydrated, it is undefined. */
export function useBrowserValue<Value>(read: () => Value): Value | undefined {
  return useSyncExternalStore(neverChanges, read, () => undefined);
}
