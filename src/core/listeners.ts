import { runHostCallback } from './errors.ts';

/** Listeners of one thing. One that throws is reported, and the others are called all the same. */
export function createListeners<Args extends unknown[] = []>() {
  const listeners = new Set<(...told: Args) => void>();
  return {
    isEmpty: () => listeners.size === 0,
    /** Returns a function that removes it. */
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
