import { act, render } from '@testing-library/react';
import { LinkShare, type LinkShareProps } from 'tillkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHarness } from '../../harness.tsx';

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** What the console says of components that have been on a page for a while. */
async function saidOf(mode: string, userAgent: string | undefined, props: Partial<LinkShareProps> = {}) {
  vi.stubEnv('NODE_ENV', mode);
  if (userAgent !== undefined) vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  const { wrapper } = createHarness();
  const address = 'https://pay.test/1';
  render(
    [<LinkShare key="a" address={address} {...props} />, <LinkShare key="b" address={address} {...props} />],
    {
      wrapper,
    },
  );
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  return vi.mocked(console.warn).mock.calls.flat();
}

const styled = { style: { '--tillkit-background': '#fff' } as object };

test.each<[string, string, string | undefined, Partial<LinkShareProps>]>([
  ['in production', 'production', browser, {}],
  ["in a host's tests", 'test', browser, {}],
  ['where nothing is drawn', 'development', undefined, {}],
  ['where the tokens are there', 'development', browser, styled],
])('says nothing of a missing style sheet %s', async (_, mode, userAgent, props) => {
  expect(await saidOf(mode, userAgent, props)).toEqual([]);
});

test('says once in development that there is no style sheet', async () => {
  expect(await saidOf('development', browser)).toEqual([
    expect.stringMatching(/import 'tillkit\/styles\.css'/),
  ]);
});
