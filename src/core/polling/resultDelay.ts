// How long terminal payments take: half of them at most 12 s, 95 of 100 at most 45 s (a log-logistic curve through both).
// Wrong by a factor of two it costs a few per cent, so nothing is learnt (docs/performance.md).
const medianMs = 12_000;
const steepness = 2.227;
const slices = 4;

const stillOpen = (ageMs: number) => 1 / (1 + (Math.max(0, ageMs) / medianMs) ** steepness);

/**
 * How late a question at `age` is to be expected, for a payment that was open at `openAt` (ms since acceptance): the chance
 * that it has a result, added up over the time in between.
 */
export function expectedDelay(openAt: number, age: number): number {
  const open = stillOpen(openAt);
  const width = (age - openAt) / slices;
  let delay = 0;
  for (let slice = 0; slice < slices; slice += 1)
    delay += width * (1 - stillOpen(openAt + (slice + 0.5) * width) / open);
  return delay;
}
