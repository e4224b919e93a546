import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { chromiumArgs, findHeadlessChromium, howToGetChromium } from '../../scripts/find-chromium.mjs';

export interface OwnChromium {
  browser: Browser;
  newPage: () => ReturnType<Browser['newPage']>;
  /** As a power cut would end it. */
  kill: () => Promise<void>;
}

/**
 * A Chromium that the test starts itself, on a profile that outlives it: it can be killed, and none of what Playwright
 * switches off is off.
 */
export async function startOwnChromium(profile: string): Promise<OwnChromium> {
  const executablePath = await findHeadlessChromium();
  if (!executablePath) throw new Error(howToGetChromium);
  const portFile = join(profile, 'DevToolsActivePort');
  await rm(portFile, { force: true });
  const child = spawn(
    executablePath,
    [
      ...chromiumArgs,
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: 'ignore', detached: true },
  );
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${await portOf(portFile, child)}`);
  const context = browser.contexts()[0];
  if (!context) throw new Error('Chromium has no context.');
  return {
    browser,
    newPage: () => context.newPage(),
    async kill() {
      if (child.exitCode === null && child.pid !== undefined) {
        const gone = new Promise((resolve) => child.once('exit', resolve));
        process.kill(-child.pid, 'SIGKILL');
        await gone;
      }
      await browser.close().catch(() => undefined);
    },
  };
}

export async function withProfile<Result>(run: (profile: string) => Promise<Result>): Promise<Result> {
  const profile = await mkdtemp(join(tmpdir(), 'tillkit-'));
  try {
    return await run(profile);
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function portOf(file: string, child: ChildProcess): Promise<string> {
  for (let look = 0; look < 300; look += 1) {
    if (child.exitCode !== null) throw new Error(`Chromium ended with ${child.exitCode}.`);
    const [port] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
    if (port) return port;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('Chromium did not say on which port it listens.');
}
