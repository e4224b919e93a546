import { waitFor } from 'storybook/test';
import type { Harness } from '../test/harness.tsx';

export function harnessOf(loaded: Record<string, unknown>): Harness {
  return loaded['harness'] as Harness;
}

/** Lets time pass until an expectation holds: an upload takes turns of the event loop that the clock does not count. */
export function eventually(loaded: Record<string, unknown>, check: () => Promise<void>): Promise<void> {
  return waitFor(async () => {
    await harnessOf(loaded).advance(100);
    await check();
  });
}

/** On how many lines an element's text stands. */
export function lines(element: Element): number {
  const text = document.createRange();
  text.selectNodeContents(element);
  return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
}
