import { encode } from 'uqr';
import { describe, expect, test } from 'vitest';
import { qrPath } from '../../../src/components/kit/QrCode.tsx';

const rowsOf = (...rows: string[]) => rows.map((row) => Array.from(row, (module) => module === '#'));

/** The modules that a path of rectangles covers, and how often. */
function covered(path: string, size: number): number[][] {
  const counts = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  for (const [, x, y, width, back] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H(\d+)z/g)) {
    expect(back).toBe(x);
    for (let module = Number(x); module < Number(x) + Number(width); module += 1)
      counts[Number(y)]![module]! += 1;
  }
  return counts;
}

describe('the path of a QR code', () => {
  test.each<[string[], string]>([
    [['...'], ''],
    [['#'], 'M0 0h1v1H0z'],
    [['.##.#'], 'M1 0h2v1H1zM4 0h1v1H4z'],
    [['#..', '...', '.##'], 'M0 0h1v1H0zM1 2h2v1H1z'],
    [['###', '###'], 'M0 0h3v1H0zM0 1h3v1H0z'],
  ])('of %j is one rectangle a run', (rows, path) => {
    expect(qrPath(rowsOf(...rows))).toBe(path);
  });

  test('covers every dark module of a real one once, and no light one', () => {
    const { data, size } = encode('https://pay.test/l/1234567890', { ecc: 'M', border: 4 });
    expect(covered(qrPath(data), size)).toEqual(data.map((row) => row.map(Number)));
  });
});
