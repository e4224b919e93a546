import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { chromiumArgs, findHeadlessChromium, howToGetChromium } from '../../scripts/find-chromium.mjs';

async function launchChromium(): Promise<Browser> {
  const executablePath = await findHeadlessChromium();
  if (!executablePath) throw new Error(howToGetChromium);
  return chromium.launch({ executablePath, args: chromiumArgs });
}

/** What moves for ever is drawn sixty times a second, by the processor here. */
const still = { reducedMotion: 'reduce' } as const;

let launched: Promise<Browser> | undefined;

/** One Chromium for a worker, which ends with the worker. Each `newPage()` has its own storage. */
export function chromiumForFile() {
  let browser: Browser | undefined;
  const opened: BrowserContext[] = [];
  const keep = (context: BrowserContext) => {
    opened.push(context);
    return context;
  };
  beforeAll(async () => {
    browser = await (launched ??= launchChromium());
  });
  afterAll(() => Promise.all(opened.map((context) => context.close())));
  return {
    async newPage(options?: BrowserContextOptions) {
      if (!browser) throw new Error('newPage() works inside a test: Chromium starts before the first one.');
      return keep(await browser.newContext({ ...still, ...options })).newPage();
    },
    /** Several pages that share their storage, as tabs do. */
    async newContext() {
      if (!browser)
        throw new Error('newContext() works inside a test: Chromium starts before the first one.');
      return keep(await browser.newContext(still));
    },
  };
}
