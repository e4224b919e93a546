import { describe, expect, it } from 'vitest';
import { demoForFile } from './demo.ts';

const demo = demoForFile();

async function draft(amount: string) {
  const { page } = demo;
  await page.getByRole('radio', { name: /^Front counter/ }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
}

const charge = () => demo.page.getByRole('button', { name: /^Charge \$/ });
const status = () => demo.page.getByRole('region', { name: 'Payment status' });
const shows = (text: string | RegExp) => status().getByText(text).first().waitFor();

describe('the till, over real HTTP', () => {
  // What each unknown ending says: PaymentStatus.unknown.dom.test.tsx.
  it.each([
    ['12.02', 'service-timeout', 0],
    ['12.03', 'lost-answer', 1],
    ['12.07', 'malformed', 1],
  ])('says "Not known yet" for %s (%s), never that it failed', async (amount, _scenario, charges) => {
    await draft(amount);
    await charge().click();
    await shows("We don't know yet if the card was charged");
    expect(await status().textContent()).not.toMatch(/failed|declined|try again/i);
    await expect.poll(async () => (await demo.ledger()).charges.length).toBe(charges);
    expect(await demo.requests('pay')).toHaveLength(1);
    await demo.page.getByRole('button', { name: 'Charged', exact: true }).first().waitFor();
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
