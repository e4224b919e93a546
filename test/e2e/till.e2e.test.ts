import { describe, expect, it } from 'vitest';
import { runs } from '../runs.ts';
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
  it('takes a sale: picks a terminal, enters 12.50, waits for the card and is approved', async () => {
    const { page } = demo;
    await draft('12.50', 'A-1001');
    expect(await charge().textContent()).toMatch(/Charge \$12\.50 on \S+/);
    await charge().click();
    await shows(/card/i);
    await shows('Approved');
    expect(await demo.requests('pay')).toMatchObject([{ amount: 1250, orderNumber: 'A-1001', status: 200 }]);
    const { charges } = await demo.ledger();
    expect(charges).toMatchObject([{ kind: 'pay', amount: 1250 }]);
    expect(await status().textContent()).toContain('$12.50');
    await page.getByRole('button', { name: 'Next customer' }).click();
    expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('');
    expect(demo.consoleLines()).toEqual([]);
  });

  it('says "Not completed" for a declined card, and nothing was charged', async () => {
    await draft('12.01');
    await charge().click();
    await shows('Not completed');
    expect((await demo.ledger()).charges).toEqual([]);
  });

  // What each unknown ending says: PaymentStatus.unknown.dom.test.tsx.
  it.each(
    runs(
      [['12.03', 'lost-answer', 1]],
      [
        ['12.02', 'service-timeout', 0],
        ['12.03', 'lost-answer', 1],
        ['12.07', 'malformed', 1],
      ],
    ),
  )('says "Not known yet" for %s (%s), never that it failed', async (amount, _scenario, charges) => {
    await draft(amount);
    await charge().click();
    await shows("We don't know yet if the card was charged");
    expect(await status().textContent()).not.toMatch(/failed|declined|try again/i);
    await expect.poll(async () => (await demo.ledger()).charges.length).toBe(charges);
    expect(await demo.requests('pay')).toHaveLength(1);
    await demo.page.getByRole('button', { name: 'Charged', exact: true }).first().waitFor();
  });

  it('sends one request for a double click, and polls in one stream', async () => {
    await draft('12.50');
    await charge().dblclick();
    await shows('Approved');
    expect(await demo.requests('pay')).toHaveLength(1);
    const polls = await demo.requests('getProcessedMessage');
    expect(polls.length).toBeGreaterThan(0);
    expect(polls.length).toBeLessThanOrEqual(8);
  });

  it('F64: goes on when the merchant looks at another screen', async () => {
    const { page } = demo;
    await draft('12.50');
    await charge().click();
    await page.getByRole('link', { name: 'Payment links' }).click();
    await page.getByRole('button', { name: 'Create payment link' }).waitFor();
    await page.getByRole('link', { name: 'Till' }).click();
    await shows('Approved');
    expect(await demo.requests('pay')).toHaveLength(1);
  });
});
