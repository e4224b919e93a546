export type Random = () => number;

/** Mulberry32: the same numbers for the same seed, on every machine. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const uniform = (random: Random, from: number, to: number) => from + (to - from) * random();

export const exponential = (random: Random, mean: number) => -mean * Math.log(1 - random());

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** How long a payment takes at the terminal (ms), by its start since the beginning. */
export type Durations = (random: Random, atMs: number) => number;

const longestMs = 120_000;
/** The 95th percentile is 3.75 medians: half of the payments take up to 12 s, one in twenty over 45 s. */
const spread = Math.log(45 / 12) / 1.6449;

export function logNormal(medianMs: number): Durations {
  return (random) => Math.min(longestMs, medianMs * Math.exp(spread * normal(random)));
}

export function mixOf(first: Durations, second: Durations): Durations {
  return (random, atMs) => (random() < 0.5 ? first : second)(random, atMs);
}

/** All alike, within one fiftieth. */
export const about =
  (ms: number): Durations =>
  (random) =>
    ms * uniform(random, 0.98, 1.02);

export const anythingUpTo =
  (ms: number): Durations =>
  (random) =>
    uniform(random, 0, ms);

const longestTailMs = 240_000;

/** Pareto: half of them within 6 s, one in twenty over 45 s, one in a hundred over three minutes. */
export const heavyTail: Durations = (random) => Math.min(longestTailMs, 3000 / (1 - random()) ** (1 / 1.1));

/** A day compressed to two hours: the median varies between 4 and 36 s. */
export const changing: Durations = (random, atMs) =>
  logNormal(12_000 * 3 ** Math.sin((2 * Math.PI * atMs) / 7_200_000))(random, atMs);
