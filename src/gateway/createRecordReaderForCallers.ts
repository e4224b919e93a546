import type {
  OperationWithTimeline,
  RecordPage,
  RecordedReport,
  RecordedTransaction,
  TimelineEntry,
} from '../core/operations/recorded.ts';
import { invalidParameterRefusal } from './GatewayRefusal.ts';
import type { ResolutionBasis } from '../core/operations/terminalOperation.ts';
import { createCursors } from './createCursors.ts';
import { oldestUndeliveredAt } from './deliveries.ts';
import type { GatewayStore, StoreSteps, StoreTransaction } from './gatewayStore.ts';
import { createOperationsExporter } from './exportOperations.ts';
import { findSaleOfProvider, timelineFromTimes } from '../core/operations/transactionRecord.ts';
import { whereMadeTransaction, readTransactionsBegunBy } from './recordedTransactions.ts';
import { type ParsedRecordQuery, parameterNamesByQuery, parseRecordQuery } from './recordQuery.ts';
import { createReadInTurn } from './readInTurn.ts';
import { readReportInPieces } from './computeReport.ts';
import { readOperationRowsNewestFirst } from './readOperationRowsNewestFirst.ts';
import {
  type Caller,
  isSecondScreen,
  isTerminalOperationRow,
  mayAskAboutOperation,
  toRecordedOperation,
  type TerminalOperationRow,
  visibleOperationConditions,
} from './visibility.ts';

interface Health {
  ok: true;
  /** The number of open operations that the caller may see. */
  open?: number | undefined;
  /** When the oldest undelivered event happened, for callers who see all. */
  oldestUndeliveredAt?: number | undefined;
}

interface RecordReaderOptions {
  store: GatewayStore;
  /** Whether events may have receivers. If not, no event counts as undelivered. Default true. */
  mayHaveReceivers?: boolean;
}

export type RecordReaderForCallers = ReturnType<typeof createRecordReaderForCallers>;

/**
 * Queries of the record. Answers never list, count or sum what the caller may not see. An invalid parameter is refused
 * with 400, naming the parameter. Methods reject with `storage` if the store fails.
 */
export function createRecordReaderForCallers({ store, mayHaveReceivers = true }: RecordReaderOptions) {
  const cursors = createCursors(store);
  const inTurn = createReadInTurn();
  const exportOperations = createOperationsExporter(store, inTurn);

  /** A page of the operations that match a query, converted to items by `toItems`. */
  const pageOf = async <Item>(
    caller: Caller,
    about: string,
    { filter, limit, cursor, words }: ParsedRecordQuery,
    toItems: (tx: StoreTransaction, rows: readonly TerminalOperationRow[]) => StoreSteps<Item[]> | Item[],
  ): Promise<RecordPage<Item>> => {
    const context = [about, caller.account, caller.subject, words];
    const after = cursor === undefined ? undefined : await cursors.openOrRefuse(context, cursor);
    const { items, last } = await store.transact(caller.account, 'read', function* (tx) {
      const rows = yield* readOperationRowsNewestFirst(tx, filter(caller, tx.now), {
        after,
        limit: limit + 1,
      });
      const shown = rows.slice(0, limit);
      const shownItems = toItems(tx, shown);
      return {
        items: Array.isArray(shownItems) ? shownItems : yield* shownItems,
        last: rows.length > limit ? shown.at(-1) : undefined,
      };
    });
    return { items, cursor: last && (await cursors.seal(context, [last.createdAt, last.id])) };
  };

  return {
    listOperations: async (caller: Caller, query: URLSearchParams) => {
      const known = parameterNamesByQuery[isSecondScreen(caller.sees) ? 'mirror' : 'operations'];
      return pageOf(caller, 'operations', parseRecordQuery(query, known), (_, rows) =>
        rows.map((row) => toRecordedOperation(row, caller)),
      );
    },

    getOperation: (caller: Caller, id: string): Promise<OperationWithTimeline | undefined> =>
      store.transact(caller.account, 'read', function* (tx) {
        const [row] = yield* tx.operations.list({ account: caller.account, id });
        if (!row || !isTerminalOperationRow(row) || !mayAskAboutOperation(caller, row, tx.now))
          return undefined;
        const timeline = isSecondScreen(caller.sees) ? [] : yield* timelineOf(tx, row);
        return { operation: toRecordedOperation(row, caller), timeline };
      }),

    listTransactions: async (caller: Caller, query: URLSearchParams) =>
      pageOf(
        caller,
        'transactions',
        parseRecordQuery(query, parameterNamesByQuery.transactions, whereMadeTransaction),
        (tx, rows) => readTransactionsBegunBy(tx, caller, rows),
      ),

    /** If the transaction has no provider, `provider` is `-`. */
    getTransaction: (
      caller: Caller,
      provider: string,
      pnRefNum: string,
    ): Promise<RecordedTransaction | undefined> =>
      store.transact(caller.account, 'read', function* (tx) {
        const asked = { ...whereMadeTransaction, pnRefNum };
        const conditions = visibleOperationConditions(caller, tx.now).map((where) => ({
          ...where,
          ...asked,
        }));
        const sales = (yield* readOperationRowsNewestFirst(tx, conditions)).map((row) => ({
          row,
          provider: row.provider ?? undefined,
        }));
        const named = findSaleOfProvider(sales, provider === '-' ? undefined : provider);
        return named && (yield* readTransactionsBegunBy(tx, caller, [named.row]))[0];
      }),

    /** `signal`: of the request. Once it is aborted, a long report is read no further. */
    async getReport(caller: Caller, query: URLSearchParams, signal?: AbortSignal): Promise<RecordedReport> {
      const parsed = parseRecordQuery(query, parameterNamesByQuery.report);
      for (const word of ['from', 'to'] as const) {
        if (parsed.period[word] === undefined)
          throw invalidParameterRefusal(word, 'is missing. A report needs from and to (epoch ms).');
      }
      return readReportInPieces(store, inTurn, caller, parsed, signal);
    },

    /** The operations that match the query, as a CSV file. `onFailure`: the store failed while the file was sent. */
    exportOperations: async (caller: Caller, query: URLSearchParams, onFailure?: (cause: unknown) => void) =>
      exportOperations(caller, parseRecordQuery(query, parameterNamesByQuery.export), onFailure),

    /** The state of the record. Without a caller: only whether the store can be read. */
    health: (caller?: Caller): Promise<Health> =>
      store.transact(caller?.account ?? '', 'read', function* (tx) {
        if (!caller) return { ok: true };
        let open = 0;
        for (const where of visibleOperationConditions(caller, tx.now, { isOpen: true })) {
          const sums = yield* tx.operations.sums(where, { by: ['terminalId'], of: [] });
          open += sums.reduce((all, { count }) => all + count, 0);
        }
        if (caller.sees !== 'all' || !mayHaveReceivers) return { ok: true, open };
        return { ok: true, open, oldestUndeliveredAt: yield* oldestUndeliveredAt(tx, caller.account) };
      }),
  };
}

/** The history of an operation. If its first events have expired, the first entries come from the operation's own times. */
function* timelineOf(
  tx: StoreTransaction,
  { account, id, operation, claimedAt, approvedBy }: TerminalOperationRow,
): StoreSteps<TimelineEntry[]> {
  const about = { account, operationId: id };
  const events = yield* tx.events.list(about, { by: ['id'] });
  const keptFrom = events[0]?.at ?? Infinity;
  const before = events[0]?.seq === 1 ? [] : timelineFromTimes(operation).filter(({ at }) => at < keptFrom);

  // Resolutions come from their own table, which keeps them and their actors as long as the operation is kept.
  const fromEvents = events.flatMap(({ at, detail }) =>
    detail && detail.type !== 'resolved' ? [{ at, ...detail }] : [],
  );
  const resolutions = yield* tx.resolutions.list(about, { by: ['id'] });
  const acknowledgements = yield* tx.acknowledgements.list(about);
  const entries: TimelineEntry[] = [
    ...(approvedBy === null ? [] : [{ at: claimedAt, type: 'approved', actor: approvedBy } as const]),
    ...before,
    ...fromEvents,
    ...resolutions.map(({ at, actor, charged, basis, note }) => ({
      at,
      type: 'resolved' as const,
      charged,
      basis: basis as ResolutionBasis,
      note: note ?? undefined,
      actor: actor ?? undefined,
    })),
    ...acknowledgements.map(({ at, actor }) => ({
      at,
      type: 'acknowledged' as const,
      actor: actor ?? undefined,
    })),
  ];
  return entries.toSorted((a, b) => a.at - b.at);
}
