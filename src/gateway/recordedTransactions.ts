import type { RecordedTransaction } from '../core/operations/recorded.ts';
import { isOpen } from '../core/operations/terminalOperation.ts';
import {
  allowedOperations,
  isDone,
  type Transaction,
  transactionOf,
} from '../core/operations/transactions.ts';
import type { Caller } from './authorize.ts';
import type { Steps, Transaction as StoreTransaction, Where } from './gatewayStore.ts';
import type { OperationRow } from './recordRows.ts';
import { inOrder, isKnown, type KnownRow, recordedOperation } from './seenBy.ts';

type Operations = Pick<StoreTransaction, 'operations'>;

/** Operations that made a transaction: what was paid or held, as the service proved or a person saw. */
export const madeTransaction = {
  kind: { in: ['pay', 'preAuth'] },
  phase: { in: ['complete', 'partial', 'resolved'] },
  pnRefNum: { not: null },
  movedCents: { not: null },
} as const satisfies Where<OperationRow>;

const made = new Set<OperationRow['kind']>(madeTransaction.kind.in);
const followed = new Set<OperationRow['kind']>(['capture', 'void', 'refund']);
const most = 500;

/** What an account's record holds of some references. */
export type OfReferences = ReadonlyMap<string, readonly KnownRow[]>;

export function* ofReferences(
  { operations }: Operations,
  account: string,
  about: readonly Pick<OperationRow, 'pnRefNum'>[],
): Steps<OfReferences> {
  const references = [...new Set(about.flatMap(({ pnRefNum }) => (pnRefNum === null ? [] : [pnRefNum])))];
  const found = new Map(references.map((reference): [string, KnownRow[]] => [reference, []]));
  for (let at = 0; at < references.length; at += most) {
    const rows = yield* operations.list({ account, pnRefNum: { in: references.slice(at, at + most) } });
    for (const row of rows.filter(isKnown).toSorted(inOrder)) found.get(row.pnRefNum ?? '')?.push(row);
  }
  return found;
}

/**
 * What began the transaction that an operation is about. References are the service's: two providers may give the same one, and a
 * service that began anew gives one again.
 */
function firstOf(row: KnownRow, rows: readonly KnownRow[]): KnownRow | undefined {
  const firsts = rows.filter(
    (other) => isFirst(other) && isOfProvider(other, row) && inOrder(other, row) <= 0,
  );
  return firsts.at(-1);
}

const isFirst = ({ kind, operation, movedCents }: KnownRow) =>
  made.has(kind) && isDone(operation) && movedCents !== null;

// Where all are asked under one path, not everybody says which provider it is.
const isOfProvider = (a: OperationRow, b: OperationRow) =>
  a.provider === b.provider ||
  ((a.provider === null || b.provider === null) && !(made.has(a.kind) && made.has(b.kind)));

/** A transaction by its first operation, and what followed in order. */
interface Following {
  first: KnownRow;
  rows: readonly KnownRow[];
}

function followingOf(first: KnownRow, found: OfReferences): Following {
  const rows = found.get(first.pnRefNum ?? '') ?? [];
  return { first, rows: rows.filter((row) => followed.has(row.kind) && firstOf(row, rows)?.id === first.id) };
}

/** What is known of it; two currencies are never summed. */
function knownOf({ first, rows }: Following): Transaction | undefined {
  const comparable = rows.filter(
    ({ currency }) => currency === null || first.currency === null || currency === first.currency,
  );
  const operations = [first, ...comparable].map(({ operation }) => operation);
  return transactionOf(operations, first.pnRefNum ?? '');
}

const isVoid = ({ kind, operation }: KnownRow) => kind === 'void' && isDone(operation);

const paidCents = ({ capturedCents, refundedCents }: Transaction) =>
  Math.max(0, capturedCents - refundedCents);

/** Nothing where the operation made no transaction. */
export function recordedTransaction(
  first: KnownRow,
  found: OfReferences,
  caller: Pick<Caller, 'subject'>,
): RecordedTransaction | undefined {
  const following = followingOf(first, found);
  const transaction = knownOf(following);
  if (!transaction) return undefined;
  const { rows } = following;
  const isVoided = rows.some(isVoid);
  const { kind, authorizedCents, capturedCents } = transaction;
  const isHeld = kind === 'preAuth' && authorizedCents > 0 && capturedCents === 0 && !isVoided;
  const leftCents = isHeld ? authorizedCents : paidCents(transaction);
  const isStopped = isVoided || rows.some(({ operation }) => isOpen(operation));
  const allowed = allowedOperations(transaction);
  return {
    ...transaction,
    currency: first.currency ?? undefined,
    createdAt: first.createdAt,
    orderNumber: first.orderNumber ?? undefined,
    leftCents: isVoided ? 0 : leftCents,
    isHeld,
    allowed: isStopped ? allowed.map(({ operation }) => ({ operation, allowed: false })) : allowed,
    operations: [first, ...rows].map((row) => recordedOperation(row, caller)),
  };
}

/** What a void undid: the service may name an amount that it released, which is not always money that was paid. */
export function voidedBy(
  row: KnownRow,
  found: OfReferences,
): { cents: number; currency: string | null } | undefined {
  const first = isVoid(row) ? firstOf(row, found.get(row.pnRefNum ?? '') ?? []) : undefined;
  if (!first) return undefined;
  const { rows } = followingOf(first, found);
  const transaction = knownOf({ first, rows: rows.filter((other) => inOrder(other, row) < 0) });
  const isSecond = rows.find(isVoid)?.id !== row.id;
  return { cents: transaction && !isSecond ? paidCents(transaction) : 0, currency: first.currency };
}
