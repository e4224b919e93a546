import { expect, test } from 'vitest';
import {
  reportRowDifferences,
  type OlderVersionReportRow,
  mergeReportRows,
  withAllFigures,
} from '../../../src/core/operations/reportRows.ts';

const row: OlderVersionReportRow = {
  terminalId: 'T1',
  kind: 'pay',
  phase: 'resolved',
  count: 3,
  amountCents: 3000,
  movedCents: 1000,
};

test('what changed in a closed period and the closing are the report, though an older version closed it', () => {
  const before = [row, { ...row, phase: 'waiting', count: 1, movedCents: 0 } as const];
  const now = [
    { ...row, movedCount: 1, tipCents: 0 },
    { ...row, phase: 'complete', count: 1, movedCount: 1, movedCents: 3100, tipCents: 100 } as const,
  ];
  const corrections = reportRowDifferences(before, now);
  expect(corrections).toEqual([
    { ...row, phase: 'complete', count: 1, movedCount: 1, movedCents: 3100, tipCents: 100 },
    { ...row, count: 0, movedCount: -2, amountCents: 0, movedCents: 0, tipCents: 0 },
    { ...row, phase: 'waiting', count: -1, movedCount: 0, amountCents: -3000, movedCents: 0, tipCents: 0 },
  ]);
  const sum = mergeReportRows([...before.map(withAllFigures), ...corrections]);
  expect(sum.filter(({ count }) => count > 0)).toEqual(mergeReportRows(now));
});

test('nothing changed where the rows are the same', () => {
  expect(reportRowDifferences([row], [withAllFigures(row)])).toEqual([]);
});
