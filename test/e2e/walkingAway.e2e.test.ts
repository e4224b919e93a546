import type { BrowserContext } from 'playwright';
import { describe, expect, it, vi } from 'vitest';
import { runs } from '../runs.ts';
import { chromiumForFile } from './browser.ts';
import {
  closesItsTab,
  type Ending,
  endings,
  hardestWalk,
  inTwoTabs,
  openShop,
  type Shop,
  walkAway,
} from './walkingAway.ts';

vi.setConfig({ maxConcurrency: 8, testTimeout: 120_000 });

const chromium = chromiumForFile();

/** In a browser and a shop of its own. */
async function inShop(run: (context: BrowserContext, shop: Shop) => Promise<void>): Promise<void> {
  const [shop, context] = await Promise.all([openShop(), chromium.newContext()]);
  try {
    await run(context, shop);
  } finally {
    await context.close();
    await shop.close();
  }
}

// The whole table is in walkingAway.long.test.ts.
describe.concurrent('F64: a sale that the cashier walks away from', () => {
  it.each([hardestWalk])(
    '$way while it is $leftIn: $ending is found, heard and told on return',
    async (walk) => {
      await expect(inShop((context, shop) => walkAway(context, shop, walk))).resolves.toBeUndefined();
    },
  );

  it.each(
    runs<Ending[]>(
      ['unknown'],
      endings.filter((ending) => ending !== 'late'),
    ),
  )(
    'F61: that ended as %s stands in another tab too, where the same is questioned, until one of them takes note',
    async (ending) => {
      await expect(inShop((context, shop) => inTwoTabs(context, shop, ending))).resolves.toBeUndefined();
    },
  );

  it.each(runs<('sending' | 'waiting')[]>(['sending'], ['sending', 'waiting']))(
    'by closing the tab while it is %s is left to the other tab',
    async (leftIn) => {
      await expect(inShop((context, shop) => closesItsTab(context, shop, leftIn))).resolves.toBeUndefined();
    },
  );
});
