import type { OperationName } from '../core/wire/routes.ts';
import type { GatewayContext } from './gatewayContext.ts';
import type { HeldOperation, OperationAnswer } from './gatewayStore.ts';

/**
 * What became of an operation. `not-seen`: nothing was sent. `sent`: being asked right now. `refused`: answered with a status that proves that nothing
 * happened. `unanswered`: sent, and what happened cannot be told.
 */
export type OperationState = 'not-seen' | 'sent' | 'accepted' | 'refused' | 'unanswered';

export function stateOf(
  { classify }: GatewayContext,
  { state, operation, answer, answerWithinMs, ageMs }: HeldOperation,
): OperationState {
  if (state === 'closed') return 'not-seen';
  if (answer && operation) return stateOfAnswer(classify, operation, answer);
  return ageMs < answerWithinMs ? 'sent' : 'unanswered';
}

export function stateOfAnswer(
  classify: GatewayContext['classify'],
  operation: OperationName,
  { status, isNotSent }: OperationAnswer,
): Exclude<OperationState, 'sent'> {
  if (isNotSent) return 'not-seen';
  if (status >= 200 && status < 300) return 'accepted';
  return isRefusal(classify, operation, status) ? 'refused' : 'unanswered';
}

// A host's rule that breaks proves nothing.
export function isRefusal(
  classify: GatewayContext['classify'],
  operation: OperationName,
  status: number,
): boolean {
  try {
    return classify(status, operation) === 'rejected';
  } catch {
    return false;
  }
}
