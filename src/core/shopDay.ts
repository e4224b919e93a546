const hourMs = 60 * 60_000;

const dayMs = 24 * hourMs;

/**
 * Returns a function that gives the zone's wall time at an instant, as the epoch ms at which UTC shows the same time.
 * Without a zone: that of the machine.
 */
export function createInstantToWallTimeAsUtcMs(zone: string | undefined): (instant: number) => number {
  const numeric = '2-digit' as const;
  const format = new Intl.DateTimeFormat('en', {
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
    timeZone: zone,
  });
  return (instant) => {
    const parts = Object.fromEntries(
      format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day, hour, minute, second } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
}

/**
 * The day of an instant (epoch ms) in a time zone such as `Europe/Berlin`: `from` is its first instant, `to` the first
 * instant of the next day. With `startsAt: '04:00'` a day begins at four in the morning, for example for a bar.
 */
export function dayIn(
  zone: string,
  instant: number,
  { startsAt = '00:00' }: { startsAt?: string | undefined } = {},
): { from: number; to: number } {
  const wallTime = createInstantToWallTimeAsUtcMs(zone);
  const startMs = startMsOf(startsAt);
  const dayOf = (at: number) => Math.floor(wallTime(at) / dayMs);
  // A day has up to 25 hours and may begin after 0:00, so its beginning is searched within 26 hours. Days are compared with
  // `>` because a zone that crosses the date line skips a day.
  const midnightBefore = (at: number, day = dayOf(at)) =>
    firstInstantWhere(at - 26 * hourMs, at, (candidate) => dayOf(candidate) >= day);
  const midnightAfter = (at: number, day = dayOf(at)) =>
    firstInstantWhere(at, at + 26 * hourMs, (candidate) => dayOf(candidate) > day);
  const startAfter = (midnight: number) => startOfDay(wallTime, midnight, startMs);

  const midnight = midnightBefore(instant);
  const start = startAfter(midnight);
  return instant < start
    ? { from: startAfter(midnightBefore(midnight - 1)), to: start }
    : { from: start, to: startAfter(midnightAfter(instant)) };
}

/** The first instant after `midnight` at which the clocks show the start time; if they skip that time, the end of the gap. */
function startOfDay(wallTime: (at: number) => number, midnight: number, startMs: number): number {
  const offsetOf = (at: number) => wallTime(at) - Math.floor(at / 1000) * 1000;
  const wanted = Math.floor(wallTime(midnight) / dayMs) * dayMs + startMs;
  const before = offsetOf(midnight);
  const guess = Math.max(midnight, wanted - before);
  const after = offsetOf(guess);
  // If the clocks are put back between midnight and the start time, the day starts later by that much.
  if (after < before) return wanted - after;
  return firstInstantWhere(midnight - 1, guess, (at) => wallTime(at) >= wanted);
}

function startMsOf(startsAt: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(startsAt) ?? [];
  if (hours === undefined) throw new RangeError(`startsAt is "${startsAt}". Give a time such as 04:00.`);
  return (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** Binary search: the first instant from which on the condition holds. */
function firstInstantWhere(before: number, after: number, holds: (at: number) => boolean): number {
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
