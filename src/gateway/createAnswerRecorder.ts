import { unrefClock, type Clock, sleep } from '../core/time.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { operationKeyText, type OperationKey } from './createProcessMemory.ts';
import { type OperationClaim, claimIdOrReadHolder } from './claimIdOrReadHolder.ts';
import { recordAnswerOrReplacement } from './recordAnswerOrReplacement.ts';
import { readMessageIdAndReference, storableAnswer, type OperationAnswer } from './replies.ts';

/**
 * Records the service's answers. If the store fails, retries for about an hour. `onRetry` gets a promise of the first
 * five retries (about 80 s). A shutdown waits for this promise, not for the later retries.
 */
export function createAnswerRecorder(
  { record, rules, service, report }: GatewayContext,
  onRetry: (task: Promise<unknown>) => void,
) {
  const { clock } = service;
  /** Keys of the messages in answers that are not recorded yet. */
  const unrecorded = new Set<string>();

  const recordNow = async (claim: OperationClaim, answer: OperationAnswer): Promise<OperationAnswer> => {
    const { account, id, kind } = claim;
    const kept = storableAnswer(kind, answer);
    const { isReusedMessageId, replacement = answer } = await record.change(account, (tx) =>
      recordAnswerOrReplacement(tx, claim, kept, rules),
    );
    // The answer is recorded, so a poll of its message id may get the store's row again (see `isUnrecorded`).
    if (unrecorded.size > 0) unrecorded.delete(messageKeyIn(claim, answer) ?? '');
    if (!isReusedMessageId) return answer;
    report({
      type: 'message-id',
      operation: kind,
      operationId: id,
      message:
        'The service gave out an earlier message id again. The stored result of the earlier message is dropped.',
    });
    return replacement;
  };

  // The retry claims the id again, because the store may have lost the claim.
  const claimAndRecord = async (claim: OperationClaim, answer: OperationAnswer) => {
    await record.change(claim.account, (tx) =>
      claimIdOrReadHolder(tx, claim, { ...rules, isAlreadySent: true }),
    );
    await recordNow(claim, answer);
  };

  const recordLater = async (claim: OperationClaim, answer: OperationAnswer) => {
    const message = messageKeyIn(claim, answer);
    if (message !== undefined) unrecorded.add(message);
    const keep = () => claimAndRecord(claim, answer);
    // A shutdown waits for the first retries only; the later ones keep no process alive.
    if (!(await succeedsAfterDelays(clock, answerRetryDelaysMs, keep)))
      void succeedsAfterDelays(unrefClock(clock), laterRetryDelaysMs, keep);
  };

  return {
    /** Whether an answer with this message id is unrecorded. If so, the store's row may be about an earlier message. */
    isUnrecorded: (account: string, msgIdentifier: string) =>
      unrecorded.has(operationKeyText({ account, id: msgIdentifier })),
    /** Records the answer to a claimed id, now or later. Returns the answer for the page. Never rejects. */
    async record(claim: OperationClaim, answer: OperationAnswer): Promise<OperationAnswer> {
      try {
        return await recordNow(claim, answer);
      } catch {
        const message = 'The answer to an operation could not be recorded yet.';
        report({ type: 'answer-not-kept', operation: claim.kind, operationId: claim.id, message });
        onRetry(recordLater(claim, answer));
        return answer;
      }
    },
  };
}

function messageKeyIn({ account }: OperationKey, { body }: OperationAnswer): string | undefined {
  const { msgIdentifier } = readMessageIdAndReference(body);
  return msgIdentifier === undefined ? undefined : operationKeyText({ account, id: msgIdentifier });
}

export const answerRetryDelaysMs = [200, 1_000, 5_000, 15_000, 60_000];
/** Only this process knows the answer, so the retries go on for an hour. */
const laterRetryDelaysMs = Array<number>(59).fill(60_000);

/** Runs `run` again after each delay until it succeeds. Returns whether it did. */
export async function succeedsAfterDelays(
  clock: Clock,
  waitsMs: readonly number[],
  run: () => Promise<unknown>,
): Promise<boolean> {
  for (const ms of waitsMs) {
    await sleep(clock, ms);
    try {
      await run();
      return true;
    } catch {
      // retried after the next delay
    }
  }
  return false;
}
