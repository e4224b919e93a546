import type { RecordedOperation } from 'tillkit/core';
import { expect, test } from 'vitest';
import { chunksOf } from '../../../src/components/transaction-list/TransactionListChunks.tsx';

const rows = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, place) => {
    const number = newest - place;
    return { id: `id-${number}`, phase: 'complete' } as RecordedOperation;
  });
const sizes = (chunks: ReturnType<typeof chunksOf>) => [...chunks.values()].map(({ length }) => length);
const of72 = () => chunksOf(rows(72, 1), new Map());

test('splits the rows evenly, and further ones below', () => {
  expect(sizes(of72())).toEqual([18, 18, 18, 18]);
  expect(sizes(chunksOf(rows(72, -4), of72()))).toEqual([18, 18, 18, 18, 5]);
});

test('new rows come to the first chunk, and the others stay the same arrays', () => {
  const before = of72();
  const after = chunksOf(rows(75, 1), before);
  expect(sizes(after)).toEqual([21, 18, 18, 18]);
  const [, ...others] = after.values();
  expect(others).toEqual([...before.values()].slice(1));
  expect(others.every((chunk, place) => chunk === [...before.values()][place + 1])).toBe(true);
});

test('rows that were read again and are equal are the same objects', () => {
  const before = of72();
  const again = rows(73, 1);
  again[5] = { ...again[5]!, phase: 'partial' };
  const shown = [...chunksOf(again, before).values()].flat();
  const same = new Set([...before.values()].flat());
  expect(shown.filter((row) => !same.has(row))).toEqual([again[0], again[5]]);
});

test('a chunk whose first row is gone joins the one above', () => {
  const left = rows(72, 1).filter(({ id }) => id !== 'id-54');
  expect(sizes(chunksOf(left, of72()))).toEqual([35, 18, 18]);
});
