import { describe, expect, it } from 'vitest';
import { allowedOperations } from '../../../src/core/operations/allowedOperations.ts';
import {
  transactionUpdatedByOperations,
  type Transaction,
  transactionOf,
} from '../../../src/core/operations/transactions.ts';
import { guardFollowUp } from '../../../src/core/operations/startGuard.ts';
import type { TerminalOperation } from '../../../src/exports/core.ts';
import { held as heldTransaction, sold } from './soldTransaction.ts';
import { waitingSale } from './waitingSale.ts';

const ofT1 = { pnRefNum: 'r', terminalId: 'T1' };
const paid: Transaction = { ...sold, ...ofT1 };
const held: Transaction = { ...heldTransaction, ...ofT1 };

const done = (more: Partial<TerminalOperation>) =>
  waitingSale({
    id: `${more.kind} ${more.createdAt}`,
    phase: 'complete',
    terminalId: 'T1',
    pnRefNum: 'r',
    amountCents: 5000,
    createdAt: 100,
    ...more,
  });

describe('what may follow', () => {
  const yes = (maxCents?: number, reason?: string) => ({ allowed: true, maxCents, reason });
  const no = (reason: string) => ({ allowed: false, reason });

  it.each<[string, Transaction, { capture: object; void: object; refund: object }]>([
    [
      'a sale that may be settled',
      paid,
      {
        capture: no('not-a-pre-authorization'),
        void: yes(undefined, 'settlement-unknown'),
        refund: yes(5000, 'settlement-unknown'),
      },
    ],
    [
      'a sale of which the host does not say what was captured',
      { ...paid, capturedCents: 0 },
      {
        capture: no('not-a-pre-authorization'),
        void: yes(undefined, 'settlement-unknown'),
        refund: yes(5000, 'settlement-unknown'),
      },
    ],
    [
      'a sale of which one cent was given back',
      { ...paid, refundedCents: 1 },
      {
        capture: no('not-a-pre-authorization'),
        void: no('already-refunded'),
        refund: yes(4999, 'settlement-unknown'),
      },
    ],
    [
      'a sale that is not settled',
      { ...paid, settled: false },
      { capture: no('not-a-pre-authorization'), void: yes(), refund: no('not-settled') },
    ],
    [
      'a sale that is settled',
      { ...paid, settled: true },
      { capture: no('not-a-pre-authorization'), void: no('settled'), refund: yes(5000) },
    ],
    [
      'a sale of which a part was given back',
      { ...paid, refundedCents: 4999 },
      {
        capture: no('not-a-pre-authorization'),
        void: no('already-refunded'),
        refund: yes(1, 'settlement-unknown'),
      },
    ],
    [
      'a sale that was given back',
      { ...paid, refundedCents: 5000 },
      {
        capture: no('not-a-pre-authorization'),
        void: no('already-refunded'),
        refund: no('already-refunded'),
      },
    ],
    ['an amount that is held', held, { capture: yes(5000), void: yes(), refund: no('nothing-captured') }],
    [
      'an amount that is held, and settled as the host says',
      { ...held, settled: true },
      { capture: no('settled'), void: no('settled'), refund: no('nothing-captured') },
    ],
    [
      'one cent that was captured',
      { ...held, capturedCents: 1 },
      {
        capture: no('already-captured'),
        void: yes(undefined, 'settlement-unknown'),
        refund: yes(1, 'settlement-unknown'),
      },
    ],
    [
      'a capture that is not settled',
      { ...held, capturedCents: 4000, settled: false },
      { capture: no('already-captured'), void: yes(), refund: no('not-settled') },
    ],
  ])('after %s', (_, transaction, expected) => {
    const rules = Object.fromEntries(
      allowedOperations(transaction).map(({ operation, allowed, maxCents, reason }) => [
        operation,
        allowed ? { allowed, maxCents, reason } : { allowed, reason },
      ]),
    );
    expect(rules).toEqual(expected);
  });
});

describe('what this page did to a transaction that the host knows', () => {
  it('counts where it is done: proved, or seen by a person', () => {
    const charged = { charged: true, basis: 'receipt' } as const;
    expect(
      transactionUpdatedByOperations(paid, [
        done({ kind: 'refund', amountCents: 100, createdAt: 1 }),
        done({ kind: 'refund', amountCents: 20, phase: 'resolved', resolution: charged }),
        done({
          kind: 'refund',
          amountCents: 3000,
          phase: 'resolved',
          resolution: { ...charged, charged: false },
        }),
        done({ kind: 'refund', amountCents: 3000, phase: 'failed', resolution: charged }),
        done({ kind: 'refund', amountCents: 3000, phase: 'rejected' }),
        done({ kind: 'refund', amountCents: 3000, pnRefNum: 'other' }),
        done({ kind: 'capture', amountCents: 3000, pnRefNum: 'other' }),
      ]),
    ).toEqual({ ...paid, refundedCents: 120 });
  });

  it('never makes less of it than the host says', () => {
    const given = { ...held, capturedCents: 4000, refundedCents: 300 };
    const operations = [
      done({ kind: 'capture', amountCents: 3000 }),
      done({ kind: 'refund', amountCents: 100 }),
      done({ kind: 'refund', amountCents: undefined }),
    ];
    expect(transactionUpdatedByOperations(given, operations)).toMatchObject({
      capturedCents: 4000,
      refundedCents: 300,
    });
    expect(transactionUpdatedByOperations(held, operations)).toMatchObject({
      capturedCents: 3000,
      refundedCents: 100,
    });
  });

  it.each<[string, Partial<TerminalOperation>, Transaction['settled'], Transaction['settled']]>([
    ['a batch closed after it', { createdAt: 101 }, false, 'unknown'],
    ['a batch closed before it', { createdAt: 99 }, false, false],
    ['a batch of another terminal', { createdAt: 101, terminalId: 'T2' }, false, false],
    ['a batch with an unknown outcome', { createdAt: 101, phase: 'unknown' }, false, false],
    ['a batch closed after what is settled already', { createdAt: 101 }, true, true],
    ['a batch closed after what may be settled', { createdAt: 101 }, 'unknown', 'unknown'],
  ])('may be settled by %s', (_, batch, settled, expected) => {
    const closed = done({ kind: 'closeBatch', pnRefNum: undefined, amountCents: undefined, ...batch });
    expect(
      transactionUpdatedByOperations({ ...paid, settled }, [closed, done({ createdAt: 100 })]).settled,
    ).toBe(expected);
  });

  it('may be settled by any batch closed here, where this page did not make it', () => {
    const closed = done({ kind: 'closeBatch', pnRefNum: undefined, createdAt: 1 });
    expect(transactionUpdatedByOperations({ ...paid, settled: false }, [closed]).settled).toBe('unknown');
  });
});

describe('a transaction that only this page knows', () => {
  it('is what was paid', () => {
    expect(transactionOf([done({ provider: 'beta' })], 'r')).toEqual({ ...paid, provider: 'beta' });
  });

  it('is what was held, and captured of it', () => {
    const operations = [done({ kind: 'capture', amountCents: 4000 }), done({ kind: 'preAuth' })];
    expect(transactionOf(operations, 'r')).toEqual({ ...held, provider: undefined, capturedCents: 4000 });
  });

  it.each<[string, Partial<TerminalOperation>]>([
    ['is not known yet', { phase: 'unknown' }],
    ['did not happen', { phase: 'resolved', resolution: { charged: false, basis: 'receipt' } }],
    ['is another', { pnRefNum: 'other' }],
    ['is not the first of it', { kind: 'refund' }],
    ['is of another operator, who hides its amount', { amountCents: undefined }],
  ])('is none where the sale %s', (_, more) => {
    expect(transactionOf([done(more)], 'r')).toBeUndefined();
  });
});

describe('F68: the guard of a transaction', () => {
  const guard = (
    operations: TerminalOperation[],
    { kind = 'refund', amountCents = 100, pnRefNum = 'r' }: Partial<TerminalOperation> = {},
    given?: Transaction,
  ) => guardFollowUp({ kind, terminalId: 'T9', pnRefNum, amountCents }, operations, given);

  it('lets pass what is about none, or about one that is unknown here', () => {
    expect(guard([], {})).toBeUndefined();
    expect(
      guardFollowUp({ kind: 'pay', terminalId: 'T1' }, [done({ phase: 'waiting' })], paid),
    ).toBeUndefined();
    expect(guard([done({})], { kind: 'closeBatch' })).toBeUndefined();
  });

  it.each(['sending', 'waiting', 'unknown'] as const)(
    'stops at another operation on it that is %s',
    (phase) => {
      const other = done({ kind: 'capture', phase });
      expect(guard([other])).toMatchObject({ code: 'not-allowed', operationId: other.id });
      expect(guard([{ ...other, pnRefNum: 'other' }])).toBeUndefined();
      expect(guard([{ ...other, phase: 'unknown', archivedAt: 1 }])).toBeUndefined();
    },
  );

  it('stops after a void that happened, and only then', () => {
    const voided = done({ kind: 'void', amountCents: undefined });
    expect(guard([voided])).toMatchObject({ code: 'not-allowed', operationId: voided.id });
    expect(guard([{ ...voided, pnRefNum: 'other' }])).toBeUndefined();
    expect(guard([{ ...voided, phase: 'failed' }])).toBeUndefined();
    const judged = { ...voided, phase: 'resolved', resolution: { charged: true, basis: 'receipt' } } as const;
    expect(guard([judged])).toMatchObject({ code: 'not-allowed' });
  });

  it('lets through what is left to the cent, and names the amount above it', () => {
    const operations = [done({}), done({ kind: 'refund', amountCents: 3000, createdAt: 200 })];
    expect(guard(operations, { amountCents: 2000 })).toBeUndefined();
    expect(guard(operations, { amountCents: 2001 })).toMatchObject({ code: 'not-allowed', field: 'amount' });
  });

  it('believes the host about a sale that is not among the operations here, with what was done here since', () => {
    expect(guard([], { amountCents: 5001 }, paid)).toMatchObject({ field: 'amount' });
    const refunded = done({ kind: 'refund', amountCents: 5000 });
    expect(guard([refunded], { amountCents: 1 }, paid)).toMatchObject({ code: 'not-allowed' });
    expect(guard([refunded], { amountCents: 1 }, paid)?.field).toBeUndefined();
  });
});
