import { beforeEach, expect, it } from 'vitest';
import { demoForFile } from './demo.ts';

const demo = demoForFile({ root: 'from source' });

declare global {
  interface Window {
    said: string[];
  }
}

/** Writes down all that the page says from here on; what interrupts is marked. */
beforeEach(async () => {
  await demo.page.locator('[data-tillkit="live-region"]').waitFor({ state: 'attached' });
  await demo.page.evaluate(() => {
    window.said = [];
    for (const region of document.querySelectorAll('[data-tillkit="live-region"] > *')) {
      const isAlert = region.getAttribute('role') === 'alert';
      // What is taken away again is not heard.
      new MutationObserver((changes) => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).map((node) => node.textContent);
        const text = added.join('').trim();
        if (text) window.said.push(`${isAlert ? '! ' : ''}${text}`);
      }).observe(region, { childList: true, subtree: true });
    }
  });
});

const focused = () =>
  demo.page.evaluate(() => {
    const element = document.activeElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    return label ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

/** Presses Tab until a name has the focus: a person who cannot reach it never gets there. */
async function tabTo(name: string) {
  for (let press = 0; press < 12; press += 1) {
    await demo.page.keyboard.press('Tab');
    if ((await focused()).startsWith(name)) return;
  }
  throw new Error(`${name} cannot be reached with Tab.`);
}

/** A sale as it is made without a mouse. */
async function sell(amount: string) {
  const { page } = demo;
  await page.getByRole('combobox', { name: 'Terminal' }).waitFor();
  await expect.poll(() => page.locator('[role="combobox"][aria-busy="true"]').count()).toBe(0);
  await tabTo('Terminal');
  await page.keyboard.type('bar');
  await expect.poll(() => page.evaluate(() => window.said)).toEqual(['1 terminal']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo('Amount');
  await page.keyboard.type(amount);
  await tabTo(`Charge $${amount} on Bar`);
  await page.keyboard.press('Enter');
}

it('makes a whole sale with the keyboard, and says each change once', async () => {
  const { page } = demo;
  await sell('12.50');
  await page.getByRole('button', { name: 'Next customer' }).waitFor();
  expect(await focused()).toBe('Payment status');
  await tabTo('Next customer');
  // A key that comes sooner was meant for what stood there before.
  await page.waitForTimeout(1000);
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Amount');
  expect(await page.evaluate(() => window.said)).toEqual([
    '1 terminal',
    'Sending to Bar.',
    'Bar will ask for the card in a moment.',
    'The customer can now tap, insert or swipe on Bar.',
    'Approved. $12.50',
  ]);
});

it('interrupts when a payment is not known', async () => {
  const { page } = demo;
  await sell('12.03');
  await page.getByRole('button', { name: 'It was charged' }).waitFor();
  await expect
    .poll(() => page.evaluate(() => window.said))
    .toEqual([
      '1 terminal',
      'Sending to Bar.',
      "! Not known yet. $12.03. We don't know yet if the card was charged. It was sent, and no answer came back. We did not see it start. Look at Bar. If it asks for a card, do not start another payment",
    ]);
});
