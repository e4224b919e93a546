import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from '../../src/core/toCsv.ts';
import { cpuTimeOf } from '../cpuTime.ts';
import { runs } from '../runs.ts';

/** As a spreadsheet reads it: quotes count only where a cell begins with one, and what follows a closed one belongs to the cell. */
function readCsv(csv: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at < csv.length) {
    let cell = '';
    if (csv[at] === '"') {
      for (at++; at < csv.length; at++) {
        if (csv[at] !== '"') cell += csv[at];
        else if (csv[at + 1] === '"') cell += csv[at++];
        else break;
      }
      at++;
    }
    while (at < csv.length && csv[at] !== separator && csv[at] !== '\n') cell += csv[at++];
    rows.at(-1)?.push(cell.replace(/\r$/, ''));
    if (csv[at] === '\n') rows.push([]);
    at++;
  }
  return rows.filter((row) => row.length > 0);
}

const isFormula = (cell: string) => /^["\s]*[=+\-@＝＋－＠]/.test(cell);

/** Made of what hurts: quotes, separators, line ends and the starts of formulas. */
const anyCell = fc.string({
  unit: fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '＝',
    '"',
    ',',
    ';',
    '\t',
    '\r',
    '\n',
    '\0',
    ' ',
    "'",
    'a',
    '1',
    '\u200B',
  ),
  maxLength: 12,
});

describe('toCsv', () => {
  it.each([
    '=1+1',
    '+1',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    ' =1',
    '\0=1',
    '\uFEFF=1',
    '=cmd|"/c calc"!A1',
  ])('F104: %j is no formula', (cell) => {
    const [[read = ''] = []] = readCsv(toCsv([[cell]]), ',');
    expect(read).toMatch(/^'/);
    expect(read.replaceAll("'", '')).toBe(cell.replaceAll('\0', ''));
  });

  it('F104: nothing in a cell begins a formula, with a comma, a semicolon or a tab between cells', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyCell, { minLength: 1, maxLength: 3 }), { maxLength: 3 }), (rows) => {
        for (const separator of [',', ';', '\t']) {
          expect(readCsv(toCsv(rows), separator).flat().filter(isFormula)).toEqual([]);
        }
      }),
      { numRuns: runs(300, 2000) },
    );
  });

  it('a cell of 60,000 line breaks is written at once', () => {
    expect(cpuTimeOf(() => toCsv([[`${'\n'.repeat(60_000)}x`]]))).toBeLessThan(1000);
  });

  it('comes back as it was where nothing had to be taken out or marked', () => {
    const plain = fc.string({ unit: fc.constantFrom('a', 'é', '1', '"', ',', '\n', ' ', '中') });
    fc.assert(
      fc.property(fc.array(fc.tuple(plain, plain), { minLength: 1 }), (rows) => {
        fc.pre(!rows.flat().some((cell) => cell.startsWith('\n')));
        expect(readCsv(toCsv(rows), ',')).toEqual(rows);
      }),
    );
  });

  it('ends every row with CRLF and leaves numbers and ISO dates as they are', () => {
    expect(toCsv([['12.50', '2026-01-14T09:30:00.000Z'], ['say "hi"']])).toBe(
      '"12.50","2026-01-14T09:30:00.000Z"\r\n"say ""hi"""\r\n',
    );
  });
});
