import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { useSeenTime, useServiceTime } from '../../../src/components/kit/useServiceTime.ts';
import { createHarness } from '../../harness.tsx';

// The harness's clock says 2026-01-15T09:30Z.

function Both({ value }: { value: string }) {
  const seen = useSeenTime();
  const service = useServiceTime();
  return <p>{[seen(value), service(value)].map((text) => text ?? 'nothing').join('|')}</p>;
}

function written(value: string, provider: { timeZone?: string; locale?: string } = {}) {
  const { wrapper } = createHarness({ provider });
  const { container } = render(<Both value={value} />, { wrapper });
  const [seen, service] = (container.querySelector('p')?.textContent ?? '')
    .replaceAll('\u202f', ' ')
    .split('|');
  return { seen, service };
}

describe('when something was seen', () => {
  test.each([
    ['2026-01-15T09:12:00Z', 'UTC', '9:12 AM'],
    ['2026-01-15T00:00:00Z', 'UTC', '12:00 AM'],
    ['2026-01-15T23:59:00Z', 'UTC', '11:59 PM'],
    ['2026-01-14T23:59:00Z', 'UTC', 'Jan 14, 2026, 11:59 PM'],
    ['2026-01-16T00:00:00Z', 'UTC', 'Jan 16, 2026, 12:00 AM'],
    ['2025-01-15T09:12:00Z', 'UTC', 'Jan 15, 2025, 9:12 AM'],
    // Yesterday in one zone is today in another.
    ['2026-01-14T23:59:00Z', 'Asia/Tokyo', '8:59 AM'],
    ['2026-01-15T04:00:00Z', 'America/New_York', 'Jan 14, 2026, 11:00 PM'],
    ['2026-01-15T09:12:00+09:00', 'UTC', '12:12 AM'],
  ])('%s in %s: %s', (value, timeZone, text) => {
    const { seen, service } = written(value, { timeZone });
    expect(seen).toBe(text);
    expect(service?.endsWith(text.split(', ').at(-1) ?? '')).toBe(true);
    expect(service).toMatch(/20\d\d/); // the whole date, always
  });

  test('is written as the locale does', () => {
    const { seen, service } = written('2026-01-15T09:12:00Z', { timeZone: 'UTC', locale: 'de-DE' });
    expect({ seen, service }).toEqual({ seen: '09:12', service: '15.01.2026, 09:12' });
  });

  test('a text that is no time stands as it came, without a card number', () => {
    expect(written('yesterday', { timeZone: 'UTC' })).toEqual({ seen: 'yesterday', service: 'yesterday' });
    expect(written('4111111111111111', { timeZone: 'UTC' })).toEqual({
      seen: '•••• 1111',
      service: '•••• 1111',
    });
  });

  test('is not written on the server, which has a zone of its own', () => {
    const { wrapper: Wrapper } = createHarness({ provider: { timeZone: undefined } });
    const page = (value: string) =>
      renderToString(
        <Wrapper>
          <Both value={value} />
        </Wrapper>,
      );
    expect(page('2026-01-15T09:12:00Z')).toContain('<p>nothing|nothing</p>');
    expect(page('yesterday')).toContain('<p>yesterday|yesterday</p>');
  });
});
