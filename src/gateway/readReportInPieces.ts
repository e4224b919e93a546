import type { RecordedReport } from '../core/operations/recorded.ts';
import { mergeReportRows } from '../core/operations/reportRows.ts';
import { computeReport, mergeReportLegs, readReportLegs } from './computeReport.ts';
import type { GatewayStore, StoreSteps, StoreTransaction } from './gatewayStore.ts';
import type { ReadInTurn } from './readInTurn.ts';
import type { ParsedQuery } from './recordQuery.ts';
import { type Caller, latestDateMs } from './visibility.ts';

/** One transaction reads at most this many operations and legs, so that no payment waits for a long report. */
const mostPerPiece = 1000;
/** If a piece has too many rows, the next one is this many times shorter. If it has few, this many times longer. */
const lengthStep = 4;

/** The first piece of a report does not wait for other reports. A small report has only one piece. */
const atOnce: ReadInTurn = (read) => read();

/** The report of a query. If many operations or legs are in its period, it is read in pieces, each in a transaction. */
export async function readReportInPieces(
  store: GatewayStore,
  inTurn: ReadInTurn,
  caller: Caller,
  query: ParsedQuery,
): Promise<RecordedReport> {
  const { from = 0, to = latestDateMs } = query.period;
  const parts: RecordedReport[] = [];
  let readNext = atOnce;
  // Reads the latest piece first, because `unknown` and `holds` are sorted from the newest to the oldest.
  let end = to;
  let lengthMs = to - from;
  do {
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
  { filter, words }: ParsedQuery,
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
  const report = yield* computeReport(tx, caller, filter(caller, tx.now, piece));
  return { count, part: { ...report, legs: yield* readReportLegs(tx, caller, words, piece) } };
}
