import type { LedgerRequest } from 'tillkit/sandbox';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runs } from '../runs.ts';
import { mostInAnyMinute, pollsOf } from './polls.ts';
import { type Tab, withTabs } from './tabs.ts';
import { openTillTab, startTillServer, type TillServer } from './tillServer.ts';

declare global {
  interface Window {
    life: { events: string[]; phases: string[]; seenAt: number; shownAt: number };
  }
}

const tenMinutes = 600_000;
/** By the schedule alone it would be 30 s; a busy machine takes longer than the 2 s of a quiet one. */
const soonMs = 15_000;
// Chromium lets a page that is hidden for five minutes run once a minute; for these tests after one second.
const sleepSoon = '--enable-features=IntensiveWakeUpThrottling:grace_period_seconds/1';
// The last two digits of an amount choose how a payment goes.
const slow = 5;
const lateResult = 8;
const timesOutMs = 5000;

let server: TillServer;
beforeEach(async () => {
  server = await startTillServer();
  return () => server.close();
});

const elsewhere = () => new URL('/elsewhere', server.urlOf('1')).href;
const polls = (): LedgerRequest[] => pollsOf(server.sandbox.ledger.requests);

const messagesAfter = (count: number) =>
  polls()
    .slice(count)
    .map(({ msgIdentifier }) => msgIdentifier);

async function startSales(tab: Tab, ...endings: number[]): Promise<void> {
  const start = (terminalId: string, amount: number) =>
    window.till.start('pay', { terminalId, amount, receipt: false });
  for (const [index, cents] of endings.entries()) {
    // Where the clock runs faster than a busy machine, the journal may be late: then it is pressed again.
    const press = async () => {
      const sale = await tab.evaluate(start, `terminal-${index + 1}`, 100 * (index + 1) + cents);
      if (!sale.started && sale.refusal.code === 'no-journal') throw new Error(sale.refusal.message);
      return sale;
    };
    const sale = await vi.waitFor(press, { timeout: 60_000 });
    if (!sale.started) throw new Error(`${sale.refusal.code}: ${sale.refusal.message}`);
  }
  await tab.until(() => window.till.list().every(({ phase }) => phase === 'waiting'));
}

/** The last of some payments has timed out, which is asked about every 30 s; the others wait for their result. */
async function startTimedOut(tab: Tab, ...others: number[]): Promise<void> {
  await startSales(tab, ...others, lateResult);
  await letPass(tab, timesOutMs);
  await tab.until(() => window.till.list()[0]?.phase === 'unknown');
  await tab.evaluate(keepDiary);
}

/** Time goes by for page and service, and the page is not let run meanwhile. */
async function letPass(tab: Tab, passedMs: number): Promise<void> {
  server.clock.skip(passedMs);
  await tab.evaluate((ms) => window.clock.skip(ms), passedMs);
}

/** Writes down what happens to the page, and what it shows. Runs in the page. */
function keepDiary() {
  const life: Window['life'] = { events: [], phases: [], seenAt: 0, shownAt: 0 };
  window.life = life;
  const note = (event: Event) => {
    const isBack = event instanceof PageTransitionEvent && event.persisted;
    life.events.push(`${event.type} ${isBack ? 'persisted' : document.visibilityState}`);
    if (event.type !== 'pagehide' && document.visibilityState === 'visible')
      life.seenAt ||= performance.now();
  };
  for (const type of ['visibilitychange', 'freeze', 'resume']) document.addEventListener(type, note);
  for (const type of ['pageshow', 'pagehide']) window.addEventListener(type, note);
  window.till.subscribe(() => {
    life.phases.push(...window.till.list().map(({ phase }) => phase));
    if (window.till.list().every(({ phase }) => phase === 'complete')) life.shownAt ||= performance.now();
  });
}

const isComplete = () => window.till.list().every(({ phase }) => phase === 'complete');

describe('in a hidden tab', () => {
  it('F49: a result is shown at most 2 s after the tab is seen again, ten minutes later', async () => {
    await withTabs(async (tabs) => {
      const tab = await openTillTab(tabs, server.urlOf('1'));
      await startTimedOut(tab);
      await tabs.open('about:blank');
      await tab.until(() => document.visibilityState === 'hidden');
      await letPass(tab, tenMinutes);
      await tab.show();
      await tab.until(isComplete);
      const { phases, seenAt, shownAt } = await tab.evaluate(() => window.life);
      expect(shownAt - seenAt).toBeLessThan(soonMs);
      expect(['unknown', 'complete']).toEqual(expect.arrayContaining(phases));
    }, sleepSoon);
  });

  it('F50: payments are asked about once each when their frozen page resumes', async () => {
    await withTabs(async (tabs) => {
      const tab = await openTillTab(tabs, server.urlOf('1'));
      await startTimedOut(tab, slow, slow);
      await tabs.open('about:blank');
      await tab.freeze();
      await tab.until(() => window.life.events.includes('freeze hidden'));
      await letPass(tab, tenMinutes);
      const before = polls().length;
      await tab.show();
      await tab.until(isComplete);
      const { events, phases, seenAt, shownAt } = await tab.evaluate(() => window.life);
      expect(events).toContain('resume hidden');
      expect(shownAt - seenAt).toBeLessThan(soonMs);
      expect(['waiting', 'unknown', 'complete']).toEqual(expect.arrayContaining(phases));
      expect(new Set(messagesAfter(before)).size).toBe(3);
      expect(messagesAfter(before)).toHaveLength(3);
    });
  });
});

describe('a page that comes back from the back-forward cache', () => {
  it('F50: asks once for each payment that it waits for', async () => {
    await withTabs(async (tabs) => {
      const tab = await openTillTab(tabs, server.urlOf('1'));
      await startTimedOut(tab, slow, slow);
      await tab.goTo(elsewhere());
      server.clock.skip(tenMinutes);
      const before = polls().length;
      await tab.goBack();
      await tab.until(isComplete);
      const { events, seenAt, shownAt } = await tab.evaluate(() => window.life);
      expect(events).toContain('pageshow persisted');
      expect(shownAt - seenAt).toBeLessThan(soonMs);
      expect(new Set(messagesAfter(before)).size).toBe(3);
      expect(messagesAfter(before)).toHaveLength(3);
    });
  });

  it('F50: starts nothing on a terminal that another tab took meanwhile, kept or loaded anew', async () => {
    await withTabs(async (tabs) => {
      const tab = await openTillTab(tabs, server.urlOf('1'));
      await tab.goTo(elsewhere());
      await startSales(await openTillTab(tabs, server.urlOf('2')), slow);
      await tab.goBack();
      await tab.until(() => window.till.list({ terminalId: 'terminal-1', open: true }).length === 1);
      const again = () => window.till.start('pay', { terminalId: 'terminal-1', amount: 900, receipt: false });
      expect(await tab.evaluate(again)).toMatchObject({ refusal: { code: 'terminal-busy' } });
      expect(server.sandbox.ledger.requests.filter(({ operation }) => operation === 'pay')).toHaveLength(1);
    });
  });
});

// Every day: test/core/polling/pollBudget.node.test.ts.
it.each(runs<number[]>([], [20_000]))(
  'F74: a page that is reloaded over and over for %i ms asks no more often than one that stays',
  async (reloadingMs) => {
    const fast = await startTillServer({ terminals: 10, speed: 2 });
    const asked = () => pollsOf(fast.sandbox.ledger.requests);
    await withTabs(async (tabs) => {
      const tab = await openTillTab(tabs, fast.urlOf('1'));
      await startSales(tab, ...Array.from({ length: 10 }, () => slow));
      const startedAt = fast.clock.now();
      let loads = 0;
      for (; loads < 6 || fast.clock.now() < startedAt + reloadingMs; loads += 1) {
        await tab.goTo(fast.urlOf('1'));
        await tab.until(() => document.title === 'ready');
      }
      const minutes = (fast.clock.now() - startedAt) / 60_000;
      const before = asked().length;
      expect(before).toBeGreaterThan(0);
      expect(before, 'ten at once, then 47 a minute').toBeLessThanOrEqual(10 + Math.ceil(47 * minutes));
      fast.clock.skip(45_000);
      await tab.until(() => window.till.list().some(({ phase }) => phase === 'complete'));
      expect(mostInAnyMinute(asked())).toBeLessThanOrEqual(50);
    });
    await fast.close();
  },
);
