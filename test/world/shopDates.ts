import type { Random } from './random.ts';

/** A day of a shop, and where it is. */
export interface ShopDate {
  zone: string;
  startsAt: string;
  /** When the day begins, when the one before began, and when this one ends (epoch ms). */
  beginsAt: number;
  beganAt: number;
  endsAt: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Days on which clocks are set, and one on which they are not. */
const dates = [
  ['Europe/Berlin', Date.UTC(2026, 2, 29)],
  ['Europe/Berlin', Date.UTC(2026, 9, 25)],
  ['America/New_York', Date.UTC(2026, 2, 8)],
  ['America/New_York', Date.UTC(2026, 10, 1)],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 5)],
  ['Australia/Lord_Howe', Date.UTC(2026, 9, 4)],
  ['Asia/Kolkata', Date.UTC(2026, 0, 15)],
] as const;

const known = new Map<string, number>();

/** When clocks in the zone show a time, as if that were UTC: no clock is set around it. */
function instantOf(zone: string, wall: number): number {
  const name = `${zone} ${wall}`;
  const found = known.get(name);
  if (found !== undefined) return found;
  // Swedish writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  const wanted = new Date(wall).toISOString().slice(0, 19).replace('T', ' ');
  for (let at = wall - 14 * 60 * minuteMs; ; at += 15 * minuteMs) {
    if (format.format(at) !== wanted) continue;
    known.set(name, at);
    return at;
  }
}

/** A day that begins at four in the morning, mostly: it, or the one before it, is longer or shorter than others. */
export function beginningIn(random: Random): ShopDate {
  const [zone, midnight] = random.pick(dates);
  const [startsAt, hours] = random.pick([
    ['04:00', 4],
    ['04:00', 4],
    ['00:00', 0],
    ['05:30', 5.5],
  ] as const);
  const wall = midnight + random.whole(2) * dayMs + hours * 60 * minuteMs;
  const begins = (days: number) => instantOf(zone, wall + days * dayMs);
  return { zone, startsAt, beginsAt: begins(0), beganAt: begins(-1), endsAt: begins(1) };
}
