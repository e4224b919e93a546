import { expect, test } from 'vitest';
import type { CorrectedClosing } from '../../../src/core/operations/closings.ts';
import type { RecordedOperation, RecordedReport, ReportRow } from '../../../src/core/operations/recorded.ts';
import { mergeReportRows } from '../../../src/core/operations/reportRows.ts';
import type { Gateway } from '../../../src/gateway/createGateway.ts';
import { ask, post } from '../gatewayTill.ts';
import { type Answer, as, createShop, messageIn } from '../shop.ts';
import { removeSqliteFiles } from '../sql/sqliteFiles.ts';
import { twoStores } from '../sql/twoStores.ts';

/** What a back office or a till does: "day" closes the terminal's period by hand, "result" reads how a sale ended. */
type Step = 'batch' | 'sale' | 'day' | 'result';
const races: readonly (readonly [Step, Step])[] = [
  ['batch', 'batch'],
  ['batch', 'sale'],
  ['day', 'day'],
  ['day', 'batch'],
  ['day', 'sale'],
  ['day', 'result'],
];
const ends = ['complete', 'lost', 'complete', 'failed', 'complete'] as const;
const terminalId = 'T-1';
const all = as({ sees: 'all' });

const figures = (rows: readonly ReportRow[]) =>
  mergeReportRows(rows).filter(({ count, amountCents, movedCents }) => count || amountCents || movedCents);

/** Two instances at one terminal, with a connection each to one SQLite file. */
async function twoInstances() {
  const { clock, store, second } = await twoStores();
  const shop = createShop({ store, virtualClock: clock });
  const offices = [shop.gateway, shop.another({ store: second })] as const;
  const read = async <Body>(path: string, by: Gateway = shop.gateway) =>
    (await (await by.fetch(ask(path, all))).json()) as Body;

  let sales = 0;
  /** Each sale has an amount of its own: a like one after a lost answer would ask for a confirmation. */
  const send = (kind: 'pay' | 'closeBatch', by: Gateway) => {
    sales += kind === 'pay' ? 1 : 0;
    const [body, query] = kind === 'pay' ? [{ amount: 1000 + sales }, '?currency=EUR'] : [{}, ''];
    return shop.send(kind, { terminalId, ...body }, { by, who: { sees: 'all' }, query });
  };

  const closeDay = (by: Gateway) => {
    const id = shop.newId();
    return shop.answerOf(id, by.fetch(post('/closings', { id, terminalId, to: clock.now() }, all)));
  };

  /** Both instances read how an operation ended, or two persons say it, at the same moment. */
  const end = async ({ state, id, text }: Answer) => {
    if (state === 'accepted') {
      const path = `/processed-messages/${messageIn({ state, id, text, status: 200 })}`;
      for (let tries = 0; tries < 10; tries += 1) {
        await Promise.all(offices.map((by) => by.fetch(ask(path, all))));
        const { operation } = await shop.told(id, { sees: 'all' });
        if (operation && operation.phase !== 'waiting') return;
        await clock.advance(1000);
      }
      throw new Error(`${id} did not end.`);
    }
    const said = { charged: true, basis: 'receipt' };
    await Promise.all(offices.map((by) => by.fetch(post(`/operations/${id}/resolution`, said, all))));
  };

  const pages = async <Item>(path: string, cursor = ''): Promise<Item[]> => {
    const page = await read<{ items: Item[]; cursor?: string }>(`${path}?limit=100${cursor}`, offices[1]);
    if (page.cursor === undefined) return page.items;
    return [...page.items, ...(await pages<Item>(path, `&cursor=${encodeURIComponent(page.cursor)}`))];
  };
  const closings = async () =>
    (await pages<CorrectedClosing>('/closings')).toSorted((a, b) => a.number - b.number);
  const corrected = ({ number }: CorrectedClosing) =>
    read<CorrectedClosing>(`/closings/${terminalId}/${number}`, offices[1]);

  const report = (from: number) =>
    read<RecordedReport>(`/report?from=${from}&to=8000000000000000&terminalId=${terminalId}`);
  const operations = () => pages<RecordedOperation>('/operations');
  return { ...shop, offices, send, closeDay, end, closings, corrected, report, operations };
}

type Shop = Awaited<ReturnType<typeof twoInstances>>;

/** Numbers without holes, periods without gap or overlap, and all figures in a closing, a correction or the rest. */
async function expectWholeRecord({ closings, corrected, report, operations }: Shop) {
  const closed = await Promise.all((await closings()).map(corrected));
  expect(closed.map(({ number }) => number)).toStrictEqual(closed.map((_, at) => at + 1));
  for (const [at, { from, to }] of closed.entries()) {
    expect(to).toBeGreaterThanOrEqual(from);
    if (at > 0) expect(from).toBe(closed[at - 1]?.to);
  }
  const end = closed.at(-1)?.to ?? 0;
  const inClosings = closed.flatMap((closing) => [
    ...closing.report.rows,
    ...(closing.corrections?.rows ?? []),
  ]);
  const rest = await report(end);
  expect(figures([...inClosings, ...rest.rows])).toStrictEqual(figures((await report(0)).rows));
  for (const { createdAt } of await operations()) {
    const periods = closed.filter(({ from, to }) => from <= createdAt && createdAt < to).length;
    expect(periods + (createdAt >= end ? 1 : 0)).toBe(1);
  }
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Two back offices, or a back office and a till, at one terminal of one SQLite file. */
export function testClosingRaces({ runs }: { runs: number }): void {
  removeSqliteFiles();

  test.each(races)(
    `F110: of ${runs} races of %s and %s each closes a terminal once, and each sale is in one period`,
    async (...steps) => {
      const shop = await twoInstances();
      let sentBatches = 0;
      for (let at = 0; at < runs; at += 1) {
        const sold = await shop.send('pay', shop.offices[at % 2]!);
        shop.results.set(messageIn(sold), { status: 'complete' });
        await shop.clock.advance(1000);
        if (!steps.includes('result')) await shop.end(sold);
        await shop.clock.advance(60_000);
        const before = (await shop.closings()).length;
        const posted = shop.posted.length;
        const ending = ends[at % ends.length];
        const lose = () => Promise.reject(new TypeError('lost'));
        if (ending === 'lost') shop.answers.push(lose, lose);

        const begin = (step: Step, by: Gateway): Promise<Answer> => {
          if (step === 'batch' || step === 'sale')
            return shop.send(step === 'sale' ? 'pay' : 'closeBatch', by);
          if (step === 'day') return shop.closeDay(by);
          return shop.answerOf(sold.id, by.fetch(ask(`/processed-messages/${messageIn(sold)}`, all)));
        };
        const order = at % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
        const answers = await Promise.all(
          order.map(async (which, later) => {
            await turns(later * ((at * 3) % 25));
            return { step: steps[which], answer: await begin(steps[which], shop.offices[which]) };
          }),
        );
        shop.answers.length = 0;
        const isStarted = ({ step, answer }: (typeof answers)[number]) =>
          (step === 'batch' || step === 'sale') && answer.status !== 409;
        const started = answers.filter(isStarted);
        for (const { answer } of started)
          if (answer.state === 'accepted') shop.results.set(messageIn(answer), { status: ending });
        for (const { answer } of started) await shop.end(answer);
        if (steps.includes('result')) await shop.end(sold);

        const days = answers.filter(({ step, answer }) => step === 'day' && answer.status === 200).length;
        const batches = started.filter(({ step }) => step === 'batch').length;
        expect(shop.posted.length - posted).toBe(started.length);
        // The terminal does one thing at a time, and a period is closed once.
        expect(started.length).toBe(steps.includes('batch') || steps.includes('sale') ? 1 : 0);
        expect(days).toBe(steps.includes('day') ? 1 : 0);
        expect((await shop.closings()).length - before).toBe(days + (ending === 'failed' ? 0 : batches));
        if (at % 10 === 9) await expectWholeRecord(shop);
        sentBatches += batches;
      }
      if (steps.includes('sale') && steps.includes('batch'))
        expect([sentBatches > 0, sentBatches < runs]).toStrictEqual([true, true]);
    },
    120_000,
  );
}
