import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { TerminalOperation } from 'tillkit/core';
import { expect } from 'vitest';
import { type KilledShop, openKilledShop } from './killedShop.ts';
import { startOwnChromium, withProfile } from './ownChromium.ts';
import { mostInAnyMinute } from './polls.ts';

interface Till {
  page: Page;
  shop: KilledShop;
  charge: () => Promise<void>;
}

export interface KillMoment {
  name: string;
  /** Brings the sale there. The browser is killed when this is over. */
  come: (till: Till) => Promise<unknown>;
  /** What becomes of the sale; nothing where that is open. */
  ends?: 'complete' | 'unknown' | 'not sent';
  /** The same where the note of the press outlives the browser. */
  endsWithNote?: 'not sent';
  /** What is on its way to the gateway arrives after all, once a page is open again. */
  arrivesLate?: boolean;
  /** What the note says by then. */
  says?: string;
  /** Whether an operator took note of the ending, in a page that knows it. */
  isSeen?: boolean;
}

const amountCents = 1250;
const list = (page: Page) => page.evaluate(() => window.till.list());
const newest = async (page: Page) => (await list(page))[0];
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

/** Until the page shows the sale like that. */
async function shows(page: Page, what: Partial<TerminalOperation>): Promise<void> {
  await expect.poll(() => newest(page)).toMatchObject(what);
}

/** Until something waits at a stop. */
async function waits(stop: { waiting: readonly string[] }, what: RegExp): Promise<void> {
  await expect.poll(() => stop.waiting.join()).toMatch(what);
}

/** Sells until the page shows that the card was charged. */
async function sellToTheEnd({ page, shop, charge }: Till): Promise<void> {
  await charge();
  await shows(page, { phase: 'waiting' });
  await shop.clock.advance(6000);
  await shows(page, { phase: 'complete' });
  await page.getByRole('region', { name: 'Payment status' }).getByText('Approved').first().waitFor();
}

export const resultNotShown: KillMoment = {
  name: 'when the gateway knows the result, and the page does not',
  async come({ page, shop, charge }) {
    await charge();
    await shows(page, { phase: 'waiting' });
    const { id = '' } = (await newest(page)) ?? {};
    shop.stops.fromGateway.stop(/./);
    await shop.clock.advance(6000);
    await expect.poll(async () => (await shop.recorded(id)).operation?.phase).toBe('complete');
    await shows(page, { phase: 'waiting' });
  },
  ends: 'complete',
};

export const killMoments: KillMoment[] = [
  {
    name: 'right at the press',
    come: ({ page }) =>
      page.getByRole('button', { name: /^Charge \$/ }).evaluate((button) => (button as HTMLElement).click()),
  },
  {
    name: 'when the press is noted and its request has not left',
    async come({ page, charge }) {
      const hasLeft = new Promise<void>((resolve) => {
        void page.route('**/api/payments/pay*', () => resolve());
      });
      await charge();
      await hasLeft;
    },
    ends: 'not sent',
  },
  {
    name: 'when its request is on the way, and arrives late',
    async come({ shop: { stops }, charge }) {
      stops.toGateway.stop(/^POST pay/);
      await charge();
      await waits(stops.toGateway, /POST pay/);
    },
    ends: 'complete',
    endsWithNote: 'not sent',
    arrivesLate: true,
  },
  {
    name: 'when the gateway has claimed it, and the service has not got it',
    async come({ shop: { stops }, charge }) {
      stops.toService.stop(/^POST pay/);
      await charge();
      await waits(stops.toService, /POST pay/);
    },
    ends: 'unknown',
  },
  {
    name: 'when the service has accepted it, and the gateway has not heard that',
    async come({ shop: { stops }, charge }) {
      stops.fromService.stop(/^POST pay/);
      await charge();
      await waits(stops.fromService, /POST pay/);
    },
    ends: 'unknown',
  },
  {
    name: 'when it waits for the card',
    async come({ page, charge }) {
      await charge();
      await shows(page, { phase: 'waiting' });
    },
    ends: 'complete',
  },
  {
    name: 'when the terminal works on it',
    async come({ page, shop, charge }) {
      await charge();
      await shows(page, { phase: 'waiting' });
      await shop.clock.advance(1000);
      await shows(page, { phase: 'waiting', status: 'processing' });
    },
    ends: 'complete',
  },
  resultNotShown,
  {
    name: 'when the result is on the screen',
    come: sellToTheEnd,
    ends: 'complete',
    says: '"phase":"complete"',
  },
  {
    name: 'when an operator has taken note of it, and the gateway has not heard that',
    async come(till) {
      await sellToTheEnd(till);
      till.shop.stops.toGateway.stop(/acknowledge/);
      await press(till.page, 'Next customer');
      await waits(till.shop.stops.toGateway, /acknowledge/);
    },
    ends: 'complete',
    says: '"seen":',
    isSeen: true,
  },
];

/** Opens the till of a shop; what it shows after each change goes into `trace`. */
async function openTill(page: Page, { url }: KilledShop, trace: TerminalOperation[]): Promise<string[]> {
  await page.exposeFunction('noteShown', (shown: TerminalOperation[]) => void trace.push(...shown));
  await page.addInitScript(() => {
    const count = location.protocol === 'http:' ? localStorage.length : 0;
    const keys = Array.from({ length: count }, (_, index) => localStorage.key(index) ?? '');
    Object.assign(window, { found: keys.map((key) => localStorage.getItem(key) ?? '') });
  });
  await page.goto(url);
  await page
    .getByRole('textbox', { name: 'Amount' })
    .or(page.getByRole('region', { name: 'Payment status' }))
    .first()
    .waitFor();
  await page.evaluate(() => window.till.ready);
  const found = await page.evaluate(() => (window as unknown as { found: string[] }).found);
  return found.filter((note) => note.includes('"terminalId"'));
}

async function enter(page: Page, amount: string): Promise<void> {
  await page.getByRole('radio', { name: /^Front counter/ }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
}

/** Until the browser has written the note of a press to its disk, which it does some seconds late. */
async function isOnDisk(profile: string, id: string, says: string): Promise<void> {
  const folder = join(profile, 'Default', 'Local Storage', 'leveldb');
  const written = async () => {
    const names = (await readdir(folder)).filter((name) => /\.(log|ldb)$/.test(name));
    return (await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))).join('');
  };
  const isWritten = async () => {
    const text = await written();
    return text.includes(id) && text.includes(says);
  };
  await expect.poll(isWritten, { timeout: 120_000, interval: 200 }).toBe(true);
}

/** Whether what the page shows is what the record has of the sale, and that will not change by itself any more. */
async function isSettled(page: Page, shop: KilledShop, id: string | undefined): Promise<boolean> {
  const shown = await newest(page);
  if (id === undefined) return shown === undefined;
  const { operation, isClosed } = await shop.recorded(id);
  if (operation) return shown?.phase === operation.phase && !['sending', 'waiting'].includes(operation.phase);
  return shown ? isClosed && shown.phase === 'rejected' : true;
}

const words: Record<string, RegExp> = {
  complete: /Approved/,
  unknown: /Not known yet|We don't know yet/,
  rejected: /It did not get through\. Nothing happened/,
};

/**
 * Kills the browser and the gateway at a moment of a sale. A new browser on the same profile, before a new gateway on the same
 * file, finds the sale and sees it end as the service's ledger says. `isNoted`: what the page noted reaches the disk before.
 */
export async function killAt(moment: KillMoment, { isNoted = false } = {}): Promise<void> {
  const shop = await openKilledShop();
  const trace: TerminalOperation[] = [];
  try {
    await withProfile(async (profile) => {
      await sellAndKill(profile, shop, { moment, isNoted, trace });
      shop.stops.fromGateway.release('nowhere');
      shop.stops.toService.release('nowhere');
      shop.stops.fromService.release('nowhere');
      const restarted = shop.restartGateway();
      const second = await startOwnChromium(profile);
      try {
        await restarted;
        await findAndEnd(await second.newPage(), shop, { moment, isNoted, trace });
      } finally {
        await second.kill();
      }
    });
    const ids = shop.pays().map(({ operationId }) => operationId);
    expect(new Set(ids).size, 'one request an operation').toBe(ids.length);
    shop.sandbox.assertSafe(trace);
    expect(mostInAnyMinute(shop.polls)).toBeLessThanOrEqual(50);
  } finally {
    await shop.close();
  }
}

interface Killing {
  moment: KillMoment;
  isNoted: boolean;
  trace: TerminalOperation[];
}

async function sellAndKill(profile: string, shop: KilledShop, { moment, isNoted, trace }: Killing) {
  const browser = await startOwnChromium(profile);
  try {
    const page = await browser.newPage();
    await openTill(page, shop, trace);
    await enter(page, '12.50');
    await moment.come({ page, shop, charge: () => press(page, /^Charge \$/) });
    if (isNoted) await isOnDisk(profile, (await newest(page))!.id, moment.says ?? '');
  } finally {
    await browser.kill();
  }
}

async function findAndEnd(page: Page, shop: KilledShop, { moment, isNoted, trace }: Killing) {
  const notes = await openTill(page, shop, trace);
  if (isNoted) expect(notes).toHaveLength(1);
  const [note] = notes.map((text) => JSON.parse(text) as { id: string });
  const ends = (note && moment.endsWithNote) ?? moment.ends;
  const { toGateway } = shop.stops;
  // A page that knows of the press closes its id first.
  if (ends !== 'not sent') toGateway.release(moment.arrivesLate ? 'on' : 'nowhere');
  const idOf = async () => (await newest(page))?.id ?? shop.pays()[0]?.operationId ?? note?.id;
  const isFound = async () => {
    await shop.clock.advance(1000);
    const id = await idOf();
    const isThere = id !== undefined || ends === undefined || ends === 'not sent';
    return isThere && isSettled(page, shop, id);
  };
  await expect.poll(isFound, { timeout: 60_000 }).toBe(true);
  toGateway.release('on');
  const id = await idOf();
  const sale = await newest(page);
  const charged = shop.sandbox.ledger.charges.length;
  if (ends === 'not sent') expect([sale?.phase, charged]).toEqual([note && 'rejected', 0]);
  else if (ends) expect(sale).toMatchObject({ phase: ends, amountCents, terminalId: 'terminal-1' });
  expect(shop.pays().length).toBeLessThanOrEqual(1);
  if (!sale || id === undefined) expect(shop.pays()).toEqual([]);
  else await takeNote(page, shop, { sale, isSeen: moment.isSeen === true && isNoted });

  // Nothing of it is left, and the terminal is free.
  await page.reload();
  await page.evaluate(() => window.till.ready);
  await expect.poll(() => page.evaluate(() => window.till.list({ standing: true }))).toEqual([]);
  expect(await shop.standing()).toEqual([]);
  const before = shop.pays().length;
  await enter(page, '7.00');
  await press(page, /^Charge \$/);
  await expect
    .poll(async () => {
      await shop.clock.advance(1000);
      return newest(page);
    })
    .toMatchObject({ phase: 'complete', amountCents: 700 });
  expect(shop.pays()).toHaveLength(before + 1);
}

interface Found {
  sale: TerminalOperation;
  isSeen: boolean;
}

/** A person reads how it ended, says what is not known, and takes note. */
async function takeNote(page: Page, shop: KilledShop, { sale, isSeen }: Found) {
  const { id, phase } = sale;
  const standing = () => page.evaluate(() => window.till.list({ standing: true }));
  if (isSeen) {
    await expect.poll(async () => (await shop.recorded(id)).operation?.acknowledgedAt).toBeDefined();
    expect(await standing()).toEqual([]);
    return;
  }
  await expect.poll(() => page.locator('main').innerText()).toMatch(words[phase] ?? /$^/);
  expect(await standing()).toMatchObject([{ id }]);
  if (phase === 'unknown') {
    const charged = shop.sandbox.ledger.charges.length > 0;
    const say = ([which, isCharged]: [string, boolean]) =>
      window.till.resolveUnknown(which, { charged: isCharged, basis: 'terminal-screen' });
    await page.evaluate(say, [id, charged] as [string, boolean]);
    await expect.poll(async () => (await shop.recorded(id)).operation?.phase).toBe('resolved');
  }
  await page.evaluate((which) => window.till.acknowledge(which), id);
  await expect.poll(standing).toEqual([]);
  if (phase !== 'rejected')
    await expect.poll(async () => (await shop.recorded(id)).operation?.acknowledgedAt).toBeDefined();
}
