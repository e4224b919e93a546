import { describe, expect, it } from 'vitest';
import { demoForFile, sell } from './demo.ts';

const dashboard = demoForFile();

describe("the demo's day", () => {
  it('counts at its link what stands, until an operator takes note of it', async () => {
    const { page } = dashboard;
    const list = page.getByRole('region', { name: 'Payments', exact: true });
    await page.getByRole('button', { name: 'Partly approved' }).click();
    await page.getByText('Only a part of the next payment is approved.').waitFor();
    await sell(page, '12.50');
    await page.getByRole('link', { name: 'Payment links' }).click();
    await page.getByRole('link', { name: 'Payments, 1 to look at' }).click();
    await list.getByRole('heading', { name: '$8.00 taken in 1 payment' }).waitFor();
    await page.reload();
    await list.getByRole('button', { name: /^Partly approved \$8\.00/ }).click();
    await list.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Payments', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Till' }).click();
    await page.getByRole('textbox', { name: 'Amount' }).waitFor();
    expect(dashboard.consoleLines()).toEqual([]);
  });

  it("asks at the customer's screen which terminal stands beside it, if the till has chosen none", async () => {
    const { page } = dashboard;
    const shown = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Customer screen' }).click();
    const customer = await shown;
    await customer.getByRole('combobox', { name: 'Terminal' }).press('ArrowDown');
    await customer.getByRole('option', { name: /^Bar/ }).click();
    await customer.getByText('Welcome! Harbour Coffee').waitFor();
    expect(dashboard.consoleLines()).toEqual([]);
  });

  it('takes an order at two tills, each in a window of its own, prints a slip, and closes the day', async () => {
    const { page } = dashboard;
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Second till' }).click();
    const second = await opened;
    await page.getByRole('button', { name: /^Order \d+17 \$62\.40$/ }).click();
    await page.getByRole('button', { name: 'One person more' }).click();
    await page.getByRole('radio', { name: /^Front counter/ }).click();
    const shown = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Customer screen' }).click();
    const customer = await shown;
    await customer.getByText('Welcome! Harbour Coffee').waitFor();
    await page.getByRole('button', { name: /^Charge \$31\.20/ }).click();
    await customer.getByText('$31.20', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Approved' }).waitFor();
    await customer.getByText('Paid', { exact: true }).waitFor();
    await page.evaluate(() => (window.print = () => undefined));
    await page.getByText('Slip', { exact: true }).click();
    await page.getByRole('button', { name: 'Print' }).click();
    expect(await page.locator('.tillkit-print').textContent()).toMatch(/Harbour Coffee[\s\S]*\$31\.20/);

    await second.getByText('Till 2', { exact: true }).waitFor();
    await second.getByRole('button', { name: /17 \$31\.20$/ }).click();
    await second.getByRole('radio', { name: /^Bar/ }).click();
    await second.getByRole('button', { name: /^Charge \$31\.20/ }).click();
    await second.getByRole('heading', { name: 'Approved' }).waitFor();
    await page.getByRole('button', { name: /17 Paid$/ }).waitFor();
    await page.getByRole('heading', { name: '$62.40 taken in 2 payments' }).waitFor();
    await page.getByRole('button', { name: 'Next customer' }).click();
    await page.getByRole('button', { name: /17 Paid$/, pressed: false }).waitFor();

    await page.getByRole('link', { name: 'End of day' }).click();
    await page.getByRole('button', { name: 'Close 2 terminals' }).click();
    await page.getByRole('button', { name: 'Yes, close the day' }).click();
    await page
      .getByRole('button', { name: /^No\.\s1$/ })
      .nth(1)
      .waitFor();
    expect(await dashboard.requests('closeBatch')).toHaveLength(2);

    // By keyboard, what a press opens has the focus.
    await page
      .getByRole('button', { name: /^No\.\s1$/ })
      .first()
      .press('Enter');
    const focused = page.locator(':focus');
    await page.getByRole('region', { name: 'Day report No. 1' }).and(focused).waitFor();
    await page.getByRole('button', { name: 'Back to the report' }).press('Enter');
    await page.getByRole('region', { name: 'Day report', exact: true }).and(focused).waitFor();
    await page.getByRole('button', { name: 'Net: $62.40' }).press('Enter');
    await page.getByRole('heading', { name: 'Payments', exact: true }).and(focused).waitFor();
    expect(dashboard.consoleLines()).toEqual([]);
  });
});
