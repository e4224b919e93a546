import type { TerminalOperation } from 'tillkit/core';
import { describe, expect, test } from 'vitest';
import {
  followedOperation,
  mirroredPayment,
} from '../../../src/components/payment-mirror/mirroredPayment.ts';
import { waitingSale } from '../../core/operations/waitingSale.ts';

const start = Date.UTC(2026, 0, 15, 9, 30);
const second = 1000;
const minute = 60 * second;

const operation = (fields: Partial<TerminalOperation>) => waitingSale({ createdAt: start, ...fields });

/** What is shown of it some time after it began. */
const shownAfter = (ms: number, fields: Partial<TerminalOperation>, awakeSince = -Infinity) =>
  mirroredPayment(operation(fields), { now: start + ms, outcomeMs: 10 * second, awakeSince }).state;

const ended = (phase: TerminalOperation['phase'], fields: Partial<TerminalOperation> = {}) =>
  shownAfter(9 * second, { phase, endedAt: start + 8 * second, ...fields });

describe('a payment under way', () => {
  test('is shown while the screen hears of it', () => {
    expect(shownAfter(0, { phase: 'sending' })).toBe('sending');
    expect(shownAfter(3 * minute, { lastCheckedAt: start + 3 * minute - 15 * second })).toBe('waiting');
  });

  test.each(['degraded', 'needs-auth'] as const)(
    'is not shown as current once the connection is %s',
    (connection) => {
      expect(shownAfter(second, { connection })).toBe('away');
      expect(shownAfter(second, { connection, phase: 'unknown', unknownAt: start })).toBe('away');
    },
  );

  test('is not shown as current after 25 seconds without a word, and not at all after five minutes', () => {
    expect(shownAfter(24 * second, {})).toBe('waiting');
    expect(shownAfter(25 * second, {})).toBe('away');
    expect(shownAfter(5 * minute, {})).toBe('idle');
  });

  test('is not shown as current after the page has slept, until it is heard of again', () => {
    const awakeSince = start + 12 * second;
    expect(shownAfter(12 * second, { lastCheckedAt: start + 11 * second }, awakeSince)).toBe('away');
    expect(shownAfter(13 * second, { lastCheckedAt: awakeSince }, awakeSince)).toBe('waiting');
  });

  test('is not shown if its times are in the future, as after the clock was set back', () => {
    expect(shownAfter(-minute, {})).toBe('idle');
    expect(shownAfter(-minute, { phase: 'complete', endedAt: start })).toBe('idle');
  });
});

describe('an outcome', () => {
  test('of a sale that moved money is never shown as failed', () => {
    expect(ended('complete')).toBe('complete');
    expect(ended('complete', { anomalies: ['amount-mismatch'], confirmedCents: 2000 })).toBe('complete');
    expect(ended('partial', { confirmedCents: 800 })).toBe('partial');
    expect(ended('resolved', { resolution: { charged: true, basis: 'receipt' } })).toBe('complete');
    expect(ended('resolved', { confirmedCents: 800, resolution: { charged: true, basis: 'receipt' } })).toBe(
      'partial',
    );
  });

  test('is shown as failed if it is proven, or a person said so', () => {
    expect(ended('failed')).toBe('failed');
    expect(ended('rejected', { error: { code: 'unanswered', shortMessage: 'No answer.' } })).toBe('failed');
    expect(ended('resolved', { resolution: { charged: false, basis: 'receipt' } })).toBe('failed');
    expect(ended('partial', { confirmedCents: 0 })).toBe('failed');
  });

  test.each<[string, TerminalOperation['phase'], Partial<TerminalOperation>]>([
    ['contradicted', 'complete', { anomalies: ['contradiction'] }],
    ['failed and contradicted', 'failed', { anomalies: ['contradiction'] }],
    ['against what a person said', 'failed', { anomalies: ['contradicts-operator'] }],
    ['of two payments', 'complete', { anomalies: ['duplicate-id'] }],
    ['refused without proof', 'rejected', { error: { code: 'http', shortMessage: 'Refused.', status: 422 } }],
  ])('that is %s asks the customer to wait', (_, phase, fields) => {
    expect(ended(phase, fields)).toBe('checking');
  });

  test('disappears after the time that the host sets', () => {
    const fields = { phase: 'complete', endedAt: start } as const;
    expect(shownAfter(9999, fields)).toBe('complete');
    expect(shownAfter(10_000, fields)).toBe('idle');
  });

  test('that is not known yet asks to wait, for five minutes', () => {
    const fields = { phase: 'unknown', unknownAt: start + second } as const;
    expect(shownAfter(2 * second, fields)).toBe('checking');
    expect(shownAfter(5 * minute + second, fields)).toBe('idle');
  });

  test('that comes while the customer waits is shown, and one that comes later is not', () => {
    const resolved = { phase: 'resolved', resolution: { charged: true, basis: 'receipt' } } as const;
    const after = (ms: number) => shownAfter(ms, { ...resolved, unknownAt: start, endedAt: start + ms });
    expect(after(4 * minute)).toBe('complete');
    expect(after(6 * minute)).toBe('idle');
  });

  test('of a closed day is not shown, and neither is its beginning', () => {
    expect(shownAfter(0, { kind: 'closeBatch', phase: 'sending' })).toBe('idle');
    expect(ended('complete', { kind: 'closeBatch' })).toBe('idle');
  });
});

describe('the operation of a terminal', () => {
  const older = operation({ id: 'older' });
  const newer = operation({ id: 'newer', createdAt: start + second });
  const followed = (...operations: TerminalOperation[]) => followedOperation(operations)?.id;

  test('is the newest, so that a late result of an older one replaces nothing', () => {
    expect(followed()).toBeUndefined();
    const late = { ...older, phase: 'resolved', endedAt: start + minute } as const;
    expect(followed(newer, late)).toBe('newer');
    expect(followed(late, { ...newer, phase: 'complete', endedAt: start + 2 * second })).toBe('newer');
  });

  test('is the one that the terminal has, whatever another till presses meanwhile', () => {
    expect(followed({ ...newer, phase: 'sending' }, older)).toBe('older');
    expect(followed({ ...newer, phase: 'rejected', endedAt: start + second }, older)).toBe('older');
    expect(followed({ ...newer, phase: 'sending' }, { ...older, phase: 'complete', endedAt: start })).toBe(
      'newer',
    );
  });
});
