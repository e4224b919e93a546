import { expect, onTestFinished, test, vi } from 'vitest';
import { dayBefore, shopDayAt, shopDayOn } from '../../../src/components/kit/useShopDay.ts';

const hourMs = 60 * 60_000;

test.each(['Pacific/Kiritimati', 'Pacific/Apia', 'Pacific/Niue', 'Europe/Berlin', 'America/St_Johns', 'UTC'])(
  'a date gives the day that begins on it: %s',
  (timeZone) => {
    for (const startsAt of [undefined, '04:00', '23:30']) {
      const day = shopDayOn({ timeZone, startsAt }, '2026-03-29');
      expect(day?.date).toBe('2026-03-29');
      expect((day?.to ?? 0) - (day?.from ?? 0)).toBeGreaterThanOrEqual(23 * hourMs);
    }
  },
);

test('a date whose day lasts from noon to noon in Greenwich, less an hour, has it too', () => {
  const lordHowe = { timeZone: 'Australia/Lord_Howe', startsAt: '23:00' };
  for (let at = Date.UTC(2026, 8, 28); at < Date.UTC(2026, 9, 12); at += 24 * hourMs) {
    const day = shopDayAt(lordHowe, at);
    expect(shopDayOn(lordHowe, day.date)).toStrictEqual(day);
  }
});

test('at two in the morning a bar still has the day before', () => {
  const hours = { timeZone: 'Europe/Berlin', startsAt: '04:00' };
  const today = shopDayAt(hours, Date.parse('2026-11-26T02:00:00+01:00'));
  expect(today.date).toBe('2026-11-25');
  expect(dayBefore(hours, today).date).toBe('2026-11-24');
});

test('there is no day on what is no date, or on a date that the zone skipped', () => {
  expect(shopDayOn({ timeZone: 'UTC' }, 'tomorrow')).toBeUndefined();
  expect(shopDayOn({ timeZone: 'UTC' }, '2026-02-30')).toBeUndefined();
  expect(shopDayOn({ timeZone: 'Pacific/Apia' }, '2011-12-30')).toBeUndefined();
});

test('a date is written as 2026-11-26 also where the browser writes en-CA as Americans do, as Chrome 110', () => {
  const { DateTimeFormat } = Intl;
  class DateTimeFormatOfIcu72 extends DateTimeFormat {
    constructor(locale: string, options: Intl.DateTimeFormatOptions) {
      super(locale === 'en-CA' ? 'en-US' : locale, options);
    }
  }
  vi.stubGlobal('Intl', { ...Intl, DateTimeFormat: DateTimeFormatOfIcu72 });
  onTestFinished(() => void vi.unstubAllGlobals());
  const berlin = { timeZone: 'Europe/Berlin' };
  expect(shopDayAt(berlin, Date.parse('2026-11-26T00:30:00+01:00')).date).toBe('2026-11-26');
  expect(shopDayOn(berlin, '2026-11-26')?.date).toBe('2026-11-26');
});
