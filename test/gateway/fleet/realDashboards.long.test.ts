import type { Page } from 'playwright';
import { Pool } from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TerminalOperation } from '../../../src/core/operations/terminalOperation.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import type { WebHandler } from '../../../src/gateway/node/toNodeListener.ts';
import { listen } from '../../../src/node/listen.ts';
import { createSandbox } from '../../../src/sandbox/createSandbox.ts';
import { chromiumForFile } from '../../e2e/browser.ts';
import { type BuiltPage, builtPage } from '../../e2e/builtPage.ts';
import { passedOn } from '../../e2e/killedShop.ts';
import { createScaledClock } from '../../pages/till/scaledClock.ts';
import { type PostgresPair, startPostgresPair } from '../sql/postgresPair.ts';
import { postgresIsInstalled } from '../sql/postgresServer.ts';
import { startServer, stopServers, type TestServer } from './startServer.ts';

/** TILLKIT_REAL_DASHBOARDS=60: each has its own storage and connections, as a device has. */
const dashboards = Number(process.env['TILLKIT_REAL_DASHBOARDS'] ?? 24);
const minuteMs = 60_000;
/** Between two presses: every page draws the four changes of a sale, 10 ms each, on the same two processors. */
const everyMs = Math.max(1_000, dashboards * 40);
/** How much faster than the machine's the service's clock runs: its payments end within seconds. */
const serviceSpeed = 10;
/** How long a person waits before pressing again, or before looking at the terminal. */
const againMs = 5_000;
const patience = { timeout: 6 * minuteMs, interval: 1_000 };
const ended = ['complete', 'partial', 'failed', 'rejected', 'unknown'];

const chromium = chromiumForFile();
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  stopServers();
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The shop's own server: the page's files, and the gateways in turn. */
function shopServer(fileAt: BuiltPage, gateways: readonly TestServer[]): WebHandler {
  let turn = 0;
  return async ({ url, method, headers: given, signal, body }) => {
    const { pathname, search } = new URL(url);
    const file = fileAt(pathname);
    if (file) return file;
    turn += 1;
    const address = gateways[turn % gateways.length]?.url + pathname.replace('/api/payments', '') + search;
    const headers = passedOn(given);
    headers.set('origin', 'https://till.example');
    const init = { method, headers, signal, body, duplex: 'half' } as RequestInit;
    const answer = await fetch(address, init).catch(() => new Response('Bad Gateway', { status: 502 }));
    return new Response(answer.body, { status: answer.status, headers: passedOn(answer.headers) });
  };
}

/** A database in which a gateway has been working for ten minutes: before that it says of no id that nothing was sent. */
async function usedDatabase({ address }: PostgresPair) {
  const pool = new Pool(address);
  await createSqlStore(pool).open();
  await pool.query('update tillkit_store set since = since - 600000');
  await pool.end();
}

/** Opens a till in a browser of its own, which notes each phase that it shows. */
async function openDashboard(url: string): Promise<Page> {
  const page = await chromium.newPage();
  page.setDefaultTimeout(patience.timeout);
  await page.addInitScript(() => {
    const shown: Record<string, TerminalOperation> = JSON.parse(sessionStorage.getItem('shown') ?? '{}');
    window.noteShown = (operations) => {
      for (const operation of operations) shown[`${operation.id} ${operation.phase}`] = operation;
    };
    window.addEventListener('pagehide', () => sessionStorage.setItem('shown', JSON.stringify(shown)));
    Object.assign(window, { shown });
  });
  await page.goto(url);
  await page.evaluate(() => window.till.ready);
  return page;
}

const shownBy = (page: Page) =>
  page.evaluate(() =>
    Object.values((window as unknown as { shown: Record<string, TerminalOperation> }).shown),
  );

/** What stands on a page, as `id phase`. */
const standingOn = (page: Page) =>
  page.evaluate(() =>
    window.till
      .list({ standing: true })
      .map(({ id, phase }) => `${id} ${phase}`)
      .toSorted(),
  );

/** A person loads a page anew, and again where a machine that is busy cut the connection. */
const reload = (page?: Page) => vi.waitFor(() => page?.reload(), patience);

/**
 * A person sells once at a terminal. Where nothing was sent, or the terminal shows nothing of what is not known, the person presses
 * again after a while. Gives how often.
 */
async function sell(page: Page, number: number, wasSent: (id: string) => boolean): Promise<number> {
  const terminalId = `terminal-${number}`;
  const request = { terminalId, amount: 1000 + number * 100, receipt: false };
  let presses = 0;
  await vi.waitFor(async () => {
    const [newest] = await page.evaluate((id) => window.till.list({ terminalId: id }), terminalId);
    if (newest?.phase === 'unknown' && !wasSent(newest.id)) {
      const isOld = Date.now() - (newest.unknownAt ?? 0) > againMs;
      if (isOld)
        await page.evaluate(
          (id) => window.till.resolveUnknown(id, { charged: false, basis: 'terminal-screen' }),
          newest.id,
        );
    } else if (!newest || newest.phase === 'rejected' || newest.phase === 'resolved') {
      if (newest) await pause(againMs);
      if (newest) await page.evaluate((id) => window.till.acknowledge(id), newest.id);
      presses += 1;
      await page.evaluate((given) => window.till.start('pay', given), request);
    } else {
      expect(ended).toContain(newest.phase);
      return;
    }
    throw new Error('Not sold yet.');
  }, patience);
  return presses;
}

/** What the record has that is open, or that nobody took note of. */
async function standingIn({ url }: TestServer): Promise<TerminalOperation[]> {
  const found = new Map<string, TerminalOperation>();
  for (const which of ['open', 'unseen']) {
    let cursor: string | undefined;
    do {
      const query = new URLSearchParams({ [which]: 'true', limit: '100', ...(cursor && { cursor }) });
      const answer = await fetch(`${url}/operations?${query}`, {
        headers: { origin: 'https://till.example' },
      });
      const list = (await answer.json()) as { items: TerminalOperation[]; cursor?: string };
      list.items.forEach((row) => found.set(row.id, row));
      ({ cursor } = list);
    } while (cursor !== undefined);
  }
  return [...found.values()];
}

/**
 * Waits until every page shows these rows, and beside them only presses that were never sent: as rejected, or as not known or
 * resolved, if they were made about when a standby took over: a gateway cannot say then that it never heard of them. Gives how long
 * it took (ms).
 */
async function allShow(pages: readonly Page[], rows: readonly TerminalOperation[]): Promise<number> {
  const from = Date.now();
  const recorded = new Set(rows.map(({ id }) => id));
  const expected = rows.map(({ id, phase }) => `${id} ${phase}`).toSorted();
  await vi.waitFor(async () => {
    for (const page of pages) {
      const standing = await standingOn(page);
      const alone = standing.filter((shown) => !recorded.has(shown.slice(0, 32)));
      expect(alone.filter((shown) => !/(unknown|rejected|resolved)$/.test(shown))).toEqual([]);
      expect(standing.filter((shown) => !alone.includes(shown))).toEqual(expected);
    }
  }, patience);
  return Date.now() - from;
}

describe.skipIf(!postgresIsInstalled)('a shop whose dashboards are real browsers', () => {
  test(
    `${dashboards} dashboards sell while a gateway is killed, the database fails over and pages are loaded anew: nothing is sent twice, and all come to show the record`,
    { timeout: 25 * minuteMs },
    async () => {
      const clock = createScaledClock(Date.now(), serviceSpeed);
      const sandbox = createSandbox({ clock, terminals: dashboards });
      const polls: number[] = [];
      const service = await listen((request) => {
        if (request.url.includes('/processed-messages/')) polls.push(Date.now());
        return sandbox.fetch(request);
      });
      const pair = await startPostgresPair();
      await usedDatabase(pair);
      const plan = { kind: 'gateway', service: service.url, postgres: pair.address, follows: true } as const;
      const start = () => startServer({ ...plan, speed: 1, origin: Date.now() });
      const gateways = await Promise.all([start(), start()]);
      const shop = await listen(shopServer(await builtPage('test/pages/gateway'), gateways));
      cleanups.push(service.close, pair.stop, shop.close);

      const pages: Page[] = [];
      for (let number = 1; number <= dashboards; number += 1) pages.push(await openDashboard(shop.url));

      const failures: Record<number, () => unknown> = {
        [Math.floor(dashboards / 5)]: async () => {
          await gateways[0].kill();
          gateways[0] = await start();
        },
        [Math.floor((2 * dashboards) / 5)]: pair.cut,
        [Math.floor(dashboards / 2)]: pair.failOver,
      };
      const wasSent = (id: string) => sandbox.ledger.requests.some(({ operationId }) => operationId === id);
      const failing: unknown[] = [];
      const sales: Promise<number>[] = [];
      const reloads: Promise<unknown>[] = [];
      for (const [index, page] of pages.entries()) {
        failing.push(failures[index]?.());
        const sale = sell(page, index + 1, wasSent);
        sale.catch(() => undefined); // it is waited for below
        sales.push(sale);
        if (index % 8 === 7) reloads.push(reload(pages[index - 2]));
        await pause(everyMs);
      }
      await Promise.all([...failing, ...reloads]);
      const presses = (await Promise.all(sales)).reduce((sum, count) => sum + count, 0);

      const rows = await standingIn(gateways[1]);
      expect(rows.filter(({ phase }) => !ended.includes(phase))).toEqual([]);
      const shownMs = await allShow(pages, rows);

      const seen = rows.filter(({ phase }, index) => phase !== 'unknown' && index % 2 === 0);
      for (const [index, { id }] of seen.entries())
        await pages[index]?.evaluate((operationId) => window.till.acknowledge(operationId), id);
      const left = rows.filter((row) => !seen.includes(row));
      const acknowledgedMs = await allShow(pages, left);

      for (const page of pages) sandbox.assertSafe(await shownBy(page));
      const sent = sandbox.ledger.requests.filter(({ operation }) => operation === 'pay');
      expect(new Set(sent.map(({ operationId }) => operationId)).size).toBe(sent.length);
      const inAMinute = (from: number) => polls.filter((at) => at >= from && at < from + minuteMs).length;
      const mostPolls = Math.max(...polls.map(inAMinute));
      expect(mostPolls).toBeLessThanOrEqual(50);
      const complete = rows.filter(({ phase }) => phase === 'complete').length;
      const figures = { dashboards, presses, sent: sent.length, rows: rows.length, complete, mostPolls };
      console.log(JSON.stringify({ ...figures, shownMs, acknowledgedMs }));
      expect(complete).toBeGreaterThan(dashboards * 0.8);
    },
  );
});
