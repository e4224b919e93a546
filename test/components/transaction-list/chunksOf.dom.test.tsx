import type { RecordedOperation } from 'tillkit/core';
import { expect, test } from 'vitest';
import { chunksOf } from '../../../src/components/transaction-list/TransactionListChunks.tsx';

const rows = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, place) => {
    const number = newest - place;
    return { id: `id-${number}`, phase: 'complete' } as RecordedOperation;
  });
const sizes = (chunks: ReturnType<typeof chunksOf>) => [...chunks.values()].map(({ length }) => length);
const of40 = () => chunksOf(rows(40, 1), new Map());

test('splits the rows evenly, and further ones below', () => {
  expect(sizes(of40())).toEqual([10, 10, 10, 10]);
  expect(sizes(chunksOf(rows(40, -4), of40()))).toEqual([10, 10, 10, 10, 5]);
});

test('new rows come to the first chunk, and the others stay the same arrays', () => {
  const before = of40();
  const after = chunksOf(rows(43, 1), before);
  expect(sizes(after)).toEqual([13, 10, 10, 10]);
  const [, ...others] = after.values();
  expect(others).toEqual([...before.values()].slice(1));
  expect(others.every((chunk, place) => chunk === [...before.values()][place + 1])).toBe(true);
});

test('rows that were read again and are equal are the same objects', () => {
  const before = of40();
  const again = rows(41, 1);
  again[5] = { ...again[5]!, phase: 'partial' };
  const shown = [...chunksOf(again, before).values()].flat();
  const same = new Set([...before.values()].flat());
  expect(shown.filter((row) => !same.has(row))).toEqual([again[0], again[5]]);
});

test('a chunk whose first row is gone joins the one above', () => {
  const left = rows(40, 1).filter(({ id }) => id !== 'id-30');
  expect(sizes(chunksOf(left, of40()))).toEqual([19, 10, 10]);
});
