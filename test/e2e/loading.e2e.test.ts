import type { Page } from 'playwright';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { chromiumForFile } from './browser.ts';
import { builtPage, type BuiltPage } from './builtPage.ts';
import { startGatewayTill } from './gatewayTill.ts';

const chromium = chromiumForFile();
let fileAt: BuiltPage;
let till: Awaited<ReturnType<typeof startGatewayTill>> | undefined;

beforeAll(async () => {
  fileAt = await builtPage('test/pages/gateway');
});
afterEach(() => till?.close());

const outcomeChunk = /TerminalCheckoutOutcome[^/]*\.js$/;

/** A till, and the scripts that its page has asked for. */
async function openTill(prepare: (page: Page) => Promise<unknown>) {
  till = await startGatewayTill(fileAt, {});
  const page = await chromium.newPage();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await prepare(page);
  await page.goto(till.url);
  await page.getByRole('radio', { name: /^Front counter/ }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('12.50');
  return { page, scripts, ...till };
}

it('an amount can be typed before the rest of the till is there, and no press fetches anything', async () => {
  let release: (() => void) | undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const { page, scripts, reached } = await openTill((opened) =>
    opened.route(outcomeChunk, async (route) => {
      await released;
      await route.continue();
    }),
  );
  await page.getByRole('button', { name: 'One moment…' }).waitFor();
  await page.getByRole('textbox', { name: 'Amount' }).press('Enter');
  release?.();
  const charge = page.getByRole('button', { name: /^Charge \$12\.50/ });
  await charge.waitFor();
  const before = scripts.length;
  await charge.click();
  await page.getByRole('region', { name: 'Payment status' }).getByText('Approved').first().waitFor();
  expect(scripts.filter((path) => outcomeChunk.test(path))).toHaveLength(1);
  expect(scripts.slice(before)).toEqual([]);
  expect(reached()).toHaveLength(1);
  await page.close();
});

/** Whether the browser answers a module that once failed from memory, as Chromium did up to 150. */
async function remembersFailedLoads(page: Page, url: string) {
  let asked = 0;
  await page.route('**/missing.js', (route) => ((asked += 1), route.abort()));
  const load = () => page.evaluate(`import("${url}/missing.js").catch(() => {})`);
  await load();
  await load();
  return asked === 1;
}

it('what could not be loaded is loaded by a press on Charge, or by a reload, and neither sends anything', async () => {
  let left = 1;
  const { page, url, reached } = await openTill((opened) =>
    opened.route(outcomeChunk, (route) => ((left -= 1) < 0 ? route.continue() : route.abort())),
  );
  await page.getByText('Nothing can be sent yet').first().waitFor();
  const charge = page.getByRole('button', { name: /^Charge \$12\.50/ });
  if (await remembersFailedLoads(page, url)) {
    await page.reload();
    await page.getByRole('textbox', { name: 'Amount' }).fill('12.50');
  } else await page.getByRole('button', { name: 'Not loaded. Try again' }).click();
  await charge.waitFor();
  expect(reached()).toEqual([]);
  await charge.click();
  await page.getByRole('region', { name: 'Payment status' }).getByText('Approved').first().waitFor();
  expect(reached()).toHaveLength(1);
  await page.close();
});
