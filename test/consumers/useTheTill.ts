import type { Page } from 'playwright';

/** Sells something. */
export async function sell(page: Page) {
  const sale = page.locator('[data-tillkit="terminal-checkout"]');
  await sale.getByRole('radio').first().click();
  await sale.getByRole('textbox', { name: 'Amount' }).fill('12.50');
  await sale.getByRole('button', { name: /^Charge \$12\.50 on/ }).click();
  await page.getByRole('region', { name: 'Payment status' }).getByText('Approved').first().waitFor();
}

/** What a shop does with the page: sells something, then makes a link and shows its code. */
export async function useTheTill(page: Page) {
  await sell(page);
  const form = page.locator('[data-tillkit="payment-link-form"]');
  await form.getByRole('textbox', { name: 'Amount' }).fill('48');
  await form.getByRole('button', { name: 'Create payment link' }).click();
  await page.getByRole('button', { name: 'Show QR code' }).first().click();
  await page.getByRole('img', { name: /QR/ }).first().waitFor();
}
