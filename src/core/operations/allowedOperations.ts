import type { MoneyOperation } from '../wire/routes.ts';
import type { Transaction } from './transactions.ts';

/** The operations on an earlier transaction, each with its rule. */
const rules = { capture: captureOf, void: voidOf, refund: refundOf };
export type FollowUpKind = keyof typeof rules;
const followUpKinds = /*#__PURE__*/ Object.keys(rules) as readonly FollowUpKind[];

export function isFollowUpKind(kind: MoneyOperation): kind is FollowUpKind {
  return kind in rules;
}

export type AllowedReason =
  | 'not-a-pre-authorization'
  | 'already-captured'
  | 'already-refunded'
  | 'nothing-captured'
  | 'settled'
  | 'not-settled'
  | 'settlement-unknown'
  /** The host does not allow it to this caller. */
  | 'role';

/** Whether a follow-up operation is allowed, the reason, and the largest amount (cents). */
export interface AllowedOperation {
  operation: FollowUpKind;
  allowed: boolean;
  /** Also set with `allowed: true` if the permission needs explaining. */
  reason?: AllowedReason | undefined;
  maxCents?: number | undefined;
  /** Why another person must approve it, at least for the whole amount, in the host's words. */
  needsApproval?: string | undefined;
}

/**
 * The follow-up operations of a transaction (contract: rules of transactions). If settlement is unknown, void and
 * refund are both allowed with a reason; the kit chooses neither, and a partial amount never becomes a void.
 */
export function allowedOperations(transaction: Transaction): AllowedOperation[] {
  return followUpKinds.map((kind) => rules[kind](transaction));
}

function captureOf({ kind, capturedCents, authorizedCents, settled }: Transaction): AllowedOperation {
  const operation = 'capture';
  if (kind !== 'preAuth') return no(operation, 'not-a-pre-authorization');
  if (capturedCents > 0) return no(operation, 'already-captured');
  if (settled === true) return no(operation, 'settled');
  return { operation, allowed: true, maxCents: authorizedCents };
}

function voidOf({ settled, refundedCents, kind, capturedCents }: Transaction): AllowedOperation {
  const operation = 'void';
  if (refundedCents > 0) return no(operation, 'already-refunded');
  if (settled === true) return no(operation, 'settled');
  const mayBeSettled = settled === 'unknown' && (kind === 'pay' || capturedCents > 0);
  return { operation, allowed: true, reason: mayBeSettled ? 'settlement-unknown' : undefined };
}

function refundOf({
  settled,
  kind,
  authorizedCents,
  capturedCents,
  refundedCents,
}: Transaction): AllowedOperation {
  const operation = 'refund';
  const paidCents = kind === 'pay' ? authorizedCents : capturedCents;
  const maxCents = paidCents - refundedCents;
  if (paidCents === 0) return no(operation, 'nothing-captured');
  if (maxCents <= 0) return no(operation, 'already-refunded');
  if (settled === false) return no(operation, 'not-settled');
  return {
    operation,
    allowed: true,
    maxCents,
    reason: settled === 'unknown' ? 'settlement-unknown' : undefined,
  };
}

function no(operation: AllowedOperation['operation'], reason: AllowedReason): AllowedOperation {
  return { operation, allowed: false, reason };
}
