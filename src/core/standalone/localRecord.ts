import { PaymentsError } from '../errors.ts';
import type {
  RecordedOperation,
  RecordedReport,
  RecordedTransaction,
  RecordPage,
  RecordPeriod,
  ReportQuery,
  TransactionQuery,
} from '../operations/recorded.ts';
import { withoutPageOnlyFields } from '../operations/operationFields.ts';
import { isPending, type TerminalOperation } from '../operations/terminalOperation.ts';
import type { RecordQueries } from '../operations/terminalOperations.ts';
import {
  sumReportRows,
  groupByReference,
  findSaleOfProvider,
  recordedTransaction,
  toReportRow,
} from '../operations/transactionRecord.ts';
import { byStartTime, isCompletedSale } from '../operations/transactions.ts';

type Operations = readonly TerminalOperation[];

/** An operation of this browser in the form of a record. */
const recorded = (operation: TerminalOperation): RecordedOperation => ({
  ...withoutPageOnlyFields(operation),
  seq: 0,
  isOwn: true,
});

/** The completed sales and pre-authorizations of this browser, newest first. */
const salesIn = (operations: Operations) =>
  operations.filter(isCompletedSale).toSorted((a, b) => -byStartTime(a, b));

/** Whether an operation started within the period and at one of its terminals. */
function isIn({ from = -Infinity, to = Infinity, terminalId }: RecordPeriod) {
  const terminals = terminalId === undefined ? undefined : [terminalId].flat();
  return (begun: { createdAt: number; terminalId: string }) =>
    begun.createdAt >= from && begun.createdAt < to && (terminals?.includes(begun.terminalId) ?? true);
}

const idOf = (transaction: RecordedTransaction | undefined) => transaction?.operations[0]?.id;

/** One page of this browser's sales and pre-authorizations. */
export function localTransactions(
  operations: Operations,
  { orderNumber, pnRefNum, cursor, limit = 50, ...period }: TransactionQuery,
): RecordPage<RecordedTransaction> {
  const found = groupByReference(operations);
  const all = salesIn(operations)
    .filter(isIn(period))
    .filter((sale) => orderNumber === undefined || sale.orderNumber === orderNumber)
    .filter((sale) => pnRefNum === undefined || sale.pnRefNum === pnRefNum)
    .flatMap((sale) => recordedTransaction(sale, found, recorded) ?? []);
  const start = cursor === undefined ? 0 : all.findIndex((item) => idOf(item) === cursor) + 1;
  const items = all.slice(start, start + limit);
  return { items, cursor: start + limit < all.length ? idOf(items.at(-1)) : undefined };
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

/** The report of this browser's operations in a period. */
export function localReport(operations: Operations, query: ReportQuery): RecordedReport {
  const begun = operations.filter(isIn(query));
  const found = groupByReference(operations);
  return {
    rows: sumReportRows(begun.map((operation) => toReportRow(operation, found))),
    unknown: begun
      .filter(isPending)
      .toSorted((a, b) => -byStartTime(a, b))
      .map(recorded),
    holds: salesIn(begun)
      .flatMap((sale) => recordedTransaction(sale, found, recorded) ?? [])
      .filter(({ isHeld }) => isHeld),
  };
}

/** Answers the queries of a record from this browser's operations. */
export function createLocalRecord({
  list,
  ready,
  subscribe,
}: {
  list: () => Operations;
  ready: Promise<void>;
  subscribe: RecordQueries['subscribe'];
}): RecordQueries {
  const known = async () => {
    await ready.catch(() => undefined);
    return list();
  };
  return {
    listTransactions: async (by) => localTransactions(await known(), by),
    async getTransaction({ pnRefNum, provider }) {
      const found = localTransaction(await known(), pnRefNum, provider);
      if (found) return found;
      const sentence = 'This browser knows no transaction with this reference.';
      throw new PaymentsError('http', sentence, { status: 404 });
    },
    getReport: async (query) => localReport(await known(), query),
    subscribe,
  };
}
