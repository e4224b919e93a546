import { describe, expect, it } from 'vitest';
import { demoForFile, sell } from './demo.ts';

const dashboard = demoForFile();

describe("the demo's page of payment links", () => {
  it('shows a new link, and has it on top of its list at once', async () => {
    const { page } = dashboard;
    await page.getByRole('link', { name: 'Payment links' }).click();
    const form = page.locator('[data-tillkit="payment-link-form"]');
    await form.getByRole('textbox', { name: 'Amount' }).fill('1,250.99');
    await form.getByRole('button', { name: 'Taxes' }).click();
    await form.getByRole('checkbox', { name: /^Sales tax/ }).check();
    await form.getByRole('button', { name: 'Create payment link' }).click();
    await form.getByRole('button', { name: 'Copy link' }).waitFor();
    await form.getByText('$1,501.19').waitFor();
    await page.locator('[data-tillkit="payment-link-list"]').getByText('$1,501.19').first().waitFor();
    expect(await dashboard.requests('createPaymentLink')).toHaveLength(1);
    expect(dashboard.consoleLines()).toEqual([]);
  });
});

describe("the demo's till", () => {
  it('lets the next payment go wrong, and that one only', async () => {
    const { page } = dashboard;
    const declined = page.getByRole('button', { name: 'Card declined' });
    await declined.click();
    await page.getByText('The next card is declined.').waitFor();
    expect(await declined.getAttribute('aria-pressed')).toBe('true');
    await sell(page, '12.50');
    await page.getByRole('heading', { name: 'Not completed' }).waitFor();
    expect(await declined.getAttribute('aria-pressed')).toBe('false');
    await page.getByRole('button', { name: 'Next customer' }).click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('8.00');
    await page.getByRole('button', { name: /^Charge/ }).click();
    await page.getByRole('heading', { name: 'Approved' }).waitFor();
    expect(dashboard.consoleLines()).toEqual([]);
  });

  it('waits for a press while its terminal is shown, by keyboard too, and no longer', async () => {
    const { page } = dashboard;
    await sell(page, '8.00');
    await page.getByRole('heading', { name: 'Approved' }).waitFor();
    await page.getByRole('button', { name: 'Next customer' }).click();
    const panel = page.getByText('Press the terminal yourself');
    await panel.press('Enter');
    const terminal = page.getByRole('region', { name: 'Front counter' });
    await terminal.getByText('Ready').waitFor();
    await sell(page, '12.50');
    await terminal.getByText('Tap, insert or swipe').waitFor();
    await terminal.getByRole('button', { name: 'Decline' }).press('Enter');
    await page.getByRole('heading', { name: 'Not completed' }).waitFor();
    await page.getByRole('button', { name: 'Next customer' }).click();
    await panel.press('Enter');
    await terminal.waitFor({ state: 'hidden' });
    await sell(page, '9.00');
    await page.getByRole('heading', { name: 'Approved' }).waitFor();
    const { charges } = await dashboard.ledger();
    expect(charges.map(({ amount }) => amount)).toEqual([800, 900]);
    expect(dashboard.consoleLines()).toEqual([]);
  });

  it('takes back what was to go wrong', async () => {
    const { page } = dashboard;
    for (const name of ['Offline', 'Terminal busy', 'Terminal busy'])
      await page.getByRole('button', { name }).click();
    await page.getByText('Choose one, then take a payment.').waitFor();
    await sell(page, '12.50');
    await page.getByRole('heading', { name: 'Approved' }).waitFor();
    expect(dashboard.consoleLines()).toEqual([]);
  });

  it('loses its line to the server with a payment, and finds it again', async () => {
    const { page } = dashboard;
    await page.getByRole('button', { name: 'Offline' }).click();
    await page.getByText('The next payment finds no connection.').waitFor();
    await sell(page, '12.50');
    const trouble = page.getByText('Connection trouble.');
    await trouble.waitFor();
    await trouble.waitFor({ state: 'hidden' });
    expect(await dashboard.requests('pay')).toEqual([]);
  });
});

describe("the demo's day", () => {
  it('never shows an id for a name', async () => {
    const { page } = dashboard;
    await sell(page, '12.50');
    await page.getByRole('heading', { name: 'Approved' }).waitFor();
    await page.addInitScript(() => {
      const seen: string[] = [];
      Reflect.set(globalThis, 'seen', seen);
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('main li')) seen.push(textContent);
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await page.reload();
    await page.getByRole('button', { name: /^Approved \$12\.50 .*Front counter/ }).waitFor();
    const seen = await page.evaluate(() => Reflect.get(globalThis, 'seen') as string[]);
    expect(seen.filter((text) => text.includes('terminal-'))).toEqual([]);
  });
});
