export interface Stored<Value> {
  read: () => Value;
  write: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

/** A choice that is remembered from visit to visit, as a store for useSyncExternalStore. */
export function createStored<Value extends string>(
  key: string,
  values: readonly Value[],
  first: Value,
): Stored<Value> {
  return {
    read: () => values.find((value) => value === localStorage.getItem(key)) ?? first,
    write(value) {
      localStorage.setItem(key, value);
      // Of its own, a browser tells the other tabs only.
      dispatchEvent(new StorageEvent('storage'));
    },
    subscribe(listener) {
      addEventListener('storage', listener);
      return () => removeEventListener('storage', listener);
    },
  };
}
