import { spawn } from 'node:child_process';
import { expect, vi } from 'vitest';
import { chromiumArgs, findChromium, howToGetChromium } from '../../scripts/find-chromium.mjs';
import { createDevTools, type DevTools } from './devTools.ts';
import { withProfile } from './ownChromium.ts';

/** A tab as a person has it: the others of its window are hidden, and the browser slows, freezes and keeps it as ever. */
export interface Tab {
  /** Runs a function in the page; it sees nothing of the test but its arguments. */
  evaluate: <Args extends unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ) => Promise<Result>;
  /** Waits until a function of the page gives true. */
  until: <Args extends unknown[]>(isSo: (...args: Args) => boolean, ...args: Args) => Promise<void>;
  goTo: (url: string) => Promise<void>;
  goBack: () => Promise<void>;
  /** Brings it before the other tabs. */
  show: () => Promise<void>;
  /** As the browser does with a tab that was hidden for long; it does so to no other. */
  freeze: () => Promise<void>;
  /** Its process ends in the middle of whatever it does. */
  crash: () => Promise<void>;
}

export interface Tabs {
  open: (url: string) => Promise<Tab>;
}

/** Starts a Chromium in which nothing is switched off, and which no test library makes believe that its pages are seen. */
export async function withTabs<Result>(
  run: (tabs: Tabs) => Promise<Result>,
  ...flags: readonly string[]
): Promise<Result> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error(howToGetChromium);
  return withProfile(async (profile) => {
    const own = ['--headless=new', '--remote-debugging-pipe', `--user-data-dir=${profile}`];
    const child = spawn(executablePath, [...chromiumArgs, ...own, ...flags, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    const devTools = createDevTools(child);
    try {
      return await run({ open: (url) => openTab(devTools, url) });
    } finally {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await gone;
    }
  });
}

async function openTab(devTools: DevTools, url: string): Promise<Tab> {
  const { targetId } = (await devTools.send('Target.createTarget', { url })) as { targetId: string };
  const attached = await devTools.send('Target.attachToTarget', { targetId, flatten: true });
  const { sessionId } = attached as { sessionId: string };
  const send = (method: string, params?: object) => devTools.send(method, params, sessionId);
  await Promise.all([send('Page.enable'), send('Inspector.enable')]);

  const evaluate = async <Args extends unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ) => {
    const expression = `(${run.toString()})(...${JSON.stringify(args)})`;
    const { result, exceptionDetails } = (await send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as { result: { value?: unknown }; exceptionDetails?: { exception?: { description?: string } } };
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'The page threw.');
    return result.value as Result;
  };
  const until: Tab['until'] = async (isSo, ...args) => {
    // While a page loads there may be nothing to ask yet.
    const look = async () => {
      const answer = await evaluate(isSo, ...args).catch(() => false);
      if (!answer) throw new Error(`The page never came to this: ${isSo.toString()}`);
    };
    await vi.waitFor(look, { timeout: 60_000, interval: 20 });
  };
  const isAt = (address: string) => location.href === address && document.readyState === 'complete';

  return {
    evaluate,
    until,
    async goTo(address) {
      await send('Page.navigate', { url: address });
      await until(isAt, address);
    },
    async goBack() {
      const { entries, currentIndex } = (await send('Page.getNavigationHistory')) as {
        entries: { id: number; url: string }[];
        currentIndex: number;
      };
      const before = entries[currentIndex - 1];
      if (!before) throw new Error('There is no page before this one.');
      await send('Page.navigateToHistoryEntry', { entryId: before.id });
      await until(isAt, before.url);
    },
    async show() {
      await devTools.send('Target.activateTarget', { targetId });
      await until(() => document.visibilityState === 'visible');
    },
    async freeze() {
      await send('Page.setWebLifecycleState', { state: 'frozen' });
    },
    async crash() {
      await expect(send('Page.crash')).rejects.toThrow('crashed');
      await devTools.send('Target.closeTarget', { targetId });
    },
  };
}
