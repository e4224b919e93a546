import { PaymentsError } from '../errors.ts';
import type { OperationsRecord } from '../operations/terminalOperations.ts';
import type {
  RecordedOperation,
  RecordedReport,
  RecordedTransaction,
  ReportRow,
  RecordPeriod,
  ReportQuery,
  TransactionQuery,
  RecordPage,
} from '../operations/recorded.ts';
import { approvedCents, isOpen, type TerminalOperation } from '../operations/terminalOperation.ts';
import { allowedOperations, isDone, transactionOf } from '../operations/transactions.ts';

type Operations = readonly TerminalOperation[];

/** An operation of this browser as a gateway's record would have it. */
function recorded(operation: TerminalOperation): RecordedOperation {
  const {
    flowKey: _f,
    scope: _s,
    account: _a,
    connection: _c,
    nextCheckAt: _n,
    lastCheckedAt: _l,
    ...rest
  } = operation;
  const { toldPhase: _t, ...kept } = rest;
  return { ...kept, seq: 0, isOwn: true };
}

const isVoid = (operation: TerminalOperation) => operation.kind === 'void' && isDone(operation);
const follows = ({ kind }: TerminalOperation) => kind === 'capture' || kind === 'void' || kind === 'refund';

function transactionFrom(first: TerminalOperation, operations: Operations): RecordedTransaction | undefined {
  const { pnRefNum = '', currency, createdAt, orderNumber } = first;
  const transaction = transactionOf(operations, pnRefNum);
  if (!transaction) return undefined;
  const { kind, authorizedCents, capturedCents, refundedCents } = transaction;
  const rest = operations
    .filter((operation) => operation.pnRefNum === pnRefNum && follows(operation))
    .toSorted((a, b) => a.createdAt - b.createdAt);
  const isVoided = rest.some(isVoid);
  const isHeld = kind === 'preAuth' && capturedCents === 0 && !isVoided;
  const paidCents = Math.max(0, capturedCents - refundedCents);
  const isStopped = isVoided || rest.some(isOpen);
  const allowed = allowedOperations(transaction);
  return {
    ...transaction,
    currency,
    createdAt,
    orderNumber,
    leftCents: isVoided ? 0 : isHeld ? authorizedCents : paidCents,
    isHeld,
    allowed: isStopped ? allowed.map(({ operation }) => ({ operation, allowed: false })) : allowed,
    operations: [first, ...rest].map(recorded),
  };
}

function transactionsIn(operations: Operations): RecordedTransaction[] {
  return operations
    .filter((operation) => (operation.kind === 'pay' || operation.kind === 'preAuth') && isDone(operation))
    .flatMap((first) => transactionFrom(first, operations) ?? [])
    .toSorted((a, b) => b.createdAt - a.createdAt);
}

/** Whether something was begun in a time, and there. */
function isIn({ from = -Infinity, to = Infinity, terminalId }: RecordPeriod) {
  const terminals = terminalId === undefined ? undefined : [terminalId].flat();
  return (begun: { createdAt: number; terminalId: string }) =>
    begun.createdAt >= from && begun.createdAt < to && (terminals?.includes(begun.terminalId) ?? true);
}

/** The sales and pre-authorizations that this browser knows, as a gateway would list them. */
export function localTransactions(
  operations: Operations,
  { orderNumber, pnRefNum, cursor, limit = 50, ...period }: TransactionQuery,
): RecordPage<RecordedTransaction> {
  const all = transactionsIn(operations)
    .filter(isIn(period))
    .filter((transaction) => orderNumber === undefined || transaction.orderNumber === orderNumber)
    .filter((transaction) => pnRefNum === undefined || transaction.pnRefNum === pnRefNum);
  const start = cursor === undefined ? 0 : all.findIndex((item) => item.pnRefNum === cursor) + 1;
  const items = all.slice(start, start + limit);
  return { items, cursor: start + limit < all.length ? items.at(-1)?.pnRefNum : undefined };
}

export function localTransaction(operations: Operations, pnRefNum: string): RecordedTransaction | undefined {
  return transactionsIn(operations).find((transaction) => transaction.pnRefNum === pnRefNum);
}

/** What this browser has done within a time, as a gateway would report it of all tills. */
export function localReport(operations: Operations, query: ReportQuery): RecordedReport {
  const begun = operations.filter(isIn(query));
  const rows = new Map<string, ReportRow>();
  for (const operation of begun) {
    const { currency, terminalId, kind, phase, amountCents = 0 } = operation;
    const name = JSON.stringify([currency ?? '', terminalId, kind, phase]);
    const sum = rows.get(name) ?? { count: 0, amountCents: 0, movedCents: 0 };
    rows.set(name, {
      currency,
      terminalId,
      kind,
      phase,
      count: sum.count + 1,
      amountCents: sum.amountCents + amountCents,
      movedCents: sum.movedCents + movedCents(operation, operations),
    });
  }
  return {
    rows: [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row),
    unknown: begun
      .filter(({ phase }) => phase === 'sending' || phase === 'waiting' || phase === 'unknown')
      .map(recorded),
    holds: transactionsIn(operations)
      .filter(({ isHeld }) => isHeld)
      .filter(isIn(query)),
  };
}

/** What was moved. A void moves what was left of the sale, or the capture, that it undid. */
function movedCents(operation: TerminalOperation, operations: Operations): number {
  if (!isDone(operation)) return 0;
  if (operation.kind !== 'void') return approvedCents(operation) ?? 0;
  const undone = transactionOf(operations, operation.pnRefNum ?? '');
  return undone ? Math.max(0, undone.capturedCents - undone.refundedCents) : 0;
}

/** What this browser has done, asked for as a gateway's record is. */
export function createLocalRecord({
  list,
  ready,
  subscribe,
}: {
  list: () => Operations;
  ready: Promise<void>;
  subscribe: OperationsRecord['subscribe'];
}): OperationsRecord {
  const known = async () => {
    await ready.catch(() => undefined);
    return list();
  };
  return {
    listTransactions: async (by) => localTransactions(await known(), by),
    async getTransaction({ pnRefNum }) {
      const found = localTransaction(await known(), pnRefNum);
      if (found) return found;
      const sentence = 'This browser knows no transaction with this reference.';
      throw new PaymentsError('http', sentence, { status: 404 });
    },
    getReport: async (query) => localReport(await known(), query),
    subscribe,
  };
}
