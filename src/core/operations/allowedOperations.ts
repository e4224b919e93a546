import type { MoneyOperation } from '../wire/routes.ts';
import type { Transaction } from './transactions.ts';

/** The operations that are possible on an earlier transaction, each with the rule that allows or forbids it. */
const rules = { capture: captureOf, void: voidOf, refund: refundOf };
type FollowUpKind = keyof typeof rules;
const followUpKinds = /*#__PURE__*/ Object.keys(rules) as readonly FollowUpKind[];

export function isFollowUpKind(kind: MoneyOperation): kind is FollowUpKind {
  return kind in rules;
}

export type AllowedOperationReason =
  | 'not-a-pre-authorization'
  | 'already-captured'
  | 'already-refunded'
  | 'nothing-captured'
  | 'settled'
  | 'not-settled'
  | 'settlement-unknown'
  /** The host does not allow the operation to this caller. */
  | 'role';

/** Whether a follow-up operation is allowed, the reason, and the largest amount (cents). */
export interface AllowedOperation {
  operation: FollowUpKind;
  allowed: boolean;
  /** Why the operation is not allowed. With `allowed: true`: what a person should know about the permission. */
  reason?: AllowedOperationReason | undefined;
  maxCents?: number | undefined;
  /** Why another person must approve the operation, in the host's words. A smaller amount may need no approval. */
  needsApproval?: string | undefined;
}

/**
 * The follow-up operations of a transaction, by the rules of docs/contract.md. If settlement is unknown, void and
 * refund are both allowed, with a reason: the caller chooses. A partial amount never becomes a void.
 */
export function allowedOperations(transaction: Transaction): AllowedOperation[] {
  return followUpKinds.map((operation) => ({ operation, ...rules[operation](transaction) }));
}

type Permission = Omit<AllowedOperation, 'operation'>;

function captureOf({ kind, capturedCents, authorizedCents, settled }: Transaction): Permission {
  if (kind !== 'preAuth') return no('not-a-pre-authorization');
  if (capturedCents > 0) return no('already-captured');
  if (settled === true) return no('settled');
  return { allowed: true, maxCents: authorizedCents };
}

function voidOf({ settled, refundedCents, kind, capturedCents }: Transaction): Permission {
  if (refundedCents > 0) return no('already-refunded');
  if (settled === true) return no('settled');
  const mayBeSettled = settled === 'unknown' && (kind === 'pay' || capturedCents > 0);
  return { allowed: true, reason: mayBeSettled ? 'settlement-unknown' : undefined };
}

function refundOf(transaction: Transaction): Permission {
  const { settled, kind, authorizedCents, capturedCents, refundedCents } = transaction;
  const paidCents = kind === 'pay' ? authorizedCents : capturedCents;
  const maxCents = paidCents - refundedCents;
  if (paidCents === 0) return no('nothing-captured');
  if (maxCents <= 0) return no('already-refunded');
  if (settled === false) return no('not-settled');
  return { allowed: true, maxCents, reason: settled === 'unknown' ? 'settlement-unknown' : undefined };
}

const no = (reason: AllowedOperationReason): Permission => ({ allowed: false, reason });
