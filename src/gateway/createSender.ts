import type { OperationState } from '../core/errors.ts';
import { answerOfFirst, isKeptBack } from './answerOfFirst.ts';
import { askService } from './askService.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { createAnswerKeeper } from './keepAnswer.ts';
import { createKnownIds, type OperationKey } from './knownIds.ts';
import { type Claim, closeOperation, type HeldOperation, rowHere, stateOf } from './record.ts';
import { type OperationAnswer, stateOfAnswer } from './replies.ts';
import { graceMs, takeId } from './takeId.ts';

/** One copy of a request that must reach the service once. */
type RequestCopy = Omit<Claim, 'claimedBy' | 'answerWithinMs'>;
type Ask = () => Promise<OperationAnswer>;

export interface Outcome {
  /** Nothing where it is not certain: the store may have forgotten an earlier copy. */
  state: OperationState | undefined;
  answer: OperationAnswer;
}

export interface Sender {
  /** `ask` asks the service, and is called for one copy of an id at most. */
  send: (copy: RequestCopy, ask: Ask) => Promise<Outcome>;
  /** What this process sends, or lately sent or closed, whatever became of the store meanwhile; else what the store knows. */
  find: (key: OperationKey) => Promise<HeldOperation | undefined>;
  /** Takes an id that nothing was sent under, for good. Gives who holds it now. */
  close: (key: OperationKey & { subject: string }) => Promise<HeldOperation>;
  /** Whether the service gave this id to a message that the store could not be told of: what it knows is about an earlier one. */
  isUnkept: (account: string, msgIdentifier: string) => boolean;
  /** Closes the id of a request that is refused. Gives whether it is certain that nothing was or will be sent under it. */
  closeUnsent: (key: OperationKey & { subject: string }) => Promise<boolean>;
  /** Resolves when what is being sent has its answer, and the record has that. */
  idle: () => Promise<void>;
}

/** How long after the first copy a browser, or what stands before the gateway, may send another. */
const longestResendMs = 120_000;

/** Sends each operation id to the service at most once, whatever number of copies comes, to whatever instance. */
export function createSender(context: GatewayContext): Sender {
  const { record, paymentTimeoutMs, isRefusal, measure } = context;
  const answerWithinMs = paymentTimeoutMs + graceMs;
  const ids = createKnownIds(context, answerWithinMs + longestResendMs);
  /** None of them rejects. */
  const underWay = new Set<Promise<unknown>>();
  const keepUnderWay = (task: Promise<unknown>) => {
    underWay.add(task);
    void task.then(() => underWay.delete(task));
  };
  const keeper = createAnswerKeeper(context, keepUnderWay);

  const close: Sender['close'] = async (key) => {
    const known = await ids.holder(key);
    if (known) return known;
    const row = await record.change(key.account, (tx) => closeOperation(tx, key));
    const meanwhile = ids.held(key);
    if (meanwhile) return meanwhile;
    if (stateOf(context, row) === 'not-seen') ids.keep(row);
    return row;
  };

  // A store that has just begun, or begun anew, may have known an earlier copy.
  const remembersCopies = async ({ account }: OperationKey) => {
    try {
      return (await timesOf(context, account)).knownForMs >= longestResendMs;
    } catch {
      return false;
    }
  };

  const askOnce = async (claim: Claim, ask: Ask): Promise<OperationAnswer> => {
    const answer = await askService(context, claim, ask);
    const known = ids.get(claim);
    if (known) known.row.answer = answer;
    const told = await keeper.keep(claim, answer);
    if (known) known.row.answer = told;
    return told;
  };

  const answerTo = async (copy: RequestCopy, ask: Ask): Promise<OperationAnswer> => {
    const claim: Claim = { ...copy, claimedBy: crypto.randomUUID(), answerWithinMs };
    const first = (await ids.holder(copy)) ?? (await takeId(context, claim));
    const holder = first ?? ids.held(copy);
    if (holder) {
      if (stateOf(context, holder) === 'not-seen') ids.keep(holder);
      if (isKeptBack(holder)) measure('claims-refused', 1, copy.account);
      return answerOfFirst(context, ids, copy, holder);
    }
    // Nothing is awaited since the last look.
    measure('claims', 1, copy.account);
    const kept = ids.keep(rowHere(copy, claim));
    kept.asking = askOnce(claim, ask);
    keepUnderWay(kept.asking);
    return kept.asking;
  };

  return {
    find: ids.find,
    close,
    isUnkept: keeper.isUnkept,
    async send(copy, ask) {
      const answer = await answerTo(copy, ask);
      const state = stateOfAnswer(isRefusal, copy.kind, answer);
      return { answer, state: state === 'not-seen' && !(await remembersCopies(copy)) ? undefined : state };
    },
    async closeUnsent(key) {
      try {
        return stateOf(context, await close(key)) === 'not-seen' && (await remembersCopies(key));
      } catch {
        return false;
      }
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** The store's time, and for how long it has forgotten nothing (ms). */
export function timesOf(
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
