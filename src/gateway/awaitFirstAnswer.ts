import { sleep } from '../core/time.ts';
import { unansweredAnswer } from './askService.ts';
import { assertOwner } from './authorize.ts';
import { type GatewayContext, storeRefusal } from './gatewayContext.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import type { LocalOperations } from './createLocalOperations.ts';
import type { Claim } from './claimOperation.ts';
import { rebuildAnswer, type OperationWithAge } from './record.ts';
import type { OperationAnswer } from './replies.ts';
import { closedIdSentence } from './claimId.ts';

const firstLookMs = 50;
const longestLookMs = 1_000;

/** What two copies of a request must have in common. */
type Copy = Pick<Claim, 'account' | 'id' | 'kind' | 'subject' | 'bodyHash' | 'draftHash'>;

/**
 * The answer for a copy whose id is held: the answer of the first copy, on this instance or another. Throws a refusal
 * if the first copy was another request, or if the id was closed.
 */
export async function awaitFirstAnswer(
  context: GatewayContext,
  ids: LocalOperations,
  copy: Copy,
  first: OperationWithAge,
): Promise<OperationAnswer> {
  assertSameRequest(copy, first);
  let row: OperationWithAge | undefined = first;
  for (let ms = firstLookMs; row; ms = Math.min(2 * ms, longestLookMs)) {
    const answer = row.answer ?? rebuildAnswer(row);
    if (answer) return answer;
    const asking = ids.get(copy)?.asking;
    if (asking) return asking;
    if (row.ageMs >= row.answerBy - row.claimedAt) return unansweredAnswer;
    await sleep(context.service.clock, ms);
    row = await ids.find(copy).catch((cause: unknown) => {
      throw storeRefusal(context, copy.kind, cause, copy.id);
    });
  }
  return unansweredAnswer;
}

/** Whether a lock or guard refused the id. A second copy gets the same refusal. */
export const isRefusedByGuard = ({ state, answer }: OperationWithAge) =>
  state === 'closed' && answer !== null;

function assertSameRequest({ kind, subject, bodyHash, draftHash }: Copy, first: OperationWithAge): void {
  assertOwner(first, subject);
  if (first.state === 'closed' && !isRefusedByGuard(first))
    throw new GatewayRefusal(410, 'closed', closedIdSentence);
  // A draft that was refused with `needs-approval` is kept without an approver.
  const isSameBody =
    first.bodyHash === bodyHash || (first.state === 'closed' && first.bodyHash === draftHash);
  if (first.kind !== kind || !isSameBody) {
    throw new GatewayRefusal(
      409,
      'other-body',
      'This operation id was used for another request. This one was not sent: give it a new id.',
    );
  }
}
