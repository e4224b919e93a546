/** The figures of one cell. Delays run from the completion at the service until a tab knows it (s). */
export interface Measured {
  requestsPerMinute: number;
  refusedPerMinute: number;
  /** What another client got of the same limit. */
  strangersPerMinute: number;
  meanS: number;
  p50S: number;
  p95S: number;
  maxS: number;
  /** Until a late result was found. */
  lateMeanS: number;
  lateP95S: number;
  /** Including the warm-up, as in the next field. */
  refused: number;
  /** The most requests that arrived in any 60 s. */
  mostInMinute: number;
  /** How many final results arrived. */
  count: number;
}

/** What one run of a cell recorded (ms). */
export interface Run {
  delays: number[];
  lateDelays: number[];
  arrivals: readonly number[];
  refusals: readonly number[];
  strangers: readonly number[];
  /** The period in which requests count for the rates. */
  from: number;
  until: number;
}

export function measure(runs: readonly Run[]): Measured {
  const delays = runs.flatMap((run) => run.delays).toSorted((a, b) => a - b);
  const late = runs.flatMap((run) => run.lateDelays).toSorted((a, b) => a - b);
  const minutes = runs.reduce((total, { from, until }) => total + (until - from) / 60_000, 0);
  const perMinute = (times: (run: Run) => readonly number[]) =>
    runs.reduce((total, run) => total + countBetween(times(run), run.from, run.until), 0) / minutes;
  return {
    requestsPerMinute: perMinute((run) => run.arrivals),
    refusedPerMinute: perMinute((run) => run.refusals),
    strangersPerMinute: perMinute((run) => run.strangers),
    meanS: meanOf(delays) / 1000,
    p50S: percentile(delays, 0.5) / 1000,
    p95S: percentile(delays, 0.95) / 1000,
    maxS: percentile(delays, 1) / 1000,
    lateMeanS: meanOf(late) / 1000,
    lateP95S: percentile(late, 0.95) / 1000,
    refused: runs.reduce((total, { refusals }) => total + refusals.length, 0),
    mostInMinute: Math.max(...runs.map((run) => mostWithin(run.arrivals, 60_000))),
    count: delays.length,
  };
}

const meanOf = (values: readonly number[]) =>
  values.reduce((total, value) => total + value, 0) / values.length;

function countBetween(times: readonly number[], from: number, until: number): number {
  return times.reduce((count, at) => (at >= from && at < until ? count + 1 : count), 0);
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

function mostWithin(times: readonly number[], windowMs: number): number {
  let most = 0;
  let first = 0;
  times.forEach((at, last) => {
    while ((times[first] ?? at) <= at - windowMs) first += 1;
    most = Math.max(most, last - first + 1);
  });
  return most;
}
