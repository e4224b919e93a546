import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantOf, isoTime } from '../../../src/components/kit/useServiceTime.ts';

describe('a time of the service', () => {
  test.each([
    ['2026-01-15T09:30:00Z', '2026-01-15T09:30:00.000Z'],
    ['2026-01-15T09:30:00z', '2026-01-15T09:30:00.000Z'],
    ['2026-01-15t09:30:00Z', '2026-01-15T09:30:00.000Z'],
    ['2026-01-15T09:30Z', '2026-01-15T09:30:00.000Z'],
    ['2026-01-15T09:30:00.125+02:00', '2026-01-15T07:30:00.125Z'],
    ['2026-01-15T09:30:00-0530', '2026-01-15T15:00:00.000Z'],
    ['2026-01-15T00:30:00+14:00', '2026-01-14T10:30:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(instantOf(text)).toBe(Date.parse(iso));
    expect(isoTime(text)).toBe(iso);
  });

  test.each([
    '2026-01-15T09:30:00', // whose zone?
    '2026-01-15',
    '2026-01-15 09:30:00Z',
    '15.01.2026 09:30',
    '01/02/2026 09:30:00Z',
    '2026-13-45T99:99:99Z',
    '1768469400',
    'Thu Jan 15 2026 09:30:00 GMT',
    'a minute ago',
    'Z',
    '',
  ])('%j is none, and stands as it came', (text) => {
    expect(instantOf(text)).toBeUndefined();
    expect(isoTime(text)).toBe(text);
  });

  test('that is none shows no card number', () => {
    expect(isoTime('4111 1111 1111 1111 at noon')).toBe('•••• 1111 at noon');
  });

  test('is the same instant again, in whatever zone it was said', () => {
    const instants = fc.integer({ min: 0, max: 4_102_444_800_000 });
    const offsets = fc.integer({ min: -14 * 60, max: 14 * 60 });
    fc.assert(
      fc.property(instants, offsets, (at, offset) => {
        const local = new Date(at + offset * 60_000).toISOString().slice(0, -1);
        const two = (value: number) => String(value).padStart(2, '0');
        const size = Math.abs(offset);
        const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
        expect(instantOf(`${local}${zone}`)).toBe(at);
      }),
    );
  });
});
