import { describe, expect, it } from 'vitest';
import { demoForFile } from './demo.ts';

const demo = demoForFile();

async function draft(amount: string, orderNumber?: string) {
  const { page } = demo;
  await page.getByRole('radio', { name: /^Front counter/ }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  if (!orderNumber) return;
  await page.getByRole('button', { name: 'Order number' }).click();
  await page.getByRole('textbox', { name: 'Order number' }).fill(orderNumber);
}

const charge = () => demo.page.getByRole('button', { name: /^Charge \$/ });
const status = () => demo.page.getByRole('region', { name: 'Payment status' });
const shows = (text: string | RegExp) => status().getByText(text).first().waitFor();

describe('the till, over real HTTP', () => {
  it('takes a sale: picks a terminal, enters 12.50, clicks twice and sends once, waits for the card and is approved', async () => {
    const { page } = demo;
    await draft('12.50', 'A-1001');
    expect(await charge().textContent()).toMatch(/Charge \$12\.50 on \S+/);
    await charge().dblclick();
    await shows(/card/i);
    await shows('Approved');
    expect(await demo.requests('pay')).toMatchObject([{ amount: 1250, orderNumber: 'A-1001', status: 200 }]);
    const polls = await demo.requests('getProcessedMessage');
    expect(polls.length).toBeGreaterThan(0);
    expect(polls.length, 'in one stream').toBeLessThanOrEqual(8);
    const { charges } = await demo.ledger();
    expect(charges).toMatchObject([{ kind: 'pay', amount: 1250 }]);
    expect(await status().textContent()).toContain('$12.50');
    await page.getByRole('button', { name: 'Next customer' }).click();
    expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('');
    expect(demo.consoleLines()).toEqual([]);
  });
});
