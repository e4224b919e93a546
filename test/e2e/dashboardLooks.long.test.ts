import { describe, expect, it } from 'vitest';
import { demoForFile } from './demo.ts';

const dashboard = demoForFile();

describe('the menu of the demo', () => {
  it('is there for who uses keys alone', async () => {
    const { page } = dashboard;
    const menu = page.getByRole('group', { name: 'Language and theme' });
    const opener = page.getByRole('button', { name: 'Language and theme' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await menu.waitFor();
    await page.keyboard.press('Tab');
    const language = page.getByRole('combobox', { name: 'Language' });
    expect(await language.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });
});

describe('the looks of the demo', () => {
  it('have nothing but a line above the till on a telephone, and Charge in view', async () => {
    const { page } = dashboard;
    await page.setViewportSize({ width: 360, height: 640 });
    const bottomOf = async (selector: string) => {
      const { y, height } = (await page.locator(selector).boundingBox())!;
      return y + height;
    };
    expect(await bottomOf('.bar')).toBeLessThanOrEqual(49); // with its hairline
    expect((await page.locator('[data-tillkit="terminal-checkout"]').boundingBox())!.y).toBeLessThan(64);
    expect(await bottomOf('.tillkit-terminal-checkout-action')).toBeLessThan(640);
  });

  it('have two columns at 1280 px beside a scrollbar, and leave the fields of the kit alone', async () => {
    const { page } = dashboard;
    await page.setViewportSize({ width: 1280 - 15, height: 800 });
    await page.getByRole('link', { name: 'Payment links' }).click();
    await page.getByRole('button', { name: 'Details', exact: true }).click();
    const add = page.getByRole('button', { name: 'Add detail' });
    const { height } = (await add.boundingBox())!;
    expect((await page.locator('main select').first().boundingBox())!.height).toBe(height);
    const tops = await page
      .locator('.links > div')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
    expect(tops[1]).toBe(tops[0]);
  });

  it('tell the page at hand and the theme where the system chooses the colours', async () => {
    const { page } = dashboard;
    await page.emulateMedia({ forcedColors: 'active' });
    await page.locator('.menu > button').click();
    /** A few pixels of what is painted behind its words: the computed style does not say it. */
    const groundOf = async (selector: string) => {
      const { x, y, height } = (await page.locator(selector).first().boundingBox())!;
      return page.screenshot({ clip: { x: x + 3, y: y + height / 2, width: 2, height: 2 } });
    };
    for (const [chosen, other] of [
      ['.pages a[aria-current]', '.pages a:not([aria-current])'],
      ['.theme label:has(:checked)', '.theme label:not(:has(:checked))'],
    ] as const) {
      expect((await groundOf(chosen)).equals(await groundOf(other))).toBe(false);
    }
  });
});
