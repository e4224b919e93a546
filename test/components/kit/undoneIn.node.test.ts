import { expect, test } from 'vitest';
import type { RecordedOperation } from 'tillkit/core';
import { undoneIn } from '../../../src/components/kit/undoneIn.ts';

const one = (id: string, more: Partial<RecordedOperation> = {}): RecordedOperation => ({
  id,
  kind: 'pay',
  phase: 'complete',
  terminalId: 'T1',
  amountCents: 1000,
  pnRefNum: 'p1',
  anomalies: [],
  seenProcessing: false,
  createdAt: 1,
  seq: 1,
  isOwn: true,
  ...more,
});
const undo = { kind: 'void', amountCents: undefined } as const;
const byHand = { phase: 'resolved', resolution: { charged: true, basis: 'receipt' } } as const;

test('a void undid its sale, also if a person recorded one of them', () => {
  expect([...undoneIn([one('sale'), one('void', undo)])]).toEqual([['void', 1000]]);
  expect([...undoneIn([one('sale', byHand), one('void', { ...undo, ...byHand })])]).toEqual([['void', 1000]]);
});

test('a void after a void that a person recorded has no amount: the sums count it once', () => {
  const operations = [one('sale'), one('first', { ...undo, ...byHand }), one('second', undo)];
  expect(undoneIn(operations).get('second')).toBeUndefined();
});

test('a void that names another currency than its sale has no amount in it', () => {
  const operations = [one('sale', { currency: 'EUR' }), one('void', { ...undo, currency: 'USD' })];
  expect(undoneIn(operations).get('void')).toBeUndefined();
});
