import { waitFor } from 'storybook/test';
import type { Harness } from '../test/harness.tsx';

export function harnessOf(loaded: Record<string, unknown>): Harness {
  return loaded['harness'] as Harness;
}

/** Advances the virtual clock until an expectation holds. An upload also takes real time, so one advance may not do. */
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
