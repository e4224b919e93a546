import { describe, expect, it } from 'vitest';
import { demoForFile } from './demo.ts';

const demo = demoForFile({ isSeeded: true });
const pill = () => demo.page.getByRole('button', { name: '1 unknown, $20.07, Terrace' });
const words = () => demo.page.locator('.today-row .today-word').allInnerTexts();

describe("the demo's day", () => {
  it('has sold since the morning, through the service and the gateway, and does not know of one', async () => {
    const { page } = demo;
    await pill().waitFor();
    expect(await words()).toEqual([
      'Approved',
      'Not known yet',
      'Partly approved',
      'Approved',
      'Voided',
      'Approved',
      'Approved',
      'Approved',
      'Approved',
      'Approved',
    ]);
    await page.getByText('$119.80 approved').waitFor(); // by the gateway's record
    const { charges } = await demo.ledger();
    expect(charges.filter(({ kind }) => kind === 'pay')).toHaveLength(9);
    expect(charges).toContainEqual(expect.objectContaining({ amount: 2007, terminalId: 'terminal-3' }));
    await page.getByRole('link', { name: 'End of day, 1 to look at' }).click();
    const open = page.locator('[data-tillkit="open-operations"]');
    await open.getByRole('button', { name: /^Another operator/ }).click();
    await open.getByText('$20.07').first().waitFor();
    expect(demo.consoleLines()).toEqual([]);
  });

  it('goes on from there, and is not begun again by a reload', async () => {
    const { page } = demo;
    await pill().waitFor();
    const checkout = page.locator('[data-tillkit="terminal-checkout"]');
    await checkout.getByRole('radio', { name: /^Front counter/ }).click();
    await checkout.getByRole('textbox', { name: 'Amount' }).fill('12.50');
    await checkout.getByRole('button', { name: /^Charge/ }).click();
    await page.getByText('$132.30 approved').waitFor();
    const { items } = await page.evaluate(async () =>
      (await fetch('/api/payments/transactions?limit=1')).json(),
    );
    expect(items[0].authorizedCents).toBe(1250);
    // The gateway's time is the machine's, however often the day was begun anew.
    expect(Math.abs(Date.now() - items[0].createdAt)).toBeLessThan(600_000);
    await page.reload();
    await page.getByText('$132.30 approved').waitFor();
    await expect.poll(async () => (await words()).length).toBe(11);
    expect(await words()).toContain('Not known yet');
    expect(demo.consoleLines()).toEqual([]);
  });
});
