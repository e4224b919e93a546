import { afterAll, beforeAll, expect, it } from 'vitest';
import { chromiumForFile } from './browser.ts';
import { startFaceless } from './faceless.ts';
import { killAround } from './killing.ts';
import { raceTabs } from './racing.ts';

const chromium = chromiumForFile();
let till: Awaited<ReturnType<typeof startFaceless>>;

beforeAll(async () => {
  till = await startFaceless();
});
afterAll(() => till.close());

// Spread over what happens around the press: guard, journal, request, answer, first question.
it.each(Array.from({ length: 20 }, (_, n) => n * n))(
  'F45: survives a kill %i ms after the press',
  async (afterMs) => {
    await killAround(till, afterMs);
    expect((await till.pays()).length).toBeLessThanOrEqual(1);
  },
);

it('F47: gives a terminal to one of two tabs in 200 races', async () => {
  await raceTabs(chromium, till, 200);
});
