import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecordedTransaction } from '../../../src/core/operations/recorded.ts';
import { ask, post } from '../gatewayTill.ts';
import { type Answer, as, createShop, messageIn, refusalIn } from '../shop.ts';
import { removeSqliteFiles } from '../sql/sqliteFiles.ts';
import { twoStores } from '../sql/twoStores.ts';

const soldCents = 5000;
const query = '?currency=EUR';

const givingBack = fc.record({
  kind: fc.constantFrom('refund', 'refund', 'refund', 'void'),
  cents: fc.oneof(fc.integer({ min: 1, max: soldCents }), fc.constantFrom(2500, 2501, 4999, soldCents)),
  end: fc.constantFrom('complete', 'complete', 'part', 'failed', 'timeout', 'lost'),
  /** What a person says of it if it is unknown; null: nothing. */
  said: fc.constantFrom(true, false, null),
});
type GivingBack = typeof givingBack extends fc.Arbitrary<infer Value> ? Value : never;

/** Two back offices that give back one sale, each before an instance of its own on one SQLite file. */
export function testRefundRaces({ runs }: { runs: number }): void {
  removeSqliteFiles();

  test(`F111: of ${runs} races of two back offices on one sale, none gives back more than was paid`, async () => {
    const { clock, store, second } = await twoStores();
    const shop = createShop({ store, virtualClock: clock });
    const offices = [shop.gateway, shop.another({ store: second })] as const;
    let [terminals, refusals, sentAtAll] = [0, 0, 0];

    const giveBack = ({ kind, cents }: GivingBack, pnRefNum: string, at: number) => {
      terminals += 1;
      const body = { terminalId: `T-${terminals}`, pnRefNum, ...(kind === 'refund' && { amount: cents }) };
      return shop.send(kind, body, { query, by: offices[at % 2] ?? shop.gateway });
    };
    const sell = async () => {
      terminals += 1;
      const sale = await shop.send('pay', { amount: soldCents, terminalId: `T-${terminals}` }, { query });
      await shop.finish(messageIn(sale));
      return (JSON.parse(sale.text) as { data: { pnRefNum: string } }).data.pnRefNum;
    };
    const transactionOf = async (pnRefNum: string) =>
      (await (
        await shop.other.fetch(ask(`/transactions/-/${pnRefNum}`, as({ sees: 'all' })))
      ).json()) as RecordedTransaction;
    const resolve = async (id: string, charged: boolean) => {
      const said = post(`/operations/${id}/resolution`, { charged, basis: 'receipt' }, as({}));
      expect((await shop.gateway.fetch(said)).status).toBe(200);
    };

    /** How much was given back by what was sent; undefined while that is unknown. */
    const endOf = async (answer: Answer, { kind, cents, end, said }: GivingBack, left: number) => {
      const whole = kind === 'void' ? left : cents;
      if (answer.state === 'accepted') {
        const isKnown = end !== 'timeout';
        const status = end === 'failed' || end === 'timeout' ? end : 'complete';
        const part = end === 'part' && kind === 'refund' ? Math.floor(cents / 2) : whole;
        shop.results.set(messageIn(answer), { status, ...(kind === 'refund' && { amount: part }) });
        await shop.finish(messageIn(answer));
        if (isKnown) return status === 'complete' ? part : 0;
      }
      if (said === null) return undefined;
      await resolve(answer.id, said);
      return said ? whole : 0;
    };

    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(givingBack, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
        async (rounds) => {
          const pnRefNum = await sell();
          let [back, isOpen, isVoided] = [0, false, false];
          for (const round of rounds) {
            await clock.advance(300_001); // a doubtful refund of the same amount asks nothing any more
            for (const { end } of round.slice(0, 1))
              if (end === 'lost') shop.answers.push(() => Promise.reject(new TypeError('lost')));
            const answers = await Promise.all(round.map((one, at) => giveBack(one, pnRefNum, at)));
            shop.answers.length = 0;
            const sent = answers.flatMap((answer, at) => (answer.status === 409 ? [] : [{ answer, at }]));
            for (const answer of answers.filter(({ status }) => status === 409)) {
              expect(refusalIn(answer).refusal.code).toBe('not-allowed');
              refusals += 1;
            }
            const left = soldCents - back;
            const fits = ({ kind, cents }: GivingBack) =>
              kind === 'void' ? back === 0 : cents <= left && left > 0;
            const mayBeSent = !isOpen && !isVoided && round.some(fits);
            expect(sent).toHaveLength(mayBeSent ? 1 : 0);
            for (const { answer, at } of sent) {
              const one = round[at];
              if (!one) throw new Error('It was asked for.');
              expect(fits(one)).toBe(true);
              sentAtAll += 1;
              const given = await endOf(answer, one, left);
              isOpen = given === undefined;
              isVoided = one.kind === 'void' && (given ?? 0) > 0;
              back += given ?? 0;
            }
            expect(back).toBeLessThanOrEqual(soldCents);
            const { leftCents, refundedCents } = await transactionOf(pnRefNum);
            expect([leftCents, refundedCents]).toStrictEqual([
              isVoided ? 0 : soldCents - back,
              isVoided ? 0 : back,
            ]);
          }
        },
      ),
      { numRuns: runs },
    );
    // The races were races.
    expect(refusals).toBeGreaterThan(runs / 2);
    expect(sentAtAll).toBeGreaterThan(runs / 2);
  }, 120_000);
}
