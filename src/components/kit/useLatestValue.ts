'use client';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createListeners } from '../../core/listeners.ts';

/** A value that changes at each render. Parts subscribe to it. */
export type LatestValue<Value> = Omit<ReturnType<typeof createLatest<Value>>, 'tell'>;

// React 18 warns about layout effects on a server.
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Returns an object that stays the same and tells its subscribers the value of each render. A context would be slow:
 * when its value changes, React searches the whole tree below for readers, even thousands of rows.
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

/** A ref to the newest render's value, for a listener or a timer that an earlier render set. */
export function useNewest<Value>(value: Value): RefObject<Value> {
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  });
  return newest;
}

export const useReadValue = <Value>({ read, subscribe }: LatestValue<Value>): Value =>
  useSyncExternalStore(subscribe, read, read);
