import { readUnclosed } from '../../src/components/close-day/useUnclosed.ts';
import { boardFigures } from '../../src/components/close-day/boardFigures.tsx';
import { dayFigures, type DayFigures } from '../../src/components/day-report/dayFigures.ts';
import { amountText } from '../../src/components/kit/useMoney.ts';
import { shopDayAt } from '../../src/components/kit/useShopDay.ts';
import { createViewOf } from '../../src/components/payment-status/useViewOf.ts';
import { receiptSlip } from '../../src/components/receipt/receiptSlip.ts';
import { headlineOf } from '../../src/components/transaction-list/useTransactionList.ts';
import { formatCentsToParts } from '../../src/core/money/formatCents.ts';
import { withDefaultPageOnlyFields } from '../../src/core/operations/operationFields.ts';
import type {
  OperationFilters,
  RecordedOperation,
  RecordedReport,
  ReportRow,
} from '../../src/core/operations/recorded.ts';
import type { GatewayClient } from '../../src/core/mirror/gatewayClient.ts';
import { mergeReportRows } from '../../src/core/operations/reportRows.ts';
import { dayIn } from '../../src/core/shopDay.ts';
import { transactionList } from '../../src/words/enDay.ts';
import { paymentStatus } from '../../src/words/enOutcomes.ts';
import { openOperations } from '../../src/words/enTitles.ts';
import { receipt } from '../../src/words/enReceipt.ts';
import { countIn } from '../../src/words/plural.ts';
import { type DayBook, everyOperation, type Press } from './day.ts';
import { type Known, knownOf } from './dayLedger.ts';

const own = 'EUR';
const locale = 'en';
const digits: Readonly<Record<string, number>> = { EUR: 2, JPY: 0 };
const money = (cents: number, currency = own) => amountText(formatCentsToParts(cents, { locale, currency }));
const count = countIn(locale);

/** Holds every figure that a shop sees of its day against the sandbox's ledger. Throws with all that differ. */
export async function assertDay(book: DayBook): Promise<void> {
  const { shop, date } = book;
  // What was begun at this moment is done; no time passes while it is counted.
  for (let turn = 0; turn < 5; turn += 1) await shop.clock.advance(0);
  const operations = await everyOperation(shop);
  const known = knownOf(book, operations);
  const wrong: string[] = [];
  const differ = (what: string, shown: unknown, ledger: unknown) => {
    const [a, b] = [JSON.stringify(shown), JSON.stringify(ledger)];
    if (a !== b) wrong.push(`${what}: ${a}, and the ledger says ${b}`);
  };
  const context: Context = { ...book, operations, known, differ };
  checkDates(context);
  const all = { from: 0, to: shop.clock.now() + 1 };
  const day = dayIn(date.zone, date.beginsAt, date);
  const before = dayIn(date.zone, date.beginsAt - 1, date);
  for (const period of [all, day, before]) {
    await checkReport(context, period);
    await checkReport(context, { ...period, terminalId: 'terminal-3' });
    await checkLegs(context, period);
  }
  await checkReport(context, { ...day, ...anyFilter(book, operations) });
  await checkFile(context, all);
  await checkFile(context, { ...before, ...anyFilter(book, operations) });
  operations.forEach((operation) => checkSlip(context, operation));
  await checkOrders(context);
  await checkClosings(context);
  if (wrong.length > 0) throw new Error(wrong.map((line) => `- ${line}`).join('\n'));
}

interface Context extends DayBook {
  operations: readonly RecordedOperation[];
  known: ReadonlyMap<string, Known>;
  differ: (what: string, shown: unknown, ledger: unknown) => void;
}

type Period = Omit<OperationFilters, 'from' | 'to'> & { from: number; to: number };

function checkDates({ date, differ }: Context): void {
  const { zone, beginsAt, beganAt, endsAt } = date;
  differ('the day', dayIn(zone, beginsAt, date), { from: beginsAt, to: endsAt });
  differ('the day before', dayIn(zone, beginsAt - 1, date), { from: beganAt, to: beginsAt });
}

type Filter = Omit<OperationFilters, 'from' | 'to'>;

/** A filter as a person chooses it. */
function anyFilter({ random, orders }: DayBook, operations: readonly RecordedOperation[]): Filter {
  return random.pick<Filter>([
    { terminalId: 'terminal-1' },
    { terminalId: ['terminal-1', 'terminal-3'] },
    { phase: ['complete', 'partial'], kind: ['pay', 'preAuth', 'capture'] },
    { phase: ['failed', 'rejected'] },
    { kind: ['refund', 'void'] },
    { phase: 'resolved' },
    { search: orders[0]?.number ?? 'EUR' },
    { amount: operations[0]?.amountCents ?? 100 },
    { pnRefNum: operations.at(-1)?.pnRefNum ?? 'none' },
  ]);
}

/** What a report says of one currency. */
type Sums = Omit<DayFigures, 'netCents'>;

const noSums = (): Sums => ({
  takenCents: 0,
  takenCount: 0,
  tipCents: 0,
  extraCents: 0,
  givenBackCents: 0,
  givenBackCount: 0,
  partly: { count: 0, cents: 0, askedCents: 0 },
  byHandCount: 0,
});

/** The sums of what is known of some operations, by currency. */
function sumsOf(some: readonly Known[]): Record<string, Sums> {
  const sums: Record<string, Sums> = {};
  for (const { kind, currency, movedCents, askedCents, tipCents, phase, isNamed } of some) {
    const isTaken = kind === 'pay' || kind === 'capture';
    if (isNamed || kind === 'closeBatch') continue;
    const sum = (sums[currency] ??= noSums());
    if (phase === 'resolved') sum.byHandCount += 1;
    if (movedCents === 0 || kind === 'preAuth') continue;
    if (!isTaken) {
      sum.givenBackCents += movedCents;
      sum.givenBackCount += 1;
      continue;
    }
    sum.takenCents += movedCents;
    sum.takenCount += 1;
    sum.tipCents += tipCents;
    sum.extraCents += Math.max(0, movedCents - askedCents - tipCents);
    if (movedCents >= askedCents) continue;
    sum.partly.count += 1;
    sum.partly.cents += movedCents;
    sum.partly.askedCents += askedCents;
  }
  return withoutEmpty(sums);
}

const empty = JSON.stringify(noSums());
const withoutEmpty = (sums: Record<string, Sums>) =>
  Object.fromEntries(
    Object.entries(sums)
      .filter(([, sum]) => JSON.stringify(sum) !== empty)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

const shownSums = (figures: readonly (DayFigures & { currency: string })[]) =>
  withoutEmpty(
    Object.fromEntries(
      figures.map(({ currency, takenCents, takenCount, tipCents, extraCents, givenBackCents, ...more }) => {
        const { givenBackCount, partly, byHandCount } = more;
        const sums = {
          takenCents,
          takenCount,
          tipCents,
          extraCents,
          givenBackCents,
          givenBackCount,
          partly,
          byHandCount,
        };
        return [currency, sums];
      }),
    ),
  );

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id).toSorted(byText);

/** The report, the headline and the board of what these filters list. */
async function checkReport(context: Context, by: Period): Promise<void> {
  const { shop, known, differ } = context;
  const report = await shop.settled(shop.record.getReport(by));
  const listed = await everyOperation(shop, by);
  const about = `of ${JSON.stringify(by)}`;
  const found = listed.flatMap(({ id }) => known.get(id) ?? []);
  if (isWholePeriod(by)) differ(`the list ${about}`, idsOf(listed), idsOf(begunIn(context, by)));
  differ(`what is not known ${about}`, idsOf(report.unknown), idsOf(found.filter(({ isNamed }) => isNamed)));
  checkFigures(context, about, report, found);
}

const isWholePeriod = (by: Period) =>
  Object.keys(by).every((name) => name === 'from' || name === 'to' || name === 'terminalId') &&
  !Array.isArray(by.terminalId);

const begunIn = ({ known }: Context, { from, to, terminalId }: Period) =>
  [...known.values()].filter(
    (one) => one.at >= from && one.at < to && (terminalId === undefined || one.terminalId === terminalId),
  );

function checkFigures(
  { differ }: Context,
  about: string,
  report: RecordedReport,
  found: readonly Known[],
): void {
  const figures = dayFigures(report, own);
  const sums = sumsOf(found);
  differ(`the report ${about}`, shownSums(figures), sums);
  for (const { currency, netCents, takenCents, givenBackCents, terminals } of figures) {
    differ(`net ${about}`, netCents, takenCents - givenBackCents);
    for (const terminal of terminals) {
      const mine = found.filter(({ terminalId }) => terminalId === terminal.terminalId);
      const ofCurrency = Object.entries(sumsOf(mine)).filter(([name]) => name === currency);
      differ(
        `${terminal.terminalId} in the report ${about}`,
        shownSums([{ ...terminal, currency }]),
        Object.fromEntries(ofCurrency),
      );
    }
  }
  const holds = found.filter(({ heldCents, hasReference }) => heldCents > 0 && hasReference);
  const heldIn = (currency: string) => holds.filter((one) => one.currency === currency);
  differ(
    `what is held ${about}`,
    figures
      .filter(({ held }) => held.count > 0)
      .map(({ currency, held }) => [currency, held.count, held.cents])
      .toSorted(byText),
    [...new Set(holds.map(({ currency }) => currency))]
      .map((currency) => [currency, heldIn(currency).length, sum(heldIn(currency), 'heldCents')])
      .toSorted(byText),
  );
  differ(
    `the headline ${about}`,
    headlineOf(report, { labels: transactionList, format: money, count, own }),
    headlineOfLedger(sums),
  );
}

const sum = <Name extends string>(some: readonly Record<Name, number>[], name: Name) =>
  some.reduce((all, one) => all + one[name], 0);

function headlineOfLedger(sums: Record<string, Sums>): string {
  const said = Object.entries(sums)
    .filter(([, { takenCount, givenBackCount }]) => takenCount + givenBackCount > 0)
    .toSorted(([a, one], [b, other]) => other.takenCount - one.takenCount || (a < b ? -1 : 1))
    .map(([currency, { takenCents, takenCount, givenBackCents }]) => {
      const givenBack = givenBackCents > 0 ? money(givenBackCents, currency) : undefined;
      const taken = { taken: money(takenCents, currency), givenBack, payments: count(takenCount) };
      return takenCount === 0
        ? transactionList.onlyGivenBack({ givenBack: givenBack ?? '' })
        : transactionList.headline(taken);
    });
  return said.length === 0 ? transactionList.nothingTaken : said.join(' · ');
}

async function checkLegs({ shop, legs, differ }: Context, period: Period): Promise<void> {
  const { legs: shown } = await shop.settled(shop.record.getReport(period));
  const sums = new Map<string, [number, number]>();
  for (const { name, currency, cents, at } of legs) {
    if (at < period.from || at >= period.to) continue;
    const [times, all] = sums.get(`${name} ${currency}`) ?? [0, 0];
    sums.set(`${name} ${currency}`, [times + 1, all + cents]);
  }
  differ(
    'legs',
    shown
      .map(({ name, currency, count: times, cents }) => [`${name} ${currency}`, [times, cents]])
      .toSorted(byText),
    [...sums].toSorted(byText),
  );
}

/** The cells of a file whose cells are all in quotes. */
const cellsOf = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      line
        .slice(1, -1)
        .split('","')
        .map((cell) => cell.replaceAll('""', '"')),
    );

async function checkFile(context: Context, by: Period): Promise<void> {
  const { shop, date, known, operations, differ } = context;
  const file = await shop.settled(shop.record.exportOperations({ ...by, timeZone: date.zone }));
  const [head = [], ...lines] = cellsOf((await shop.settled(file.text())).replace('\uFEFF', ''));
  const listed = await everyOperation(shop, by);
  const id = head.indexOf('id');
  differ('the lines of the file', lines.map((line) => line[id]).toSorted(byText), idsOf(listed));
  const wall = new Intl.DateTimeFormat('sv', {
    timeZone: date.zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  for (const line of lines) {
    const operation = operations.find((one) => one.id === line[id]);
    const one = known.get(line[id] ?? '');
    if (!one || !operation) continue;
    const decimal = (cents: number) =>
      (cents / 10 ** (digits[one.currency] ?? 2)).toFixed(digits[one.currency] ?? 2);
    const cell = (name: string) => line[head.findIndex((title) => title.startsWith(name))];
    const about = `the line of ${one.kind} ${one.id}`;
    differ(
      `${about}, moved`,
      cell('moved'),
      one.isNamed || one.kind === 'closeBatch' ? '' : decimal(one.movedCents),
    );
    differ(`${about}, tip`, cell('tip'), one.tipCents > 0 ? decimal(one.tipCents) : '');
    differ(`${about}, amount`, cell('amount'), one.askedCents > 0 ? decimal(one.askedCents) : '');
    if (one.movedCents > 0) differ(`${about}, currency`, cell('currency'), one.currency);
    const started = cell('started') ?? '';
    differ(`${about}, started`, Date.parse(started), Math.floor(operation.createdAt / 1000) * 1000);
    differ(`${about}, on the wall`, started.slice(0, 19).replace('T', ' '), wall.format(operation.createdAt));
  }
}

function checkSlip({ known, date, differ }: Context, operation: RecordedOperation): void {
  const one = known.get(operation.id);
  if (!one || one.kind === 'closeBatch') return;
  const viewOf = createViewOf({
    labels: paymentStatus,
    terminal: 'T',
    currency: own,
    count,
    locale,
    timeZone: date.zone,
  });
  const slip = receiptSlip(viewOf(withDefaultPageOnlyFields(operation)), receipt, openOperations.kind);
  const about = `the slip of ${one.kind} ${one.id}`;
  const asked = one.askedCents > 0 ? money(one.askedCents, one.currency) : undefined;
  if (one.isNamed) return differ(about, [slip.moved, slip.figures[0]?.text], [undefined, asked]);
  if (one.chargedCents === undefined)
    return differ(about, [slip.moved, slip.figures[0]?.text], ['none', asked]);
  const isPart = one.kind !== 'void' && one.chargedCents < one.askedCents;
  const isSaid = one.kind !== 'void' || operation.confirmedCents !== undefined;
  differ(
    about,
    [slip.moved, slip.figures[0]?.text, slip.figures.find(({ term }) => term === receipt.tip)?.text],
    [
      isPart ? 'part' : 'all',
      isSaid ? money(one.chargedCents, one.currency) : undefined,
      one.tipCents > 0 ? money(one.tipCents, one.currency) : undefined,
    ],
  );
}

async function checkOrders({ shop, orders, presses, legs, known, differ }: Context): Promise<void> {
  for (const order of orders) {
    const { paidCents, pendingCents } = await shop.settled(shop.record.getOrder(order));
    const isPart = ({ body }: Press) => body.orderNumber === order.number;
    const parts = presses.filter(isPart).flatMap(({ id }) => known.get(id) ?? []);
    const ofLegs = sum(
      legs.filter(({ orderNumber }) => orderNumber === order.number),
      'cents',
    );
    const pending = (one: Known) =>
      one.isNamed ? one.askedCents : Math.max(0, one.heldCents - one.tipCents);
    differ(
      `order ${order.number}`,
      [paidCents, pendingCents],
      [sum(parts, 'leftOfOrderCents') + ofLegs, parts.reduce((all, one) => all + pending(one), 0)],
    );
  }
}

/** Every closing with its corrections is the ledger of its period; with what came since they are the whole. */
async function checkClosings(context: Context): Promise<void> {
  const { shop, differ, known, count: reach } = context;
  if (!shop.gateway) return;
  for (const terminalId of ['terminal-1', 'terminal-2', 'terminal-3']) {
    const { items } = await shop.settled(shop.gateway.listClosings({ terminalId, limit: 200 }));
    const rows: ReportRow[] = [];
    for (const { number, from, to } of items) {
      const closing = await shop.settled(shop.gateway.getClosing({ terminalId, number }));
      const corrected = mergeReportRows([...closing.report.rows, ...(closing.corrections?.rows ?? [])]);
      if (closing.corrections?.operations.length) reach('corrected closing');
      reach('closing');
      const found = begunIn(context, { from, to, terminalId });
      const { rows: asked } = await shop.settled(shop.record.getReport({ from, to, terminalId }));
      const counted = corrected.filter(({ count: times }) => times !== 0);
      differ(`closing ${number} of ${terminalId}`, counted, asked);
      differ(
        `the money of closing ${number} of ${terminalId}`,
        shownSums(dayFigures({ rows: corrected, holds: [] }, own)),
        sumsOf(found),
      );
      rows.push(...corrected);
    }
    const from = items[0]?.to ?? 0;
    const to = shop.clock.now() + 1;
    const since = await shop.settled(shop.record.getReport({ from, to, terminalId }));
    checkFigures(
      context,
      `of ${terminalId} since its last closing`,
      since,
      begunIn(context, { from, to, terminalId }),
    );
    await checkBoard(context, shop.gateway, { terminalId, from });
    const whole = mergeReportRows([...rows, ...since.rows]);
    const mine = [...known.values()].filter((one) => one.terminalId === terminalId);
    differ(
      `all closings of ${terminalId}`,
      shownSums(dayFigures({ rows: whole, holds: [] }, own)),
      sumsOf(mine),
    );
  }
}

/** The line of a terminal on the board: its last closing, each day that was forgotten, and what came since. */
async function checkBoard(
  context: Context,
  gateway: GatewayClient,
  { terminalId, from }: { terminalId: string; from: number },
): Promise<void> {
  const { shop, date, differ, known, count: reach } = context;
  const hours = { timeZone: date.zone, startsAt: date.startsAt };
  const day = { hours, today: shopDayAt(hours, shop.clock.now()) };
  const board = await shop.settled(readUnclosed(gateway, terminalId, day, {}));
  const about = `on the board, ${terminalId}`;
  differ(`${about}: closed until`, board.last?.number === undefined ? 0 : board.last.to, from);
  const periods = [...board.forgotten, { to: Infinity, report: board.report }];
  if (periods.length > 1) reach('forgotten day on the board');
  let begins = from;
  for (const { to, report } of periods) {
    const sums = Object.entries(sumsOf(begunIn(context, { from: begins, to, terminalId }))).filter(
      ([, { takenCount, givenBackCount }]) => takenCount + givenBackCount > 0,
    );
    const { payments, nets } = boardFigures(report, own);
    differ(
      `${about}: payments until ${to}`,
      payments,
      sum(
        sums.map(([, one]) => one),
        'takenCount',
      ) +
        sum(
          sums.map(([, one]) => one),
          'givenBackCount',
        ),
    );
    differ(
      `${about}: net until ${to}`,
      nets.toSorted(byText),
      sums
        .map(([currency, one]) => ({ currency, netCents: one.takenCents - one.givenBackCents }))
        .toSorted(byText),
    );
    begins = to;
  }
  const isNews = [...known.values()].some(
    (one) => one.terminalId === terminalId && one.at >= from && one.movedCents !== 0,
  );
  if (isNews) differ(`${about}: something to close`, board.hasNews, true);
}
