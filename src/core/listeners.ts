import { runHostCallback } from './errors.ts';

/** A set of listeners. If one throws, the error is reported and the others are still called. */
export function createListeners<Args extends unknown[] = []>() {
  const listeners = new Set<(...told: Args) => void>();
  return {
    isEmpty: () => listeners.size === 0,
    /** Returns a function that removes the listener. */
    add: (listener: (...told: Args) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: (...told: Args) => {
      [...listeners].forEach((listener) => {
        if (listeners.has(listener)) runHostCallback(() => listener(...told));
      });
    },
  };
}
