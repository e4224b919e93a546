import { describe, expect, it } from 'vitest';
import { demoForFile } from './demo.ts';

const demo = demoForFile({ isSeeded: true, terminals: 4 });
const list = () => demo.page.getByRole('region', { name: 'Payments' });
const headline = (text: string) => list().getByRole('heading', { name: text }).waitFor();
const rows = async () =>
  (await list().locator('.tillkit-transaction-list-outcome').allInnerTexts()).map((text) => text.trim());

describe("the demo's day", () => {
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
    await page.getByRole('button', { name: 'Close 4 terminals' }).click();
    await page.getByRole('button', { name: 'Yes, close the day' }).click();
    const ended = page.getByRole('button', { name: /Day closed/ });
    await page.getByText('Everything is closed.').waitFor();
    expect(await ended.count()).toBe(4);
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
