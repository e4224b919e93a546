import type { ProcessedMessage } from '../wire/message.ts';
import {
  hasServiceResult,
  isUnseen,
  type OperationError,
  type Phase,
  type ResolutionBasis,
  type TerminalOperation,
  type UnknownReason,
} from './terminalOperation.ts';

/** When a fact became known, and whether it is proven: a proven fact counts even if it is late or a person said otherwise. */
interface FactSource {
  at: number;
  isProof?: boolean | undefined;
}

/** A message with its amounts in cents of the operation's currency. */
export type MessageInCents = Omit<ProcessedMessage, 'amount' | 'tip' | 'raw'> &
  Pick<TerminalOperation, 'confirmedCents' | 'tipCents'>;

/** Something that became known about an operation. `at` is epoch ms. */
export type OperationFact =
  | ({ type: 'accepted'; msgIdentifier: string; pnRefNum?: string | undefined } & FactSource)
  | ({ type: 'batch-closed' } & FactSource)
  | ({ type: 'refused'; error: OperationError } & FactSource)
  | ({ type: 'lost'; reason: UnknownReason; error?: OperationError | undefined } & FactSource)
  | { type: 'polled'; at: number; message: MessageInCents }
  | {
      type: 'gave-up';
      at: number;
      reason: 'stopped' | 'max-wait' | 'gone' | 'unrecognised-status' | 'duplicate-id';
    }
  | { type: 'resolved'; at: number; charged: boolean; basis: ResolutionBasis }
  /** `seen`: the state that was acknowledged. Another tab may know a later one. */
  | { type: 'acknowledged'; at: number; seen: Pick<TerminalOperation, 'phase' | 'anomalies'> }
  | { type: 'told'; phase: Phase }
  | { type: 'archived'; at: number }
  | { type: 'anomaly'; kind: string }
  | {
      type: 'connection';
      connection: TerminalOperation['connection'];
      lastCheckedAt?: number | undefined;
      nextCheckAt?: number | undefined;
    };

export type LostOutcomeFact = Extract<OperationFact, { type: 'lost' }>;
export type RefusedFact = Extract<OperationFact, { type: 'refused' }>;
/** A fact about the outcome that does not come from a poll. */
export type FactWithoutPoll = Exclude<OperationFact, { type: 'polled' | 'told' | 'archived' | 'connection' }>;

/** Applies a fact that does not come from a poll. An `unknown` operation ends by proof, a person or its page's late answer. */
export function applyFactWithoutPoll(operation: TerminalOperation, fact: FactWithoutPoll): TerminalOperation {
  const { phase, reason } = operation;
  const isUnanswered = phase === 'sending' || (phase === 'unknown' && reason === 'reloaded');
  // Whether a person resolved the operation because its page seemed closed, and said the opposite of `charged`.
  const isDenied = (charged: boolean) =>
    phase === 'resolved' && reason === 'reloaded' && operation.resolution?.charged !== charged;
  const isProven = 'isProof' in fact && fact.isProof === true;
  const mayEnd = isUnanswered || (isProven && isRequestOutcomeUnknown(operation));
  switch (fact.type) {
    case 'accepted':
      // A page that seemed closed may only have been frozen. Its late answer counts even after a resolution.
      if (
        operation.msgIdentifier !== undefined ||
        (!isUnanswered && phase !== 'unknown' && phase !== 'resolved')
      )
        return operation;
      return {
        ...operation,
        phase: phase === 'resolved' ? phase : 'waiting',
        acceptedAt: fact.at,
        msgIdentifier: fact.msgIdentifier,
        // A follow-up keeps the reference of its sale, whatever the answer says.
        pnRefNum: operation.pnRefNum ?? fact.pnRefNum,
        ...(isProven && phase === 'unknown' && { reason: undefined, error: undefined }),
      };
    case 'batch-closed':
      return mayEnd || isDenied(true)
        ? withAnomalyIfOperatorContradicted(asEnded(operation, 'complete', fact.at), true)
        : operation;
    case 'refused':
      if (!mayEnd && !isDenied(false)) return operation;
      return withAnomalyIfOperatorContradicted(
        { ...asEnded(operation, 'rejected', fact.at), error: fact.error },
        false,
      );
    case 'lost':
      return phase === 'sending' || (isProven && phase === 'unknown')
        ? { ...asUnknown(operation, fact.reason, fact.at), error: fact.error }
        : operation;
    case 'gave-up':
      if (phase !== 'waiting' && (fact.reason !== 'duplicate-id' || !hasServiceResult(operation)))
        return operation;
      // Drops the amounts: if two payments share a message id, the amounts may be those of the other payment.
      return {
        ...asUnknown(operation, fact.reason, fact.at),
        confirmedCents: undefined,
        tipCents: undefined,
      };
    case 'resolved':
      // An earlier resolution or a proven outcome stays. If this resolution differs from it, an anomaly is noted.
      if (phase === 'resolved') return withAnomalyIfOperatorContradicted(operation, fact.charged);
      // A resolution changes an `unknown` operation, or one that waits because the page that seemed closed was
      // answered.
      if (phase !== 'unknown' && !(phase === 'waiting' && reason === 'reloaded'))
        return (provenCharge(operation) ?? fact.charged) === fact.charged
          ? operation
          : withUnacknowledgedAnomaly(operation, 'contradicts-operator');
      return {
        ...asEnded(operation, 'resolved', fact.at),
        resolution: { charged: fact.charged, basis: fact.basis },
      };
    case 'acknowledged': {
      const isAsSeen = phase === fact.seen.phase && operation.anomalies.length === fact.seen.anomalies.length;
      return isAsSeen && isUnseen(operation) ? { ...operation, acknowledgedAt: fact.at } : operation;
    }
    case 'anomaly':
      return withUnacknowledgedAnomaly(operation, fact.kind);
  }
}

/** Whether it is still unknown if the service accepted or refused the request. */
export function isRequestOutcomeUnknown({ phase, reason, msgIdentifier }: TerminalOperation): boolean {
  const isOpen = phase === 'sending' || phase === 'unknown' || phase === 'resolved';
  return isOpen && msgIdentifier === undefined && reason !== 'duplicate-id';
}

/** Whether the service proved a charge (true) or none (false); undefined without proof. */
function provenCharge({ phase, confirmedCents = 0 }: TerminalOperation): boolean | undefined {
  if (phase === 'complete') return true;
  if (phase === 'partial') return confirmedCents > 0;
  return phase === 'failed' || phase === 'rejected' ? false : undefined;
}

export function withAnomalyIfOperatorContradicted(
  operation: TerminalOperation,
  charged: boolean,
): TerminalOperation {
  const differs = operation.resolution !== undefined && operation.resolution.charged !== charged;
  return differs ? withUnacknowledgedAnomaly(operation, 'contradicts-operator') : operation;
}

export function asUnknown(
  operation: TerminalOperation,
  reason: UnknownReason,
  at: number,
): TerminalOperation {
  return { ...operation, phase: 'unknown', reason, unknownAt: at, endedAt: undefined };
}

/** The operation with an ending, which no person has acknowledged yet. */
export function asEnded(
  operation: TerminalOperation,
  phase: 'complete' | 'partial' | 'failed' | 'rejected' | 'resolved',
  at: number,
): TerminalOperation {
  const reason = phase === 'resolved' ? operation.reason : undefined;
  return { ...operation, phase, endedAt: at, reason, acknowledgedAt: undefined };
}

export function withUnacknowledgedAnomaly(operation: TerminalOperation, kind: string): TerminalOperation {
  if (operation.anomalies.includes(kind)) return operation;
  // Removes the acknowledgement: the person who acknowledged the ending did not know of the anomaly.
  return { ...operation, anomalies: [...operation.anomalies, kind], acknowledgedAt: undefined };
}
