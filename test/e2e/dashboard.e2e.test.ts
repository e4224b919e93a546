import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { demoForFile } from './demo.ts';

const dashboard = demoForFile();

describe("the demo's page of payment links", () => {
  it('shows a new link, and has it on top of its list at once', async () => {
    const { page } = dashboard;
    await page.getByRole('link', { name: 'Payment links' }).click();
    const form = page.locator('[data-tillkit="payment-link-form"]');
    await form.getByRole('textbox', { name: 'Amount' }).fill('1,250.99');
    await form.getByRole('checkbox', { name: /^Sales tax/ }).check();
    await form.getByRole('button', { name: 'Create payment link' }).click();
    await form.getByRole('button', { name: 'Copy link' }).waitFor();
    await form.getByText('$1,501.19').waitFor();
    await page.locator('[data-tillkit="payment-link-list"]').getByText('$1,501.19').first().waitFor();
    expect(await dashboard.requests('createPaymentLink')).toHaveLength(1);
    expect(dashboard.consoleLines()).toEqual([]);
  });
});

async function sell(page: Page, amount: string) {
  const checkout = page.locator('[data-tillkit="terminal-checkout"]');
  await checkout.getByRole('combobox', { name: 'Terminal' }).click();
  await checkout.getByRole('option', { name: /Front counter/ }).click();
  await checkout.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await checkout.getByRole('button', { name: /^Charge/ }).click();
}

describe("the demo's till", () => {
  it('is driven by the simulator, which shows what the service saw', async () => {
    const { page } = dashboard;
    await page.getByText('Simulator', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Next payments' }).selectOption('declined');
    await sell(page, '12.50');
    await page.getByRole('heading', { name: 'Not completed' }).waitFor();
    await expect
      .poll(() => page.locator('.simulator dd').allInnerTexts())
      .toEqual(['1', '0', expect.any(String)]);
    expect(dashboard.consoleLines()).toEqual([]);
  });

  it('changes its language, direction and theme as it runs', async () => {
    const { page } = dashboard;
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ar');
    await page.getByRole('heading', { name: 'نقطة البيع' }).waitFor();
    const root = page.locator('html');
    expect(await root.getAttribute('dir')).toBe('rtl');
    await page.getByRole('combobox', { name: 'جهاز الدفع' }).waitFor();
    await page.getByRole('radio', { name: 'داكن' }).check({ force: true });
    expect(await root.getAttribute('data-theme')).toBe('dark');
    expect(dashboard.consoleLines()).toEqual([]);
  });
});

/** Sells for 12.50, and opens the end of the day of that terminal. */
async function sellAndEndTheDay(page: Page) {
  await sell(page, '12.50');
  await page.getByRole('heading', { name: 'Approved' }).waitFor();
  await page.getByRole('link', { name: 'End of day' }).click();
  const picker = page.locator('[data-tillkit="terminal-picker"]');
  await picker.getByRole('combobox', { name: 'Terminal' }).click();
  await picker.getByRole('option', { name: /Front counter/ }).click();
}

describe("the demo's end of the day", () => {
  it('takes what was given back off the figures', async () => {
    const { page } = dashboard;
    await sellAndEndTheDay(page);
    await page.getByText('$12.50 approved').waitFor();
    await page.locator('.today-row').first().click();
    await page.getByRole('button', { name: 'Void $12.50' }).click();
    await page.getByRole('button', { name: 'Yes, void $12.50' }).click();
    await page.getByRole('heading', { name: 'Voided' }).waitFor();
    await page.getByText('Approved payments: 0, $0.00 in all').waitFor();
    await page.locator('.today-row').filter({ hasText: '-$12.50' }).getByText('Voided').waitFor();
    expect(dashboard.consoleLines()).toEqual([]);
  });

  it('offers what may be done with a payment, and closes the batch', async () => {
    const { page } = dashboard;
    await sellAndEndTheDay(page);
    await page.getByText('Approved payments: 1, $12.50 in all').waitFor();
    await page.locator('.today-row').first().click();
    await page.getByRole('button', { name: 'Void $12.50' }).waitFor();
    await page.getByRole('button', { name: 'Close batch' }).click();
    const sure = page.getByRole('button', { name: /close/i });
    await sure.last().click();
    await page.getByRole('heading', { name: 'Batch closed' }).waitFor();
    expect(await dashboard.requests('closeBatch')).toHaveLength(1);
    expect(dashboard.consoleLines()).toEqual([]);
  });
});
