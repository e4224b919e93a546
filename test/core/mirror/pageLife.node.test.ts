import { afterEach, expect, test, vi } from 'vitest';
import { recordTill } from './scriptedRecord.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a page that was hidden while no part of it listened has its stream when one does again', async () => {
  vi.stubGlobal('document', {});
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
  const { clock, open, live, script } = recordTill();
  const { operations, hide, signals, leave, wake } = open();
  await live(5000);
  leave();
  signals.isVisible = false;
  hide(false);
  await clock.advance(60_000);
  hide(false);
  signals.isVisible = true;
  wake();
  operations.subscribe(() => undefined);
  await live(5000);
  expect(script.open()).toHaveLength(1);
});
