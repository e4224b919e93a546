import { isLaterStatus } from '../polling/messageState.ts';
import {
  applyFactWithoutPoll,
  asEnded,
  asUnknown,
  type MessageInCents,
  type OperationFact,
  withUnacknowledgedAnomaly,
  withAnomalyIfOperatorContradicted,
} from './operationFacts.ts';
import type { TerminalOperation } from './terminalOperation.ts';

export function reduceOperation(operation: TerminalOperation, fact: OperationFact): TerminalOperation {
  switch (fact.type) {
    case 'polled':
      return afterPoll(operation, fact.message, fact.at);
    case 'told':
      return operation.toldPhase === fact.phase ? operation : { ...operation, toldPhase: fact.phase };
    case 'archived':
      return operation.phase === 'unknown' ? { ...operation, archivedAt: fact.at } : operation;
    case 'connection': {
      const { connection, lastCheckedAt, nextCheckAt } = fact;
      return { ...operation, connection, lastCheckedAt, nextCheckAt };
    }
    default:
      return applyFactWithoutPoll(operation, fact);
  }
}

function afterPoll(operation: TerminalOperation, message: MessageInCents, at: number): TerminalOperation {
  const { phase, reason } = operation;
  if (phase === 'sending' || phase === 'rejected' || reason === 'contradiction') return operation;
  // The result may belong to either of the two operations that share this message id, so it counts for neither.
  if (operation.anomalies.includes('duplicate-id')) return operation;
  if (phase === 'complete' || phase === 'partial') {
    return message.status === 'failed' ? withUnacknowledgedAnomaly(operation, 'contradiction') : operation;
  }
  if (phase === 'failed') {
    if (message.status !== 'complete') return operation;
    // The approved amount is kept, because a person must now check whether the customer paid it.
    const { confirmedCents } = message;
    const doubt = {
      ...asUnknown(operation, 'contradiction', at),
      acknowledgedAt: undefined,
    };
    return withUnacknowledgedAnomaly({ ...doubt, confirmedCents }, 'contradiction');
  }
  if (!isLaterStatus(message.status, operation.status)) return operation;
  return applyNewerStatus(operation, message, at);
}

function applyNewerStatus(
  operation: TerminalOperation,
  message: MessageInCents,
  at: number,
): TerminalOperation {
  const told = {
    ...operation,
    status: message.status,
    seenProcessing: operation.seenProcessing || message.status === 'processing',
    pnRefNum: operation.pnRefNum ?? message.pnRefNum,
    message: message.serviceMessage,
  };
  switch (message.status) {
    case 'received':
    case 'processing':
      return told;
    case 'timeout':
      return told.phase === 'waiting' ? asUnknown(told, 'service-timeout', at) : told;
    case 'complete':
      return asApproved({ ...told, confirmedCents: message.confirmedCents }, message.tipCents, at);
    case 'failed':
      return withAnomalyIfOperatorContradicted(asEnded(told, 'failed', at), false);
  }
}

/**
 * Ends an approved operation: `partial` if less was approved than requested. What was approved pays the requested amount
 * first, so only a surplus can be a tip. A surplus that is no tip adds an anomaly.
 */
function asApproved(operation: TerminalOperation, tipCents = 0, at: number): TerminalOperation {
  const { amountCents: asked = 0, confirmedCents: confirmed = asked, amountCents } = operation;
  const over = amountCents === undefined ? 0 : confirmed - asked;
  if (over < 0) return withAnomalyIfOperatorContradicted(asEnded(operation, 'partial', at), confirmed > 0);
  const isTip = tipCents > 0 && tipCents <= over;
  const complete = asEnded({ ...operation, ...(isTip && { tipCents }) }, 'complete', at);
  const isSale = operation.kind === 'pay' || operation.kind === 'preAuth';
  // A tip without the approved amount: it is not known whether the tip was charged beyond the requested amount.
  const isTotalMissing = isSale && tipCents > 0 && operation.confirmedCents === undefined;
  const isExplained = over === (isTip ? tipCents : 0) && !isTotalMissing;
  return withAnomalyIfOperatorContradicted(
    isExplained ? complete : withUnacknowledgedAnomaly(complete, 'amount-mismatch'),
    true,
  );
}
