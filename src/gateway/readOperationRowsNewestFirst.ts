import { byStartTime } from '../core/operations/terminalOperation.ts';
import type { RowOrderAndLimit, StoreSteps, StoreTransaction, Where } from './gatewayStore.ts';
import { rowMatcher } from './rowConditions.ts';
import type { OperationRow } from './recordRows.ts';
import { isTerminalOperationRow, type TerminalOperationRow } from './visibility.ts';

const columns = ['orderNumberLower', 'orderNumberReversed'] as const;

/** If more order numbers than this match, the index is not used: an ordinary query, newest first, soon finds enough. */
const mostCounted = 100_000;
/** If more order numbers than this match, the index finds only the newest match. Ordinary queries find the others. */
const mostSorted = 20_000;
/** The index finds at most this many of the newest matches. Ordinary queries find the older ones. */
const mostRead = 1000;

type Place = RowOrderAndLimit<OperationRow>['after'];
type Wanted = Pick<RowOrderAndLimit<OperationRow>, 'after' | 'limit'>;
type Operations = StoreTransaction['operations'];

/** The newest operations that meet at least one of the conditions. */
export function* readOperationRowsNewestFirst(
  tx: Pick<StoreTransaction, 'operations'>,
  conditions: readonly Where<OperationRow>[],
  { after, limit }: Wanted = {},
): StoreSteps<TerminalOperationRow[]> {
  const order = { by: ['createdAt', 'id'], isDescending: true, after, limit } as const;
  const found = new Map<string, TerminalOperationRow>();
  const { rows: searched, others } = yield* searchOrderNumberIndexes(tx, conditions, { after, limit });
  const take = (row: OperationRow) => {
    if (isTerminalOperationRow(row) && isAfterCursor(row, after)) found.set(row.id, row);
  };
  searched.forEach(take);
  for (const { where, after: last } of others) {
    // Open operations are few, and an index finds them by terminal. So their query asks for no order: otherwise a
    // database would use an index for the order, and read every other operation too.
    const rows = yield* tx.operations.list(
      where,
      where.isOpen === true ? undefined : { ...order, after: last },
    );
    rows.forEach(take);
  }
  return [...found.values()].toSorted((a, b) => -byStartTime(a, b)).slice(0, limit);
}

const isAfterCursor = (row: OperationRow, [createdAt, id]: readonly (string | number)[] = []) =>
  id === undefined || byStartTime(row, { createdAt: Number(createdAt), id: String(id) }) < 0;

/** Finds the newest operations by the indexes of order numbers. `others`: further queries for the caller to make. */
function* searchOrderNumberIndexes(
  { operations }: Pick<StoreTransaction, 'operations'>,
  conditions: readonly Where<OperationRow>[],
  wanted: Wanted,
): StoreSteps<{ rows: OperationRow[]; others: { where: Where<OperationRow>; after: Place }[] }> {
  const found: OperationRow[] = [];
  const others = conditions
    .filter((where) => !columns.some((column) => isSearching(where, column)))
    .map((where) => ({ where, after: wanted.after }));
  for (const column of columns) {
    const searching = conditions.filter((where) => isSearching(where, column));
    const text = searchedText(searching[0]?.[column]);
    if (text === undefined) continue;
    const begins = { account: searching[0]?.account, [column]: beginningWith(text) };
    const { rows, isAll, after } = yield* newestMatches(operations, begins, anyOf(searching), wanted);
    found.push(...rows);
    if (!isAll) others.push(...searching.map((where) => ({ where, after })));
  }
  return { rows: found, others };
}

/** The newest matches in the index range `begins`. If not `isAll`, the caller must query for those behind `after`. */
function* newestMatches(
  operations: Operations,
  begins: Where<OperationRow>,
  isMatch: (row: OperationRow) => boolean,
  { after, limit = Infinity }: Wanted,
): StoreSteps<{ rows: OperationRow[]; isAll: boolean; after: Place }> {
  const rows: OperationRow[] = [];
  const count = yield* operations.count(begins, mostCounted + 1);
  if (count > mostCounted) return { rows, isAll: false, after };
  const most = count > mostSorted ? 1 : mostRead;
  const places = yield* operations.listColumns(begins, {
    by: ['createdAt', 'id'],
    isDescending: true,
    after,
    limit: most,
  });
  let read = 0;
  while (read < places.length && rows.length < limit) {
    // Not every row matches, so more rows than needed are read: first twice `limit`, then each time twice as many as
    // were read so far.
    const ids = places.slice(read, read === 0 ? 2 * limit : 3 * read).map(({ id }) => id);
    rows.push(...(yield* operations.list({ account: begins.account, id: { in: ids } })).filter(isMatch));
    read += ids.length;
  }
  const last = places[read - 1];
  return {
    rows,
    isAll: rows.length >= limit || places.length < most,
    after: last ? [last.createdAt, last.id] : after,
  };
}

function anyOf(conditions: readonly Where<OperationRow>[]): (row: OperationRow) => boolean {
  const matchers = conditions.map((where) => rowMatcher(where as Where<Record<string, unknown>>));
  return (row) => matchers.some((isMatch) => isMatch({ ...row }));
}

const isSearching = (where: Where<OperationRow>, column: (typeof columns)[number]) =>
  searchedText(where[column]) !== undefined;

const searchedText = (condition: unknown) =>
  typeof condition === 'object' && condition !== null && 'startsWith' in condition
    ? String(condition.startsWith)
    : undefined;

/** The range of an index that holds all texts which begin with `text`. */
function beginningWith(text: string): { from: string; below?: string } {
  const characters = Array.from(text);
  while (characters.length > 0) {
    const last = characters.pop()?.codePointAt(0) ?? 0;
    if (last < 0x10_ff_ff) return { from: text, below: characters.join('') + String.fromCodePoint(last + 1) };
  }
  return { from: text };
}
