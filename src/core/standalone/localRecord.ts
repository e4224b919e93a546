import { InvalidInputError, PaymentsError, type RecordRefusal } from '../errors.ts';
import type {
  ExportQuery,
  OperationFilters,
  OperationQuery,
  OperationWithTimeline,
  RecordedOperation,
  RecordedReport,
  RecordedTransaction,
  RecordPage,
  ReportQuery,
  TimelineEntry,
  TransactionQuery,
} from '../operations/recorded.ts';
import type { OrderReference } from '../operations/terminalOperation.ts';
import {
  mixedCurrenciesMessage,
  operationsOfOrder,
  orderFigures,
  type RecordedOrder,
  sumOrder,
} from '../operations/orders.ts';
import { withoutPageOnlyFields } from '../operations/operationFields.ts';
import { operationsCsvFile } from '../operations/operationsCsv.ts';
import {
  createOperationMatcher,
  isEmptyOrSearchable,
  tooShortSearchMessage,
} from '../operations/operationSearch.ts';
import {
  byStartTime,
  isOpen,
  isUndecided,
  isUnseen,
  type StartTimeAndId,
  type TerminalOperation,
} from '../operations/terminalOperation.ts';
import type { RecordQueries } from '../operations/terminalOperations.ts';
import { mergeReportRows } from '../operations/reportRows.ts';
import {
  groupByReference,
  findSaleOfProvider,
  recordedTransaction,
  timelineFromTimes,
  toReportRow,
} from '../operations/transactionRecord.ts';
import { isCarriedOutSaleOrHold, movedCents } from '../operations/transactions.ts';

type Operations = readonly TerminalOperation[];

const recorded = (operation: TerminalOperation): RecordedOperation => ({
  ...withoutPageOnlyFields(operation),
  seq: 0,
  isOwn: true,
});

const newestFirst = <Started extends Pick<TerminalOperation, 'createdAt' | 'id'>>(all: readonly Started[]) =>
  all.toSorted((a, b) => -byStartTime(a, b));

const salesIn = (operations: Operations) => newestFirst(operations.filter(isCarriedOutSaleOrHold));

/** Whether a value is one of the wanted values. If none is wanted (an empty filter), every value counts, as at a gateway. */
function isAmong<Value>(wanted: Value | readonly Value[] | undefined, value: NoInfer<Value> | undefined) {
  const values = [wanted].flat().filter((one) => one !== undefined && one !== '');
  return values.length === 0 || values.some((one) => one === value);
}

/** Turns filters into a function that tells whether an operation matches. Throws `invalid-input`. */
function matcherOf({ from = -Infinity, to = Infinity, amount, search = '', ...asked }: OperationFilters) {
  if (!isEmptyOrSearchable(search)) throw new InvalidInputError('search', tooShortSearchMessage);
  const isFound = search === '' ? undefined : createOperationMatcher(search);
  return (operation: TerminalOperation): boolean =>
    operation.createdAt >= from &&
    operation.createdAt < to &&
    isAmong(asked.terminalId, operation.terminalId) &&
    isAmong(asked.kind, operation.kind) &&
    isAmong(asked.phase, operation.phase) &&
    isAmong(asked.orderNumber, operation.orderNumber) &&
    isAmong(asked.pnRefNum, operation.pnRefNum) &&
    // A browser does not know who started an operation: a filter by `actor` finds nothing.
    isAmong(asked.actor, undefined) &&
    isAmong(asked.open, isOpen(operation)) &&
    isAmong(asked.unseen, isUnseen(operation)) &&
    (amount === undefined || operation.amountCents === amount || movedCents(operation) === amount) &&
    (isFound?.(operation) ?? true);
}

/** One page of a list, newest first. Its cursor holds the last item's time and id, so it stays valid if the item is deleted. */
function pageOf<Item>(
  all: readonly Item[],
  { cursor, limit = 50 }: Pick<OperationQuery, 'cursor' | 'limit'>,
  placeOf: (item: Item) => StartTimeAndId,
): RecordPage<Item> {
  const [, at, id = ''] = /^(\S+) (.*)$/s.exec(cursor ?? '') ?? [];
  const isLeft = (item: Item) =>
    at === undefined || byStartTime(placeOf(item), { createdAt: Number(at), id }) < 0;
  const left = all.filter(isLeft);
  const items = left.slice(0, limit);
  const last = left.length > limit ? items.at(-1) : undefined;
  const place = last && placeOf(last);
  return { items, cursor: place && `${place.createdAt} ${place.id}` };
}

function localOperations(
  operations: Operations,
  { cursor, limit, ...filters }: OperationQuery,
): RecordPage<RecordedOperation> {
  const found = newestFirst(operations.filter(matcherOf(filters)));
  return pageOf(found.map(recorded), { cursor, limit }, (operation) => operation);
}

export function localTransactionsPage(
  operations: Operations,
  { cursor, limit, ...filters }: TransactionQuery,
): RecordPage<RecordedTransaction> {
  const found = groupByReference(operations);
  const all = salesIn(operations)
    .filter(matcherOf(filters))
    .flatMap((sale) => recordedTransaction(sale, found, recorded) ?? []);
  return pageOf(all, { cursor, limit }, ({ createdAt, operations: [sale] }) => ({
    createdAt,
    id: sale?.id ?? '',
  }));
}

export function localTransaction(
  operations: Operations,
  pnRefNum: string,
  provider?: string,
): RecordedTransaction | undefined {
  const sale = findSaleOfProvider(
    salesIn(operations).filter((made) => made.pnRefNum === pnRefNum),
    provider,
  );
  return sale && recordedTransaction(sale, groupByReference(operations), recorded);
}

export function localReport(operations: Operations, query: ReportQuery): RecordedReport {
  const begun = operations.filter(matcherOf(query));
  const found = groupByReference(operations);
  return {
    rows: mergeReportRows(begun.map((operation) => toReportRow(operation, found))),
    unknown: newestFirst(begun.filter(isUndecided)).map(recorded),
    holds: salesIn(begun)
      .flatMap((sale) => recordedTransaction(sale, found, recorded) ?? [])
      .filter(({ isHeld }) => isHeld),
    legs: [],
  };
}

function withTimeline(operation: TerminalOperation): OperationWithTimeline {
  const { resolution, endedAt, acknowledgedAt } = operation;
  const timeline: TimelineEntry[] = timelineFromTimes(operation);
  if (resolution && endedAt !== undefined) timeline.push({ type: 'resolved', at: endedAt, ...resolution });
  if (acknowledgedAt !== undefined) timeline.push({ type: 'acknowledged', at: acknowledgedAt });
  return { operation: recorded(operation), timeline };
}

function localExport(operations: Operations, { timeZone, ...filters }: ExportQuery): Blob {
  const found = newestFirst(operations.filter(matcherOf(filters)));
  return operationsCsvFile(found, groupByReference(operations), timeZone);
}

function localOrder(operations: Operations, order: OrderReference): RecordedOrder {
  if (!Number.isSafeInteger(order.totalCents))
    throw new InvalidInputError('totalCents', 'must be an integer number of cents.');
  const found = operationsOfOrder(order.number, operations);
  const sums = sumOrder(order, found, []);
  if (sums.isMixed)
    throw refused(409, {
      code: 'other-state',
      message: mixedCurrenciesMessage(order.number),
      field: 'currency',
    });
  return { ...orderFigures(order, sums), operations: found.map(recorded), legs: [] };
}

const refused = (status: number, refusal: RecordRefusal) =>
  new PaymentsError('http', refusal.message, { status, refusal });

const unavailable = (message: string) => refused(404, { code: 'unavailable', message });

const notFound = (sentence: string) => new PaymentsError('http', sentence, { status: 404 });

/** Answers the queries of a record from this browser's operations. */
export function createLocalRecord({
  list,
  ready,
  subscribe,
}: {
  list: () => Operations;
  ready: Promise<void>;
  subscribe: (listener: () => void) => () => void;
}): RecordQueries {
  const known = async () => {
    await ready.catch(() => undefined);
    return list();
  };
  return {
    listOperations: async (by) => localOperations(await known(), by),
    async getOperation(id) {
      const operation = (await known()).find((one) => one.id === id);
      if (operation) return withTimeline(operation);
      throw notFound('This browser knows no operation with this id.');
    },
    exportOperations: async (by) => localExport(await known(), by),
    listTransactions: async (by) => localTransactionsPage(await known(), by),
    async getTransaction({ pnRefNum, provider }) {
      const found = localTransaction(await known(), pnRefNum, provider);
      if (found) return found;
      throw notFound('This browser knows no transaction with this reference.');
    },
    getReport: async (query) => localReport(await known(), query),
    getOrder: async (order) => localOrder(await known(), order),
    recordLeg: async () => {
      throw unavailable('Only a gateway keeps what was paid without a terminal. Nothing was recorded.');
    },
    listClosings: async () => ({ items: [] }),
    getClosing: async () => {
      throw notFound('Only a gateway keeps closings.');
    },
    closeDay: async () => {
      throw unavailable('Only a gateway keeps closings. Nothing was closed.');
    },
    subscribe: (listener) => {
      let before = byId(list());
      return subscribe(() => {
        const now = byId(list());
        const changed = [...now.values()].filter((operation) => before.get(operation.id) !== operation);
        const isAnyGone = [...before.keys()].some((id) => !now.has(id));
        before = now;
        listener(isAnyGone ? undefined : changed.map(recorded));
      });
    },
  };
}

const byId = (operations: Operations) =>
  new Map(operations.map((operation) => [operation.id, operation] as const));
