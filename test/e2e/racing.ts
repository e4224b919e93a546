import { expect } from 'vitest';
import type { chromiumForFile } from './browser.ts';
import { openTill, press, type startFaceless } from './faceless.ts';

/** Two tabs press for one terminal at the same moment, again and again: each time one request leaves. */
export async function raceTabs(
  chromium: ReturnType<typeof chromiumForFile>,
  till: Awaited<ReturnType<typeof startFaceless>>,
  races: number,
): Promise<void> {
  await till.setScenario('declined');
  const context = await chromium.newContext();
  const pages = [await context.newPage(), await context.newPage()];
  for (const page of pages) await openTill(page, till.url);
  for (let race = 0; race < races; race += 1) {
    await till.reset();
    await till.setScenario('rate-limited');
    const results = await Promise.all(pages.map((page) => press(page, 1000 + race)));
    expect(
      results.filter(({ started }) => started),
      `race ${race}`,
    ).toHaveLength(1);
    for (const page of pages) {
      await page.waitForFunction(() => window.till.list({ open: true }).length === 0, undefined, {
        polling: 10,
      });
    }
    expect(await till.pays()).toHaveLength(1);
  }
  await context.close();
}
