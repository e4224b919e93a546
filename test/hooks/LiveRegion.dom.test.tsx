import { act, render, screen } from '@testing-library/react';
import { createRef, Profiler } from 'react';
import { createVirtualClock } from 'tillkit/core';
import { expect, test, vi } from 'vitest';
import { LiveRegion, type LiveRegionHandle } from '../../src/hooks/LiveRegion.tsx';

function show() {
  const handle = createRef<LiveRegionHandle>();
  const clock = createVirtualClock(0);
  const drawn = vi.fn<() => void>();
  const { container } = render(
    <Profiler id="region" onRender={drawn}>
      <LiveRegion handle={handle} clock={clock} />
    </Profiler>,
  );
  return {
    container,
    drawn,
    pass: (ms: number) => act(() => clock.advance(ms)),
    say: (...words: Parameters<LiveRegionHandle['announce']>) =>
      act(() => handle.current?.announce(...words)),
  };
}

const polite = () => screen.getByRole('status');
const urgent = () => screen.getByRole('alert');

test('is there before it speaks, or its first sentence would not be heard', () => {
  show();
  expect(polite()).toHaveTextContent('');
  expect(urgent()).toHaveTextContent('');
});

test('says each sentence where it belongs, and takes none away from the other', () => {
  const { say } = show();
  say('At the terminal.', 'polite');
  expect(polite()).toHaveTextContent('At the terminal.');
  expect(urgent()).toHaveTextContent('');
  say('Not known yet.', 'assertive');
  expect(polite()).toHaveTextContent('At the terminal.');
  expect(urgent()).toHaveTextContent('Not known yet.');
});

test.each(['polite', 'assertive'] as const)(
  'says the same sentence again as a new one, in the same region: %s',
  (politeness) => {
    const { say } = show();
    const region = politeness === 'polite' ? polite() : urgent();
    say('Nothing was sent.', politeness);
    const first = region.firstElementChild;
    say('Nothing was sent.', politeness);
    expect(region).toBe(politeness === 'polite' ? polite() : urgent());
    expect(region).toHaveTextContent(/^Nothing was sent\.$/);
    expect(region.firstElementChild).not.toBe(first);
  },
);

test('is not visible, without a style sheet and without a style in the markup', () => {
  const { container } = show();
  const { style } = container.firstElementChild as HTMLElement;
  expect(style.position).toBe('fixed');
  expect(style.overflow).toBe('hidden');
  expect(style.clipPath).toBe('inset(50%)');
  expect(style.display).toBe('');
  expect(style.visibility).toBe('');
});

test('forgets what is over: what passes by after 10 s, what is about something when that is taken back', async () => {
  const { say, pass } = show();
  say('1 terminal', 'polite');
  say('At the terminal.', 'polite', 'op-1');
  expect(polite()).toHaveTextContent(/^At the terminal\.$/);
  say('Copied.', 'polite');
  expect(polite()).toHaveTextContent('Copied. At the terminal.');
  // Only what is new is read.
  expect([polite(), urgent()].map((region) => region.getAttribute('aria-atomic'))).toEqual([
    'false',
    'false',
  ]);
  await pass(10_000);
  expect(polite()).toHaveTextContent(/^At the terminal\.$/);
  say('Not known yet.', 'assertive', 'op-1');
  expect([polite().textContent, urgent().textContent]).toEqual(['', 'Not known yet.']);
  say('Approved.', 'polite', 'op-2');
  say('', 'polite', 'op-1');
  expect([polite().textContent, urgent().textContent]).toEqual(['Approved.', '']);
});

test('is not drawn for the end of a sentence that another took the place of', async () => {
  const { say, pass, drawn } = show();
  say('7 terminals', 'polite');
  await pass(1000);
  say('3 terminals', 'polite');
  drawn.mockClear();
  await pass(9500);
  expect(drawn).not.toHaveBeenCalled();
  await pass(1000);
  expect(drawn).toHaveBeenCalledOnce();
  expect(polite()).toHaveTextContent('');
});
