import type { Condition, Order, Where } from './gatewayStore.ts';

export type Row = Record<string, unknown>;
type Values = readonly unknown[];

/** A row, whichever it is by now. */
export interface Cell {
  row: Row;
}

/** Rows in the order of some columns, of which no two have the same values in all of them. */
export interface MemoryIndex {
  readonly columns: readonly string[];
  /** In short rows, none of them empty, so that little moves where one comes in between. */
  readonly blocks: Cell[][];
}

/** Parts of an index in which all rows are that are asked for. */
export interface Ranges {
  index: MemoryIndex;
  /** From where, and up to where. */
  parts: readonly (readonly [number, number])[];
  size: number;
  /** What is equal in all of it. */
  prefix: Values;
}

/** How well an index fits: what is equal counts most, then that rows come as they are wanted, then a limit on the next column. */
export function fitness(
  columns: readonly string[],
  where: Where<Row>,
  order: Order<Row> | undefined,
): number {
  const open = columns.findIndex((column) => !amongOf(where[column]));
  const length = open < 0 ? columns.length : open;
  const isOneRange = columns.slice(0, length).every((column) => isPlain(where[column]));
  if (isOneRange && order?.by.every((column, at) => column === columns[length + at])) return length + 0.75;
  const next = columns[length];
  return length + (next !== undefined && where[next] !== undefined ? 0.5 : 0);
}

/** What decides how well an index fits, as one text. */
export function questionOf(where: Where<Row>, order: Order<Row> | undefined): string {
  let question = order ? order.by.join() : '';
  for (const column in where) {
    const condition = where[column];
    if (condition === undefined) continue;
    question += isPlain(condition) ? ' =' : 'in' in (condition as object) ? ' in ' : ' <';
    question += column;
  }
  return question;
}

/** Gives a cell another row, and its place by that; without one it is taken out. */
export function moveCell(indexes: Iterable<MemoryIndex>, cell: Cell, after: Row | undefined): void {
  const before = cell.row;
  const moved = [...indexes].filter(
    ({ columns }) => !after || columns.some((column) => before[column] !== after[column]),
  );
  for (const index of moved) takeOut(index, before);
  if (!after) return;
  cell.row = after;
  for (const index of moved) insertCell(index, cell);
}

export function insertCell(index: MemoryIndex, cell: Cell): void {
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

function takeOut(index: MemoryIndex, row: Row): void {
  const { at, within } = spotOf(index, valuesOf(row, index.columns));
  const block = index.blocks[at];
  block?.splice(within, 1);
  if (block?.length === 0) index.blocks.splice(at, 1);
}

export function rangesIn(index: MemoryIndex, where: Where<Row>): Ranges {
  const { columns } = index;
  let prefixes: Values[] = [[]];
  let length = 0;
  for (const column of columns) {
    const among = amongOf(where[column]);
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
  // Nulls come first, and lie between nothing.
  const least = isBound(condition ?? {}) ? placeOf(index, [...prefix, null], true) : placeOf(index, prefix);
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

/** Whether rows come from there as they are wanted. */
export function isInOrder({ index, parts, prefix }: Ranges, { by }: Order<Row>): boolean {
  return parts.length === 1 && by.every((column, at) => column === index.columns[prefix.length + at]);
}

/** The rows of ranges, in their order or against it. `after` are values of the columns behind the prefix. */
export function* walk(
  { index, parts, prefix }: Ranges,
  { isDescending = false, after }: Pick<Order<Row>, 'isDescending' | 'after'> = {},
): Generator<Row> {
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

/** Whether a row is one of those that are asked for. */
export function matching(where: Where<Row>): (row: Row) => boolean {
  const plain: [string, unknown][] = [];
  const others: [string, (value: unknown) => boolean][] = [];
  for (const column in where) {
    const condition = where[column];
    if (isPlain(condition)) plain.push([column, condition]);
    else if (condition !== undefined) others.push([column, allowedBy(condition)]);
  }
  return (row) =>
    plain.every(([column, value]) => row[column] === value) &&
    others.every(([column, isAllowed]) => isAllowed(row[column]));
}

/** Which values of all are asked for. */
function allowedBy(condition: Condition<unknown>): (value: unknown) => boolean {
  const among = amongOf(condition);
  if (among) {
    const values = new Set(among);
    return (value) => values.has(value);
  }
  const { from, above, until, below } = (condition ?? {}) as Record<string, unknown>;
  const isNullAllowed = !isBound(condition ?? {});
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

/** Whether nulls are none of them. */
const isBound = (condition: object) => Object.values(condition).some((limit) => limit !== undefined);

/** A value that a column is to have. */
export const isPlain = (condition: unknown) =>
  condition !== undefined && (typeof condition !== 'object' || condition === null);

/** The values that a column may have, where they are named. */
function amongOf(condition: Condition<unknown>): Values | undefined {
  if (condition === undefined) return undefined;
  if (isPlain(condition)) return [condition];
  const { in: among } = condition as { in?: Values };
  return among && [...new Set(among)];
}

export function sortedBy(rows: Row[], order: Order<Row> | undefined): Row[] {
  if (!order) return rows;
  const { by, isDescending, after, limit } = order;
  const sign = isDescending ? -1 : 1;
  return rows
    .filter((row) => !after || sign * comparedAt(row, by, after) > 0)
    .toSorted((a, b) => sign * comparedAt(a, by, valuesOf(b, by)))
    .slice(0, limit);
}

/** All rows by these columns. */
export function indexOf(cells: Iterable<Cell>, columns: readonly string[]): MemoryIndex {
  const sorted = [...cells].toSorted((a, b) => comparedAt(a.row, columns, valuesOf(b.row, columns)));
  const blocks: Cell[][] = [];
  while (sorted.length > 0) blocks.push(sorted.splice(0, mostInBlock));
  return { columns, blocks };
}

const valuesOf = (row: Row, columns: readonly string[]): Values => columns.map((column) => row[column]);

const mostInBlock = 256;

/** Where values stand: in which block, and where in it. */
interface Spot {
  at: number;
  within: number;
}

/** How many of a row come before these values. */
function countBefore<One>(of: readonly One[], isBefore: (one: One) => boolean): number {
  let [low, high] = [0, of.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(of[middle] as One)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Before the first row that does not come before these values; with `isBehind` also behind those that have them. */
function spotOf({ columns, blocks }: MemoryIndex, values: Values, isBehind = false): Spot {
  const compare = values.some(isAmbiguous) ? compared : comparedByUnits;
  const isBefore = ({ row }: Cell) => {
    const order = comparedAt(row, columns, values, compare);
    return order < 0 || (isBehind && order === 0);
  };
  const last = blocks.at(-1);
  if (!last) return { at: 0, within: 0 };
  // What is new is mostly the last.
  if (isBefore(last.at(-1) as Cell)) return { at: blocks.length - 1, within: last.length };
  const at = countBefore(blocks, (block) => isBefore(block.at(-1) as Cell));
  return { at, within: countBefore(blocks[at] ?? [], isBefore) };
}

/** How many rows come before these values; with `isBehind` also those that have them. */
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

/** How a row stands to values of its first columns. */
function comparedAt(row: Row, columns: readonly string[], values: Values, compare = compared): number {
  for (let at = 0; at < values.length; at += 1) {
    const order = compare(row[columns[at] as string], values[at]);
    if (order !== 0) return order;
  }
  return 0;
}

const high = /[\uD800-\uFFFF]/;

/** Whether others may stand to it by their code units otherwise than by their code points, of which some are made of two units. */
const isAmbiguous = (value: unknown) => typeof value === 'string' && high.test(value);

function comparedByUnits(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : 1;
  return Number(a) < Number(b) ? -1 : 1;
}

/** As a database does it that compares texts by their code points. */
function compared(a: unknown, b: unknown): number {
  if (typeof a !== 'string' || typeof b !== 'string' || a === b || !isAmbiguous(a))
    return comparedByUnits(a, b);
  for (let at = 0; ; at += 1) {
    const [one = -1, other = -1] = [a.codePointAt(at), b.codePointAt(at)];
    if (one !== other) return one < other ? -1 : 1;
  }
}
