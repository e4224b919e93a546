import type { Page } from 'playwright';
import { startDemo } from '../../scripts/start.mjs';
import { builtPage } from './builtPage.ts';
import type { LedgerEntry } from './demo.ts';

export interface Ledger {
  requests: (LedgerEntry & { at: number; operationId?: string; msgIdentifier?: string })[];
  charges: LedgerEntry[];
}

/** A page that holds the core alone, and the sandbox beside it. */
export async function startFaceless() {
  const server = await startDemo({ port: 0, fileAt: await builtPage('test/pages/till') });
  const call = async (path: string, body?: object) => {
    const init = body
      ? { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      : {};
    const answer = await fetch(`${server.url}/api/__sandbox/${path}`, init);
    return (answer.status === 204 ? undefined : await answer.json()) as unknown;
  };
  const ledger = async () => (await call('ledger')) as Ledger;
  return {
    url: server.url,
    close: () => server.close(),
    reset: () => call('reset', {}),
    setScenario: (name: string) => call('scenario', { name }),
    ledger,
    async pays() {
      return (await ledger()).requests.filter(({ operation }) => operation === 'pay');
    },
  };
}

export async function openTill(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => document.title === 'ready');
}

export const operationsOf = (page: Page) => page.evaluate(() => window.till.list());

/** Presses once, and says how that went. */
export const press = (page: Page, amount: number, terminalId = 'terminal-1') =>
  page.evaluate((request) => window.till.start('pay', request), { terminalId, amount, receipt: false });

/** Waits until the newest operation is in a phase; says what was there instead where it never is. */
export async function waitForPhase(page: Page, phase: string): Promise<void> {
  try {
    await page.waitForFunction((wanted) => window.till.list()[0]?.phase === wanted, phase, { polling: 20 });
  } catch (cause) {
    throw new Error(`Not ${phase}: ${JSON.stringify(await operationsOf(page))}`, { cause });
  }
}
