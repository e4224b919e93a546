import type { Browser, Page } from 'playwright';
import { chromium } from 'playwright';
import { onTestFinished } from 'vitest';
import { chromiumArgs, findHeadlessChromium, howToGetChromium } from '../../scripts/find-chromium.mjs';

declare global {
  interface Window {
    violations: string[];
  }
}

export interface WatchedPage {
  page: Page;
  /** Every warning, error, failed request and report of a content security policy. */
  complaints: () => Promise<string[]>;
}

/** A Chromium that is closed when the test is over. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await findHeadlessChromium();
  if (!executablePath) throw new Error(howToGetChromium);
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  onTestFinished(() => browser.close());
  return browser;
}

/** A page in a Chromium of its own, and whatever a developer would see in its console. */
export async function openWatchedPage(address: string): Promise<WatchedPage> {
  const browser = await openBrowser();
  const page = await browser.newPage();
  const seen: string[] = [];
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) seen.push(`${line.type()}: ${line.text()}`);
  });
  page.on('pageerror', (error) => seen.push(`thrown: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) seen.push(`${response.status()}: ${response.url()}`);
  });
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      window.violations.push(`${violatedDirective}: ${blockedURI} in ${sourceFile}`);
    });
  });
  await page.goto(address);
  return {
    page,
    complaints: async () => [...seen, ...(await page.evaluate(() => window.violations))],
  };
}
