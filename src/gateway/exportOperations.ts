import { invalidParameterRefusal } from './GatewayRefusal.ts';
import { InvalidInputError } from '../core/errors.ts';
import {
  createOperationsCsvWriter,
  mostOperationsPerFile,
  type OperationsCsvWriter,
} from '../core/operations/operationsCsv.ts';
import type { GatewayStore, StoreSteps, StoreTransaction } from './gatewayStore.ts';
import type { ReadInTurn } from './readInTurn.ts';
import type { ParsedRecordQuery } from './recordQuery.ts';
import { groupOperationsByReference, readOperationRowsSharingReferences } from './recordedTransactions.ts';
import { readOperationRowsNewestFirst } from './readOperationRowsNewestFirst.ts';
import { type Caller, latestDateMs, type TerminalOperationRow } from './visibility.ts';

const rowsPerPage = 500;
const lineEnd = '\r\n';
/** Operations are counted in steps of this period (ms), each in its own transaction of the store, so that no payment waits long. */
const countedMs = 7 * 24 * 60 * 60_000;

/** Returns a function that makes CSV files. `inTurn` reads their parts. */
export function createOperationsExporter(store: GatewayStore, inTurn: ReadInTurn) {
  /**
   * Returns the CSV file of a query as a stream, which reads the store while it is sent. Throws a refusal if the file
   * would be too long or the time zone is wrong. If the store fails meanwhile, the stream breaks off.
   */
  return async (
    caller: Caller,
    query: ParsedRecordQuery,
    onFailure?: (cause: unknown) => void,
  ): Promise<ReadableStream<Uint8Array>> => {
    const csv = csvIn(query.timeZone);
    if (await isTooLong(store, caller, query))
      throw invalidParameterRefusal(
        'from',
        `is too early: a file holds at most ${mostOperationsPerFile} operations.`,
      );
    const encoder = new TextEncoder();
    let after: readonly [number, string] | undefined;
    let isBegun = false;
    // Every part of the file except the last is sent without its last line end, and the next part begins with one. So
    // only a complete file ends with a line end. This shows a file that broke off, even if the connection does not.
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const page = inTurn(() =>
        store.transact(caller.account, 'read', (tx) => readPage(tx, caller, query, csv, after)),
      );
      const { lines, last } = await page.catch((cause: unknown) => {
        onFailure?.(cause);
        throw cause;
      });
      const text = (isBegun ? lineEnd : csv.head) + lines;
      controller.enqueue(encoder.encode(last ? text.slice(0, -lineEnd.length) : text));
      isBegun = true;
      if (last) after = [last.createdAt, last.id];
      else controller.close();
    };
    return new ReadableStream({ pull }, { highWaterMark: 0 });
  };
}

function csvIn(timeZone: string | undefined): OperationsCsvWriter {
  if (timeZone === undefined)
    throw invalidParameterRefusal('timeZone', 'is missing: times are written in a zone.');
  try {
    return createOperationsCsvWriter(timeZone);
  } catch (cause) {
    if (!(cause instanceof InvalidInputError)) throw cause;
    throw invalidParameterRefusal('timeZone', 'must be the name of a time zone, as Europe/Berlin.');
  }
}

/** The lines of one part of the file. `last`: the last row of the part; undefined if no further part follows. */
function* readPage(
  tx: StoreTransaction,
  caller: Caller,
  { filter }: ParsedRecordQuery,
  { linesOf }: OperationsCsvWriter,
  after: readonly [number, string] | undefined,
): StoreSteps<{ lines: string; last: TerminalOperationRow | undefined }> {
  const rows = yield* readOperationRowsNewestFirst(tx, filter(caller, tx.now), { after, limit: rowsPerPage });
  const voids = rows.filter(({ kind }) => kind === 'void');
  const found = groupOperationsByReference(
    yield* readOperationRowsSharingReferences(tx, caller.account, voids),
  );
  return {
    lines: linesOf(
      rows.map(({ operation, actor, approvedBy }) => ({ ...operation, actor, approvedBy })),
      found,
    ),
    last: rows.length === rowsPerPage ? rows.at(-1) : undefined,
  };
}

async function isTooLong(
  store: GatewayStore,
  caller: Caller,
  { filter, period }: ParsedRecordQuery,
): Promise<boolean> {
  const { from = 0, to = latestDateMs } = period;
  const count = (steps: (now: number) => { from: number; to: number }) =>
    store.transact(caller.account, 'read', function* (tx) {
      let all = 0;
      for (const where of filter(caller, tx.now, steps(tx.now)))
        all += yield* tx.operations.count(where, mostOperationsPerFile + 1);
      return { all, now: tx.now };
    });
  // First counts the operations that are dated later than now, because the store's clock may have run ahead. Then
  // counts week by week back in time. Last counts all operations that are older than `keepMs`.
  let { all, now } = await count((until) => ({ from: Math.max(from, until), to }));
  const oldest = now - store.keepMs;
  for (let end = Math.min(to, now); end > from && all <= mostOperationsPerFile;) {
    const begin = Math.max(from, end <= oldest ? 0 : end - countedMs);
    const until = end;
    all += (await count(() => ({ from: begin, to: until }))).all;
    end = begin;
  }
  return all > mostOperationsPerFile;
}
