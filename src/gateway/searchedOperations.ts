import type { StoreSteps, StoreTransaction, Where } from './gatewayStore.ts';
import { rowMatcher } from './memoryIndex.ts';
import type { OperationRow } from './recordRows.ts';

const columns = ['orderNumberLower', 'orderNumberReversed'] as const;

/**
 * At most this many operations whose order number begins with the searched text are read by its index. If there are
 * more, a page of them is found sooner among the newest operations, by the other conditions.
 */
const mostCandidates = 1000;

/** The operations that the indexes of order numbers find, and the conditions that must still be queried. */
export function* searchedOperations(
  { operations }: Pick<StoreTransaction, 'operations'>,
  conditions: readonly Where<OperationRow>[],
): StoreSteps<{ rows: OperationRow[]; others: readonly Where<OperationRow>[] }> {
  const rows: OperationRow[] = [];
  let others = conditions;
  for (const column of columns) {
    const searching = others.filter((where) => searchedText(where[column]) !== undefined);
    const [first] = searching;
    const text = first && searchedText(first[column]);
    if (text === undefined) continue;
    const candidates = yield* operations.list(
      { account: first?.account, [column]: beginningWith(text) },
      { by: [column, 'createdAt', 'id'], limit: mostCandidates + 1 },
    );
    if (candidates.length > mostCandidates) continue;
    const matchers = searching.map((where) => rowMatcher(where as Where<Record<string, unknown>>));
    rows.push(...candidates.filter((row) => matchers.some((isMatch) => isMatch({ ...row }))));
    others = others.filter((where) => !searching.includes(where));
  }
  return { rows, others };
}

const searchedText = (condition: unknown) =>
  typeof condition === 'object' && condition !== null && 'startsWith' in condition
    ? String(condition.startsWith)
    : undefined;

/** All texts that begin with a text, as a range of an index: from the text until before the next one that begins differently. */
function beginningWith(text: string): { from: string; below?: string } {
  const characters = Array.from(text);
  while (characters.length > 0) {
    const last = characters.pop()?.codePointAt(0) ?? 0;
    if (last < 0x10_ff_ff) return { from: text, below: characters.join('') + String.fromCodePoint(last + 1) };
  }
  return { from: text };
}
