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
    await page.getByRole('region', { name: 'Please look at these' }).getByText('$20.07').waitFor();
    await press(page.getByRole('searchbox'));
    await type('31.40');
    await press(list().getByRole('button', { name: /^Approved \$31\.40/ }));
    await press(list().getByRole('button', { name: 'Give back $31.40' }));
    await press(list().getByRole('button', { name: 'Yes, give back $31.40' }));
    await list().getByRole('heading', { name: 'Voided' }).waitFor();
    expect(count()).toBeLessThanOrEqual(6);
    expect(demo.consoleLines()).toEqual([]);
  });

  it('closes the day of four terminals in two presses', async () => {
    const { page } = demo;
    await page.evaluate(async () => {
      const call = (path: string, body: object, id = '') =>
        fetch(`/api/payments/${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', 'x-operation-id': id },
        });
      const { items } = await (await fetch('/api/payments/operations?phase=unknown')).json();
      await call(`operations/${items[0].id}/resolution`, { charged: true, basis: 'receipt' });
      const { items: terminals } = await (await fetch('/api/payments/terminals')).json();
      const { provider } = terminals[3];
      const body = { terminalId: 'terminal-4', amount: 330, receipt: false };
      await call(`pay?currency=USD&provider=${provider}`, body, 'fourth-terminal-sold');
    });
    await page.getByRole('link', { name: 'End of day' }).click();
    await page.getByRole('heading', { level: 1, name: 'End of day' }).waitFor();
    expect(await page.getByRole('heading', { name: 'End of day', exact: true }).count()).toBe(1);
    const { press, count } = createPresses();
    await press(page.getByRole('button', { name: 'Close 4 terminals' }));
    await press(page.getByRole('button', { name: 'Yes, close the day' }));
    const ended = page.getByRole('button', { name: /Day closed/ });
    await page.getByText('Everything is closed.').waitFor();
    expect([await ended.count(), count()]).toEqual([4, 2]);
    const closed = await page.evaluate(async () => {
      const { items } = await (await fetch('/api/payments/closings')).json();
      return items.map(
        ({ terminalId, number }: { terminalId: string; number: number }) => `${terminalId} ${number}`,
      );
    });
    expect(closed.toSorted()).toEqual([
      'terminal-1 1',
      'terminal-2 1',
      'terminal-2 2',
      'terminal-3 1',
      'terminal-3 2',
      'terminal-4 1',
    ]);
    expect(demo.consoleLines()).toEqual([]);
  });

  it('opens the payments of a figure, and asks the manager before much goes back', async () => {
    const { page } = demo;
    await page.getByRole('link', { name: 'End of day' }).click();
    await page.getByRole('button', { name: 'Given back: −$12.60' }).click();
    await headline('$12.60 given back');
    expect(await rows()).toEqual(['Voided']);
    await page.goBack();
    await page.getByRole('button', { name: 'Yesterday' }).click();
    await page.getByRole('button', { name: 'Taken: $149.90' }).click();
    await headline('$149.90 taken in 5 payments');
    await list()
      .getByRole('button', { name: /^Approved \$74\.80/ })
      .click();
    await list().getByRole('button', { name: 'Give back $74.80' }).click();
    await list().getByRole('button', { name: 'Yes, give back $74.80' }).click();
    await list()
      .getByText(/ask the manager/)
      .waitFor();
    await list().getByLabel('Approval code').fill('246810');
    await list().getByRole('button', { name: 'Approve and send' }).click();
    await list().getByRole('heading', { name: 'Voided' }).waitFor();
    const { items } = await page.evaluate(async () =>
      (await fetch('/api/payments/operations?kind=void&limit=1')).json(),
    );
    expect(items[0].approvedBy).toBe('Maria');
  });
});
