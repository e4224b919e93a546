import type { BrowserContext, Page } from 'playwright';
import type { TerminalOperation } from 'tillkit/core';
import { createSandbox, createVirtualClock, type ScenarioName } from 'tillkit/sandbox';
import { expect, vi } from 'vitest';
import { listen } from '../../src/node/listen.ts';
import { type BuiltPage, builtPage } from './builtPage.ts';

const phases = ['sending', 'waiting', 'processing', 'ended', 'unknown'] as const;
const ways = ['by route', 'by taking the till away', 'by reload'] as const;
export const endings = ['complete', 'partial', 'failed', 'rejected', 'unknown', 'late', 'resolved'] as const;
type LeftIn = (typeof phases)[number];
type Way = (typeof ways)[number];
export type Ending = (typeof endings)[number];

interface Walk {
  leftIn: LeftIn;
  way: Way;
  ending: Ending;
}

const scenarioOf: Record<Ending, ScenarioName> = {
  complete: 'approved',
  partial: 'partly-approved',
  failed: 'declined',
  rejected: 'unauthorized',
  unknown: 'service-timeout',
  late: 'late-result',
  resolved: 'service-timeout',
};
const titleOf: Record<Ending, string> = {
  complete: 'Approved',
  partial: 'Partly approved',
  failed: 'Not completed',
  rejected: 'Not accepted',
  unknown: "We don't know yet if the card was charged",
  late: 'Approved',
  resolved: 'Recorded as charged',
};
/** Aloud, where no figures stand beside it. */
const lineOf: Record<Ending, string> = { ...titleOf, partial: '$8.00 of $12.50 approved' };
/** In a row of a list. */
const rowOf: Record<Ending, string> = { ...titleOf, unknown: 'Not known yet' };
/** What a callback hears in the end, and what may be heard on the way there. */
const toldOf: Record<Ending, string[]> = {
  complete: ['complete'],
  partial: ['partial'],
  failed: ['failed'],
  rejected: ['rejected'],
  unknown: ['unknown'],
  late: ['unknown', 'complete'],
  resolved: ['unknown'],
};
/** What ends without a callback, and may be heard of before. */
const isTold = (ending: Ending, leftIn: LeftIn) => ending !== 'resolved' || leftIn === 'unknown';

/** Whether a sale can be left in that phase and end like that. */
function isPossible({ leftIn, way, ending }: Walk): boolean {
  // The answer is lost with the page: the outcome is unknown, or a person says it.
  if (leftIn === 'sending' && way === 'by reload') return ending === 'unknown' || ending === 'resolved';
  if (leftIn === 'unknown') return ending === 'unknown' || ending === 'late' || ending === 'resolved';
  if (leftIn === 'ended') return ending !== 'unknown';
  return ending !== 'rejected' || leftIn === 'sending';
}

export const walks: Walk[] = phases
  .flatMap((leftIn) => ways.flatMap((way) => endings.map((ending) => ({ leftIn, way, ending }))))
  .filter(isPossible);

/** Every day: what is most easily lost, called failed, or never told. */
export const hardestWalk: Walk = { leftIn: 'processing', way: 'by route', ending: 'late' };

let page: Promise<BuiltPage> | undefined;

/** The page of test/pages/walk and a service of its own, whose time passes only when the test lets it. */
export async function openShop() {
  const clock = createVirtualClock(Date.now());
  const sandbox = createSandbox({ clock, latencyMs: 0 });
  const fileAt = await (page ??= builtPage('test/pages/walk'));
  let gate: Promise<void> | undefined;
  const { url, close } = await listen(async (request) => {
    const { pathname, search } = new URL(request.url);
    const file = fileAt(pathname);
    if (file) return file;
    const { method, headers } = request;
    const body = method === 'POST' ? await request.text() : null;
    const path = pathname.replace(/^\/api/, '');
    try {
      return await sandbox.fetch(
        new Request(`${sandbox.baseUrl}${path}${search}`, { method, headers, body }),
      );
    } finally {
      if (method === 'POST') await gate;
    }
  });
  const posts = () => sandbox.ledger.requests.filter(({ operation }) => operation === 'pay').length;
  return {
    url,
    close,
    clock,
    sandbox,
    posts,
    /** Holds the answers to payments until the returned function is called. */
    hold() {
      let open = () => {};
      gate = new Promise((resolve) => (open = resolve));
      return open;
    },
  };
}
export type Shop = Awaited<ReturnType<typeof openShop>>;

const status = (tab: Page) => tab.getByRole('region', { name: 'Payment status' });
const list = (tab: Page) => tab.evaluate(() => window.till.list());
const heardBy = (tab: Page) =>
  tab.evaluate(
    () => JSON.parse(sessionStorage.getItem('heard') ?? '[]') as (TerminalOperation & { name: string })[],
  );
const standsAt = (tab: Page, count: number) =>
  comes(() => tab.getByRole('status', { name: 'Standing' }).textContent(), `${count}`);
const isSpoken = (tab: Page, words: string) =>
  comes(() => tab.locator('[data-tillkit="live-region"]').textContent(), expect.stringContaining(words));

const like = (what: object): unknown => expect.objectContaining(what);

/** Asks until it is so; `expect.poll` is not for tests that run beside each other. */
const comes = (ask: () => unknown, what: unknown) =>
  vi.waitFor(async () => expect(await ask()).toEqual(what), patient);
const patient = { timeout: 30_000, interval: 50 };
const until = (tab: Page, what: Partial<TerminalOperation>) =>
  comes(async () => (await list(tab))[0], like(what));

async function openTill(context: BrowserContext, { url }: Shop): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(`${url}/#till`);
  await tab.getByRole('button', { name: /^Charge/ }).waitFor();
  // Until then it takes over what a page left behind.
  await tab.evaluate(() => window.till.ready);
  return tab;
}

/** Enters 12.50 and presses once. */
async function charge(tab: Page): Promise<void> {
  await tab.getByRole('textbox', { name: 'Amount' }).fill('12.50');
  await press(tab, /^Charge \$12\.50/);
}

const press = (tab: Page, name: string | RegExp) => tab.getByRole('button', { name }).click();

/** Sells until the sale is in that phase, however it will end. Returns what lets a held answer go. */
async function sellUntil(tab: Page, shop: Shop, leftIn: LeftIn, ending: Ending): Promise<() => void> {
  const isLost = leftIn === 'sending' && (ending === 'unknown' || ending === 'resolved');
  shop.sandbox.setScenario(isLost ? 'lost-answer' : scenarioOf[ending]);
  const release = shop.hold();
  await charge(tab);
  await vi.waitFor(async () => {
    // Where the machine is too busy to record it in time, nothing is sent, and one presses again.
    if (await tab.getByText(/too slow to record/).isVisible()) await press(tab, /^Charge/);
    expect(shop.posts()).toBe(1);
  }, patient);
  if (leftIn === 'sending') {
    await until(tab, { phase: 'sending' });
    return release;
  }
  release();
  if (leftIn === 'ended' && ending === 'rejected') {
    await isShown(tab, ending);
    return release;
  }
  await until(tab, { phase: 'waiting' });
  if (leftIn === 'waiting') return release;
  if (leftIn === 'processing') {
    await shop.clock.advance(1000);
    await until(tab, { status: 'processing' });
    return release;
  }
  await shop.clock.advance(6000);
  if (leftIn === 'ended') await end(tab, shop, ending);
  await isShown(tab, leftIn === 'ended' ? ending : 'unknown');
  return release;
}

/** A till shows how it ended, and it is spoken. */
async function isShown(tab: Page, ending: Ending): Promise<void> {
  await status(tab).getByText(titleOf[ending], { exact: true }).waitFor();
  await isSpoken(tab, lineOf[ending]);
}

/** Lets it end, wherever the tab is. */
async function end(tab: Page, { clock, sandbox }: Shop, ending: Ending): Promise<void> {
  await clock.advance(6000);
  if (ending === 'late' || ending === 'resolved' || ending === 'unknown')
    await until(tab, { phase: 'unknown' });
  if (ending === 'late') {
    await clock.advance(30_000);
    await comes(() => sandbox.ledger.charges.length, 1);
    // What "Check now" does, however often it is pressed.
    const checkNow = () =>
      tab.evaluate(() => {
        const [sale] = window.till.list();
        window.till.checkNow(sale!.id);
        return sale!.phase;
      });
    await comes(checkNow, 'complete');
  }
  if (ending === 'resolved')
    await tab.evaluate(() =>
      window.till.resolveUnknown(window.till.list()[0]!.id, { charged: true, basis: 'receipt' }),
    );
}

async function leave(tab: Page, way: Way): Promise<void> {
  if (way === 'by route') await tab.evaluate(() => void (location.hash = '#other'));
  else if (way === 'by taking the till away') await press(tab, 'Put the till away');
  else await tab.goto('about:blank');
}

async function comeBack(tab: Page, way: Way, { url }: Shop): Promise<void> {
  if (way === 'by route') await tab.evaluate(() => void (location.hash = '#till'));
  else if (way === 'by taking the till away') await press(tab, 'Take the till out');
  else await tab.goto(`${url}/#till`);
}

/** Walks away from a sale and comes back: what happened is found, heard and told, and a repeat is questioned. */
export async function walkAway(
  context: BrowserContext,
  shop: Shop,
  { leftIn, way, ending }: Walk,
): Promise<void> {
  const tab = await openTill(context, shop);
  const release = await sellUntil(tab, shop, leftIn, ending);
  const [sale] = await list(tab);
  const title = titleOf[ending];

  await leave(tab, way);
  release();
  if (way === 'by reload') {
    await shop.clock.advance(6000);
    await comeBack(tab, way, shop);
    await tab.waitForFunction(() => 'till' in window && window.till.isReady());
  }
  if (leftIn !== 'ended') await end(tab, shop, ending);
  if (way !== 'by reload') {
    await standsAt(tab, 1);
    await tab.getByRole('region', { name: 'Open payments' }).getByText(rowOf[ending]).waitFor();
    // On every page the provider speaks, once; what was told before was spoken before.
    if (leftIn !== 'ended' && leftIn !== ending) await isSpoken(tab, lineOf[ending]);
    await comeBack(tab, way, shop);
  }

  // Found on return, and after a reload spoken again.
  await standsAt(tab, 1);
  if (way === 'by reload') await isShown(tab, ending);
  else await status(tab).getByText(title, { exact: true }).waitFor();

  // Told once or more, of this sale and of no other.
  if (isTold(ending, leftIn))
    await comes(() => heardBy(tab), expect.arrayContaining([like({ name: toldOf[ending].at(-1) })]));
  const heard = await heardBy(tab);
  for (const { id, name } of heard) {
    expect(id).toBe(sale!.id);
    expect(toldOf[ending]).toContain(name);
  }

  // A repeat is questioned, and nothing goes out before a yes.
  expect(await repeat(tab)).toBe(ending === 'unknown' ? 'terminal-busy' : 'needs-confirmation');
  expect(shop.posts()).toBe(1);

  await takeNote(tab, ending);
  expect(shop.posts()).toBe(1);
  shop.sandbox.assertSafe(await traceOf(tab));
}

/** The same again from another part of the page. */
const repeat = (tab: Page) =>
  tab.evaluate(async () => {
    const sale = { terminalId: 'terminal-1', amount: 1250, receipt: false };
    const result = await window.till.start('pay', sale, { flowKey: 'another' });
    return result.started ? 'sent' : result.refusal.code;
  });

/** The button that ends the flow takes note, for good; what is not known stands on. */
async function takeNote(tab: Page, ending: Ending): Promise<void> {
  const isOpen = ending === 'unknown';
  await press(tab, isOpen ? 'Decide later' : 'Next customer');
  await tab.getByRole('textbox', { name: 'Amount' }).waitFor();
  await standsAt(tab, isOpen ? 1 : 0);
  await tab.evaluate(() => window.till.resume()); // what is written down now outlives the page
  await tab.reload();
  if (isOpen) await status(tab).getByText(titleOf.unknown, { exact: true }).waitFor();
  else await tab.getByRole('button', { name: /^Charge/ }).waitFor();
  await standsAt(tab, isOpen ? 1 : 0);
}

const traceOf = (tab: Page) =>
  tab.evaluate(() => JSON.parse(sessionStorage.getItem('trace') ?? '[]') as TerminalOperation[]);

const question = (tab: Page) => tab.getByText('Charge the same amount again?');

/** What one tab does, seen from another: the ending stands in both until it is taken note of in one of them. */
export async function inTwoTabs(context: BrowserContext, shop: Shop, ending: Ending): Promise<void> {
  const [tab, other] = [await openTill(context, shop), await openTill(context, shop)];
  await sellUntil(tab, shop, 'ended', ending);
  await standsAt(other, 1);
  await charge(other);
  if (ending === 'unknown') {
    await other
      .getByText(/^Nothing was sent: .* is busy/)
      .first()
      .waitFor();
    expect(shop.posts()).toBe(1);
    return;
  }
  await question(other).waitFor();
  expect(shop.posts()).toBe(1);
  await press(other, 'Cancel');

  // Who takes note: the flow that shows it, or the row of it in the other tab.
  if (ending === 'partial' || ending === 'rejected') {
    await press(other, 'Put the till away');
    await other.getByRole('region', { name: 'Open payments' }).getByText(rowOf[ending]).click();
    await press(other, 'Done');
    await standsAt(other, 0);
    await press(other, 'Take the till out');
    await charge(other);
  } else {
    await press(tab, 'Next customer');
    await standsAt(tab, 0);
    await standsAt(other, 0);
    await press(other, /^Charge/);
  }
  await standsAt(tab, ending === 'resolved' ? 0 : 1);
  // What a person said leaves a doubt for five minutes; everything else is done with.
  if (ending === 'resolved') {
    await question(other).waitFor();
    expect(shop.posts()).toBe(1);
    await press(other, 'Yes, charge $12.50 again');
  }
  await comes(shop.posts, 2);
  expect(await question(other).isVisible()).toBe(false);
}

/** A tab that is closed leaves its sale to the others: it stands there, is questioned, and is told when it was taken note of. */
export async function closesItsTab(context: BrowserContext, shop: Shop, leftIn: LeftIn): Promise<void> {
  const [tab, other] = [await openTill(context, shop), await openTill(context, shop)];
  const release = await sellUntil(tab, shop, leftIn, leftIn === 'sending' ? 'unknown' : 'complete');
  const [sale] = await list(tab);
  await tab.close();
  release();
  await shop.clock.advance(10_000);
  const ending = leftIn === 'sending' ? 'unknown' : 'complete';
  await until(other, { phase: ending });
  await standsAt(other, 1);
  await charge(other);
  if (ending === 'unknown')
    await other
      .getByText(/^Nothing was sent: .* is busy/)
      .first()
      .waitFor();
  else {
    await question(other).waitFor();
    await press(other, 'Put the till away');
    await other.getByRole('region', { name: 'Open payments' }).getByText(titleOf[ending]).click();
    await press(other, 'Done');
    await press(other, 'Take the till out');
    await comes(() => heardBy(other), [like({ name: 'complete', id: sale!.id })]);
  }
  expect(shop.posts()).toBe(1);
}

/** From the flow that shows that nothing was charged, the same goes out at once. */
export async function triesAgain(context: BrowserContext, shop: Shop): Promise<void> {
  const tab = await openTill(context, shop);
  await sellUntil(tab, shop, 'ended', 'failed');
  shop.sandbox.setScenario('approved');
  await press(tab, 'Back to this sale');
  await press(tab, /^Charge \$12\.50/);
  await comes(shop.posts, 2);
  await shop.clock.advance(6000);
  await isShown(tab, 'complete');
  shop.sandbox.assertSafe(await traceOf(tab));
}
