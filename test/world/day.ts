import type { RecordedOperation } from '../../src/core/operations/recorded.ts';
import { isCarriedOutSaleOrHold } from '../../src/core/operations/transactions.ts';
import { createDayShop, type DayPress, type DayShop, type Seat } from './dayShop.ts';
import { createRandom, type Random } from './random.ts';
import { beginningIn, type ShopDate } from './shopDates.ts';

const minuteMs = 60_000;
/** What a person waits for before looking what became of a payment: by then nothing moves any more. */
const certainMs = 70_000;

const steps = {
  pay: 8,
  preAuth: 3,
  part: 4,
  capture: 4,
  void: 3,
  refund: 6,
  closeBatch: 3,
  resolve: 4,
  leg: 1.5,
  closeDay: 3,
  stopWaiting: 0.7,
  pause: 3,
} as const;
type Step = keyof typeof steps;

/** The last two digits of an amount choose what the sandbox does with it. */
const endings = {
  50: 12,
  1: 1.5,
  2: 0.5,
  3: 1,
  4: 0.3,
  5: 0.7,
  6: 0.3,
  7: 0.5,
  8: 1,
  9: 0.4,
  31: 2,
  32: 2,
  33: 1,
};

export interface Press extends DayPress {
  id: string;
  at: number;
  currency: string;
}

export interface Leg {
  name: string;
  currency: string;
  cents: number;
  at: number;
  orderNumber: string;
}

export interface Order {
  number: string;
  currency: string;
  totalCents: number;
}

/** What was done on a day, as the people of the shop remember it. */
export interface DayBook {
  shop: DayShop;
  /** The day whose beginning these presses are around. */
  date: ShopDate;
  presses: Press[];
  legs: Leg[];
  orders: Order[];
  count: (what: string) => void;
  random: Random;
}

const terminals = ['terminal-1', 'terminal-2', 'terminal-3'] as const;
const currencyOf = (terminalId: string, random: Random) =>
  terminalId === 'terminal-3' ? 'JPY' : random.chance(0.9) ? 'EUR' : 'JPY';

export async function everyOperation(
  { record, settled }: DayShop,
  by: object = {},
): Promise<RecordedOperation[]> {
  const found: RecordedOperation[] = [];
  for (let cursor: string | undefined, isMore = true; isMore; isMore = cursor !== undefined) {
    const page = await settled(record.listOperations({ ...by, limit: 200, cursor }));
    found.push(...page.items);
    cursor = page.cursor;
  }
  return found;
}

/** Plays the day of a seed around the hour at which the shop's day begins. */
export async function playDay(seed: number, seat: Seat, count: DayBook['count']): Promise<DayBook> {
  const random = createRandom(seed);
  const date = beginningIn(random);
  const shop = createDayShop(random, date.beginsAt - random.between(0, 12 * minuteMs), seat);
  const book: DayBook = { shop, date, presses: [], legs: [], orders: [], count, random };
  await shop.clock.advance(1000);
  for (let left = 15 + random.whole(25); left > 0; left -= 1) {
    await act(book, random.weighted(steps));
    await shop.clock.advance(random.chance(0.25) ? random.between(0, 2500) : random.between(6000, 12_000));
  }
  // Most days come to rest before they are counted.
  if (random.chance(0.7)) await shop.clock.advance(3 * minuteMs);
  return book;
}

async function act(book: DayBook, step: Step): Promise<void> {
  const { random, shop } = book;
  const terminalId = random.pick(terminals);
  const amount = 100 * (1 + random.whole(90)) + Number(random.weighted(endings));
  switch (step) {
    case 'pay':
    case 'preAuth':
      return press(book, step, { terminalId, amount }, currencyOf(terminalId, random));
    case 'part':
      return takePart(book, terminalId, amount);
    case 'closeBatch':
      return press(book, step, { terminalId }, undefined);
    case 'capture':
    case 'void':
    case 'refund':
      return follow(book, step);
    case 'resolve': {
      const now = shop.clock.now();
      const unknown = (await everyOperation(shop, { phase: 'unknown' })).filter(
        ({ createdAt }) => now - createdAt > certainMs,
      );
      if (unknown.length === 0) return;
      const { id, kind } = random.pick(unknown);
      const charges = shop.sandbox.ledger.charges;
      const requests = shop.sandbox.ledger.requests;
      const wasDone =
        kind === 'closeBatch'
          ? requests.some((request) => request.operationId === id && request.status === 200)
          : charges.some(({ operationId }) => operationId === id);
      return shop.resolve(id, wasDone);
    }
    case 'leg':
      return recordLeg(book);
    case 'closeDay': {
      if (!shop.gateway) return;
      const to = shop.clock.now() - random.whole(2) * random.between(0, 3 * minuteMs);
      // A time up to which the terminal is already closed is refused.
      await shop.settled(shop.gateway.closeDay({ terminalId, to }).catch(() => undefined));
      return;
    }
    case 'stopWaiting': {
      const waiting = await everyOperation(shop, { phase: 'waiting' });
      if (waiting[0]) shop.stopWaiting(waiting[0].id);
      return;
    }
    case 'pause':
      return shop.clock.advance(random.between(60_000, 100_000));
  }
}

async function press(
  { shop, presses, random, date, count }: DayBook,
  kind: DayPress['kind'],
  body: DayPress['body'],
  currency: string | undefined,
  orderTotalCents?: number,
): Promise<void> {
  // A press within a second of the boundary could be recorded on either side of it.
  if (Math.abs(shop.clock.now() - date.beginsAt) < 1000) await shop.clock.advance(2000);
  const made = { kind, body, options: { currency, orderTotalCents } };
  const note = (id: string, at: number) => presses.push({ ...made, id, at, currency: currency ?? '' });
  const at = shop.clock.now();
  const begun = await shop.press(made);
  if (begun?.id) note(begun.id, at);
  if (begun?.confirmation === undefined || random.chance(0.4)) return;
  count('confirmed');
  const again = shop.clock.now();
  const confirmed = await shop.press(made, begun.confirmation);
  if (confirmed?.id) note(confirmed.id, again);
}

async function follow(book: DayBook, kind: 'capture' | 'void' | 'refund'): Promise<void> {
  const { shop, random } = book;
  const operations = await everyOperation(shop, { phase: ['complete', 'partial', 'resolved'] });
  const isSettled = (sale: RecordedOperation) =>
    operations.some(
      ({ kind: done, terminalId, createdAt }) =>
        done === 'closeBatch' && terminalId === sale.terminalId && createdAt > sale.createdAt,
    );
  // The service refuses the rest.
  const isPossible = (sale: RecordedOperation) =>
    kind === 'capture' ? sale.kind === 'preAuth' : isSettled(sale) === (kind === 'refund');
  const sales = operations.filter((sale) => isCarriedOutSaleOrHold(sale) && sale.pnRefNum !== undefined);
  const chosen = random.chance(0.1) ? sales : sales.filter(isPossible);
  if (chosen.length === 0) return;
  const sale = random.pick(chosen);
  const { terminalId, pnRefNum = '', currency, amountCents = 0, confirmedCents = amountCents } = sale;
  if (random.chance(0.1))
    shop.sandbox.setScenario('lost-answer', { next: true, terminalId, operation: kind });
  if (kind === 'void') return press(book, kind, { terminalId, pnRefNum }, currency);
  const amount = random.chance(0.5) ? confirmedCents : 1 + random.whole(confirmedCents);
  return press(book, kind, { terminalId, pnRefNum, amount }, currency);
}

function orderOf({ orders, random }: DayBook, currency: string): Order {
  const known = orders.filter((order) => order.currency === currency);
  if (known.length > 0 && random.chance(0.7)) return random.pick(known);
  const made = { number: `${currency}-${orders.length}`, currency, totalCents: 2000 + random.whole(15_000) };
  orders.push(made);
  return made;
}

function takePart(book: DayBook, terminalId: string, amount: number): Promise<void> {
  const order = orderOf(book, currencyOf(terminalId, book.random));
  const kind = book.random.chance(0.85) ? 'pay' : 'preAuth';
  book.count('part of an order');
  const { number, currency, totalCents } = order;
  return press(book, kind, { terminalId, amount, orderNumber: number }, currency, totalCents);
}

async function recordLeg(book: DayBook): Promise<void> {
  const { shop, random, legs, date } = book;
  if (!shop.gateway) return;
  if (Math.abs(shop.clock.now() - date.beginsAt) < 1000) await shop.clock.advance(2000);
  const order = orderOf(book, random.pick(['EUR', 'JPY']));
  const leg = { name: random.pick(['cash', 'voucher']), cents: 100 + random.whole(3000) };
  const id = `${legs.length}`.padStart(16, '0');
  const at = shop.clock.now();
  const recorded = await shop.settled(
    shop.gateway.recordLeg(order, { ...leg, id }).then(
      () => true,
      () => false,
    ),
  );
  if (recorded) legs.push({ ...leg, at, currency: order.currency, orderNumber: order.number });
}
