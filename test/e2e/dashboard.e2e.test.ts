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
