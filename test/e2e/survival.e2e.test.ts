import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listen } from '../../src/node/listen.ts';
import { runs } from '../runs.ts';
import { chromiumForFile } from './browser.ts';
import { openTill, operationsOf, press, startFaceless, waitForPhase } from './faceless.ts';
import { killAround } from './killing.ts';
import { startOwnChromium, withProfile } from './ownChromium.ts';
import { raceTabs } from './racing.ts';

const chromium = chromiumForFile();
let till: Awaited<ReturnType<typeof startFaceless>>;

beforeAll(async () => {
  till = await startFaceless();
});
beforeEach(() => till.reset());
afterAll(() => till.close());

/** How many operations the browser has stored; runs in the page. */
function countRecords(): Promise<number> {
  return new Promise((resolve) => {
    const request = indexedDB.open('tillkit');
    request.addEventListener('success', () => {
      const database = request.result;
      if (!database.objectStoreNames.contains('operations')) return resolve(0);
      const count = database.transaction('operations').objectStore('operations').count();
      count.addEventListener('success', () => {
        database.close();
        resolve(count.result);
      });
      return undefined;
    });
  });
}

describe('an operation', () => {
  it('F43: is unknown after a reload before the answer, with its amount, and blocks its terminal', async () => {
    const page = await chromium.newPage();
    await openTill(page, till.url);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Fetch.enable', {
      patterns: [{ urlPattern: '*/api/pay', requestStage: 'Response' }],
    });
    const held = new Promise((resolve) => devtools.once('Fetch.requestPaused', resolve));
    await press(page, 1250);
    await held;
    await openTill(page, till.url);
    await devtools.detach();
    expect(await operationsOf(page)).toMatchObject([
      { phase: 'unknown', reason: 'reloaded', amountCents: 1250, terminalId: 'terminal-1' },
    ]);
    expect(await press(page, 1250)).toMatchObject({ refusal: { code: 'terminal-busy' } });
    expect(await till.pays()).toHaveLength(1);
    await page.close();
  });

  it('F44: is asked about again within 2 s after a reload, by the same message id', async () => {
    await till.setScenario('slow');
    const page = await chromium.newPage();
    await openTill(page, till.url);
    await press(page, 1250);
    await waitForPhase(page, 'waiting');
    const [before] = await operationsOf(page);
    await openTill(page, till.url);
    const loadedAt = Date.now();
    await expect
      .poll(
        async () =>
          (await till.ledger()).requests.some(
            ({ operation, at }) => operation === 'getProcessedMessage' && at >= loadedAt,
          ),
        { timeout: 5000 },
      )
      .toBe(true);
    const [after] = await operationsOf(page);
    expect(after).toMatchObject({ id: before!.id, msgIdentifier: before!.msgIdentifier, phase: 'waiting' });
    const polls = (await till.ledger()).requests.filter(
      ({ operation, at }) => operation === 'getProcessedMessage' && at >= loadedAt,
    );
    expect(polls[0]!.at - loadedAt).toBeLessThan(2000);
    expect(polls[0]!.msgIdentifier).toBe(before!.msgIdentifier);
    await page.close();
  });

  it.each(runs([60], [5, 60]))(
    'F45, F46: is found again when Chromium is killed %i ms after the press',
    async (afterMs) => {
      await killAround(till, afterMs);
    },
  );

  it('F47: is started by one of two tabs that press for one terminal at once, in 8 races', async () => {
    await raceTabs(chromium, till, 8);
  });

  it('F48: is started by both of two tabs for two terminals, within one budget', async () => {
    const context = await chromium.newContext();
    const pages = [await context.newPage(), await context.newPage()];
    for (const page of pages) await openTill(page, till.url);
    const results = await Promise.all(pages.map((page, n) => press(page, 1250, `terminal-${n + 1}`)));
    expect(results).toMatchObject([{ started: true }, { started: true }]);
    for (const page of pages) {
      await page.waitForFunction(
        () => window.till.list().filter(({ phase }) => phase === 'complete').length === 2,
      );
    }
    expect(await till.pays()).toHaveLength(2);
    await context.close();
  });

  it('F77: goes on when the storage is wiped in the middle, and is written again', async () => {
    await till.setScenario('slow');
    const page = await chromium.newPage();
    await openTill(page, till.url);
    await press(page, 1250);
    await waitForPhase(page, 'waiting');
    await page.evaluate(
      () =>
        new Promise((resolve) => indexedDB.deleteDatabase('tillkit').addEventListener('success', resolve)),
    );
    await page.evaluate(() => window.till.stopWaiting(window.till.list()[0]!.id));
    await expect.poll(() => page.evaluate(countRecords)).toBe(1);
    await openTill(page, till.url);
    expect((await operationsOf(page))[0]).toMatchObject({
      phase: 'unknown',
      reason: 'stopped',
      amountCents: 1250,
    });
    await page.close();
  });
});

it('F78: works in a frame of another site, whose storage is its own', async () => {
  const html = { headers: { 'content-type': 'text/html' } };
  const host = await listen(async () => new Response(`<iframe src="${till.url}"></iframe>`, html));
  await withProfile(async (profile) => {
    const own = await startOwnChromium(profile);
    try {
      const page = await own.newPage();
      await page.goto(host.url);
      const frame = page.frames()[1]!;
      await frame.waitForFunction(() => document.title === 'ready');
      const request = { terminalId: 'terminal-1', amount: 1250, receipt: false };
      expect(await frame.evaluate((sale) => window.till.start('pay', sale), request)).toMatchObject({
        started: true,
      });
      await frame.waitForFunction(() => window.till.list()[0]?.phase === 'complete');
      expect(await till.pays()).toHaveLength(1);
    } finally {
      await own.kill();
    }
  });
  await host.close();
});

describe('a browser that does not let us store', () => {
  it.each([
    [
      'F75: throws',
      () => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('denied', 'SecurityError');
        };
      },
    ],
    [
      'F75: never answers',
      () => {
        const dead = new EventTarget() as IDBOpenDBRequest;
        IDBFactory.prototype.open = () => dead;
      },
    ],
    [
      'F76: is full',
      () => {
        IDBObjectStore.prototype.add = () => {
          throw new DOMException('full', 'QuotaExceededError');
        };
      },
    ],
  ])('%s: gets a refusal before anything is sent', async (_, breakStorage) => {
    const page = await chromium.newPage();
    await page.addInitScript(breakStorage);
    await page.goto(till.url);
    await page.waitForFunction(() => 'till' in window);
    expect(await press(page, 1250)).toMatchObject({ started: false, refusal: { code: 'no-journal' } });
    expect(await till.pays()).toHaveLength(0);
    await page.close();
  });

  it('F79: needs neither localStorage nor sessionStorage', async () => {
    const page = await chromium.newPage();
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('denied', 'SecurityError');
          },
        });
      }
    });
    await openTill(page, till.url);
    expect(await press(page, 1250)).toMatchObject({ started: true });
    // A request that is still on its way would keep the terminal busy for the next test.
    await waitForPhase(page, 'waiting');
    await page.close();
  });
});

it('F100: messages from windows and channels change nothing', async () => {
  const context = await chromium.newContext();
  const [page, other] = [await context.newPage(), await context.newPage()];
  await openTill(page, till.url);
  await other.goto(`${till.url}/api/__sandbox/ledger`);
  await press(page, 1250);
  await other.evaluate(() => {
    const junk = [
      null,
      7,
      'changed',
      { type: 'holds', tab: 5 },
      { type: 'holds', tab: 'x', ids: [{}] },
      { phase: 'complete' },
    ];
    for (const name of ['tillkit', 'tillkit-tabs']) {
      const channel = new BroadcastChannel(name);
      junk.forEach((message) => channel.postMessage(message));
    }
  });
  await page.evaluate(() => window.postMessage({ type: 'start', amount: 1 }, '*'));
  await waitForPhase(page, 'complete');
  expect(await till.pays()).toHaveLength(1);
  await context.close();
});
