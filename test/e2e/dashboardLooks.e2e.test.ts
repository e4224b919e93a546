import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { runs } from '../runs.ts';
import { demoForFile, sell } from './demo.ts';

const dashboard = demoForFile();

async function chooseLanguage(page: Page, tag: string) {
  await page.locator('.menu > button').click();
  await page.locator('.menu select').selectOption(tag);
}

describe('the menu of the demo', () => {
  it('changes language, direction and theme as it runs', async () => {
    const { page } = dashboard;
    await chooseLanguage(page, 'ar');
    await page.getByRole('heading', { name: 'نقطة البيع' }).waitFor();
    const root = page.locator('html');
    expect(await root.getAttribute('dir')).toBe('rtl');
    await page.getByRole('radiogroup', { name: 'جهاز الدفع' }).waitFor();
    expect(await page.locator('.orders .figures').first().textContent()).toContain('\u2066US$\u2069');
    await page.getByRole('radio', { name: 'داكن' }).check({ force: true });
    expect(await root.getAttribute('data-theme')).toBe('dark');
    expect(dashboard.consoleLines()).toEqual([]);
  });

  it('keeps its language, and what goes wrong next, while there is no connection', async () => {
    const { page } = dashboard;
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Slow' }).click();
    await chooseLanguage(page, 'ar');
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>('.menu select')?.value === 'en',
    );
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await page.getByRole('button', { name: 'Slow', pressed: false }).count()).toBe(1);
    expect(dashboard.consoleLines().filter((line) => !line.startsWith('Failed to load resource'))).toEqual(
      [],
    );
    await page.context().setOffline(false);
    await page.locator('.menu select').selectOption('ar');
    await page.getByRole('heading', { name: 'نقطة البيع' }).waitFor();
  });
});

describe('the looks of the demo', () => {
  it('do not scroll sideways on a phone, in the longest words and from right to left', async () => {
    const { page } = dashboard;
    for (const tag of runs(['de'], ['en', 'de', 'es', 'fr', 'pt-BR', 'ja', 'ar'])) {
      await chooseLanguage(page, tag);
      await page.keyboard.press('Escape');
      for (const [width, fontSize] of [
        [320, '100%'],
        [360, '200%'],
      ] as const) {
        await page.setViewportSize({ width, height: 640 });
        await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize);
        for (const name of ['till', 'payments', 'links', 'end-of-day']) {
          await page.evaluate((hash) => (location.hash = hash), `#/${name}`);
          await page.locator(`.pages a[aria-current][href="#/${name}"]`).waitFor();
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth),
            `${tag}: ${name} at ${width} px, ${fontSize}`,
          ).toBeLessThanOrEqual(width);
          // One line.
          if (width === 320) expect((await page.locator('.bar').boundingBox())?.height).toBe(48);
        }
      }
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.evaluate(() => (document.documentElement.style.fontSize = ''));
    }
  });

  it("keep apart what stands in a phone's bar, in large text too", async () => {
    const { page } = dashboard;
    await page.getByRole('button', { name: 'Partly approved' }).click();
    await page.getByText('Only a part of the next payment is approved.').waitFor();
    await sell(page, '12.50');
    await page.getByRole('link', { name: 'Payment links' }).click();
    await page.getByRole('link', { name: 'Payments, 1 to look at' }).waitFor();
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    for (const width of [320, 360, 640]) {
      await page.setViewportSize({ width, height: 640 });
      for (const name of ['till', 'payments', 'end-of-day']) {
        await page.evaluate((hash) => (location.hash = hash), `#/${name}`);
        await page.locator(`.pages a[aria-current][href="#/${name}"]`).waitFor();
        const overlapping = await page.evaluate(() => {
          const things = [
            ...document.querySelectorAll('.bar :is(.logo, .pages .icon, .badge, .menu > button)'),
          ];
          const boxes = things.map((one) => one.getBoundingClientRect());
          return boxes.flatMap((a, index) =>
            boxes
              .slice(index + 1)
              .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
          );
        });
        expect(overlapping, `${name} at ${width} px`).toEqual([]);
      }
    }
  });

  it('do not scroll sideways in large text when it is not known whether a link was created', async () => {
    const { page } = dashboard;
    await chooseLanguage(page, 'de');
    await page.getByRole('link', { name: 'Zahlungslinks' }).click();
    await page.getByRole('textbox', { name: 'Betrag' }).fill('20');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: /erstellen$/ }).click();
    await page.getByText('Noch nicht bekannt', { exact: true }).waitFor();
    await page.setViewportSize({ width: 320, height: 640 });
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
