import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { ScenarioName } from '../../src/sandbox/scenarios.ts';
import { installConsumer } from './consumer.ts';
import { buildHost, charge, chooseTerminal, serveHost } from './hostUnderTest.ts';
import { openBrowser } from './watchedPage.ts';

// The pictures of docs/hosts.md: npm run screenshots -- --hosts.

const pictures = process.env['PICTURES'] ?? '';
const pictureNames = ['clinic.light', 'clinic.dark', 'shop-admin.light', 'link-centre.light'];

const terminalsOf = (...names: string[]) =>
  names.map((name, index) => ({
    id: `terminal-${index + 1}`,
    name,
    provider: index % 2 ? ('beta' as const) : ('alpha' as const),
  }));

/** Playwright itself writes no WebP. */
async function save(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(400); // a dialog has opened, a list has its rows
  const devTools = await page.context().newCDPSession(page);
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await writeFile(join(pictures, `${name}.webp`), Buffer.from(data, 'base64'));
}

test('the pictures of the hosts', async () => {
  const consumer = await installConsumer('hosts');
  const browser = await openBrowser();
  const open = async (address: string) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 860 },
      deviceScaleFactor: 1.25,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(address);
    return page;
  };

  await buildHost(consumer, 'clinic');
  const clinic = await serveHost(consumer, 'clinic', terminalsOf('Front desk', 'Room 2', 'Pharmacy'));
  const patient = await open(clinic.address);
  const dialog = patient.getByRole('dialog');
  const pay = async (amount: string, reader: string, scenario: ScenarioName) => {
    clinic.sandbox.setScenario(scenario, { next: true });
    await patient.getByRole('button', { name: 'Take a payment' }).click();
    await chooseTerminal(dialog, reader);
    await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount);
    await charge(dialog);
  };
  await pay('120.00', 'Front desk', 'approved');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await pay('45.00', 'Pharmacy', 'declined');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await pay('80.00', 'Pharmacy', 'approved');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await patient.getByRole('button', { name: 'Take a payment' }).click();
  await chooseTerminal(dialog, 'Room 2');
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('200.00');
  await dialog.getByText('$642.50').waitFor();
  await save(patient, 'clinic.light');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await patient.getByRole('button', { name: 'Dark' }).click();
  await save(patient, 'clinic.dark');

  await buildHost(consumer, 'shop-admin');
  const shop = await serveHost(consumer, 'shop-admin', terminalsOf('Showroom', 'Warehouse'));
  const orders = await open(`${shop.address}/#/orders/FT-2046`);
  const checkout = orders.locator('[data-tillkit="terminal-checkout"]');
  for (const number of ['FT-2048', 'FT-2045', 'FT-2043', 'FT-2047']) {
    await orders.goto(`${shop.address}/#/orders/${number}`);
    await orders.getByRole('complementary', { name: `Order ${number}` }).waitFor();
    await chooseTerminal(checkout, 'Showroom');
    await charge(checkout);
    await orders.getByRole('row', { name: new RegExp(`${number}.*Paid`) }).waitFor();
    if (number !== 'FT-2047') await checkout.getByRole('button', { name: 'Next customer' }).click();
  }
  await orders.evaluate(() => scrollTo(0, 0));
  await save(orders, 'shop-admin.light');

  await buildHost(consumer, 'link-centre');
  const centre = await serveHost(consumer, 'link-centre', []);
  const links = await open(centre.address);
  const form = links.locator('[data-tillkit="payment-link-form"]');
  const fill = async (amount: string, client: string) => {
    await form.getByRole('textbox', { name: 'Amount' }).fill(amount);
    await form.getByRole('textbox', { name: 'Client' }).fill(client);
  };
  for (const [amount, client] of [
    ['1240', 'Kestrel Hotels'],
    ['385.50', 'M. Aalto'],
    ['96', 'Bakery Nord'],
  ] as const) {
    await fill(amount, client);
    await form.getByRole('button', { name: /^Create payment link/ }).click();
    await links.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await form.getByRole('button', { name: 'Create another' }).click();
  }
  await fill('640', 'Atelier Brandt');
  await form.getByRole('button', { name: 'Files' }).click();
  await form.locator('input[type="file"]').setInputFiles([
    {
      name: 'invoice-2291.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(`%PDF-1.4 ${' '.repeat(48_000)}`),
    },
  ]);
  await form.getByText(/^Uploaded/).waitFor();
  await save(links, 'link-centre.light');

  const sizes = await Promise.all(
    pictureNames.map(async (name) => (await stat(join(pictures, `${name}.webp`))).size),
  );
  expect(Math.max(...sizes)).toBeLessThan(80_000);
});
