import type { ColumnCondition, RowOrder, Where } from './gatewayStore.ts';

export type AnyRow = Record<string, unknown>;
type Values = readonly unknown[];

/** Holds the current version of a row. */
export interface RowCell {
  row: AnyRow;
}

/** Rows in the order of some columns. No two rows have the same values in all of them. */
export interface MemoryIndex {
  readonly columns: readonly string[];
  /** Short, non-empty blocks, so that an insertion moves few cells. */
  readonly blocks: RowCell[][];
}

/** The parts of an index that hold all rows a query may find. */
export interface IndexRanges {
  index: MemoryIndex;
  /** First position, and the position after the last. */
  parts: readonly (readonly [number, number])[];
  size: number;
  /** The values that all these rows share in the first columns. */
  prefix: Values;
}

/**
 * Rates how well an index suits a query: equal columns count most, then the wanted order, then a limit on the next
 * column.
 */
function rateIndex(
  columns: readonly string[],
  where: Where<AnyRow>,
  order: RowOrder<AnyRow> | undefined,
): number {
  const open = columns.findIndex((column) => !listedValues(where[column]));
  const length = open < 0 ? columns.length : open;
  const isOneRange = columns.slice(0, length).every((column) => isSingleValue(where[column]));
  if (isOneRange && order?.by.every((column, at) => column === columns[length + at])) return length + 0.75;
  const next = columns[length];
  return length + (next !== undefined && where[next] !== undefined ? 0.5 : 0);
}

/** The indexes that suit a query best, the most selective one first: table shapes list the most selective one last. */
export function bestIndexes(
  indexes: readonly (readonly string[])[],
  where: Where<AnyRow>,
  order: RowOrder<AnyRow> | undefined,
): readonly (readonly string[])[] {
  const rated = indexes.map((columns) => rateIndex(columns, where, order));
  const most = Math.max(...rated);
  const best = indexes.filter((_, at) => rated[at] === most);
  // If no index helps, any one is used to read all rows.
  return most > 0 ? best.toReversed() : best.slice(0, 1);
}

/** Replaces a row in all indexes; without `after`, removes the row. */
export function updateIndexes(
  indexes: Iterable<MemoryIndex>,
  cell: RowCell,
  after: AnyRow | undefined,
): void {
  const before = cell.row;
  const moved = [...indexes].filter(
    ({ columns }) => !after || columns.some((column) => before[column] !== after[column]),
  );
  for (const index of moved) removeRow(index, before);
  if (!after) return;
  cell.row = after;
  for (const index of moved) insertRow(index, cell);
}

export function insertRow(index: MemoryIndex, cell: RowCell): void {
  const { blocks, columns } = index;
  const { at, within } = spotOf(index, valuesOf(cell.row, columns));
  const block = blocks[at];
  if (!block) {
    blocks.push([cell]);
    return;
  }
  block.splice(within, 0, cell);
  if (block.length > mostInBlock) blocks.splice(at + 1, 0, block.splice(mostInBlock >>> 1));
}

function removeRow(index: MemoryIndex, row: AnyRow): void {
  const { at, within } = spotOf(index, valuesOf(row, index.columns));
  const block = index.blocks[at];
  block?.splice(within, 1);
  if (block?.length === 0) index.blocks.splice(at, 1);
}

export function findRanges(index: MemoryIndex, where: Where<AnyRow>): IndexRanges {
  const { columns } = index;
  let prefixes: Values[] = [[]];
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

function partOf(index: MemoryIndex, prefix: Values, condition: object | undefined): [number, number] {
  const { from, above, until, below } = (condition ?? {}) as Record<string, unknown>;
  // Nulls come first, and are within no bounds.
  const least = excludesNull(condition ?? {})
    ? placeOf(index, [...prefix, null], true)
    : placeOf(index, prefix);
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

/** Whether the ranges give rows in the wanted order. */
export function areRangesInOrder({ index, parts, prefix }: IndexRanges, { by }: RowOrder<AnyRow>): boolean {
  return parts.length === 1 && by.every((column, at) => column === index.columns[prefix.length + at]);
}

/** The rows of ranges, in their order or in reverse. `after`: values of the columns behind the prefix. */
export function* rowsInRanges(
  { index, parts, prefix }: IndexRanges,
  { isDescending = false, after }: Pick<RowOrder<AnyRow>, 'isDescending' | 'after'> = {},
): Generator<AnyRow> {
  for (const part of parts) {
    let [from, until] = part;
    if (after && isDescending) until = Math.min(until, placeOf(index, [...prefix, ...after]));
    else if (after) from = Math.max(from, placeOf(index, [...prefix, ...after], true));
    if (from >= until) continue;
    const step = isDescending ? -1 : 1;
    let { at, within } = spotAt(index, isDescending ? until - 1 : from);
    for (let left = until - from; left > 0; left -= 1) {
      const block = index.blocks[at];
      const cell = block?.[within];
      if (cell) yield cell.row;
      within += step;
      if (within >= 0 && within < (block?.length ?? 0)) continue;
      at += step;
      within = isDescending ? (index.blocks[at]?.length ?? 0) - 1 : 0;
    }
  }
}

/** A function that tells whether a row meets the conditions. */
export function rowMatcher(where: Where<AnyRow>): (row: AnyRow) => boolean {
  const plain: [string, unknown][] = [];
  const others: [string, (value: unknown) => boolean][] = [];
  for (const column in where) {
    const condition = where[column];
    if (isSingleValue(condition)) plain.push([column, condition]);
    else if (condition !== undefined) others.push([column, allowedBy(condition)]);
  }
  return (row) =>
    plain.every(([column, value]) => row[column] === value) &&
    others.every(([column, isAllowed]) => isAllowed(row[column]));
}

/** A function that tells whether a value meets a condition. */
export function allowedBy(condition: ColumnCondition<unknown>): (value: unknown) => boolean {
  const among = listedValues(condition);
  if (among) {
    const values = new Set(among);
    return (value) => values.has(value);
  }
  const { from, above, until, below, not, startsWith, notStartsWith } = (condition ?? {}) as Record<
    string,
    unknown
  >;
  if (typeof startsWith === 'string') return (value) => beginsWith(value, startsWith);
  if (typeof notStartsWith === 'string') return (value) => !beginsWith(value, notStartsWith);
  if (not !== undefined) return (value) => value !== not;
  const isNullAllowed = !excludesNull(condition ?? {});
  return (value) => {
    if (value === null) return isNullAllowed;
    return (
      (from === undefined || compared(value, from) >= 0) &&
      (above === undefined || compared(value, above) > 0) &&
      (until === undefined || compared(value, until) <= 0) &&
      (below === undefined || compared(value, below) < 0)
    );
  };
}

const beginsWith = (value: unknown, text: string) => typeof value === 'string' && value.startsWith(text);

/** Whether null fails the condition. The condition is not a list. */
function excludesNull(condition: object): boolean {
  if ('notStartsWith' in condition || ('not' in condition && condition.not !== null)) return false;
  return Object.values(condition).some((limit) => limit !== undefined);
}

/** Whether a condition is one value. */
export const isSingleValue = (condition: unknown) =>
  condition !== undefined && (typeof condition !== 'object' || condition === null);

/** The values of a condition that lists them. */
export function listedValues(condition: ColumnCondition<unknown>): Values | undefined {
  if (condition === undefined) return undefined;
  if (isSingleValue(condition)) return [condition];
  const { in: among } = condition as { in?: Values };
  return among && [...new Set(among)];
}

export function sortedBy(rows: AnyRow[], order: RowOrder<AnyRow> | undefined): AnyRow[] {
  if (!order) return rows;
  const { by, isDescending, after, limit } = order;
  const sign = isDescending ? -1 : 1;
  return rows
    .filter((row) => !after || sign * comparedAt(row, by, after) > 0)
    .toSorted((a, b) => sign * comparedAt(a, by, valuesOf(b, by)))
    .slice(0, limit);
}

/** Builds an index of all rows by these columns. */
export function buildIndex(cells: Iterable<RowCell>, columns: readonly string[]): MemoryIndex {
  const sorted = [...cells].toSorted((a, b) => comparedAt(a.row, columns, valuesOf(b.row, columns)));
  const blocks: RowCell[][] = [];
  while (sorted.length > 0) blocks.push(sorted.splice(0, mostInBlock));
  return { columns, blocks };
}

const valuesOf = (row: AnyRow, columns: readonly string[]): Values => columns.map((column) => row[column]);

const mostInBlock = 256;

/** A place in an index: the block, and the position within it. */
interface Spot {
  at: number;
  within: number;
}

/** How many of the sorted items come before some values. */
function countBefore<One>(of: readonly One[], isBefore: (one: One) => boolean): number {
  let [low, high] = [0, of.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(of[middle] as One)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place before the first row that is not less than the values; with `isBehind`, after the rows that are equal. */
function spotOf({ columns, blocks }: MemoryIndex, values: Values, isBehind = false): Spot {
  const compare = values.some(isAmbiguous) ? compared : comparedByUnits;
  const isBefore = ({ row }: RowCell) => {
    const order = comparedAt(row, columns, values, compare);
    return order < 0 || (isBehind && order === 0);
  };
  const last = blocks.at(-1);
  if (!last) return { at: 0, within: 0 };
  // A new row mostly belongs at the end.
  if (isBefore(last.at(-1) as RowCell)) return { at: blocks.length - 1, within: last.length };
  const at = countBefore(blocks, (block) => isBefore(block.at(-1) as RowCell));
  return { at, within: countBefore(blocks[at] ?? [], isBefore) };
}

/** How many rows come before these values; with `isBehind`, including equal ones. */
function placeOf(index: MemoryIndex, values: Values, isBehind = false): number {
  const { at, within } = spotOf(index, values, isBehind);
  let place = within;
  for (let before = 0; before < at; before += 1) place += index.blocks[before]?.length ?? 0;
  return place;
}

function spotAt({ blocks }: MemoryIndex, place: number): Spot {
  let [at, within] = [0, place];
  for (
    let length = blocks[at]?.length ?? 0;
    within >= length && length > 0;
    length = blocks[at]?.length ?? 0
  ) {
    within -= length;
    at += 1;
  }
  return { at, within };
}

/** Compares a row with values of its first columns. */
function comparedAt(row: AnyRow, columns: readonly string[], values: Values, compare = compared): number {
  for (let at = 0; at < values.length; at += 1) {
    const order = compare(row[columns[at] as string], values[at]);
    if (order !== 0) return order;
  }
  return 0;
}

const high = /[\uD800-\uFFFF]/;

/** Whether this text may sort differently by code units than by code points. */
const isAmbiguous = (value: unknown) => typeof value === 'string' && high.test(value);

function comparedByUnits(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : 1;
  return Number(a) < Number(b) ? -1 : 1;
}

/** Compares texts by code points, as the databases do. */
function compared(a: unknown, b: unknown): number {
  if (typeof a !== 'string' || typeof b !== 'string' || a === b || !isAmbiguous(a))
    return comparedByUnits(a, b);
  for (let at = 0; ; at += 1) {
    const [one = -1, other = -1] = [a.codePointAt(at), b.codePointAt(at)];
    if (one !== other) return one < other ? -1 : 1;
  }
}
