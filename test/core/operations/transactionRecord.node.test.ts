import { expect, test } from 'vitest';
import type { TerminalOperation } from 'tillkit/core';
import { groupByReference, toReportRow } from '../../../src/core/operations/transactionRecord.ts';

const one = (id: string, more: Partial<TerminalOperation>): TerminalOperation => ({
  id,
  kind: 'capture',
  phase: 'complete',
  terminalId: 'T1',
  currency: 'EUR',
  pnRefNum: 'p1',
  anomalies: [],
  connection: 'ok',
  seenProcessing: false,
  flowKey: '',
  createdAt: 1,
  ...more,
});

test('a void undoes what was captured, also if the hold is older than what is kept', () => {
  const capture = one('capture', { amountCents: 3000 });
  const undo = one('void', { kind: 'void', confirmedCents: 5000, createdAt: 2 });
  const found = groupByReference([capture, undo]);
  expect(toReportRow(undo, found)).toMatchObject({ movedCents: 3000, movedCount: 1, currency: 'EUR' });
  const again = one('again', { kind: 'void', createdAt: 3 });
  expect(toReportRow(again, groupByReference([capture, undo, again])).movedCents).toBe(0);
});
