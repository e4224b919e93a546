import { afterEach, describe, expect, it, vi } from 'vitest';
import { isMultiplexed } from '../../../src/core/mirror/changeStream.ts';

afterEach(() => vi.restoreAllMocks());

describe('a page', () => {
  it.each([
    ['h2', true],
    ['h3', true],
    ['http/1.1', false],
    ['', false],
  ])('knows by what the browser says of its requests whether they share a connection: %s', (protocol, is) => {
    const timing = (name: string, nextHopProtocol: string) => ({ name, nextHopProtocol }) as never;
    vi.spyOn(performance, 'getEntriesByType').mockImplementation((type) =>
      type === 'resource'
        ? [timing('https://pay.test/pay', protocol), timing('https://pay.test.elsewhere/', 'h2')]
        : [],
    );
    expect(isMultiplexed('https://pay.test')).toBe(is);
  });

  it('takes it that they do not where the browser says nothing', () => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
    expect(isMultiplexed('https://pay.test')).toBe(false);
  });
});
