import { mayHaveCharged } from './terminalOperation.ts';
import { isOpen, type TerminalOperation } from './terminalOperation.ts';
import { allowedOperations } from './allowedOperations.ts';
import {
  type FollowUpOperation,
  followUpOperations,
  isCompleted,
  isVoided,
  withKnownOperations,
  type Transaction,
} from './transactions.ts';

/** How money of a transaction goes back. */
export interface ReversalOptions {
  /** All that can still go back. */
  maxCents: number;
  /** What takes all of it: undone as a whole while that can be, else refunded. Less is always a refund. */
  fullReversalKind: 'void' | 'refund';
  /** Nobody knows here whether it is settled: the service refuses what does not fit. */
  isSettlementUnknown: boolean;
  allowsPartialRefund: boolean;
  /** Nothing of it was captured: it is released. */
  isHold: boolean;
  /** Whether an earlier try is in doubt, so that this one may give the money back a second time. */
  mayRepeatEarlier: (kind: 'void' | 'refund') => boolean;
}

/** Why nothing of a transaction goes back. */
export type NoReversalReason = 'voided' | 'under-way' | 'already-refunded' | 'nothing-captured';

/**
 * How money of a transaction goes back, or why not. Where nobody knows whether it is settled, all of it is voided first, and
 * refunded only once the service has refused that: what is open or not known yet comes before anything else.
 */
export function reversalOptions(
  given: Transaction,
  operations: readonly TerminalOperation[],
): ReversalOptions | NoReversalReason {
  const following = followUpOperations(given, operations);
  if (isVoided(following)) return 'voided';
  if (following.some(isOpen)) return 'under-way';
  const transaction = withKnownOperations(given, operations);
  const allowed = allowedOperations(transaction);
  const [undo, refund] = (['void', 'refund'] as const).map((kind) =>
    allowed.find(({ operation }) => operation === kind),
  );
  if (!undo?.allowed && !refund?.allowed)
    return refund?.reason === 'nothing-captured' ? 'nothing-captured' : 'already-refunded';
  const tries = following
    .filter(({ kind }) => kind === 'void' || kind === 'refund')
    .toSorted((a, b) => b.createdAt - a.createdAt);
  const { kind, capturedCents, authorizedCents } = transaction;
  const isHold = kind === 'preAuth' && capturedCents === 0;
  return {
    maxCents: refund?.maxCents ?? (kind === 'pay' || isHold ? authorizedCents : capturedCents),
    fullReversalKind: undo?.allowed && !(refund?.allowed && isRefundNext(tries[0])) ? 'void' : 'refund',
    isSettlementUnknown: undo?.allowed === true && refund?.allowed === true,
    allowsPartialRefund: refund?.allowed === true,
    isHold,
    mayRepeatEarlier: (wanted) =>
      tries.some(
        // A second void gives nothing back that the first one did.
        (earlier) =>
          (wanted === 'refund' || earlier.kind === 'refund') &&
          mayHaveCharged(earlier) &&
          !isCompleted(earlier),
      ),
  };
}

/** A void that was refused was too late, and a refund that was not refused was not too early. */
function isRefundNext(last: FollowUpOperation | undefined): boolean {
  if (last?.kind === 'void') return isRefusedByService(last);
  return last?.kind === 'refund' && !(last.phase === 'rejected' && isRefusedByService(last));
}

/**
 * Whether the service looked at it and said no. Who was not let in, came too often, or was kept back before the service was
 * not refused; nor was what is told in two ways.
 */
export function isRefusedByService({ phase, error, anomalies }: FollowUpOperation): boolean {
  if (anomalies.length > 0) return false;
  const isAnswer = error?.code === 'http' && !error.refusal && error.operationState !== 'not-seen';
  return phase === 'failed' || (phase === 'rejected' && isAnswer);
}
