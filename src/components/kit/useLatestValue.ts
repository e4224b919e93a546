'use client';
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { createListeners } from '../../core/listeners.ts';

/** What a root gives its parts in place of a value that changes with each render. */
export interface LatestValue<Value> {
  read: () => Value;
  subscribe: (listener: () => void) => () => void;
}

// React 18 warns about layout effects on a server.
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Tells parts the value of each render through an object that stays the same. If the value of a context changes, React
 * looks for its readers in everything below, which may be thousands of rows.
 */
export function useLatestValue<Value>(value: Value): LatestValue<Value> {
  const [latest] = useState(() => createLatest(value));
  useBeforePaint(() => latest.tell(value), [latest, value]);
  return latest;
}

function createLatest<Value>(first: Value) {
  const listeners = createListeners();
  let value = first;
  return {
    read: () => value,
    subscribe: listeners.add,
    tell(next: Value) {
      if (next === value) return;
      value = next;
      listeners.notify();
    },
  };
}

export const useReadValue = <Value>({ read, subscribe }: LatestValue<Value>): Value =>
  useSyncExternalStore(subscribe, read, read);
