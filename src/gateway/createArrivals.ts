/** The copies of requests that are being answered right now, by operation id. */
export interface Arrivals {
  /** Gives what to call when the copy has its answer. */
  enter: (id: string | null) => () => void;
  isAlone: (id: string | null) => boolean;
}

export function createArrivals(): Arrivals {
  const copies = new Map<string, number>();
  return {
    enter(id) {
      if (id === null) return () => undefined;
      copies.set(id, (copies.get(id) ?? 0) + 1);
      return () => {
        const left = (copies.get(id) ?? 0) - 1;
        if (left > 0) copies.set(id, left);
        else copies.delete(id);
      };
    },
    isAlone: (id) => id === null || (copies.get(id) ?? 0) <= 1,
  };
}
