import { callHost } from './errors.ts';

/** Listeners of one thing. One that throws is reported, and the others are called all the same. */
export function createListeners<Told extends unknown[] = []>() {
  const listeners = new Set<(...told: Told) => void>();
  return {
    isEmpty: () => listeners.size === 0,
    /** Returns a function that removes it. */
    add: (listener: (...told: Told) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (...told: Told) => {
      [...listeners].forEach((listener) => {
        if (listeners.has(listener)) callHost(() => listener(...told));
      });
    },
  };
}
