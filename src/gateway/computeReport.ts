import type {
  RecordedReport,
  RecordedTransaction,
  ReportLeg,
  ReportRow,
} from '../core/operations/recorded.ts';
import { byStartTime, undecidedPhases, type Phase } from '../core/operations/terminalOperation.ts';
import { mergeReportRows } from '../core/operations/reportRows.ts';
import { toReportRow } from '../core/operations/transactionRecord.ts';
import { moneyOperations } from '../core/wire/routes.ts';
import { intersectConditions, rowMatcher } from './rowConditions.ts';
import type { GatewayStore, StoreSteps, StoreTransaction, Where } from './gatewayStore.ts';
import type { ReadInTurn } from './readInTurn.ts';
import type { ParsedRecordQuery } from './recordQuery.ts';
import {
  whereMadeTransaction,
  groupOperationsByReference,
  readOperationRowsSharingReferences,
  readTransactionsBegunBy,
  referencesPerQuery,
} from './recordedTransactions.ts';
import type { OperationRow } from './recordRows.ts';
import { readOperationRowsNewestFirst } from './readOperationRowsNewestFirst.ts';
import {
  type Caller,
  latestDateMs,
  toRecordedOperation,
  type TerminalOperationRow,
  visibleTerminalIds,
} from './visibility.ts';

/** One transaction reads at most this many operations and legs, so that no payment waits for a long report. */
const mostPerPiece = 1000;
/** If a piece has too many rows, the next one is this many times shorter. If it has few, this many times longer. */
const lengthStep = 4;

/** The first piece of a report does not wait for other reports. A small report has only one piece. */
const atOnce: ReadInTurn = (read) => read();

/**
 * The report of a query. If many operations or legs are in its period, it is read in pieces, each in a transaction.
 * Rejects between two pieces if `signal` is aborted.
 */
export async function readReportInPieces(
  store: GatewayStore,
  inTurn: ReadInTurn,
  caller: Caller,
  query: ParsedRecordQuery,
  signal?: AbortSignal,
): Promise<RecordedReport> {
  const { from = 0, to = latestDateMs } = query.period;
  const parts: RecordedReport[] = [];
  let readNext = atOnce;
  // Reads the latest piece first, because `unknown` and `holds` are sorted from the newest to the oldest.
  let end = to;
  let lengthMs = to - from;
  do {
    signal?.throwIfAborted();
    const piece = { from: Math.max(from, end - lengthMs), to: end };
    const { count, part } = await readNext(() =>
      store.transact(caller.account, 'read', (tx) => readPiece(tx, caller, query, piece)),
    );
    readNext = inTurn;
    if (part) {
      parts.push(part);
      end = piece.from;
      if (count <= mostPerPiece / lengthStep) lengthMs *= lengthStep;
    } else lengthMs = Math.ceil((end - piece.from) / lengthStep);
  } while (end > from);
  return {
    rows: mergeReportRows(parts.flatMap(({ rows }) => rows)),
    unknown: parts.flatMap(({ unknown }) => unknown),
    holds: parts.flatMap(({ holds }) => holds),
    legs: mergeReportLegs(parts.flatMap(({ legs }) => legs)),
  };
}

/** The report of a piece, unless the piece has too many operations and legs, and can be divided. */
function* readPiece(
  tx: StoreTransaction,
  caller: Caller,
  { filter, words }: ParsedRecordQuery,
  piece: { from: number; to: number },
): StoreSteps<{ count: number; part?: RecordedReport }> {
  const { account } = caller;
  const within = { from: piece.from, below: piece.to };
  // Also counts operations that do not match the filter, because the database may read all of them.
  const counts = yield* tx.together(
    tx.operations.count({ account, createdAt: within }, mostPerPiece + 1),
    tx.legs.count({ account, at: within }, mostPerPiece + 1),
  );
  const count = Math.max(...counts);
  if (count > mostPerPiece && piece.to - piece.from > 1) return { count };
  const report = yield* computeReportWithoutLegs(tx, caller, filter(caller, tx.now, piece));
  return { count, part: { ...report, legs: yield* readReportLegs(tx, caller, words, piece) } };
}

type Operations = Pick<StoreTransaction, 'operations'>;

const summed = moneyOperations.filter((kind) => kind !== 'void');

/** The report on the operations that meet a condition. No operation may meet two conditions, or it counts twice. */
export function* computeReportWithoutLegs(
  tx: Operations,
  caller: Caller,
  conditions: readonly Where<OperationRow>[],
): StoreSteps<Omit<RecordedReport, 'legs'>> {
  const rows = [...(yield* sumsOf(tx, conditions)), ...(yield* voidsOf(tx, caller, conditions))];
  const unknown = yield* readOperationRowsNewestFirst(
    tx,
    narrowed(conditions, { phase: { in: undecidedPhases } }),
  );
  return {
    rows: mergeReportRows(rows),
    unknown: unknown.map((row) => toRecordedOperation(row, caller)),
    holds: yield* heldTransactions(
      tx,
      caller,
      narrowed(narrowed(conditions, whereMadeTransaction), { kind: 'preAuth' }),
    ),
  };
}

const narrowed = (conditions: readonly Where<OperationRow>[], more: Where<OperationRow>) =>
  conditions.flatMap((where) => intersectConditions(where, more) ?? []);

function* sumsOf(
  { operations }: Operations,
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
        // The rows are of terminal operations, which always have a terminal, a kind and a phase.
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
  tx: Operations,
  { account }: Caller,
  conditions: readonly Where<OperationRow>[],
): StoreSteps<ReportRow[]> {
  const voids = yield* readOperationRowsNewestFirst(tx, narrowed(conditions, { kind: 'void' }));
  const found = groupOperationsByReference(yield* readOperationRowsSharingReferences(tx, account, voids));
  return voids.map(({ operation }) => toReportRow(operation, found));
}

/** The pre-authorizations that `made` selects and that still hold money, newest first. Ended ones are not read. */
function* heldTransactions(
  tx: Operations,
  caller: Caller,
  made: readonly Where<OperationRow>[],
): StoreSteps<RecordedTransaction[]> {
  const rows: TerminalOperationRow[] = [];
  for (const where of made) {
    const sums = yield* tx.operations.sums(where, { by: ['pnRefNum'], of: [] });
    const references = sums.flatMap(({ pnRefNum }) => pnRefNum ?? []);
    const isMade = rowMatcher(where);
    for (let at = 0; at < references.length; at += referencesPerQuery) {
      const asked = references.slice(at, at + referencesPerQuery);
      const ended = yield* endedReferences(tx, caller.account, asked);
      const left = asked.filter((pnRefNum) => !ended.has(pnRefNum));
      // Read by reference alone: with the conditions, SQLite would go through the whole period for each query.
      const found = yield* readOperationRowsSharingReferences(
        tx,
        caller.account,
        left.map((pnRefNum) => ({ pnRefNum })),
      );
      rows.push(...found.filter((row) => isMade({ ...row })));
    }
  }
  const newest = rows.toSorted((a, b) => -byStartTime(a, b));
  return (yield* readTransactionsBegunBy(tx, caller, newest)).filter(({ isHeld }) => isHeld);
}

/** Those of the references whose only sale or hold was later captured or voided: they surely hold no money now. */
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

/**
 * The legs of a report, summed by name and currency, unsorted. A leg has no terminal, kind or phase. So there are no
 * legs if the query filters by more than the period, or if the caller sees only some terminals.
 */
export function* readReportLegs(
  tx: Pick<StoreTransaction, 'legs'>,
  { account, subject, sees }: Caller,
  words: readonly (readonly [string, string])[],
  { from, to }: { from: number; to: number },
): StoreSteps<ReportLeg[]> {
  const hasFilter = words.some(([name]) => name !== 'from' && name !== 'to');
  if (hasFilter || visibleTerminalIds(sees)) return [];
  const where = { account, at: { from, below: to }, ...(sees === 'own' && { subject }) };
  const sums = yield* tx.legs.sums(where, { by: ['name', 'currency'], of: ['cents'] });
  return sums.map(({ name, currency, count, cents }) => ({ name, currency, count, cents }));
}

/** Adds up legs with the same name and currency, and sorts the sums by both. */
export function mergeReportLegs(legs: readonly ReportLeg[]): ReportLeg[] {
  const found = new Map<string, ReportLeg>();
  for (const leg of legs) {
    const name = JSON.stringify([leg.name, leg.currency]);
    const { count = 0, cents = 0 } = found.get(name) ?? {};
    found.set(name, { ...leg, count: leg.count + count, cents: leg.cents + cents });
  }
  return [...found.values()].toSorted((a, b) => (a.name + a.currency < b.name + b.currency ? -1 : 1));
}
