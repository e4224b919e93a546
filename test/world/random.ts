/** Numbers that follow from a seed alone (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    /** Goes on with the numbers of another seed. */
    reseed: (other: number) => void (state = other >>> 0),
    /** A whole number from 0 to below `below`. */
    whole: (below: number) => Math.floor(next() * below),
    between: (from: number, to: number) => Math.round(from + next() * (to - from)),
    chance: (probability: number) => next() < probability,
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item,
    /** One of the names, each as likely as its weight. */
    weighted<Name extends string>(weights: Readonly<Partial<Record<Name, number>>>): Name {
      const entries = Object.entries(weights) as [Name, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      return entries[0]![0];
    },
  };
}
export type Random = ReturnType<typeof createRandom>;
