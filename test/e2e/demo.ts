import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startDemo } from '../../scripts/start.mjs';
import { chromiumForFile } from './browser.ts';
import { builtPage } from './builtPage.ts';

export interface LedgerEntry {
  operation?: string;
  status?: number;
  amount?: number;
  orderNumber?: string;
  terminalId?: string;
  kind?: string;
  body?: unknown;
}

export interface DemoOptions {
  /** The page's folder, to be built. */
  root?: string;
  /** The payments of yesterday and today are there from the beginning. */
  isSeeded?: boolean;
  /** How many terminals the service has. */
  terminals?: number;
}

/** The demo, or another page, with its simulated service over real HTTP, and a fresh Chromium page for each test. */
export function demoForFile({
  root = 'examples/merchant-dashboard',
  isSeeded = false,
  terminals,
}: DemoOptions = {}) {
  const browser = chromiumForFile();
  const seen: string[] = [];
  let demo: { url: string; close(): Promise<void> } | undefined;
  let page: Page | undefined;
  const timeZone = zoneAtNoon();

  const at = (path: string) => `${demo?.url}${path}`;
  const control = async (path: string, body?: object) => {
    const answer = await fetch(at(`/api/__sandbox/${path}`), {
      method: body ? 'POST' : 'GET',
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : ((await answer.json()) as unknown);
  };

  beforeAll(async () => {
    demo = await startDemo({
      port: 0,
      isSeeded,
      terminals,
      timeZone,
      fileAt: await builtPage(root),
    });
  });
  beforeEach(async () => {
    await control('reset', {});
    seen.length = 0;
    page = await browser.newPage({ timezoneId: timeZone });
    page.on('console', (line) => {
      if (['error', 'warning'].includes(line.type())) seen.push(line.text());
    });
    page.on('pageerror', (error) => seen.push(String(error)));
    await page.goto(at('/'));
    return async () => {
      await page?.context().close();
    };
  });
  afterAll(() => demo?.close());

  return {
    get page(): Page {
      if (!page) throw new Error('There is a page inside a test only.');
      return page;
    },
    at,
    /** What the browser complained about; a request that the scenario breaks is among it. */
    consoleLines: () => seen,
    setScenario: (name: string) => control('scenario', { name }),
    async ledger() {
      return (await control('ledger')) as { requests: LedgerEntry[]; charges: LedgerEntry[] };
    },
    async requests(operation: string) {
      const { requests } = await this.ledger();
      return requests.filter((request) => request.operation === operation);
    },
  };
}

/** A sale at the demo's front counter, until Charge is pressed. */
export async function sell(page: Page, amount: string) {
  const checkout = page.locator('[data-tillkit="terminal-checkout"]');
  await checkout.getByRole('radio', { name: /^Front counter/ }).click();
  await checkout.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await checkout.getByRole('button', { name: /^Charge/ }).click();
}

/** It is noon there, so no day ends while a test runs, and the shop has sold since the morning. */
function zoneAtNoon(): string {
  const hours = new Date().getUTCHours();
  return hours > 12 ? `Etc/GMT+${hours - 12}` : `Etc/GMT-${12 - hours}`;
}
