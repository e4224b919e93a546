import type { RecordedReport } from '../../core/operations/recorded.ts';
import type {
  CallOptions,
  RecordQueries,
  TerminalOperations,
} from '../../core/operations/terminalOperations.ts';
import { isCarriedOut } from '../../core/operations/terminalOperation.ts';
import type { Clock } from '../../core/time.ts';
import { refreshOnChange } from '../../hooks/refreshOnChange.ts';

export type SinceClosing = Awaited<ReturnType<typeof readSinceClosing>>;

/** The latest time that a query accepts (epoch ms). */
export const endOfTime = 8_640_000_000_000_000;
/** How many `closeBatch` operations are read to find the last that closed the batch: a resolved one may not have. */
const mostBatches = 10;

/** What a terminal took since its day was closed last. Times are epoch ms. */
export async function readSinceClosing(
  record: Pick<RecordQueries, 'listClosings' | 'listOperations' | 'getReport'>,
  terminalId: string,
  call: CallOptions,
) {
  const [closings, batches] = await Promise.all([
    record.listClosings({ terminalId, limit: 1 }, call),
    record.listOperations(
      { terminalId, kind: 'closeBatch', phase: ['complete', 'partial', 'resolved'], limit: mostBatches },
      call,
    ),
  ]);
  const [closing] = closings.items;
  const batch = batches.items.find(isCarriedOut);
  const ofBatch = batch && lastOf(batch);
  const last = closing ?? ofBatch;
  const report = await record.getReport({ from: last?.to ?? 0, to: endOfTime, terminalId }, call);
  // If the last closing is newer than the last closed batch, it closed a forgotten day. The record closes such a day
  // without the terminal, so the terminal's batch is still open.
  const isBatchOpen = closing !== undefined && ofBatch !== undefined && closing.to > ofBatch.to;
  return {
    terminalId,
    last: last && {
      /** Only a gateway numbers closings. */
      number: closing?.number,
      to: last.to,
      at: last.at,
      /** The operation that closed the batch; undefined if the last closing closed a forgotten day. */
      operationId: last.to === ofBatch?.to ? batch?.id : undefined,
    },
    report,
    /** Whether there is something to close: payments since the last closing, or the terminal's still open batch. */
    hasNews: isBatchOpen || hasPayments(report),
  };
}

/** Reads a `closeBatch` operation as a closing. The closed period ends (`to`) at the operation's start. */
const lastOf = ({ createdAt, endedAt = createdAt }: { createdAt: number; endedAt?: number | undefined }) => ({
  to: Math.floor(createdAt),
  at: endedAt,
});

/** Whether a report counts any payment or hold that did not fail and was not rejected. */
export function hasPayments({ rows }: RecordedReport): boolean {
  return rows.some(
    ({ kind, phase, count }) =>
      kind !== 'closeBatch' && phase !== 'failed' && phase !== 'rejected' && count > 0,
  );
}

/** Reports when a day was closed last (epoch ms). Undefined if there is something to close or the read failed. */
export function followClosedAt(
  terminalId: string,
  operations: TerminalOperations,
  clock: Clock,
  onChange: (closedAt: number | undefined) => void,
): () => void {
  let newest = 0;
  const read = async () => {
    const turn = (newest += 1);
    const closedAt = await readSinceClosing(operations.record, terminalId, {}).then(
      ({ hasNews, last }) => (hasNews ? undefined : last?.at),
      () => undefined,
    );
    if (turn === newest) onChange(closedAt);
  };
  void read();
  const { leave } = refreshOnChange(operations, clock, read);
  return () => {
    newest = 0;
    leave();
  };
}
