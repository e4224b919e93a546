import { beforeEach, expect, it } from 'vitest';
import { demoForFile } from './demo.ts';

const demo = demoForFile();

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
  await page.getByRole('radiogroup', { name: 'Terminal' }).waitFor();
  await tabTo('Front counter');
  await page.keyboard.press('ArrowRight');
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
    'Sending to Bar.',
    'Bar will ask for the card in a moment.',
    'The customer can now tap, insert or swipe on Bar.',
    'Approved. $12.50',
  ]);
});

it('interrupts when a payment is not known', async () => {
  const { page } = demo;
  await sell('12.03');
  await page.getByRole('button', { name: 'Charged', exact: true }).first().waitFor();
  await expect
    .poll(() => page.evaluate(() => window.said))
    .toEqual([
      'Sending to Bar.',
      "! We don't know yet if the card was charged. $12.03. It was sent, and no answer came back. If Bar asks for a card, wait. Do not start another payment. Look at one of these, then press what you saw",
    ]);
});
