import type { RecordedReport, RecordedTransaction, ReportRow } from '../core/operations/recorded.ts';
import type { Phase } from '../core/operations/terminalOperation.ts';
import { moneyOperations } from '../core/wire/routes.ts';
import type { Caller } from './authorize.ts';
import type { Steps, Transaction, Where } from './gatewayStore.ts';
import { madeTransaction, ofReferences, recordedTransaction, voidedBy } from './recordedTransactions.ts';
import type { OperationRow } from './recordRows.ts';
import { newestOf, recordedOperation } from './seenBy.ts';

const notKnown = { in: ['sending', 'waiting', 'unknown'] } as const satisfies Where<OperationRow>['phase'];
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
  const unknown = yield* newestOf(tx, narrowed(conditions, { phase: notKnown }));
  return {
    rows: addedUp(rows),
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
    for (const { count, amountCents, movedCents, ...about } of sums) {
      rows.push({ ...nameOf(about), count, amountCents: amountCents ?? 0, movedCents: movedCents ?? 0 });
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
  const found = yield* ofReferences(tx, account, voids);
  return voids.map((row) => {
    const voided = voidedBy(row, found);
    const about = nameOf({ ...row, currency: voided ? voided.currency : row.currency });
    return { ...about, count: 1, amountCents: row.amountCents ?? 0, movedCents: voided?.cents ?? 0 };
  });
}

function nameOf({
  currency,
  terminalId,
  kind,
  phase,
}: Pick<OperationRow, 'currency' | 'terminalId' | 'kind' | 'phase'>) {
  // Only terminal operations have a phase, and these have all three.
  return {
    currency: currency ?? undefined,
    terminalId: terminalId ?? '',
    kind: kind as ReportRow['kind'],
    phase: phase as Phase,
  };
}

/** One row for each currency, terminal, kind and phase, in that order. */
function addedUp(rows: readonly ReportRow[]): ReportRow[] {
  const found = new Map<string, ReportRow>();
  for (const row of rows) {
    const name = JSON.stringify([row.currency ?? '', row.terminalId, row.kind, row.phase]);
    const sum = found.get(name);
    found.set(name, {
      ...row,
      count: row.count + (sum?.count ?? 0),
      amountCents: row.amountCents + (sum?.amountCents ?? 0),
      movedCents: row.movedCents + (sum?.movedCents ?? 0),
    });
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
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
    const found = yield* ofReferences(tx, caller.account, rows);
    for (const row of rows) {
      const transaction = recordedTransaction(row, found, caller);
      if (transaction?.isHeld) holds.push(transaction);
    }
    const last = rows.at(-1);
    if (last) after = [last.createdAt, last.id];
    isMore = rows.length === most;
  }
  return holds;
}
