import type { AnyRow, RowOrderAndLimit, Where } from './gatewayStore.ts';
import { compareValues, excludesNull, isSingleValue, listedValues, rowMatcher } from './rowConditions.ts';

interface RowCell {
  row: AnyRow;
}

/** Rows, sorted by the values of `columns`. These include the key, so no two rows are equal in all of them. */
interface MemoryIndex {
  readonly columns: readonly string[];
  readonly cells: RowCell[];
}

/** The ranges of an index that hold every row that a query can match. */
interface IndexRanges {
  index: MemoryIndex;
  /** The first position of each range, and the position after its last. */
  parts: readonly (readonly [number, number])[];
  size: number;
  /** For a single range: the values of its first columns, the same in all its rows. For several ranges, empty. */
  prefix: readonly unknown[];
}

/** If an index narrows a query to this many rows or fewer, no further index is tried. */
const fewRows = 16;

/** Rows in memory, found by their key or by an index. `indexes`: the columns of each index; the key's columns are added. */
export function createIndexedRows(key: readonly string[], indexes: readonly (readonly string[])[]) {
  const cells = new Map<string, RowCell>();
  const orders = [key, ...indexes].map((index) => [...new Set([...index, ...key])]);
  /** Indexes are built when a query first needs them. */
  const built = new Map<readonly string[], MemoryIndex>();
  const keyOf = (row: Where<AnyRow>) => JSON.stringify(key.map((column) => row[column]));
  const get = (name: string) => cells.get(name)?.row;

  const indexBy = (columns: readonly string[]): MemoryIndex => {
    const index = built.get(columns) ?? buildIndex(cells.values(), columns);
    built.set(columns, index);
    return index;
  };
  /** Finds, in the indexes that suit the query best, the ranges with the fewest rows. */
  const rangesFor = (where: Where<AnyRow>, order: RowOrderAndLimit<AnyRow> | undefined) => {
    let shortest: IndexRanges | undefined;
    for (const columns of bestIndexes(orders, where, order)) {
      const ranges = findRanges(indexBy(columns), where);
      const isBetter =
        !shortest ||
        ranges.size < shortest.size ||
        (ranges.size === shortest.size && areInOrder(ranges, order));
      if (isBetter) shortest = ranges;
      if (ranges.size <= fewRows) break;
    }
    return shortest;
  };

  return {
    keyOf,
    get,
    /** Adds or replaces the row of a key; without `after`, removes it. */
    set(name: string, after: AnyRow | undefined) {
      const cell = cells.get(name);
      if (cell) {
        replaceRow([...built.values()], cell, after);
        if (!after) cells.delete(name);
      } else if (after) {
        const added = { row: after };
        cells.set(name, added);
        for (const index of built.values()) insertCell(index, added);
      }
    },
    find(where: Where<AnyRow>, order?: RowOrderAndLimit<AnyRow>): readonly AnyRow[] {
      const isFound = rowMatcher(where);
      if (key.every((column) => isSingleValue(where[column]))) {
        const row = get(keyOf(where));
        return row && isFound(row) ? sortedPage([row], order) : [];
      }
      const ranges = rangesFor(where, order);
      if (!ranges) return [];
      if (!areInOrder(ranges, order)) return sortedPage([...rowsIn(ranges)].filter(isFound), order);
      const rows: AnyRow[] = [];
      for (const row of rowsIn(ranges, order)) {
        if (rows.length === order?.limit) break;
        if (isFound(row)) rows.push(row);
      }
      return rows;
    },
  };
}

/** The indexes with the highest rating, in reverse order, because table shapes list the most selective index last. */
function bestIndexes(
  indexes: readonly (readonly string[])[],
  where: Where<AnyRow>,
  order: RowOrderAndLimit<AnyRow> | undefined,
): readonly (readonly string[])[] {
  const rated = indexes.map((columns) => rateIndex(columns, where, order));
  const most = Math.max(...rated);
  const best = indexes.filter((_, at) => rated[at] === most);
  // If no index helps, all rows are read by the first index.
  return most > 0 ? best.toReversed() : best.slice(0, 1);
}

/**
 * Rates how well an index suits a query. Each leading column whose values the query lists counts 1. If the index has
 * the wanted order, 0.75 is added; otherwise 0.5, if the query limits the next column.
 */
function rateIndex(
  columns: readonly string[],
  where: Where<AnyRow>,
  order: RowOrderAndLimit<AnyRow> | undefined,
): number {
  const open = columns.findIndex((column) => !listedValues(where[column]));
  const length = open < 0 ? columns.length : open;
  const isOneRange = columns.slice(0, length).every((column) => isSingleValue(where[column]));
  if (isOneRange && order?.by.every((column, at) => column === columns[length + at])) return length + 0.75;
  const next = columns[length];
  return length + (next !== undefined && where[next] !== undefined ? 0.5 : 0);
}

function buildIndex(cells: Iterable<RowCell>, columns: readonly string[]): MemoryIndex {
  const sorted = [...cells].toSorted((a, b) => comparedAt(a.row, columns, valuesOf(b.row, columns)));
  return { columns, cells: sorted };
}

/** Moves a cell in the indexes to the place of its new row `after`; without `after`, removes the cell. */
function replaceRow(indexes: readonly MemoryIndex[], cell: RowCell, after: AnyRow | undefined): void {
  const before = cell.row;
  const moved = indexes.filter(
    ({ columns }) => !after || columns.some((column) => before[column] !== after[column]),
  );
  for (const index of moved) index.cells.splice(placeOf(index, valuesOf(before, index.columns)), 1);
  if (!after) return;
  cell.row = after;
  for (const index of moved) insertCell(index, cell);
}

function insertCell(index: MemoryIndex, cell: RowCell): void {
  index.cells.splice(placeOf(index, valuesOf(cell.row, index.columns)), 0, cell);
}

function findRanges(index: MemoryIndex, where: Where<AnyRow>): IndexRanges {
  const { columns } = index;
  let prefixes: (readonly unknown[])[] = [[]];
  let length = 0;
  for (const column of columns) {
    const among = listedValues(where[column]);
    if (!among) break;
    prefixes = prefixes.flatMap((prefix) => among.map((value) => [...prefix, value]));
    length += 1;
  }
  const next = columns[length];
  const parts = prefixes.map((prefix) =>
    partOf(index, prefix, next === undefined ? undefined : (where[next] as object | undefined)),
  );
  const size = parts.reduce((sum, [from, until]) => sum + until - from, 0);
  return { index, parts, size, prefix: prefixes.length === 1 ? (prefixes[0] ?? []) : [] };
}

function partOf(index: MemoryIndex, prefix: readonly unknown[], condition: object = {}): [number, number] {
  const { from, above, until, below } = condition as AnyRow;
  // Nulls come first in an index. If the condition excludes null, the range begins after the nulls.
  const least = excludesNull(condition) ? placeOf(index, [...prefix, null], true) : placeOf(index, prefix);
  return [
    Math.max(
      least,
      from === undefined ? 0 : placeOf(index, [...prefix, from]),
      above === undefined ? 0 : placeOf(index, [...prefix, above], true),
    ),
    Math.min(
      placeOf(index, prefix, true),
      until === undefined ? Infinity : placeOf(index, [...prefix, until], true),
      below === undefined ? Infinity : placeOf(index, [...prefix, below]),
    ),
  ];
}

function areInOrder(
  { index, parts, prefix }: IndexRanges,
  order: RowOrderAndLimit<AnyRow> | undefined,
): boolean {
  if (!order || parts.length !== 1) return false;
  return order.by.every((column, at) => column === index.columns[prefix.length + at]);
}

/** The rows of ranges, in the index's order or reversed. With `after`, only the rows behind those values. */
function* rowsIn(
  { index, parts, prefix }: IndexRanges,
  { isDescending = false, after }: Pick<RowOrderAndLimit<AnyRow>, 'isDescending' | 'after'> = {},
): Generator<AnyRow> {
  for (let [from, until] of parts) {
    if (after && isDescending) until = Math.min(until, placeOf(index, [...prefix, ...after]));
    else if (after) from = Math.max(from, placeOf(index, [...prefix, ...after], true));
    for (let passed = 0; passed < until - from; passed += 1) {
      const cell = index.cells[isDescending ? until - 1 - passed : from + passed];
      if (cell) yield cell.row;
    }
  }
}

export function sortedPage(
  rows: readonly AnyRow[],
  order: RowOrderAndLimit<AnyRow> | undefined,
): readonly AnyRow[] {
  if (!order) return rows;
  const { by, isDescending, after, limit } = order;
  const sign = isDescending ? -1 : 1;
  return rows
    .filter((row) => !after || sign * comparedAt(row, by, after) > 0)
    .toSorted((a, b) => sign * comparedAt(a, by, valuesOf(b, by)))
    .slice(0, limit);
}

/** How many rows of the index come before these values. With `isBehind`, rows with exactly these values count too. */
function placeOf({ cells, columns }: MemoryIndex, values: readonly unknown[], isBehind = false): number {
  let [low, high] = [0, cells.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = comparedAt(cells[middle]?.row ?? {}, columns, values);
    if (order < 0 || (isBehind && order === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const valuesOf = (row: AnyRow, columns: readonly string[]): readonly unknown[] =>
  columns.map((column) => row[column]);

function comparedAt(row: AnyRow, columns: readonly string[], values: readonly unknown[]): number {
  for (let at = 0; at < values.length; at += 1) {
    const order = compareValues(row[columns[at] as string], values[at]);
    if (order !== 0) return order;
  }
  return 0;
}
