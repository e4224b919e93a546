'use client';
import { replaceEqualDeep } from '@tanstack/react-query';
import { type CSSProperties, memo, type ReactNode, useMemo, useState } from 'react';
import type { RecordedOperation } from '../../core/operations/recorded.ts';
import { undoneIn } from '../kit/undoneIn.ts';
import { TransactionListRow, useRowsContext } from './TransactionListRow.tsx';
import { useTransactionListContext } from './useTransactionList.ts';

export interface RowsProps {
  /** Renders one payment; default a `TransactionList.Row`. */
  children?: ((operation: RecordedOperation, undoneCents: number | undefined) => ReactNode) | undefined;
}

type Rows = readonly RecordedOperation[];

const rowsOfChunk = 18;
const chunksOfSection = 28;

/**
 * Splits the rows into chunks, because a browser lays out and paints only chunks near the window. A chunk keeps its
 * first row, and unchanged rows stay the same objects, so that a change renders only the row that changed.
 */
export function chunksOf(operations: Rows, before: ReadonlyMap<string, Rows>): Map<string, Rows> {
  const lastStart = operations.findLastIndex(({ id }) => before.has(id));
  const chunks: RecordedOperation[][] = [];
  for (const [place, operation] of operations.entries()) {
    const chunk = chunks.at(-1);
    const isFull = chunk && chunk.length >= rowsOfChunk && place > lastStart;
    if (chunk && !isFull && !before.has(operation.id)) chunk.push(operation);
    else chunks.push([operation]);
  }
  // New rows are added at the top of the first chunk, so the key of this chunk does not depend on its first row.
  return new Map(chunks.map((rows, place) => keptRows(place === 0 ? '' : rows[0]!.id, rows, before)));
}

function keptRows(start: string, rows: Rows, before: ReadonlyMap<string, Rows>): [string, Rows] {
  const known = before.get(start) ?? [];
  if (rows.length === known.length && rows.every((row, place) => row === known[place])) return [start, known];
  const knownById = new Map(known.map((row) => [row.id, row]));
  const shared = rows.map((row) => replaceEqualDeep(knownById.get(row.id), row));
  const isSame = shared.length === known.length && shared.every((row, place) => row === known[place]);
  return [start, isSame ? known : shared];
}

/** Keeps the chunks and amounts of the last render, so that those that did not change stay the same objects. */
function keepRows() {
  let chunks = new Map<string, Rows>();
  let undone: Readonly<Record<string, number | undefined>> = {};
  return {
    chunks: (operations: Rows) => (chunks = chunksOf(operations, chunks)),
    undone: (operations: Rows) =>
      (undone = replaceEqualDeep(undone, Object.fromEntries(undoneIn(operations)))),
  };
}

/** Renders rows in chunks, and the chunks in sections, because a browser is slow with hundreds of chunks side by side. */
export function RowsOf({ operations, children = renderRow }: RowsProps & { operations: Rows }) {
  const { isNarrowed, toLookAt, operations: others = [] } = useTransactionListContext();
  const { style } = useRowsContext();
  const [kept] = useState(keepRows);
  const chunks = useMemo(() => [...kept.chunks(operations)], [kept, operations]);
  // A void's amount is computed from the other operations of its transaction, which may be in either list. If filters
  // may hide some, no amount is computed.
  const undone = useMemo(
    () => kept.undone(isNarrowed ? [] : [...toLookAt, ...others]),
    [kept, isNarrowed, toLookAt, others],
  );
  const sections = Array.from({ length: Math.ceil(chunks.length / chunksOfSection) }, (_, place) =>
    chunks.slice(place * chunksOfSection, (place + 1) * chunksOfSection),
  );
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a `ul` must not contain the elements of the chunks
    <div className="tillkit-transaction-list-rows" role="list" style={style}>
      {sections.map((section, place) => (
        <div key={place} style={heightOf(section.reduce((sum, [, rows]) => sum + rows.length, 0))}>
          {section.map(([start, rows]) => (
            <Chunk key={start} rows={rows} undone={undone} render={children} />
          ))}
        </div>
      ))}
    </div>
  );
}

const renderRow: NonNullable<RowsProps['children']> = (operation, undoneCents) => (
  <TransactionListRow key={operation.id} operation={operation} undoneCents={undoneCents} />
);

/** The number of rows, from which the style sheet computes the height to reserve until they are laid out. */
const heightOf = (rows: number) => ({ '--tk-rows': rows }) as CSSProperties;

interface ChunkProps {
  rows: Rows;
  undone: Readonly<Record<string, number | undefined>>;
  render: NonNullable<RowsProps['children']>;
}

const Chunk = /*#__PURE__*/ memo(function Chunk({ rows, undone, render }: ChunkProps) {
  return (
    <ul role="presentation" style={heightOf(rows.length)}>
      {rows.map((operation) => render(operation, undone[operation.id]))}
    </ul>
  );
});
