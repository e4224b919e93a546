import {
  isCarriedOut,
  isOpen,
  isUnknownOrEndedWithoutProof,
  type TerminalOperation,
} from './terminalOperation.ts';
import { type AllowedOperation, allowedOperations } from './allowedOperations.ts';
import {
  type FollowUpOperation,
  hasCarriedOutVoid,
  saleAndOperationsOfTransaction,
  transactionUpdatedByOperations,
  type Transaction,
} from './transactions.ts';

/** How the money of a transaction can be returned. */
export interface ReversalOptions {
  /** The largest amount that can be returned (cents). */
  maxCents: number;
  /** What returns the whole amount: a void if possible and not refused, else a refund. Only a refund returns a part. */
  fullReversalKind: 'void' | 'refund';
  /** Whether it is unknown if the sale is settled. Then void and refund are offered, and the service refuses the wrong one. */
  isSettlementUnknown: boolean;
  allowsPartialRefund: boolean;
  /** A pre-authorization without capture: a void releases the hold. */
  isHold: boolean;
  /** Whether the outcome of an earlier attempt is in doubt, so that a new attempt might return the money twice. */
  mayRepeatEarlier: (kind: 'void' | 'refund') => boolean;
}

/** A transaction with the host's permissions. `allowed`: the operations that the caller may start on it, if a gateway says so. */
export interface PermittedTransaction extends Transaction {
  allowed?: readonly AllowedOperation[] | undefined;
}

/** Whether the host forbids an operation, and why another person must approve it. Without a gateway: false and undefined. */
export function hostPermission({ allowed }: PermittedTransaction, kind: AllowedOperation['operation']) {
  const said = allowed?.find(({ operation }) => operation === kind);
  return { isForbidden: said?.reason === 'role', needsApproval: said?.needsApproval };
}

/** Why no money of a transaction can be returned. */
export type NoReversalReason = 'voided' | 'under-way' | 'already-refunded' | 'nothing-captured' | 'role';

/**
 * How the money of a transaction can be returned, or why it cannot. If it is unknown whether the sale is settled, a
 * void comes first, and a refund after the service has refused the void. While an operation on the transaction is open,
 * no other may start.
 */
export function reversalOptions(
  given: PermittedTransaction,
  operations: readonly TerminalOperation[],
): ReversalOptions | NoReversalReason {
  const { own, others } = saleAndOperationsOfTransaction(given, operations);
  const following = [...own, ...others];
  if (hasCarriedOutVoid(following)) return 'voided';
  if (following.some(isOpen)) return 'under-way';
  const transaction = transactionUpdatedByOperations(given, operations);
  const allowed = allowedOperations(transaction);
  const [undo, refund] = (['void', 'refund'] as const).map((kind) =>
    allowed.find(({ operation }) => operation === kind),
  );
  if (!undo?.allowed && !refund?.allowed)
    return refund?.reason === 'nothing-captured' ? 'nothing-captured' : 'already-refunded';
  const mayUndo = undo?.allowed === true && !hostPermission(given, 'void').isForbidden;
  const mayRefund = refund?.allowed === true && !hostPermission(given, 'refund').isForbidden;
  if (!mayUndo && !mayRefund) return 'role';
  const tries = following
    .filter(({ kind }) => kind === 'void' || kind === 'refund')
    .toSorted((a, b) => b.createdAt - a.createdAt);
  const { kind, capturedCents, authorizedCents } = transaction;
  const isHold = kind === 'preAuth' && capturedCents === 0;
  return {
    maxCents: refund?.maxCents ?? (kind === 'pay' || isHold ? authorizedCents : capturedCents),
    fullReversalKind: mayUndo && !(mayRefund && isRefundNext(tries[0])) ? 'void' : 'refund',
    isSettlementUnknown: mayUndo && mayRefund,
    allowsPartialRefund: mayRefund,
    isHold,
    mayRepeatEarlier: (wanted) =>
      tries.some(
        // Two voids return the money only once. So a void after a void in doubt is harmless.
        (earlier) =>
          (wanted === 'refund' || earlier.kind === 'refund') &&
          isUnknownOrEndedWithoutProof(earlier) &&
          !isCarriedOut(earlier),
      ),
  };
}

/** Whether to try a refund before a void. True if the service refused the last void, or did not refuse the last refund. */
function isRefundNext(last: FollowUpOperation | undefined): boolean {
  if (last?.kind === 'void') return isRefusedByService(last);
  return last?.kind === 'refund' && !(last.phase === 'rejected' && isRefusedByService(last));
}

/**
 * Whether the service processed the request and refused it. False for missing credentials, for too many requests, if a
 * gateway refused the request before the service got it, and for an operation with an anomaly.
 */
export function isRefusedByService({ phase, error, anomalies }: FollowUpOperation): boolean {
  if (anomalies.length > 0) return false;
  const isAnswer = error?.code === 'http' && !error.refusal && error.operationState !== 'not-seen';
  return phase === 'failed' || (phase === 'rejected' && isAnswer);
}
