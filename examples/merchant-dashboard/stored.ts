export interface Stored<Value> {
  read: () => Value;
  write: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

/** A choice stored across visits, as a store for useSyncExternalStore. */
export function createStored<Value extends string>(
  key: string,
  values: readonly Value[],
  first: Value,
): Stored<Value> {
  return {
    read: () => values.find((value) => value === localStorage.getItem(key)) ?? first,
    write(value) {
      localStorage.setItem(key, value);
      // The browser's own storage event reaches other tabs only.
      dispatchEvent(new StorageEvent('storage'));
    },
    subscribe(listener) {
      addEventListener('storage', listener);
      return () => removeEventListener('storage', listener);
    },
  };
}
