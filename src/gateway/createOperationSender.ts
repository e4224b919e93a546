import { sleep } from '../core/time.ts';
import { sendWithAnswerOnFailure, unansweredAnswer } from './sendWithAnswerOnFailure.ts';
import { assertIdNotOfOtherSubject } from './authorize.ts';
import { type GatewayContext, reportStoreFailureAsRefusal } from './gatewayContext.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import { createAnswerRecorder } from './createAnswerRecorder.ts';
import { createProcessMemory, type ProcessMemory, type OperationKey } from './createProcessMemory.ts';
import {
  type OperationClaim,
  closeUnsentOperationId,
  laterCopyMayArriveForMs,
  newSentOrClosedOperationRow,
  type OperationIdToClose,
} from './claimIdOrReadHolder.ts';
import { type OperationRowWithAge, rebuildAnswer, operationStateAtGatewayOfRow } from './record.ts';
import { type OperationAnswer, operationStateOfAnswer } from './replies.ts';
import { recordAnswerGraceMs, claimIdToSend, closedIdSentence } from './claimIdToSend.ts';

/** One copy of a request that must reach the service at most once. */
type RequestCopy = Omit<OperationClaim, 'claimedBy' | 'answerWithinMs'>;
type Ask = () => Promise<OperationAnswer>;

export type OperationSender = ReturnType<typeof createOperationSender>;

/** Sends each operation id to the service at most once, however many copies arrive, at any instances. */
export function createOperationSender(context: GatewayContext) {
  const { record, paymentTimeoutMs, rules, measure } = context;
  const answerWithinMs = paymentTimeoutMs + recordAnswerGraceMs;
  const processMemory = createProcessMemory(context, answerWithinMs + laterCopyMayArriveForMs);
  /** What `idle` waits for. These promises never reject. */
  const pending = new Set<Promise<unknown>>();
  const trackPending = (task: Promise<unknown>) => {
    pending.add(task);
    void task.then(() => pending.delete(task));
  };
  const answerRecorder = createAnswerRecorder(context, trackPending);

  /** Closes an id for good if nothing was sent under it. Returns the row that holds the id now. */
  const close = async (key: OperationIdToClose): Promise<OperationRowWithAge> => {
    const known = await processMemory.findHolder(key);
    if (known) return known;
    const row = await record.change(key.account, (tx) => closeUnsentOperationId(tx, key));
    const meanwhile = processMemory.current(key);
    if (meanwhile) return meanwhile;
    if (operationStateAtGatewayOfRow(rules, row) === 'not-seen') processMemory.remember(row);
    return row;
  };

  // False if the store is new, was restored, or fails: then it may not know an earlier copy of the request.
  const storeRemembersCopies = async ({ account }: OperationKey) => {
    try {
      return (await readStoreTimeAndKnownForMs(context, account)).knownForMs >= laterCopyMayArriveForMs;
    } catch {
      return false;
    }
  };

  const askOnce = async (claim: OperationClaim, ask: Ask): Promise<OperationAnswer> => {
    const answer = await sendWithAnswerOnFailure(context, claim, ask);
    const known = processMemory.get(claim);
    if (known) known.row.answer = answer;
    const forPage = await answerRecorder.record(claim, answer);
    if (known) known.row.answer = forPage;
    return forPage;
  };

  const answerTo = async (copy: RequestCopy, ask: Ask): Promise<OperationAnswer> => {
    const claim: OperationClaim = { ...copy, claimedBy: crypto.randomUUID(), answerWithinMs };
    const first = (await processMemory.findHolder(copy)) ?? (await claimIdToSend(context, claim));
    const holder = first ?? processMemory.current(copy);
    if (holder) {
      if (operationStateAtGatewayOfRow(rules, holder) === 'not-seen') processMemory.remember(holder);
      if (isRefusedByGuard(holder)) measure('claims-refused', 1, copy.account);
      return awaitFirstAnswer(context, processMemory, copy, holder);
    }
    // From `processMemory.current` to `remember`, nothing is awaited. Otherwise another copy could be sent in between.
    measure('claims', 1, copy.account);
    const kept = processMemory.remember(newSentOrClosedOperationRow(copy, 0, claim)); // times in this row count from the claim
    kept.asking = askOnce(claim, ask);
    trackPending(kept.asking);
    return kept.asking;
  };

  return {
    /** What this process recently sent or closed, even if the store has lost it; otherwise the store's row. */
    find: processMemory.find,
    close,
    isUnrecorded: answerRecorder.isUnrecorded,
    /**
     * Returns the answer for a copy of a request. Only one copy of an id calls `ask`, which sends the request. `state`:
     * what became of the request. `state` is undefined if this copy was not sent, but the store may have forgotten
     * another copy that was sent.
     */
    async send(copy: RequestCopy, ask: Ask) {
      const answer = await answerTo(copy, ask);
      const state = operationStateOfAnswer(rules.isRefusal, copy.kind, answer);
      return {
        answer,
        state: state === 'not-seen' && !(await storeRemembersCopies(copy)) ? undefined : state,
      };
    },
    /** Closes the id of a refused request. Returns whether it is certain that nothing was or will be sent under it. */
    async closeUnsent(key: OperationIdToClose): Promise<boolean> {
      try {
        return (
          operationStateAtGatewayOfRow(rules, await close(key)) === 'not-seen' &&
          (await storeRemembersCopies(key))
        );
      } catch {
        return false;
      }
    },
    /** Resolves when all requests in flight are answered and their answers recorded. */
    async idle() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

/** The store's time, and how far back the store remembers everything (ms). */
export function readStoreTimeAndKnownForMs(
  { record }: GatewayContext,
  account: string,
): Promise<{ now: number; knownForMs: number }> {
  return record.change(
    account,
    // eslint-disable-next-line require-yield
    function* ({ now, knownForMs }) {
      return { now, knownForMs };
    },
    'write',
  );
}

const firstLookMs = 50;
const longestLookMs = 1_000;

/** Waits for the answer to the first copy, on any instance. Refused if the id was closed or used for another body. */
async function awaitFirstAnswer(
  context: GatewayContext,
  processMemory: ProcessMemory,
  copy: RequestCopy,
  first: OperationRowWithAge,
): Promise<OperationAnswer> {
  assertSameRequest(copy, first);
  let row: OperationRowWithAge | undefined = first;
  for (let ms = firstLookMs; row; ms = Math.min(2 * ms, longestLookMs)) {
    const answer = row.answer ?? rebuildAnswer(row);
    if (answer) return answer;
    const asking = processMemory.get(copy)?.asking;
    if (asking) return asking;
    if (row.ageMs >= row.answerBy - row.claimedAt) return unansweredAnswer;
    await sleep(context.service.clock, ms);
    row = await processMemory.find(copy).catch((cause: unknown) => {
      throw reportStoreFailureAsRefusal(context, copy.kind, cause, copy.id);
    });
  }
  return unansweredAnswer;
}

/** Whether a lock or guard refused the id. A second copy gets the same refusal. */
const isRefusedByGuard = ({ state, answer }: OperationRowWithAge) => state === 'closed' && answer !== null;

function assertSameRequest(
  { kind, subject, bodyHash, draftHash }: RequestCopy,
  first: OperationRowWithAge,
): void {
  assertIdNotOfOtherSubject(first, subject);
  if (first.state === 'closed' && !isRefusedByGuard(first))
    throw new GatewayRefusal(410, 'closed', closedIdSentence);
  // If `needs-approval` closed the id, its row holds `draftHash`, the hash without the approver.
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
