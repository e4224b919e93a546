import { createSandbox, type Sandbox } from 'tillkit/sandbox';
import { listen } from '../../src/node/listen.ts';
import { createScaledClock, type ScaledClock } from '../pages/till/scaledClock.ts';
import { builtPage } from './builtPage.ts';
import type { Tab, Tabs } from './tabs.ts';

export interface TillServer {
  sandbox: Sandbox;
  clock: ScaledClock;
  /** The tab that asked last. */
  lastAsking: () => string | undefined;
  urlOf: (tab: string) => string;
  close: () => Promise<void>;
}

export interface TillServerOptions {
  /** How much faster than the machine's the clocks of page and service run. */
  speed?: number | undefined;
  terminals?: number | undefined;
  /** What every 429 says. */
  retryAfter?: string | undefined;
}

/** The page of test/pages/till, built, and the sandbox on one origin, with one clock for both. */
export async function startTillServer(options: TillServerOptions = {}): Promise<TillServer> {
  const { speed = 1, terminals, retryAfter } = options;
  const start = Date.now();
  const clock = createScaledClock(start, speed);
  const sandbox = createSandbox({ clock, terminals });
  const fileAt = await builtPage('test/pages/till');
  let lastAsking: string | undefined;

  const server = await listen(async (request) => {
    const { pathname } = new URL(request.url);
    const file = fileAt(pathname);
    if (file) return file;
    if (pathname.startsWith('/processed-messages/')) lastAsking = request.headers.get('x-tab') ?? undefined;
    const answer = await sandbox.fetch(request);
    if (answer.status === 429 && retryAfter !== undefined) answer.headers.set('retry-after', retryAfter);
    return answer;
  });
  return {
    sandbox,
    clock,
    lastAsking: () => lastAsking,
    urlOf: (tab) =>
      `${server.url}/?${new URLSearchParams({ api: '/', start: `${start}`, speed: `${speed}`, tab })}`,
    close: server.close,
  };
}

export async function openTillTab(tabs: Tabs, url: string): Promise<Tab> {
  const tab = await tabs.open(url);
  await tab.until(() => document.title === 'ready');
  return tab;
}
