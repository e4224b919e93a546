import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../src/core/time.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/createSandbox.ts';
import type { SandboxTerminal } from '../../src/sandbox/terminals.ts';
import { listen } from '../../src/node/listen.ts';
import type { Consumer } from './consumer.ts';

export const hostNames = ['clinic', 'shop-admin', 'link-centre'] as const;
export type HostName = (typeof hostNames)[number];

/** The simulated service is in a hurry: what takes a customer 20 s takes 1 s. Pages and gateways are not. */
const speed = 20;

function createFastClock(): Clock {
  const [at, mono] = [Date.now(), performance.now()];
  return {
    now: () => at + (Date.now() - at) * speed,
    monotonic: () => (performance.now() - mono) * speed,
    setTimeout: (run, ms) => setTimeout(run, ms / speed),
    clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
  };
}

export const buildHost = ({ run }: Consumer, name: HostName) =>
  run(`cd ${name} && tsc -p . && vite build --logLevel warn`);

/** A host's own server, in front of a simulated service. */
export async function serveHost(
  { folder, serve }: Consumer,
  name: HostName,
  terminals: readonly SandboxTerminal[],
  environment: Record<string, string> = {},
): Promise<{ address: string; sandbox: Sandbox }> {
  const sandbox = createSandbox({ clock: createFastClock(), latencyMs: 400, terminals });
  const service = await listen(sandbox.fetch);
  onTestFinished(service.close);
  const address = await serve(`cd ${name} && exec node server.js`, {
    PORT: '0',
    PAYMENTS_URL: service.url,
    PAYMENTS_SECRET: 'sandbox',
    PAYMENTS_STORE: join(folder, `${name}-${Date.now()}.db`),
    ...environment,
  });
  return { address, sandbox };
}

declare global {
  interface Window {
    shownPhases: string[];
  }
}

export interface Till {
  page: Page;
  /** The ids of the requests that move money, as the page sent them. */
  sentIds: string[];
}

/** A page on a device of its own, which notes each phase that it shows. */
export async function openTill(browser: Browser, address: string): Promise<Till> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } });
  const page = await context.newPage();
  const sentIds: string[] = [];
  page.on('request', async (request) => {
    const id = request.method() === 'POST' ? await request.headerValue('x-operation-id') : null;
    if (id !== null) sentIds.push(`${new URL(request.url()).pathname} ${id}`);
  });
  await page.addInitScript(() => {
    window.shownPhases = [];
    new MutationObserver(() => {
      for (const element of document.querySelectorAll('[data-tillkit="payment-status"]')) {
        const phase = element.getAttribute('data-phase');
        if (phase !== null && window.shownPhases.at(-1) !== phase) window.shownPhases.push(phase);
      }
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.goto(address);
  return { page, sentIds };
}

/** The terminals of a shop: chips, or a list if there are many. */
export async function chooseTerminal(checkout: Locator, name: string) {
  const chip = checkout.getByRole('radio', { name: new RegExp(`^${name}`) });
  const list = checkout.getByRole('button', { name: /^Terminal/ });
  await chip.or(list).first().waitFor();
  if (await chip.isVisible()) return chip.click();
  await list.click();
  await checkout.getByRole('combobox', { name: 'Terminal' }).fill(name);
  await checkout.getByRole('option', { name: new RegExp(`^${name}`) }).click();
}

const ended = ['complete', 'partial', 'failed', 'rejected', 'unknown', 'resolved'];

/** Presses "Charge", and returns the phase in which the payment ended. */
export async function charge(checkout: Locator): Promise<string | null> {
  await checkout.getByRole('button', { name: /^Charge .+ on / }).click();
  const status = ended.map((phase) => `[data-tillkit="payment-status"][data-phase="${phase}"]`);
  return checkout.locator(status.join(', ')).getAttribute('data-phase', { timeout: 400_000 });
}

/** The lines that a host has for payments: all files about them, without blank lines. */
export async function paymentLines(host: string): Promise<{ count: number; elsewhere: string[] }> {
  const paths = await readdir(host, { recursive: true });
  const sources = paths.filter(
    (path) => /\.(tsx?|js|css|html)$/.test(path) && !/node_modules|dist/.test(path),
  );
  let count = 0;
  const elsewhere: string[] = [];
  for (const path of sources) {
    const text = await readFile(join(host, path), 'utf8');
    if (/(^|\/)payments\./.test(path)) count += text.split('\n').filter((line) => line.trim()).length;
    else if (text.includes('tillkit')) elsewhere.push(path);
  }
  return { count, elsewhere };
}
