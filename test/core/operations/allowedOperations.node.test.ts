import { describe, expect, it } from 'vitest';
import { allowedOperations, type Transaction } from '../../../src/exports/core.ts';
import fc from 'fast-check';
import { held as authorized, sold as paid } from './soldTransaction.ts';

const ruleOf = (operation: string, transaction: Transaction) =>
  allowedOperations(transaction).find((rule) => rule.operation === operation)!;

describe('allowedOperations', () => {
  it('lets a pre-authorization be captured once, and never above what it holds', () => {
    expect(ruleOf('capture', authorized)).toMatchObject({ allowed: true, maxCents: 5000 });
    expect(ruleOf('capture', { ...authorized, capturedCents: 1 })).toMatchObject({
      allowed: false,
      reason: 'already-captured',
    });
    expect(ruleOf('capture', paid)).toMatchObject({ allowed: false, reason: 'not-a-pre-authorization' });
  });

  it('explains both ways back where it is not known whether it is settled, and chooses none', () => {
    expect(ruleOf('void', paid)).toMatchObject({ allowed: true, reason: 'settlement-unknown' });
    expect(ruleOf('refund', paid)).toMatchObject({
      allowed: true,
      reason: 'settlement-unknown',
      maxCents: 5000,
    });
  });

  it('voids nothing that is settled, and refunds nothing that is not', () => {
    expect(ruleOf('void', { ...paid, settled: true })).toMatchObject({ allowed: false, reason: 'settled' });
    expect(ruleOf('refund', { ...paid, settled: true })).toMatchObject({ allowed: true, maxCents: 5000 });
    expect(ruleOf('refund', { ...paid, settled: false })).toMatchObject({
      allowed: false,
      reason: 'not-settled',
    });
  });

  it('never lets more be given back than was taken', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.nat(10_000),
        fc.nat(10_000),
        (authorizedCents, capturedCents, refundedCents) => {
          const taken = Math.min(authorizedCents, capturedCents);
          const rule = ruleOf('refund', {
            ...authorized,
            authorizedCents,
            capturedCents: taken,
            refundedCents,
          });
          expect(rule.allowed).toBe(taken > refundedCents);
          if (rule.allowed) expect(rule.maxCents! + refundedCents).toBe(taken);
        },
      ),
      { seed: 5 },
    );
  });
});
