import { longestServicePauseMs } from '../core/polling/chooseNextPoll.ts';
import type { StoreSteps, StoreTransaction } from './gatewayStore.ts';
import type { FollowRules } from './pollTurns.ts';
import { applyFacts, markOverdueLost } from './record.ts';
import type { OperationRow } from './recordRows.ts';

const many = 200;

type Rules = Pick<FollowRules, 'maxWaitMs'>;

// A pause of the service may hold an operation up beyond `maxWaitMs`.
const stuckBefore = (now: number, { maxWaitMs }: Rules) => now - maxWaitMs - longestServicePauseMs;

/** Operations that no answer and no poll will end: their instance was killed, or the service may not be polled. */
export function* findOverdue(tx: StoreTransaction, rules: Rules): StoreSteps<OperationRow[]> {
  const oldest = { by: ['answerBy'], limit: many } as const;
  const sending = { phase: 'sending', answerBy: { until: tx.now } } as const;
  const stuck = { phase: 'waiting', answerBy: { below: stuckBefore(tx.now, rules) } } as const;
  return [...(yield* tx.operations.list(sending, oldest)), ...(yield* tx.operations.list(stuck, oldest))];
}

/** Makes an operation unknown if it is still overdue. */
export function* endOverdue(
  tx: StoreTransaction,
  { account, id }: Pick<OperationRow, 'account' | 'id'>,
  rules: Rules,
): StoreSteps<void> {
  const [row] = yield* tx.operations.list({ account, id });
  const after = row && (yield* markOverdueLost(tx, row));
  const isStuck = after?.phase === 'waiting' && after.answerBy < stuckBefore(tx.now, rules);
  if (isStuck) yield* applyFacts(tx, after, [{ type: 'gave-up', at: tx.now, reason: 'max-wait' }]);
}
