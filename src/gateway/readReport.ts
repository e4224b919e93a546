import type { RecordedReport, ReportRow } from '../core/operations/recorded.ts';
import { pendingPhases, type Phase } from '../core/operations/terminalOperation.ts';
import { sumReportRows } from '../core/operations/reportRows.ts';
import { toReportRow } from '../core/operations/transactionRecord.ts';
import { moneyOperations } from '../core/wire/routes.ts';
import type { Caller } from './visibility.ts';
import { bothConditions } from './rowConditions.ts';
import { heldTransactions } from './heldTransactions.ts';
import type { StoreSteps, StoreTransaction, Where } from './gatewayStore.ts';
import {
  whereTransactionMade,
  groupRowsByReference,
  operationsWithReferences,
} from './recordedTransactions.ts';
import type { OperationRow } from './recordRows.ts';
import { newestOperations, recordedOperation } from './visibility.ts';

const summed = moneyOperations.filter((kind) => kind !== 'void');

/** The report on the operations that meet one of the conditions, of which no operation meets two. */
export function* readReport(
  tx: Pick<StoreTransaction, 'operations'>,
  caller: Caller,
  conditions: readonly Where<OperationRow>[],
): StoreSteps<Omit<RecordedReport, 'legs'>> {
  const rows = [...(yield* sumsOf(tx, conditions)), ...(yield* voidsOf(tx, caller, conditions))];
  const unknown = yield* newestOperations(tx, narrowed(conditions, { phase: { in: pendingPhases } }));
  return {
    rows: sumReportRows(rows),
    unknown: unknown.map((row) => recordedOperation(row, caller)),
    holds: yield* heldTransactions(
      tx,
      caller,
      narrowed(narrowed(conditions, whereTransactionMade), { kind: 'preAuth' }),
    ),
  };
}

const narrowed = (conditions: readonly Where<OperationRow>[], more: Where<OperationRow>) =>
  conditions.flatMap((where) => bothConditions(where, more) ?? []);

function* sumsOf(
  { operations }: Pick<StoreTransaction, 'operations'>,
  conditions: readonly Where<OperationRow>[],
): StoreSteps<ReportRow[]> {
  const rows: ReportRow[] = [];
  for (const where of narrowed(conditions, { kind: { in: summed } })) {
    const sums = yield* operations.sums(where, {
      by: ['currency', 'terminalId', 'kind', 'phase'],
      of: ['amountCents', 'movedCents', 'tipCents'],
      nonZero: 'movedCents',
    });
    for (const { currency, terminalId, kind, phase, nonZeroCount = 0, ...figures } of sums) {
      rows.push({
        ...figures,
        currency: currency ?? undefined,
        // Only terminal operations have a phase, and each of them has all three.
        terminalId: terminalId ?? '',
        kind: kind as ReportRow['kind'],
        phase: phase as Phase,
        movedCount: nonZeroCount,
      });
    }
  }
  return rows;
}

// A void has no amount of its own, so the amount of the voided operation counts.
function* voidsOf(
  tx: Pick<StoreTransaction, 'operations'>,
  { account }: Caller,
  conditions: readonly Where<OperationRow>[],
): StoreSteps<ReportRow[]> {
  const voids = yield* newestOperations(tx, narrowed(conditions, { kind: 'void' }));
  const found = groupRowsByReference(yield* operationsWithReferences(tx, account, voids));
  return voids.map(({ operation }) => toReportRow(operation, found));
}
