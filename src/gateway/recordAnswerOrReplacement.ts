import { HttpError, type OperationStateAtGateway, PaymentsError } from '../core/errors.ts';
import type { OperationFact } from '../core/operations/operationFacts.ts';
import { outcomeOfAnswer, outcomeOfError } from '../core/operations/outcomeOfError.ts';
import { mayBeSameProvider } from '../core/operations/transactions.ts';
import { firstPollDelayMs } from '../core/polling/chooseNextPoll.ts';
import { readServiceMessage, readRefusedFields } from '../core/wire/errorBody.ts';
import { type BatchClosed, readAcceptedMessage, readBatchClosed } from '../core/wire/message.ts';
import { tryParseJsonWithLongIntegersAsText } from '../core/wire/read.ts';
import type { MoneyOperation } from '../core/wire/routes.ts';
import type { Service } from '../core/wire/service.ts';
import type { OperationClaim } from './claimIdOrReadHolder.ts';
import { noSteps, type StoreSteps, type StoreTransaction } from './gatewayStore.ts';
import { applyAndStoreFacts, newMessageColumns } from './record.ts';
import type { MessageRow, OperationRow } from './recordRows.ts';
import {
  isOkStatus,
  nonJsonBodyMark,
  type OperationAnswer,
  gatewayErrorAnswer,
  operationStateOfAnswer,
} from './replies.ts';

/** How an answer is judged: which answers are refusals, and whether providers share one series of message ids. */
interface AnswerRules {
  isRefusal: Service['isRefusal'];
  /** Whether each provider numbers its own messages, so that two providers may use the same message id. */
  isPerProvider: boolean;
}

interface AnswerOutcome {
  /** Whether the service gave this message the id of an earlier message. */
  isReusedMessageId: boolean;
  /** What is stored, and sent to the page, instead of the answer. */
  replacement?: OperationAnswer | undefined;
}

/** Replaces an answer whose message id belongs to another payment: the page would show that payment's result. */
const duplicateIdAnswer = /*#__PURE__*/ gatewayErrorAnswer(
  504,
  'unanswered',
  'The service gave this operation the message id of another payment. The outcome of the operation is unknown.',
);

/** Stores the answer to a claimed id, and applies it to the operation. */
export function* recordAnswerOrReplacement(
  tx: StoreTransaction,
  { account, id, draft }: Pick<OperationClaim, 'account' | 'id' | 'draft'>,
  answer: OperationAnswer,
  { isRefusal, isPerProvider }: AnswerRules,
): StoreSteps<AnswerOutcome> {
  const usual = { isReusedMessageId: false };
  const outcome = draft && outcomeOf(draft.kind, answer, isRefusal);
  const msgIdentifier = outcome && 'accepted' in outcome ? outcome.accepted.msgIdentifier : undefined;
  const provider = (isPerProvider && draft?.provider) || '';
  const [[row], open = [], [earlier] = []] = yield* tx.together(
    tx.operations.list({ account, id }),
    msgIdentifier === undefined ? noSteps() : tx.operations.list({ account, msgIdentifier, isOpen: true }),
    msgIdentifier === undefined ? noSteps() : tx.messages.list({ account, provider, id: msgIdentifier }),
  );
  // The id was never claimed, was closed, or was lost by the store.
  if (row?.state !== 'sent')
    throw new PaymentsError(
      'storage',
      'The answer to an operation was not recorded: the store does not know the operation id. The store may have lost data.',
    );
  if (row.answer) {
    // If the store lost the claim in between, the request may have been sent twice, and this is the other answer.
    const isOther = row.answer.body !== answer.body && isAccepted(answer);
    const isContradicted = isOther && (isAccepted(row.answer) || row.phase === 'rejected');
    if (isContradicted) yield* applyAndStoreFacts(tx, row, [{ type: 'anomaly', kind: 'contradiction' }]);
    if (isContradicted || !isOther) return usual;
  }
  const answered = { ...row, answer };
  if (!outcome || !('accepted' in outcome)) {
    const facts = outcome ? [{ ...factOf(outcome, tx.now), isProof: true }] : [];
    yield* putWithFacts(tx, answered, facts);
    return usual;
  }
  const isOthers = (one: OperationRow) =>
    one.id !== row.id && (!isPerProvider || mayBeSameProvider(one.provider, row.provider));
  const [holder] = earlier?.operationId
    ? yield* tx.operations.list({ account, id: earlier.operationId })
    : [];
  // An earlier operation with this message id that ended after this request was sent may have this request's result.
  const endedMeanwhile = holder && holder.endedAt !== null && holder.endedAt > row.claimedAt ? [holder] : [];
  return yield* recordAcceptance(tx, answered, outcome.accepted, {
    provider,
    others: [...open, ...endedMeanwhile].filter(isOthers),
    earlier,
  });
}

/** Stores an answer, and applies its facts to the operation. */
function* putWithFacts(
  tx: StoreTransaction,
  answered: OperationRow,
  facts: readonly OperationFact[],
): StoreSteps<void> {
  const after = yield* applyAndStoreFacts(tx, answered, facts);
  if (after === answered) yield* tx.operations.put(answered);
}

const isAccepted = (answer: OperationAnswer) => !answer.isOwn && isOkStatus(answer.status);

type Outcome =
  { accepted: BatchClosed } | { state: OperationStateAtGateway; error: PaymentsError | undefined };

function outcomeOf(kind: MoneyOperation, answer: OperationAnswer, isRefusal: Service['isRefusal']): Outcome {
  const state = operationStateOfAnswer(isRefusal, kind, answer);
  try {
    const body = tryParseJsonWithLongIntegersAsText(answer.body);
    if (state === 'accepted') {
      const isBatch = kind === 'closeBatch' && answer.body !== nonJsonBodyMark;
      return { accepted: (isBatch ? readBatchClosed : readAcceptedMessage)(body) };
    }
    const fields = readRefusedFields(body);
    const error = new HttpError({
      status: answer.status,
      retryAfterMs: answer.retryAfterMs,
      // The service did answer, even if that proves nothing. `unanswered` is stored for the gateway's answers only.
      operationState: state === 'unanswered' && !answer.isOwn ? undefined : state,
      // The gateway's own sentence is stored only if it says why nothing was sent.
      serviceMessage: answer.isOwn && state !== 'not-seen' ? undefined : readServiceMessage(body),
      fields: fields.length > 0 ? fields : undefined,
    });
    return { state, error };
  } catch (error) {
    return { state, error: error instanceof PaymentsError ? error : undefined };
  }
}

const notSent = {
  code: 'unanswered',
  shortMessage: 'Nothing was sent.',
  operationState: 'not-seen',
} as const;

function factOf({ state, error }: Extract<Outcome, { state: unknown }>, at: number) {
  if (state === 'not-seen') {
    const { serviceMessage } = error ?? {};
    return { type: 'refused', at, error: { ...notSent, serviceMessage } } as const;
  }
  // The last argument tells whether the service refused. `state` knows that already.
  return outcomeOfError(error, at, () => state === 'refused');
}

/** What the record holds about the message id of an accepted request: other operations and an earlier message. */
interface AcceptedMessageContext {
  provider: string;
  others: readonly OperationRow[];
  earlier: MessageRow | undefined;
}

function* recordAcceptance(
  tx: StoreTransaction,
  row: OperationRow,
  accepted: BatchClosed,
  { provider, others, earlier }: AcceptedMessageContext,
): StoreSteps<AnswerOutcome> {
  const { account, currency } = row;
  const { msgIdentifier } = accepted;
  const isTaken = others.length > 0;
  const doubt: OperationFact[] = isTaken ? [{ type: 'anomaly', kind: 'duplicate-id' }] : [];
  const isNoLongerKnown: OperationFact = { type: 'gave-up', at: tx.now, reason: 'duplicate-id' };
  for (const other of others) yield* applyAndStoreFacts(tx, other, [...doubt, isNoLongerKnown]);
  if (isTaken) {
    // A poll of this id may now bring the result of either payment. So polling ends, and polls in flight are ignored.
    const providers = { in: ['', provider, ...others.map((other) => other.provider ?? '')] };
    const about = { account, provider: providers, id: msgIdentifier };
    yield* tx.messages.change(about, { since: tx.now, dueAt: null, askingUntil: null });
  }
  const fact = outcomeOfAnswer(accepted, { at: tx.now, isProof: true, isTaken });
  if (isTaken) {
    yield* putWithFacts(tx, { ...row, answer: duplicateIdAnswer }, [...doubt, fact]);
    return { isReusedMessageId: true, replacement: duplicateIdAnswer };
  }
  const keeping = putWithFacts(tx, row, [fact]);
  if (msgIdentifier === undefined) {
    yield* keeping;
    return { isReusedMessageId: false };
  }
  // Replaces the row of an earlier message with this id. What was polled for that message is about another payment.
  const message = {
    ...newMessageColumns(tx.now),
    operationId: row.id,
    currency,
    dueAt: tx.now + firstPollDelayMs,
  };
  yield* tx.together(keeping, tx.messages.put({ account, provider, id: msgIdentifier, ...message }));
  return { isReusedMessageId: (earlier?.operationId ?? row.id) !== row.id };
}
