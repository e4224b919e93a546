export interface ExpiringMap<Value> {
  get: (key: string, now: number) => Value | undefined;
  /** How long ago it was set. */
  ageOf: (key: string, now: number) => number;
  set: (key: string, value: Value, at: number) => void;
  /** Everything that has not expired, oldest first, and when it was set. */
  entries: (now: number) => IterableIterator<[key: string, value: Value, at: number]>;
}

/** A map that forgets what was set `keepMs` ago. Times are of one clock that never goes back. */
export function createExpiringMap<Value>(keepMs: number): ExpiringMap<Value> {
  const kept = new Map<string, { value: Value; at: number }>(); // oldest first
  const isOver = (at: number, now: number) => at + keepMs <= now;

  return {
    get(key, now) {
      const found = kept.get(key);
      return found && !isOver(found.at, now) ? found.value : undefined;
    },
    ageOf: (key, now) => now - (kept.get(key)?.at ?? now),
    set(key, value, at) {
      kept.delete(key);
      kept.set(key, { value, at });
      for (const [oldest, entry] of kept) {
        if (!isOver(entry.at, at)) return;
        kept.delete(oldest);
      }
    },
    *entries(now) {
      for (const [key, { value, at }] of kept) {
        if (!isOver(at, now)) yield [key, value, at];
      }
    },
  };
}
