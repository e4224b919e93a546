import { chromium, type Browser, type BrowserContextOptions } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { chromiumArgs, findHeadlessChromium, howToGetChromium } from '../../scripts/find-chromium.mjs';

async function launchChromium(): Promise<Browser> {
  const executablePath = await findHeadlessChromium();
  if (!executablePath) throw new Error(howToGetChromium);
  return chromium.launch({ executablePath, args: chromiumArgs });
}

/** What moves for ever is drawn sixty times a second, by the processor here. */
const still = { reducedMotion: 'reduce' } as const;

/** One Chromium for a test file, closed after its tests. Each `newPage()` has its own storage. */
export function chromiumForFile() {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  return {
    async newPage(options?: BrowserContextOptions) {
      if (!browser) throw new Error('newPage() works inside a test: Chromium starts before the first one.');
      return browser.newPage({ ...still, ...options });
    },
    /** Several pages that share their storage, as tabs do. */
    async newContext() {
      if (!browser)
        throw new Error('newContext() works inside a test: Chromium starts before the first one.');
      return browser.newContext(still);
    },
  };
}
