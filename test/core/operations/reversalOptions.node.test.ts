import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ReversalOptions, reversalOptions } from '../../../src/core/operations/reversalOptions.ts';
import { guardFollowUp } from '../../../src/core/operations/startGuard.ts';
import {
  transactionUpdatedByOperations,
  type Transaction,
} from '../../../src/core/operations/transactions.ts';
import type {
  OperationError,
  Phase,
  TerminalOperation,
} from '../../../src/core/operations/terminalOperation.ts';
import { held, sold } from './soldTransaction.ts';

const ofT1 = { pnRefNum: 'r', terminalId: 'T1' };
const sale: Transaction = { ...sold, ...ofT1 };
const hold: Transaction = { ...held, ...ofT1 };

let made = 0;
const tried = (kind: 'void' | 'refund' | 'capture', phase: Phase, more: Partial<TerminalOperation> = {}) => {
  made += 1;
  const operation: TerminalOperation = {
    id: `${kind} ${made}`,
    kind,
    phase,
    terminalId: 'T1',
    pnRefNum: 'r',
    anomalies: [],
    connection: 'ok',
    seenProcessing: false,
    flowKey: 'default',
    createdAt: made,
    ...more,
  };
  return operation;
};
const refusedWith = (error: Partial<OperationError>): Partial<TerminalOperation> => ({
  error: { code: 'http', shortMessage: 'No.', status: 422, ...error },
});

const shown = (transaction: Transaction, ...operations: TerminalOperation[]) => {
  const found = reversalOptions(transaction, operations);
  return typeof found === 'string' ? found : found.fullReversalKind;
};
const possible = (transaction: Transaction, ...operations: TerminalOperation[]) =>
  reversalOptions(transaction, operations) as ReversalOptions;

describe('how much goes back, and how', () => {
  test.each<[string, Transaction, Partial<ReversalOptions>]>([
    [
      'a sale',
      sale,
      { maxCents: 5000, fullReversalKind: 'void', isSettlementUnknown: true, allowsPartialRefund: true },
    ],
    [
      'one that is settled',
      { ...sale, settled: true },
      { maxCents: 5000, fullReversalKind: 'refund', isSettlementUnknown: false },
    ],
    [
      'one that is not',
      { ...sale, settled: false },
      { maxCents: 5000, fullReversalKind: 'void', isSettlementUnknown: false, allowsPartialRefund: false },
    ],
    [
      'one of which a part went back',
      { ...sale, refundedCents: 1250 },
      { maxCents: 3750, fullReversalKind: 'refund' },
    ],
    [
      'a hold',
      hold,
      {
        maxCents: 5000,
        fullReversalKind: 'void',
        allowsPartialRefund: false,
        isSettlementUnknown: false,
        isHold: true,
      },
    ],
    [
      'a hold that was captured',
      { ...hold, capturedCents: 4200 },
      { maxCents: 4200, fullReversalKind: 'void', allowsPartialRefund: true, isHold: false },
    ],
  ])('of %s', (_, transaction, expected) => {
    expect(possible(transaction)).toMatchObject(expected);
  });

  test.each<[string, Transaction, TerminalOperation[], string]>([
    ['voided', sale, [tried('void', 'complete')], 'voided'],
    [
      'said to be voided',
      sale,
      [tried('void', 'resolved', { resolution: { charged: true, basis: 'receipt' } })],
      'voided',
    ],
    ['given back whole', { ...sale, refundedCents: 5000 }, [], 'already-refunded'],
    ['given back here', sale, [tried('refund', 'complete', { amountCents: 5000 })], 'already-refunded'],
    ['never captured, and settled', { ...hold, settled: true }, [], 'nothing-captured'],
    ['being given back', sale, [tried('refund', 'waiting', { amountCents: 100 })], 'under-way'],
  ])('nothing of what was %s', (_, transaction, operations, reason) => {
    expect(reversalOptions(transaction, operations)).toBe(reason);
  });
});

describe('F68: a refund comes in the place of a void', () => {
  test.each<[string, TerminalOperation]>([
    ['was not done', tried('void', 'failed')],
    ['was refused by the service', tried('void', 'rejected', refusedWith({}))],
    [
      'was refused, by the word of a gateway',
      tried('void', 'rejected', refusedWith({ operationState: 'refused' })),
    ],
    ['is not known there', tried('void', 'rejected', refusedWith({ status: 404 }))],
  ])('that %s', (_, earlier) => {
    expect(shown(sale, earlier)).toBe('refund');
  });

  test.each<[string, TerminalOperation]>([
    ['came too often', tried('void', 'rejected', refusedWith({ status: 429, code: 'rate-limited' }))],
    ['was not let in', tried('void', 'rejected', refusedWith({ status: 401, code: 'unauthorized' }))],
    ['never left', tried('void', 'rejected', refusedWith({ status: undefined, code: 'unanswered' }))],
    ['a gateway could not send', tried('void', 'rejected', refusedWith({ operationState: 'not-seen' }))],
    [
      'a gateway kept back',
      tried(
        'void',
        'rejected',
        refusedWith({ status: 409, refusal: { code: 'not-allowed', message: 'No.' } }),
      ),
    ],
    [
      'a person says was not done',
      tried('void', 'resolved', { resolution: { charged: false, basis: 'receipt' } }),
    ],
    ['is told in two ways', tried('void', 'failed', { anomalies: ['contradiction'] })],
  ])('not of one that %s: that is tried again', (_, earlier) => {
    expect(shown(sale, earlier)).toBe('void');
  });

  test.each<Phase>(['sending', 'waiting', 'unknown'])(
    'not of one that is %s: nothing goes back then',
    (phase) => {
      expect(shown(sale, tried('void', phase))).toBe('under-way');
    },
  );

  test('not where the host knows that it is not settled', () => {
    expect(shown({ ...sale, settled: false }, tried('void', 'failed'))).toBe('void');
  });

  test('the void again once the service has refused that too, in whatever order they are told', () => {
    const [first, second] = [tried('void', 'failed'), tried('refund', 'rejected', refusedWith({}))];
    expect(shown(sale, first, second)).toBe('void');
    expect(shown(sale, second, first)).toBe('void');
  });

  test.each<Phase>(['failed', 'resolved'])('not a void after a refund that is %s: it was taken', (phase) => {
    const resolution = { charged: false, basis: 'receipt' } as const;
    const earlier = tried('refund', phase, { amountCents: 5000, resolution });
    expect(shown(sale, earlier)).toBe('refund');
  });
});

describe('F68: what may have given the money back already is in doubt', () => {
  const said = { resolution: { charged: false, basis: 'receipt' } } as const;

  test.each<[string, TerminalOperation, boolean, boolean]>([
    ['a void that a person says was not done', tried('void', 'resolved', said), false, true],
    [
      'a void whose refusal may be that of a second copy',
      tried('void', 'rejected', refusedWith({})),
      false,
      true,
    ],
    [
      'one that a gateway proves',
      tried('void', 'rejected', refusedWith({ operationState: 'refused' })),
      false,
      false,
    ],
    ['one that was not done', tried('void', 'failed'), false, false],
    ['a refund that a person says was not done', tried('refund', 'resolved', said), true, true],
    [
      'a refund that a person says was done',
      tried('refund', 'resolved', { amountCents: 1000, resolution: { charged: true, basis: 'receipt' } }),
      false,
      false,
    ],
  ])('%s', (_, earlier, beforeVoid, beforeRefund) => {
    const { mayRepeatEarlier } = possible(sale, earlier);
    expect([mayRepeatEarlier('void'), mayRepeatEarlier('refund')]).toEqual([beforeVoid, beforeRefund]);
  });
});

describe('F111: what a record has of other tills', () => {
  const elsewhere = (...operations: TerminalOperation[]): Transaction => ({ ...sale, operations });
  const refund = { kind: 'refund', terminalId: 'T1', pnRefNum: 'r', amountCents: 5000 } as const;

  test.each<[string, Transaction, string]>([
    ['a void', elsewhere(tried('void', 'complete')), 'voided'],
    ['what is under way', elsewhere(tried('void', 'waiting')), 'under-way'],
    ['an unknown outcome', elsewhere(tried('refund', 'unknown')), 'under-way'],
  ])('%s keeps the money here, in the list and in the guard', (_, transaction, reason) => {
    expect(reversalOptions(transaction, [])).toBe(reason);
    expect(guardFollowUp(refund, [], transaction)).toMatchObject({ code: 'not-allowed' });
  });

  test('a refund there and one here are two: neither hides the other', () => {
    const there = tried('refund', 'complete', { amountCents: 2000 });
    const here = tried('refund', 'complete', { amountCents: 1000 });
    const record = { ...elsewhere(there), refundedCents: 2000 };
    expect(transactionUpdatedByOperations(record, [here]).refundedCents).toBe(3000);
    expect(possible(record, here).maxCents).toBe(2000);
    // The record has both by now.
    expect(
      transactionUpdatedByOperations({ ...elsewhere(there, here), refundedCents: 3000 }, [here])
        .refundedCents,
    ).toBe(3000);
  });

  test('what this page knows better is not held up by an old record', () => {
    const [was, is] = [tried('void', 'waiting'), tried('void', 'failed')];
    expect(reversalOptions(elsewhere({ ...was, id: is.id }), [is])).toMatchObject({
      fullReversalKind: 'refund',
    });
  });
});

describe('a refund of the host’s beside one made here', () => {
  const refunded = (cents: number, ...listed: TerminalOperation[]): Transaction => ({
    ...sale,
    refundedCents: cents,
    operations: listed,
  });
  const back = (amountCents: number, phase: Phase = 'complete') => tried('refund', phase, { amountCents });
  const knownCents = (transaction: Transaction, ...operations: TerminalOperation[]) =>
    transactionUpdatedByOperations(transaction, operations).refundedCents;
  const here = back(1000);

  test('is another one where the host lists what its figure counts, and this is not among it', () => {
    expect(knownCents(refunded(1000), here)).toBe(2000);
    expect(knownCents(refunded(3000), here)).toBe(4000);
    expect(possible(refunded(1000), here).maxCents).toBe(3000);
    const draft = { kind: 'refund', terminalId: 'T1', pnRefNum: 'r', amountCents: 3001 } as const;
    expect(guardFollowUp(draft, [here], refunded(1000))).toMatchObject({ field: 'amount' });
  });

  test('is the same one where the host lists it', () => {
    expect(knownCents(refunded(1000, here), here)).toBe(1000);
    expect(knownCents(refunded(2000, here), here)).toBe(2000);
    // Listed before its result was known there, or before the figure was.
    expect(knownCents(refunded(1000, { ...here, phase: 'waiting' }), here)).toBe(2000);
    expect(knownCents(refunded(0, here), here)).toBe(1000);
  });

  test('may be the same one where the host lists nothing: the larger figure counts', () => {
    expect(knownCents({ ...sale, refundedCents: 1000 }, here)).toBe(1000);
    expect(knownCents({ ...sale, refundedCents: 3000 }, here)).toBe(3000);
    expect(knownCents({ ...sale, refundedCents: 300 }, here)).toBe(1000);
  });

  test('adds up to the cent, however much of it the host has heard of', () => {
    const refund = fc.record({ cents: fc.nat(2000), isHeard: fc.boolean(), isHere: fc.boolean() });
    fc.assert(
      fc.property(fc.nat(2000), fc.array(refund, { maxLength: 5 }), (earlier, refunds) => {
        const all = refunds.map((one) => ({ ...one, operation: back(one.cents) }));
        const known = all.filter(({ isHeard, isHere }) => isHeard || isHere);
        const heard = all.filter(({ isHeard }) => isHeard);
        const sum = (of: typeof all) => of.reduce((cents, one) => cents + one.cents, 0);
        const given = refunded(earlier + sum(heard), ...heard.map(({ operation }) => operation));
        const own = all.filter(({ isHere }) => isHere).map(({ operation }) => operation);
        expect(knownCents(given, ...own)).toBe(earlier + sum(known));
        expect(knownCents(transactionUpdatedByOperations(given, own), ...own)).toBe(earlier + sum(known));
      }),
      { seed: 11 },
    );
  });
});
