import { sleep } from '../core/time.ts';
import { unanswered } from './askService.ts';
import { assertOwner } from './authorize.ts';
import { type GatewayContext, storeRefusal } from './gatewayContext.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import type { KnownIds } from './knownIds.ts';
import { type Claim, forgottenAnswer, type HeldOperation } from './record.ts';
import type { OperationAnswer } from './replies.ts';
import { closedSentence } from './takeId.ts';

const firstLookMs = 50;
const longestLookMs = 1_000;

/** What makes two copies of a request the same. */
type Copy = Pick<Claim, 'account' | 'id' | 'kind' | 'subject' | 'bodyHash'>;

/**
 * The answer to a copy whose id is taken: that of the copy that was first, here or on another instance. Throws a refusal where that
 * was another request, or was closed before it was sent.
 */
export async function answerOfFirst(
  context: GatewayContext,
  ids: KnownIds,
  copy: Copy,
  first: HeldOperation,
): Promise<OperationAnswer> {
  assertSameRequest(copy, first);
  let row: HeldOperation | undefined = first;
  for (let ms = firstLookMs; row; ms = Math.min(2 * ms, longestLookMs)) {
    const answer = row.answer ?? forgottenAnswer(row);
    if (answer) return answer;
    const asking = ids.get(copy)?.asking;
    if (asking) return asking;
    if (row.ageMs >= row.answerBy - row.claimedAt) return unanswered;
    await sleep(context.service.clock, ms);
    row = await ids.find(copy).catch((cause: unknown) => {
      throw storeRefusal(context, copy.kind, cause, copy.id);
    });
  }
  return unanswered;
}

/** By lock or guard: a second copy hears that as well. */
export const isKeptBack = ({ state, answer }: HeldOperation) => state === 'closed' && answer !== null;

function assertSameRequest({ kind, subject, bodyHash }: Copy, first: HeldOperation): void {
  assertOwner(first, subject);
  if (first.state === 'closed' && !isKeptBack(first)) throw new GatewayRefusal(410, 'closed', closedSentence);
  if (first.kind !== kind || first.bodyHash !== bodyHash) {
    throw new GatewayRefusal(
      409,
      'other-body',
      'This operation id was used for another request. This one was not sent: it needs an id of its own.',
    );
  }
}
