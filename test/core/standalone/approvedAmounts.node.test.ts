import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followOperation } from '../../../src/core/standalone/followOperation.ts';
import { transactionUpdatedByOperations } from '../../../src/core/operations/transactions.ts';
import {
  createOperationDraft,
  operationFromDraft,
  centsFromRequestAmount,
} from '../../../src/core/operations/operationDraft.ts';
import type { OperationLedger } from '../../../src/core/standalone/operationLedger.ts';
import { reduceOperation } from '../../../src/core/operations/operationReducer.ts';
import {
  allowedOperations,
  amountFromCents,
  createFlowView,
  createMemoryJournal,
  createPollBudget,
  createTerminalOperations,
  createVirtualClock,
  defineService,
  type MoneyOperation,
  type ProcessedMessage,
  type TerminalOperation,
  type Transaction,
  transactionOf,
} from '../../../src/exports/core.ts';
import type { AmountScale } from '../../../src/core/money/wireAmount.ts';
import { json, recordingClient } from '../client/recordingClient.ts';
import { sell } from './sell.ts';
import { runs } from '../../runs.ts';

interface Money {
  currency: string;
  amountScale: AmountScale | undefined;
  /** So many cents are so many of the wire. Written down here, not asked of the kit. */
  cents: number;
  wire: number;
}

const moneys: Money[] = [
  { currency: 'USD', amountScale: undefined, cents: 1, wire: 1 },
  { currency: 'USD', amountScale: 'hundredths', cents: 1, wire: 1 },
  { currency: 'JPY', amountScale: 'iso', cents: 1, wire: 1 },
  { currency: 'JPY', amountScale: 'hundredths', cents: 1, wire: 100 },
  { currency: 'KWD', amountScale: 'iso', cents: 1, wire: 1 },
  { currency: 'KWD', amountScale: 'hundredths', cents: 10, wire: 1 },
];
/** What was asked for and what was approved, as the wire counts them; often the same, or nearly. Flat, since 100,000 are drawn in `npm run test:long`. */
const sales = fc
  .tuple(
    fc.nat(moneys.length - 1),
    fc.integer({ min: 1, max: 10_000_000 }),
    fc.constantFrom(20_000, 1),
    fc.nat(4),
    fc.nat(2_000_000),
  )
  .map(([index, size, smaller, how, random]): [of: Money, asked: number, confirmed: number] => {
    const of = moneys[index]!;
    const asked = Math.ceil(size / smaller) * of.wire;
    const confirmed = [asked, asked + (random % 300) - 150, Math.round((asked * random) / 1e6), random % 2];
    return [of, asked, Math.max(0, confirmed[how] ?? asked + (random % 3) - 1)];
  });

const quiet = createVirtualClock(0);
const page = { isVisible: () => true, onWake: () => () => undefined };

/** An operation that is sent, accepted, and complete with that amount of the wire; by the kit's own steps, without a network. */
function carriedOut(
  kind: Exclude<MoneyOperation, 'void' | 'closeBatch'>,
  asked: number,
  confirmed: number,
  of: Pick<Money, 'currency' | 'amountScale'>,
): TerminalOperation {
  const request = { terminalId: 'T1', amount: asked, receipt: false, pnRefNum: 'r' };
  const about = { id: kind, flowKey: 'default', scope: undefined, createdAt: 0 };
  const money = { currency: of.currency, amountCents: centsFromRequestAmount(asked, of) };
  const draft = operationFromDraft(createOperationDraft(kind, request, money), about);
  let operation = reduceOperation(draft, { type: 'accepted', at: 1, msgIdentifier: 'm', pnRefNum: 'r' });
  const ledger: Pick<OperationLedger, 'get' | 'apply'> = {
    get: () => operation,
    apply: (_, fact) => (operation = reduceOperation(operation, fact)),
  };
  const message: ProcessedMessage = { msgIdentifier: 'm', status: 'complete', amount: confirmed, raw: {} };
  const state = { msgIdentifier: 'm', isFinal: true, connection: 'ok', failures: 0, missing: 0 } as const;
  followOperation(operation, {
    ledger: ledger as OperationLedger,
    clock: quiet,
    page,
    maxWaitMs: 300_000,
    amountScale: of.amountScale,
    watch: { getSnapshot: () => ({ ...state, message }), subscribe: () => () => undefined },
    isViewed: () => true,
  });
  return operation;
}

const rule = (transaction: Transaction, name: 'capture' | 'refund') =>
  allowedOperations(transaction).find(({ operation }) => operation === name);

/** Refunds all that is offered, in parts of which not all is approved either; what was given back, in cents. */
function refundAll(operations: TerminalOperation[], of: Money, parts: readonly number[]): number {
  let back = 0;
  for (let step = 0; ; step += 1) {
    const transaction = transactionOf(operations, 'r')!;
    const offer = rule(transaction, 'refund');
    if (!offer?.allowed) return back;
    expect(back + offer.maxCents!).toBeLessThanOrEqual(transaction.capturedCents);
    const most = (offer.maxCents! * of.wire) / of.cents;
    const share = parts[step] ?? 1;
    const asked = Math.max(of.wire, Math.floor((most * share) / of.wire) * of.wire);
    // Now and then only half of it goes back.
    const half = Math.floor(asked / 2 / of.wire) * of.wire;
    const refund = carriedOut('refund', asked, step % 2 === 0 && step < 6 ? half : asked, of);
    back += refund.confirmedCents!;
    operations.push(refund);
  }
}

/** What is wrong with a sale of these amounts, in words; nothing otherwise. Plain comparisons, which are fast. */
function faultsOf(of: Money, asked: number, confirmed: number): string[] {
  const sale = carriedOut('pay', asked, confirmed, of);
  const exact = (confirmed * of.cents) / of.wire;
  const told = Math.floor(exact);
  const transaction = transactionOf([sale], 'r');
  const offered = rule(transaction!, 'refund')?.maxCents ?? 0;
  const wire = amountFromCents(sale.amountCents!, of);
  const given: Transaction = {
    ...transaction!,
    authorizedCents: sale.amountCents!,
    capturedCents: sale.amountCents!,
    settled: true,
  };
  const corrected = transactionUpdatedByOperations(given, [sale]);
  const believed = Math.max(corrected.capturedCents, rule(corrected, 'refund')?.maxCents ?? 0);
  const held: [string, boolean][] = [
    ['cents are cents', sale.amountCents === (asked * of.cents) / of.wire],
    ['and the wire gets its integer back', wire.ok && wire.amount === asked],
    ['complete is what was asked for, or more', (sale.phase === 'complete') === confirmed >= asked],
    ['less is partial', (sale.phase === 'partial') === confirmed < asked],
    ['what was told counts', sale.confirmedCents === told],
    ['captured is what was confirmed', transaction?.capturedCents === told],
    ['no more is refunded', offered === told && offered <= exact],
    ['also where a host has what was asked for', believed <= exact],
    [
      'more than was asked is told',
      sale.anomalies.includes('amount-mismatch') === (confirmed > asked || told !== exact),
    ],
  ];
  return held.flatMap(([name, isTrue]) => (isTrue ? [] : [name]));
}

describe('F31: what was approved', () => {
  it('decides of random pairs what is called paid, what was captured, and what may go back', () => {
    fc.assert(
      fc.property(sales, ([of, asked, confirmed]) => {
        const faults = faultsOf(of, asked, confirmed);
        if (faults.length > 0) throw new Error(`not so: ${faults.join(', ')}`);
      }),
      { numRuns: runs(4_000, 100_000), seed: 31 },
    );
  }, 120_000);

  it('goes back once: refunds in parts, and partly approved, never give back more', () => {
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 });
    fc.assert(
      fc.property(sales, shares, ([of, asked, confirmed], parts) => {
        const whole = confirmed - (confirmed % of.wire);
        const operations = [carriedOut('pay', asked, whole, of)];
        const captured = transactionOf(operations, 'r')!.capturedCents;
        expect(captured).toBe((whole * of.cents) / of.wire);
        expect(refundAll(operations, of, parts)).toBe(captured);
      }),
      { numRuns: runs(300, 1000), seed: 32 },
    );
  }, 120_000);

  it('of a pre-authorization is held, of its capture is captured, whatever a host still has', () => {
    fc.assert(
      fc.property(sales, fc.nat(100), ([of, asked, confirmed], percent) => {
        const whole = confirmed - (confirmed % of.wire);
        const hold = carriedOut('preAuth', asked, whole, of);
        const held = transactionOf([hold], 'r')!;
        const offer = rule(held, 'capture');
        expect([held.capturedCents, offer?.maxCents]).toEqual([0, hold.confirmedCents]);
        const most = (offer!.maxCents! * of.wire) / of.cents;
        if (most === 0) return;
        const part = Math.floor((most * percent) / 100 / of.wire) * of.wire;
        const operations = [hold, carriedOut('capture', most, part, of)];
        const captured = (part * of.cents) / of.wire;
        expect(transactionOf(operations, 'r')!.capturedCents).toBe(captured);
        const host = { ...held, authorizedCents: hold.amountCents!, capturedCents: offer!.maxCents! };
        expect(transactionUpdatedByOperations(host, operations).capturedCents).toBe(captured);
        expect(refundAll(operations, of, [])).toBe(captured);
      }),
      { numRuns: runs(300, 1000), seed: 33 },
    );
  }, 120_000);

  it('is what a page shows, tells and allows, from the answers of a service', async () => {
    const property = fc.asyncProperty(sales, async ([of, asked, confirmed]) => {
      const clock = createVirtualClock(Date.UTC(2026, 0, 15));
      const { client, sent } = recordingClient(
        ({ method }) =>
          method === 'POST'
            ? json({ data: { msgIdentifier: 'm' } })
            : json({ data: { status: 'complete', amount: confirmed, pnRefNum: 'r' } }),
        {
          clock,
          pollBudget: createPollBudget({ clock }),
          service: defineService({ amountScale: of.amountScale }),
        },
      );
      const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
      const told: string[] = [];
      operations.listen((event) => {
        if (event.type === 'operation') told.push(event.to);
      });
      const flow = createFlowView(operations, 'pay', 'default', of.currency);
      void flow.start({ terminalId: 'T1', amount: asked, receipt: false });
      await clock.advance(30_000);
      const captured = Math.floor((confirmed * of.cents) / of.wire);
      const ending = confirmed >= asked ? 'complete' : 'partial';
      expect(told).toEqual(['sending', 'waiting', ending]);
      expect(flow.getSnapshot()).toMatchObject({
        phase: ending,
        operation: { amountCents: (asked * of.cents) / of.wire, confirmedCents: captured },
      });
      expect(sent[0]?.body).toMatchObject({ amount: asked });
      const more = { terminalId: 'T1', pnRefNum: 'r', amount: ((captured + of.cents) * of.wire) / of.cents };
      const refund = await operations.start('refund', more, { currency: of.currency });
      expect(refund).toMatchObject({ started: false, refusal: { code: 'not-allowed' } });
      operations.dispose();
    });
    await expect(fc.assert(property, { numRuns: runs(40, 100), seed: 34 })).resolves.toBeUndefined();
  }, 120_000);

  const sellReading = (amount: unknown) =>
    sell(() => json({ data: { msgIdentifier: 'm' } }), {
      poll: () => json({ data: { status: 'complete' } }),
      service: defineService({ read: { message: () => ({ status: 'complete', amount }) } }),
    });

  it.each([-1250, NaN, Infinity, '$5.00', 'EUR', true, { value: 800 }, [800]])(
    'is not known where a description reads %j: it is complete with a warning, and its record stays readable',
    async (amount) => {
      const { operation, posts } = await sellReading(amount);
      const { phase, confirmedCents, anomalies } = operation;
      expect([phase, confirmedCents, anomalies, posts]).toEqual([
        'complete',
        undefined,
        ['amount-mismatch'],
        1,
      ]);
    },
  );

  it.each([undefined, null, ''])('is what was asked for where nothing is said: %j', async (amount) => {
    const { operation } = await sellReading(amount);
    expect(operation).toMatchObject({ phase: 'complete', anomalies: [] });
  });

  it('is known from digits in a text: less than was asked for is partial', async () => {
    const { operation } = await sellReading('800');
    expect(operation).toMatchObject({ phase: 'partial', confirmedCents: 800 });
  });

  it.each([12.5, '12.50', '12,50'])(
    'is in doubt where a description reads %j: cents have no decimals',
    async (amount) => {
      const { operation, posts } = await sellReading(amount);
      expect(operation).toMatchObject({ phase: 'unknown', reason: 'unrecognised-status' });
      expect([operation.confirmedCents, posts]).toEqual([undefined, 1]);
    },
  );

  it('F26: is kept where a failure was told before: a person who saw the charge records that much', () => {
    const failed = { ...carriedOut('pay', 1250, 0, moneys[0]!), phase: 'failed', status: 'failed' } as const;
    const message = { msgIdentifier: 'm', status: 'complete', confirmedCents: 800, raw: {} } as const;
    const doubtful = reduceOperation(
      { ...failed, confirmedCents: undefined },
      { type: 'polled', at: 3, message },
    );
    expect(doubtful).toMatchObject({ phase: 'unknown', reason: 'contradiction', confirmedCents: 800 });
    const seen = reduceOperation(doubtful, { type: 'resolved', at: 4, charged: true, basis: 'receipt' });
    expect(transactionOf([seen], 'r')).toMatchObject({ authorizedCents: 800, capturedCents: 800 });
  });

  it('of a capture that a person recorded, a host that counts what was asked for is corrected', () => {
    const hold = carriedOut('preAuth', 5000, 5000, moneys[0]!);
    const capture = {
      ...carriedOut('capture', 1250, 800, moneys[0]!),
      phase: 'resolved',
      resolution: { charged: true, basis: 'receipt' },
    } as const;
    const given = { ...transactionOf([hold], 'r')!, capturedCents: 1250 };
    expect(transactionUpdatedByOperations(given, [hold, capture])).toMatchObject({ capturedCents: 800 });
  });
});

describe('an amount of which it cannot be said how many cents it is', () => {
  const till = (amountScale?: AmountScale) => {
    const clock = createVirtualClock(Date.UTC(2026, 0, 15));
    const answer = () => json({ data: { msgIdentifier: 'm' } });
    const { client, sent } = recordingClient(answer, { clock, service: defineService({ amountScale }) });
    return { operations: createTerminalOperations({ client, journal: createMemoryJournal(), clock }), sent };
  };
  const sale = { terminalId: 'T1', amount: 12_345, receipt: false };
  const refund = { terminalId: 'T1', pnRefNum: 'r', amount: 12_345 };

  it.each<[string, AmountScale | undefined, string | undefined, string]>([
    ['in hundredths of no currency', 'hundredths', undefined, 'currency'],
    ['of 123.45 yen', 'hundredths', 'JPY', 'amount'],
    ['of yen, without a scale', undefined, 'jpy', 'amountScale'],
    ['of dinars, without a scale', undefined, 'KWD', 'amountScale'],
  ])('%s is not sent, and the refusal names what is wrong', async (_, amountScale, currency, field) => {
    const { operations, sent } = till(amountScale);
    for (const started of [
      await operations.start('pay', sale, { currency }),
      await operations.start('preAuth', sale, { currency }),
      await operations.start('refund', refund, { currency }),
      await operations.start('capture', refund, { currency }),
    ])
      expect(started).toMatchObject({ started: false, refusal: { code: 'invalid-request', field } });
    expect([sent, operations.list()]).toEqual([[], []]);
    operations.dispose();
  });

  it.each<[AmountScale | undefined, string | undefined, number]>([
    ['hundredths', 'kwd', 123_450],
    ['hundredths', 'usd', 12_345],
    ['iso', 'JPY', 12_345],
    ['iso', undefined, 12_345],
    [undefined, undefined, 12_345],
    [undefined, 'EUR', 12_345],
  ])('is none where it counts %s of %s', async (amountScale, currency, amountCents) => {
    const { operations } = till(amountScale);
    expect(await operations.start('pay', sale, { currency })).toMatchObject({
      started: true,
      operation: { amountCents, currency: currency?.toUpperCase() },
    });
    operations.dispose();
  });

  it('is none of a void or of a batch: nothing is said of an amount', async () => {
    const { operations } = till('hundredths');
    expect(await operations.start('void', { terminalId: 'T1', pnRefNum: 'r' })).toMatchObject({
      started: true,
    });
    expect(await operations.start('closeBatch', { terminalId: 'T2' })).toMatchObject({ started: true });
    operations.dispose();
  });
});
