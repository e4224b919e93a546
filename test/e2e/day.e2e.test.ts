import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { demoForFile } from './demo.ts';

const demo = demoForFile({ isSeeded: true, terminals: 4 });
const pill = () => demo.page.getByRole('button', { name: '1 unknown, $20.07, Terrace' });
const list = () => demo.page.getByRole('region', { name: 'Payments' });
const headline = (text: string) => list().getByRole('heading', { name: text }).waitFor();
const rows = async () =>
  (await list().locator('.tillkit-transaction-list-outcome').allInnerTexts()).map((text) => text.trim());
const payments = () => demo.page.getByRole('link', { name: 'Payments, 1 to look at' });

/** What a person presses; what is typed into a field counts as one more press. */
function createPresses() {
  let count = 0;
  return {
    count: () => count,
    press: async (what: Locator) => {
      count += 1;
      await what.click();
    },
    type: async (text: string) => {
      count += 1;
      await demo.page.keyboard.type(text);
    },
  };
}

describe("the demo's day", () => {
  it('has sold since yesterday, and does not know of one; yesterday’s 31.40 is given back in six presses', async () => {
    const { page } = demo;
    await pill().waitFor();
    await headline('$116.90 taken in 8 payments, $12.60 given back'); // by the gateway's record
    expect(await rows()).toEqual([
      'Not known yet',
      'Approved',
      'Partly approved',
      'Approved',
      'Voided',
      'Approved',
      'Approved',
      'Not completed',
      'Approved',
      'Approved',
      'Approved',
    ]);
    await page.emulateMedia({ forcedColors: 'active' });
    const check = list().locator('span[data-icon=check]').first();
    expect(await check.evaluate((icon) => getComputedStyle(icon).backgroundImage)).toMatch(/gradient/);
    await page.emulateMedia({ forcedColors: 'none' });
    const { charges } = await demo.ledger();
    expect(charges).toContainEqual(expect.objectContaining({ amount: 2007, terminalId: 'terminal-3' }));

    const { press, type, count } = createPresses();
    await press(payments());
    await page.getByRole('region', { name: 'Please check these' }).getByText('$20.07').waitFor();
    await press(page.getByRole('searchbox'));
    await type('31.40');
    await press(list().getByRole('button', { name: /^Approved \$31\.40/ }));
    await press(list().getByRole('button', { name: 'Give back $31.40' }));
    await press(list().getByRole('button', { name: 'Yes, give back $31.40' }));
    await list().getByRole('heading', { name: 'Voided' }).waitFor();
    expect(count()).toBeLessThanOrEqual(6);
    expect(demo.consoleLines()).toEqual([]);
  });
});
