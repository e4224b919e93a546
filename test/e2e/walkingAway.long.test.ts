import { expect, it } from 'vitest';
import { chromiumForFile } from './browser.ts';
import { openShop, triesAgain, walkAway, walks } from './walkingAway.ts';

const chromium = chromiumForFile();

it.each(walks)(
  'F64: left $way while it is $leftIn, a sale is found, heard and told on return: $ending',
  async (walk) => {
    const [shop, context] = await Promise.all([openShop(), chromium.newContext()]);
    try {
      await expect(walkAway(context, shop, walk)).resolves.toBeUndefined();
    } finally {
      await context.close();
      await shop.close();
    }
  },
);

it('F61: and one that was declined is tried again without a question where that is shown', async () => {
  const [shop, context] = await Promise.all([openShop(), chromium.newContext()]);
  try {
    await expect(triesAgain(context, shop)).resolves.toBeUndefined();
  } finally {
    await context.close();
    await shop.close();
  }
});
