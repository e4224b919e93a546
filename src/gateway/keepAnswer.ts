import { unrefClock, type Clock, sleep } from '../core/time.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { nameOf, type OperationKey } from './knownIds.ts';
import { answerOperation, type Claim, claimOperation } from './record.ts';
import { acceptedIds, keptAnswer, type OperationAnswer } from './replies.ts';

/** Puts answers of the service into the store, also where it cannot take them at once. */
export interface AnswerKeeper {
  /** Keeps the answer to an id that was claimed, now or later, and gives what is told of it. Never rejects. */
  keep: (claim: Claim, answer: OperationAnswer) => Promise<OperationAnswer>;
  /** Whether the service gave this id to a message that the store could not be told of: what it knows is about an earlier one. */
  isUnkept: (account: string, msgIdentifier: string) => boolean;
}

/** `during` is told of what is still being tried. */
export function createAnswerKeeper(
  { record, rules, service, report }: GatewayContext,
  during: (task: Promise<unknown>) => void,
): AnswerKeeper {
  const { clock } = service;
  /** Messages whose ids the service gave while the store could not be told. */
  const unkept = new Set<string>();

  const keepNow = async (claim: Claim, answer: OperationAnswer): Promise<OperationAnswer> => {
    const { account, id, kind } = claim;
    const kept = keptAnswer(kind, answer);
    const { isHandedOutAgain, instead = answer } = await record.change(account, (tx) =>
      answerOperation(tx, claim, kept, rules),
    );
    // What the store knows of that message by now is no earlier one's.
    if (unkept.size > 0) unkept.delete(messageIn(claim, answer) ?? '');
    if (!isHandedOutAgain) return answer;
    report({
      type: 'message-id',
      operation: kind,
      operationId: id,
      message:
        'The service handed out again a message id of before. The result of the earlier one is dropped.',
    });
    return instead;
  };

  // The service has answered: that the answer could not be recorded must not hold it back. The store may have lost the id, too.
  const claimAndKeep = async (claim: Claim, answer: OperationAnswer) => {
    await record.change(claim.account, (tx) => claimOperation(tx, claim, { ...rules, isForced: true }));
    await keepNow(claim, answer);
  };

  const keepLater = async (claim: Claim, answer: OperationAnswer) => {
    const message = messageIn(claim, answer);
    if (message !== undefined) unkept.add(message);
    const keep = () => claimAndKeep(claim, answer);
    // A deployment does not wait for more, nor does a process that has nothing else to do.
    if (!(await tryLater(clock, laterMs, keep))) void tryLater(unrefClock(clock), muchLaterMs, keep);
  };

  return {
    isUnkept: (account, msgIdentifier) => unkept.has(nameOf({ account, id: msgIdentifier })),
    async keep(claim, answer) {
      try {
        return await keepNow(claim, answer);
      } catch {
        const message = 'The answer to an operation could not be recorded yet.';
        report({ type: 'answer-not-kept', operation: claim.kind, operationId: claim.id, message });
        during(keepLater(claim, answer));
        return answer;
      }
    },
  };
}

/** The message that an answer gives an id of. */
function messageIn({ account }: OperationKey, { body }: OperationAnswer): string | undefined {
  const { msgIdentifier } = acceptedIds(body);
  return msgIdentifier === undefined ? undefined : nameOf({ account, id: msgIdentifier });
}

export const laterMs = [200, 1_000, 5_000, 15_000, 60_000];
/** What the service said is not known to anybody else: it is tried for an hour more. */
const muchLaterMs = Array<number>(59).fill(60_000);

/** Runs what failed again after each of these times, until it does not. Gives whether it did in the end. */
export async function tryLater(
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
      // again, later
    }
  }
  return false;
}
