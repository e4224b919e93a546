import { describe, expect, test } from 'vitest';
import { createOperationsCsvWriter, operationsCsvFile } from '../../../src/core/operations/operationsCsv.ts';
import { toCsv } from '../../../src/core/toCsv.ts';
import { groupByReference } from '../../../src/core/operations/transactionRecord.ts';
import type { TerminalOperation } from '../../../src/exports/core.ts';

const operation = (changes: Partial<TerminalOperation> & { actor?: string; approvedBy?: string } = {}) => ({
  id: 'op-1',
  kind: 'pay' as const,
  phase: 'complete' as const,
  terminalId: 'T1',
  currency: 'EUR',
  amountCents: 3000,
  confirmedCents: 3140,
  tipCents: 140,
  orderNumber: 'A-17',
  pnRefNum: 'r1',
  anomalies: [],
  connection: 'ok' as const,
  seenProcessing: true,
  flowKey: 'till',
  createdAt: Date.parse('2026-03-29T00:59:58.5Z'),
  endedAt: Date.parse('2026-03-29T01:00:03Z'),
  ...changes,
});

const linesOf = (operations: Parameters<typeof operationsCsvFile>[0], timeZone = 'Europe/Berlin') =>
  createOperationsCsvWriter(timeZone).linesOf(operations, groupByReference(operations));

describe('a file of operations', () => {
  test('begins with the byte order mark, and names the zone in its head', async () => {
    const file = operationsCsvFile([operation()], new Map(), 'Europe/Berlin');
    expect(file.type).toBe('text/csv;charset=utf-8');
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
    const text = new TextDecoder().decode(bytes);
    expect(text.split('\r\n')[0]).toBe(
      '"started (Europe/Berlin)","kind","outcome","amount","moved","tip","currency","terminal","order number","reference","actor","approved by","ended","id"',
    );
    expect(text.endsWith('\r\n')).toBe(true);
  });

  test('has times with the offset of their zone, and amounts as decimals with a point', () => {
    expect(linesOf([operation({ actor: 'Ada', approvedBy: 'Zoë' })])).toBe(
      '"2026-03-29T01:59:58+01:00","pay","complete","30.00","31.40","1.40","EUR","T1","A-17","r1","Ada","Zoë","2026-03-29T03:00:03+02:00","op-1"\r\n',
    );
    expect(linesOf([operation()], 'America/St_Johns')).toContain('"2026-03-28T22:29:58-02:30"');
  });

  test('has no time for an operation whose record lost it', () => {
    expect(linesOf([operation({ createdAt: 0, endedAt: undefined })])).toMatch(/^"","pay"/);
  });

  test.each([
    ['JPY', '3000', '3140'],
    ['KWD', '3.000', '3.140'],
    [undefined, '30.00', '31.40'],
  ])('has the decimals of %s', (currency, amount, moved) => {
    expect(linesOf([operation({ currency })])).toContain(`"complete","${amount}","${moved}"`);
  });

  test('says nothing of money while the outcome is not known, and 0 of what moved none', () => {
    expect(linesOf([operation({ phase: 'unknown', endedAt: undefined })])).toContain('"unknown","30.00",""');
    expect(linesOf([operation({ phase: 'failed', confirmedCents: undefined })])).toContain('"30.00","0.00"');
    expect(
      linesOf([operation({ kind: 'closeBatch', amountCents: undefined, tipCents: undefined })]),
    ).toContain('"closeBatch","complete","","",""');
  });

  test('has what a void gave back', () => {
    const sale = operation();
    const undone = operation({
      id: 'op-2',
      kind: 'void',
      amountCents: undefined,
      currency: undefined,
      confirmedCents: 77,
      tipCents: undefined,
      createdAt: sale.createdAt + 1000,
    });
    expect(linesOf([undone, sale])).toContain('"void","complete","","31.40","","EUR"');
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x","a,b")'])(
    'runs nothing in a spreadsheet: %j',
    (text) => {
      const line = linesOf([operation({ orderNumber: text, pnRefNum: text, actor: text, terminalId: text })]);
      expect(line).toContain(toCsv([[text, text, text, text]]).trimEnd());
      expect(line).toMatch(/"EUR","'/);
    },
  );

  test('is quoted as RFC 4180 says', () => {
    expect(linesOf([operation({ orderNumber: 'a "b", c' })])).toContain(',"a ""b"", c",');
  });

  test('has at most 100,000 operations, of a zone that there is', () => {
    const many = Array.from({ length: 100_001 }, () => operation());
    expect(() => operationsCsvFile(many, new Map(), 'UTC')).toThrow(
      expect.objectContaining({ field: 'from' }),
    );
    expect(() => operationsCsvFile([], new Map(), 'Mars/Base')).toThrow(
      expect.objectContaining({ field: 'timeZone' }),
    );
  });
});
