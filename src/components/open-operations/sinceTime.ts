export interface SinceFormat {
  now: number;
  locale: string;
  timeZone: string;
}

/** When something began: the time of day, with its date where that was not today. */
export function sinceTime(at: number, { now, locale, timeZone }: SinceFormat): string {
  const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' });
  const isToday = day.format(at) === day.format(now);
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    timeStyle: 'short',
    ...(isToday ? {} : { dateStyle: 'medium' }),
  }).format(at);
}
