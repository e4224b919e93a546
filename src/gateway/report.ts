import type { RecordedReport, RecordedTransaction, ReportRow } from '../core/operations/recorded.ts';
import { pendingPhases, type Phase } from '../core/operations/terminalOperation.ts';
import { sumReportRows, reportRow } from '../core/operations/transactionRecord.ts';
import { moneyOperations } from '../core/wire/routes.ts';
import type { Caller } from './authorize.ts';
import type { Steps, Transaction, Where } from './gatewayStore.ts';
import { madeTransaction, referencesIn, rowsOfReferences, transactionsOf } from './recordedTransactions.ts';
import type { OperationRow } from './recordRows.ts';
import { newestOf, recordedOperation } from './seenBy.ts';

const summed = moneyOperations.filter((kind) => kind !== 'void');
/** So many holds are looked at in one go. */
const most = 500;

/** What the operations that meet one of these conditions come to. */
export function* reportOn(
  tx: Pick<Transaction, 'operations'>,
  caller: Caller,
  conditions: readonly Where<OperationRow>[],
): Steps<RecordedReport> {
  const rows = [...(yield* sumsOf(tx, conditions)), ...(yield* voidsOf(tx, caller, conditions))];
  const unknown = yield* newestOf(tx, narrowed(conditions, { phase: { in: pendingPhases } }));
  return {
    rows: sumReportRows(rows),
    unknown: unknown.map((row) => recordedOperation(row, caller)),
    holds: yield* holdsOf(tx, caller, conditions),
  };
}

const narrowed = (conditions: readonly Where<OperationRow>[], more: Where<OperationRow>) =>
  conditions.map((where) => ({ ...where, ...more }));

function* sumsOf(
  { operations }: Pick<Transaction, 'operations'>,
  conditions: readonly Where<OperationRow>[],
): Steps<ReportRow[]> {
  const rows: ReportRow[] = [];
  for (const where of narrowed(conditions, { kind: { in: summed } })) {
    const sums = yield* operations.sums(where, {
      by: ['currency', 'terminalId', 'kind', 'phase'],
      of: ['amountCents', 'movedCents'],
    });
    for (const { currency, terminalId, kind, phase, count, amountCents, movedCents } of sums) {
      rows.push({
        currency: currency ?? undefined,
        // Only terminal operations have a phase, and these have all three.
        terminalId: terminalId ?? '',
        kind: kind as ReportRow['kind'],
        phase: phase as Phase,
        count,
        amountCents: amountCents ?? 0,
        movedCents: movedCents ?? 0,
      });
    }
  }
  return rows;
}

// A void has no amount of its own, so each is held against what it undid.
function* voidsOf(
  tx: Pick<Transaction, 'operations'>,
  { account }: Caller,
  conditions: readonly Where<OperationRow>[],
): Steps<ReportRow[]> {
  const voids = yield* newestOf(tx, narrowed(conditions, { kind: 'void' }));
  const found = referencesIn(yield* rowsOfReferences(tx, account, voids));
  return voids.map(({ operation }) => reportRow(operation, found));
}

function* holdsOf(
  tx: Pick<Transaction, 'operations'>,
  caller: Caller,
  conditions: readonly Where<OperationRow>[],
): Steps<RecordedTransaction[]> {
  const holds: RecordedTransaction[] = [];
  const made = narrowed(conditions, { ...madeTransaction, kind: 'preAuth' });
  for (let after: [number, string] | undefined, isMore = true; isMore;) {
    const rows = yield* newestOf(tx, made, { after, limit: most });
    holds.push(...(yield* transactionsOf(tx, caller, rows)).filter(({ isHeld }) => isHeld));
    const last = rows.at(-1);
    if (last) after = [last.createdAt, last.id];
    isMore = rows.length === most;
  }
  return holds;
}
