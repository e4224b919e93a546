import type { RecordedTransaction } from '../core/operations/recorded.ts';
import { byStartTime } from '../core/operations/terminalOperation.ts';
import type { StoreSteps, StoreTransaction, Where } from './gatewayStore.ts';
import { readTransactions } from './recordedTransactions.ts';
import type { OperationRow } from './recordRows.ts';
import { type Caller, newestOperations, type TerminalOperationRow } from './visibility.ts';

type Operations = Pick<StoreTransaction, 'operations'>;

const referencesPerQuery = 500;

/**
 * The transactions of pre-authorizations that still hold money, the newest first. `made` selects the
 * pre-authorizations. Most of them are captured or voided: sums tell, so that only the others are read.
 */
export function* heldTransactions(
  tx: Operations,
  caller: Caller,
  made: readonly Where<OperationRow>[],
): StoreSteps<RecordedTransaction[]> {
  const rows: TerminalOperationRow[] = [];
  for (const where of made) {
    const sums = yield* tx.operations.sums(where, { by: ['pnRefNum'], of: [] });
    const references = sums.flatMap(({ pnRefNum }) => pnRefNum ?? []);
    for (let at = 0; at < references.length; at += referencesPerQuery) {
      const asked = references.slice(at, at + referencesPerQuery);
      const ended = yield* endedReferences(tx, caller.account, asked);
      const left = asked.filter((pnRefNum) => !ended.has(pnRefNum));
      if (left.length > 0)
        rows.push(...(yield* newestOperations(tx, [{ ...where, pnRefNum: { in: left } }])));
    }
  }
  const newest = rows.toSorted((a, b) => -byStartTime(a, b));
  return (yield* readTransactions(tx, caller, newest)).filter(({ isHeld }) => isHeld);
}

/** The references whose one sale was captured or voided afterwards. Whatever is less clear is left out. */
function* endedReferences(
  tx: Operations,
  account: string,
  references: readonly string[],
): StoreSteps<ReadonlySet<string>> {
  const groups = yield* tx.operations.sums(
    { account, pnRefNum: { in: references } },
    { by: ['pnRefNum', 'provider', 'kind', 'phase'], of: ['movedCents', 'createdAt'] },
  );
  const byReference = new Map<string, typeof groups>();
  for (const group of groups) {
    const pnRefNum = group.pnRefNum ?? '';
    byReference.set(pnRefNum, [...(byReference.get(pnRefNum) ?? []), group]);
  }
  const isEnded = (found: typeof groups) => {
    const [sale, another] = found.filter(({ kind }) => kind === 'pay' || kind === 'preAuth');
    if (sale?.count !== 1 || another || found.some(({ provider }) => provider !== sale.provider))
      return false;
    return found.some(({ kind, phase, count, movedCents, createdAt }) => {
      const isCaptured = kind === 'capture' && movedCents > 0;
      const isVoided = kind === 'void' && phase === 'complete';
      return (isCaptured || isVoided) && count === 1 && createdAt >= sale.createdAt;
    });
  };
  return new Set([...byReference].flatMap(([pnRefNum, found]) => (isEnded(found) ? pnRefNum : [])));
}
