import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Answer, messageIn, refusalIn } from '../shop.ts';
import { removeSqliteFiles } from '../sql/sqliteFiles.ts';
import { twoStores } from '../sql/twoStores.ts';
import { createOrderShop } from './orderShop.ts';

async function twoInstances() {
  const { clock, store, second } = await twoStores();
  const shop = createOrderShop({ store, virtualClock: clock });
  return { shop, tills: [shop.gateway, shop.another({ store: second })] as const };
}

const total = 5000;
const ends = ['complete', 'complete', 'part', 'failed', 'timeout', 'lost', 'void', 'refund'] as const;
type End = (typeof ends)[number];
const usual = { end: 'complete', share: 50, late: false } as const;
const approvedOf = ({ cents: asked }: { cents: number }, { end, share }: { end: End; share: number }) =>
  end === 'part' ? Math.floor((asked * share) / 100) : asked;
const outcome = fc.record({
  end: fc.constantFrom(...ends),
  share: fc.integer({ min: 1, max: 99 }),
  late: fc.boolean(),
});
const cents = fc.oneof(fc.integer({ min: 1, max: 2600 }), fc.constantFrom(2500, 2501, 4999, 5000, 5001));
const round = fc.record({
  parts: fc.array(cents, { minLength: 2, maxLength: 3 }),
  legs: fc.array(fc.record({ cents, by: fc.nat({ max: 1 }) }), { maxLength: 1 }),
  outcomes: fc.array(outcome, { minLength: 3, maxLength: 3 }),
});

/** Two tills, and a drawer, at one order of one SQLite file. */
export function testOrderRaces({ runs }: { runs: number }): void {
  removeSqliteFiles();

  test(`F120: of ${runs} races of two tills and a drawer on an order, none takes more than its total without a yes`, async () => {
    const { shop, tills } = await twoInstances();
    let [orders, refusals, taken] = [0, 0, 0];

    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 3 }), async (rounds) => {
        orders += 1;
        await shop.clock.advance(300_001); // an unknown payment of an earlier order asks nothing any more
        const order = `A-${orders}`;
        /** What each part may have taken, by what the service and people said. */
        const ledger = { paid: 0, pending: 0 };
        const isFitting = () => expect(ledger.paid + ledger.pending).toBeLessThanOrEqual(total);

        for (const { parts, legs, outcomes } of rounds) {
          const before = ledger.paid + ledger.pending;
          for (const _ of parts)
            if (outcomes[0]?.end === 'lost') shop.answers.push(() => Promise.reject(new TypeError('lost')));
          const [answers, legAnswers] = await Promise.all([
            Promise.all(
              parts.map((amount, at) => shop.part(amount, { order, by: tills[at % 2] ?? tills[0] })),
            ),
            Promise.all(legs.map(({ by, ...leg }) => shop.leg(leg, { order, by: tills[by] ?? tills[0] }))),
          ]);
          shop.answers.length = 0;
          const sent = answers.flatMap((answer, at) =>
            answer.status === 409 ? [] : [{ answer, cents: parts[at] ?? 0 }],
          );
          const legsTaken = legs.filter((_, at) => legAnswers[at]?.status === 200);
          // Only too much is a reason to ask, or a payment of the same amount whose outcome is not known.
          const wanted =
            before + [...parts, ...legs.map((leg) => leg.cents)].reduce((sum, one) => sum + one, 0);
          for (const answer of [...answers, ...legAnswers].filter(({ status }) => status === 409)) {
            const { refusal, errors } = refusalIn(answer);
            expect(refusal.code).toBe('needs-confirmation');
            if (errors) expect(wanted).toBeGreaterThan(total);
            refusals += errors ? 1 : 0;
          }
          ledger.pending += sent.reduce((sum, part) => sum + part.cents, 0);
          ledger.paid += legsTaken.reduce((sum, leg) => sum + leg.cents, 0);
          isFitting();
          // All at once: the gateway may ask about any of them.
          for (const [at, part] of sent.entries()) decideResult(part, outcomes[at] ?? usual);
          for (const [at, part] of sent.entries()) {
            await end(part, outcomes[at] ?? usual, ledger);
            isFitting();
          }
          expect(await shop.figures(order, { by: tills[1] })).toStrictEqual([
            ledger.paid,
            ledger.pending,
            total - ledger.paid - ledger.pending,
          ]);
          taken += sent.length + legsTaken.length;
        }
      }),
      { numRuns: runs },
    );
    // The races were races.
    expect(refusals).toBeGreaterThan(runs / 2);
    expect(taken).toBeGreaterThan(runs);

    function decideResult(
      part: { answer: Answer; cents: number },
      { end: by, share }: { end: End; share: number },
    ): void {
      if (part.answer.state !== 'accepted') return;
      const status = by === 'failed' || by === 'timeout' ? by : 'complete';
      shop.results.set(messageIn(part.answer), { status, amount: approvedOf(part, { end: by, share }) });
    }

    /** What becomes of a part that was sent. */
    async function end(
      { answer, cents: asked }: { answer: Answer; cents: number },
      { end: by, share, late }: { end: End; share: number; late: boolean },
      ledger: { paid: number; pending: number },
    ): Promise<void> {
      const decide = (paid: number) => {
        ledger.pending -= asked;
        ledger.paid += paid;
      };
      if (answer.state !== 'accepted') {
        if (!late) return; // stays unknown, and counts
        await shop.resolve(answer.id, share > 50);
        return decide(share > 50 ? asked : 0);
      }
      const approved = approvedOf({ cents: asked }, { end: by, share });
      await shop.finish(messageIn(answer));
      if (by === 'timeout') {
        if (!late) return;
        await shop.resolve(answer.id, share > 50);
        return decide(share > 50 ? asked : 0);
      }
      if (by === 'failed') return decide(0);
      decide(approved);
      const { pnRefNum } = (JSON.parse(answer.text) as { data: { pnRefNum: string } }).data;
      if (by === 'void') {
        await shop.follow('void', { pnRefNum }, late ? { status: 'failed' } : {});
        if (!late) ledger.paid -= approved;
      }
      const back = Math.max(1, Math.floor((approved * share) / 100));
      if (by === 'refund') {
        await shop.follow('refund', { pnRefNum, amount: back }, late ? { status: 'failed' } : {});
        if (!late) ledger.paid -= back;
      }
    }
  }, 120_000);

  test('F120: two tills that take the rest at once: one takes it, the other is asked', async () => {
    const { shop, tills } = await twoInstances();
    for (let at = 0; at < runs; at += 1) {
      const order = `B-${at}`;
      const answers = await Promise.all(tills.map((by) => shop.part(3000 + (at % 3), { order, by })));
      expect(answers.map(({ status }) => `${status}`).toSorted()).toStrictEqual(['200', '409']);
    }
    expect(shop.posted).toHaveLength(runs);
  }, 120_000);

  test('F120: a payment and a drawer that take the rest at once: one takes it, the other is asked', async () => {
    const { shop, tills } = await twoInstances();
    let legs = 0;
    for (let at = 0; at < runs; at += 1) {
      const order = `C-${at}`;
      const [one, other] = at % 2 === 0 ? tills : ([tills[1], tills[0]] as const);
      const pay = () => shop.part(4000, { order, by: one });
      // A leg has less to do before its check, so it begins later, by as many turns as it takes to come first or second.
      const record = async () => {
        for (let turn = 0; turn < (at * 3) % 75; turn += 1)
          await new Promise((resolve) => setImmediate(resolve));
        return shop.leg({ cents: 3000 }, { order, by: other });
      };
      const answers = await Promise.all([pay(), record()]);
      expect(answers.map(({ status }) => `${status}`).toSorted()).toStrictEqual(['200', '409']);
      const [paid, pending] = await shop.figures(order);
      expect([0, 4000]).toContain(pending);
      expect((paid ?? 0) + (pending ?? 0)).toBeLessThanOrEqual(5000);
      legs += paid === 3000 ? 1 : 0;
    }
    expect([legs > 0, legs < runs, shop.posted.length]).toStrictEqual([true, true, runs - legs]);
  }, 120_000);
}
