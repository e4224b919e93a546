import { describe, expect, test } from 'vitest';
import { dayIn } from '../../src/core/shopDay.ts';
import { runs } from '../runs.ts';

describe('dayIn', () => {
  const hourMs = 60 * 60_000;
  const hoursOf = (zone: string, instant: string) => {
    const { from, to } = dayIn(zone, Date.parse(instant));
    return [new Date(from).toISOString(), (to - from) / hourMs];
  };

  test.each([
    ['UTC', '2026-11-22T12:00:00.001Z', '2026-11-22T00:00:00.000Z', 24],
    ['Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00.000Z', 23],
    ['Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00.000Z', 25],
    ['America/New_York', '2026-11-02T03:00:00Z', '2026-11-01T04:00:00.000Z', 25],
    ['Asia/Kolkata', '2026-11-22T18:30:00Z', '2026-11-22T18:30:00.000Z', 24],
    ['Australia/Lord_Howe', '2026-04-05T02:00:00Z', '2026-04-04T13:00:00.000Z', 24.5],
    // Midnight was left out, and shown twice.
    ['America/Sao_Paulo', '2018-11-04T12:00:00Z', '2018-11-04T03:00:00.000Z', 23],
    ['America/Sao_Paulo', '2018-02-17T12:00:00Z', '2018-02-17T02:00:00.000Z', 25],
    // There was no 30 December.
    ['Pacific/Apia', '2011-12-31T05:00:00Z', '2011-12-30T10:00:00.000Z', 24],
  ])('in %s at %s begins at %s and has %d hours', (zone, instant, from, hours) => {
    expect(hoursOf(zone, instant)).toEqual([from, hours]);
  });

  test.each([
    ['04:00', '2026-11-22T02:59:59.999Z', '2026-11-21T03:00:00.000Z', 24],
    ['04:00', '2026-11-22T03:00:00Z', '2026-11-22T03:00:00.000Z', 24],
    ['04:00', '2026-03-29T01:00:00Z', '2026-03-28T03:00:00.000Z', 23],
    ['04:00', '2026-10-25T02:30:00Z', '2026-10-24T02:00:00.000Z', 25],
    // The clocks skip the time, and then show it twice.
    ['02:30', '2026-03-29T01:00:00Z', '2026-03-29T01:00:00.000Z', 23.5],
    ['02:30', '2026-10-25T01:10:00Z', '2026-10-25T00:30:00.000Z', 25],
  ])(
    'that starts at %s in Berlin, at %s, begins at %s and has %d hours',
    (startsAt, instant, from, hours) => {
      const day = dayIn('Europe/Berlin', Date.parse(instant), { startsAt });
      expect([new Date(day.from).toISOString(), (day.to - day.from) / hourMs]).toEqual([from, hours]);
    },
  );

  test.each([
    ['America/Santiago', '00:30', '2026-09-06T04:00:00.000Z'],
    ['Africa/Cairo', '00:30', '2026-04-23T22:00:00.000Z'],
    ['Africa/Cairo', '01:00', '2026-04-23T22:00:00.000Z'],
    ['America/Nuuk', '23:30', '2026-03-29T01:00:00.000Z'],
  ])(
    'in %s that starts at %s begins at midnight if the clocks skip that time there',
    (zone, startsAt, from) => {
      const day = dayIn(zone, Date.parse(from), { startsAt });
      expect(new Date(day.from).toISOString()).toBe(from);
      expect(dayIn(zone, Date.parse(from) - 1, { startsAt }).to).toBe(day.from);
    },
  );

  test.each(['4:00', '24:00', '04:60', '', '04:00:00'])('cannot start at "%s"', (startsAt) => {
    const error = new RangeError(`startsAt is "${startsAt}". Give a time such as 04:00.`);
    expect(() => dayIn('UTC', 0, { startsAt })).toThrow(error);
  });

  test.each(['Europe/Berlin', 'America/Sao_Paulo', 'Pacific/Apia'])(
    'that starts at any time in %s follows the one before without a gap',
    (zone) => {
      for (const startsAt of runs(['00:30', '02:30'], ['00:30', '02:30', '04:00', '23:30'])) {
        let last = dayIn(zone, Date.UTC(2011, 8, 1, 12), { startsAt });
        for (let day = 0; day < 125; day += 1) {
          const next = dayIn(zone, last.to, { startsAt });
          expect(next.from).toBe(last.to);
          last = next;
        }
      }
    },
  );

  const zones = ['America/Sao_Paulo', 'Pacific/Auckland', 'Europe/Berlin', 'Asia/Kathmandu'];
  test.each(zones.slice(0, runs(2, 4)))(
    'in %s is the same from its first to its last moment, and the next begins where it ends',
    (zone) => {
      let { from, to } = dayIn(zone, Date.UTC(2018, 0, 1, 12));
      for (let day = 0; day < 366; day += 1) {
        if (day % 30 === 0 || to - from !== 24 * hourMs) {
          expect(dayIn(zone, (from + to) / 2)).toEqual({ from, to });
          expect(dayIn(zone, to - 1)).toEqual({ from, to });
        }
        const next = dayIn(zone, to);
        expect(next.from).toBe(to);
        ({ from, to } = next);
      }
    },
  );
});
