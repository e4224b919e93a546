import { createGateway, createMemoryStore } from 'tillkit/gateway';
import { createSandbox } from 'tillkit/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../../src/node/listen.ts';
import { createScaledClock } from '../pages/till/scaledClock.ts';
import { builtPage } from './builtPage.ts';
import { type Tab, withTabs } from './tabs.ts';
import { openTillTab } from './tillServer.ts';

// A page and its gateway over HTTP/1.1, where all tabs of a browser have six connections.

/** `speed`: how much faster than the machine's the clocks of page, gateway and service run. */
async function startShop(speed: number) {
  const start = Date.now();
  const clock = createScaledClock(start, speed);
  const sandbox = createSandbox({ clock, terminals: 10 });
  const gateway = createGateway({
    baseUrl: sandbox.baseUrl,
    headers: { authorization: 'sandbox' },
    authorize: () => ({ subject: 'shop' }),
    store: createMemoryStore({ clock }),
    basePath: '/api',
    clock,
    fetcher: (request) => sandbox.fetch(request),
  });
  const fileAt = await builtPage('test/pages/till');
  const asked: string[] = [];
  const streams = new Set<AbortSignal>();
  const server = await listen(async (request) => {
    const { pathname } = new URL(request.url);
    const file = fileAt(pathname);
    if (file) return file;
    asked.push(`${request.method} ${pathname.replace(/^\/api\//, '').replace(/[0-9a-f]{32}|msg\S+/, 'ID')}`);
    if (pathname.endsWith('/stream')) {
      streams.add(request.signal);
      request.signal.addEventListener('abort', () => streams.delete(request.signal));
    }
    return gateway.fetch(request);
  });
  const urlOf = (tab: string) =>
    `${server.url}/?${new URLSearchParams({ api: '/api', gateway: '1', start: `${start}`, speed: `${speed}`, tab })}`;
  return {
    asked,
    urlOf,
    streams: () => streams.size,
    polls: () => asked.filter((path) => path.startsWith('GET processed-messages')),
    elsewhere: `${server.url}/elsewhere`,
    close: async () => {
      await gateway.stop();
      await server.close();
    },
  };
}

let shop: Awaited<ReturnType<typeof startShop>>;
const begin = async (speed: number) => {
  shop = await startShop(speed);
};
afterEach(() => shop.close());

// The last two digits of an amount choose how a payment goes.
const slow = 5;

async function sell(tab: Tab, terminal: number, cents = 0): Promise<void> {
  const start = (terminalId: string, amount: number) =>
    window.till.start('pay', { terminalId, amount, receipt: false, provider: 'alpha' }, { currency: 'USD' });
  expect(await tab.evaluate(start, `terminal-${terminal}`, 100 * terminal + cents)).toMatchObject({
    started: true,
  });
  await tab.until(() => window.till.list().some(({ phase }) => phase === 'waiting'));
}
const isOver = () => window.till.list().every(({ phase }) => phase === 'complete');

describe('a page that hears a stream', () => {
  it('shows how a payment ends, and polls nothing', async () => {
    await begin(5);
    await withTabs(async (tabs) => {
      const tab = await openTillTab(tabs, shop.urlOf('1'));
      await sell(tab, 1);
      await tab.until(isOver);
      expect(shop.polls()).toEqual([]);
      expect(shop.asked.filter((path) => path.endsWith('/stream'))).toHaveLength(1);
    });
  });

  it('F50: is kept in the back-forward cache, without its stream, and goes on when it comes back', async () => {
    await begin(1);
    await withTabs(async (tabs) => {
      const tab = await openTillTab(tabs, shop.urlOf('1'));
      await tab.evaluate(() => {
        Object.assign(window, { shown: [] as boolean[] });
        window.addEventListener('pageshow', ({ persisted }) =>
          (window as unknown as { shown: boolean[] }).shown.push(persisted),
        );
      });
      await sell(tab, 1);
      await expect.poll(shop.streams).toBe(1);
      await tab.goTo(shop.elsewhere);
      await expect.poll(shop.streams).toBe(0);
      await tab.goBack();
      expect(await tab.evaluate(() => (window as unknown as { shown: boolean[] }).shown)).toEqual([true]);
      await expect.poll(shop.streams).toBe(1);
      await tab.until(isOver);
      expect(shop.asked.filter((path) => path.endsWith('/stream'))).toHaveLength(2);
      expect(shop.polls()).toEqual([]);
    });
  });

  it('F116: leaves the others their connections while it is hidden: a seventh tab still sells', async () => {
    await begin(5);
    await withTabs(async (tabs) => {
      for (let terminal = 1; terminal <= 6; terminal += 1) {
        await sell(await openTillTab(tabs, shop.urlOf(`${terminal}`)), terminal, slow);
      }
      const last = await openTillTab(tabs, shop.urlOf('7'));
      await sell(last, 7);
      await last.until(isOver);
      expect(shop.streams()).toBeLessThanOrEqual(2);
    });
  });
});
