import { parseRetryAfterMs } from '../core/client/readAnswer.ts';
import { ContractError, HttpError, PaymentsError } from '../core/errors.ts';
import { factsOfMessage, reasonToGiveUp } from '../core/operations/messageFacts.ts';
import type { OperationFact } from '../core/operations/operationFacts.ts';
import {
  guessedPauseMs,
  earliestPollAt,
  longestServicePauseMs,
  limitLoweredBy429,
  type PollLimits,
} from '../core/polling/chooseNextPoll.ts';
import { type MessageState, withPolledMessage, withPollError } from '../core/polling/messageState.ts';
import { withoutRaw } from '../core/polling/pollLog.ts';
import { backoffMs } from '../core/time.ts';
import { contractAnomalyOfError, readProcessedMessage } from '../core/wire/message.ts';
import { tryParseJsonWithLongIntegersAsText } from '../core/wire/read.ts';
import type { StoreSteps, StoreTransaction } from './gatewayStore.ts';
import {
  type ServicePollRules,
  loweredPollLimitOf,
  type TakenPollTurn,
  readPollPausesAndLimit,
} from './pollTurns.ts';
import { applyAndStoreFacts } from './record.ts';
import type { MessageRow, StoredMessageState } from './recordRows.ts';
import { isOkStatus, type RedactedServiceAnswer } from './replies.ts';

/**
 * A day after acceptance, polling ends with the next readable answer, or after this many failed polls in a row. One
 * failed poll does not end it, because perhaps no instance ran during that day.
 */
const lastTries = 24;
const lastTryPauses = { firstMs: 60_000, longestMs: 60 * 60_000 };

export type PollOutcome = { answer: RedactedServiceAnswer } | { error: PaymentsError };

/** What metrics and problem reports need to know about one poll. */
interface PollReport {
  /** How much later than due the poll ended (ms). */
  delayMs: number;
  /** Why the answer could not be read. Undefined if it could, or if the previous answer had the same problem. */
  anomaly?: string | undefined;
}

/** Stores the result of a poll, and applies it to the message's operation. */
export function* recordPollOutcome(
  tx: StoreTransaction,
  { slotId, message: asked }: TakenPollTurn,
  outcome: PollOutcome,
  { limits, maxWaitMs }: ServicePollRules,
  jitter: number,
): StoreSteps<PollReport> {
  const { account, provider, id } = asked;
  const { now } = tx;
  const delayMs = now - (asked.dueAt ?? now);
  // It is unknown when the poll reached the service. So the poll counts against the limit as if it was made when it ended.
  yield* tx.slots.change({ id: slotId }, { at: now });
  const [row] = yield* tx.messages.list({ account, provider, id });
  // If the service gave this id to another message during the poll, the answer may be about the earlier one: ignore it.
  if (row?.since !== asked.since || row.operationId !== asked.operationId) return { delayMs };

  const before: MessageState = { msgIdentifier: id, ...withoutAnomaly(row), message: messageOf(row) };
  const read = stateAfter(before, outcome, now);
  yield* adjustBudget(tx, row, outcome, limits);
  const { state, error } = read;
  const isUnreadable = error?.code === 'contract';
  const { status, isFinal, connection, failures, missing } = state;
  const timedOutAt = row.timedOutAt ?? (status === 'timeout' ? now : null);
  const usual = earliestPollAt(
    {
      state,
      since: row.since,
      acceptedAt: row.since,
      lastAskedAt: now,
      isRequested: false,
      isUserRequested: false,
      isSlow: false,
      timedOutAt: timedOutAt ?? undefined,
      pollsForADay: true,
    },
    jitter,
  );
  const isLeft = usual === Infinity && error !== undefined && !isFinalStatus(status) && failures < lastTries;
  const dueAt = isLeft ? now + backoffMs(failures, lastTryPauses) : usual;
  const heard: MessageRow = {
    ...row,
    state: {
      status,
      isFinal,
      connection,
      failures,
      missing,
      message: withoutRaw(state.message),
      misfit: contractAnomalyOfError(error) ?? (isUnreadable ? 'unreadable' : undefined),
    },
    heardAt: error ? row.heardAt : now,
    askedAt: now,
    // `askingUntil` belongs to the poll that began last, and is kept unless that is this poll.
    askingUntil: row.askedAt === asked.askedAt ? null : row.askingUntil,
    dueAt: dueAt === Infinity ? null : dueAt,
    timedOutAt,
  };
  yield* tx.messages.put(heard);
  if (row.operationId !== null) yield* applyToOperation(tx, heard, read, maxWaitMs);
  const { misfit: anomaly } = heard.state;
  return { delayMs, anomaly: anomaly === row.state.misfit ? undefined : anomaly };
}

const withoutAnomaly = ({ state: { misfit: _, message: __, ...state } }: MessageRow) => state;
const messageOf = ({ state: { message } }: MessageRow): MessageState['message'] =>
  message && { ...message, raw: undefined };

interface ReadOutcome extends Pick<RedactedServiceAnswer, 'isInexact'> {
  state: MessageState;
  /** Undefined if the answer could be read. */
  error?: PaymentsError | undefined;
}

function stateAfter(before: MessageState, outcome: PollOutcome, now: number): ReadOutcome {
  const id = before.msgIdentifier;
  try {
    if ('error' in outcome) throw outcome.error;
    const { status, body, isInexact } = outcome.answer;
    if (!isOkStatus(status)) throw new HttpError({ status });
    const json = tryParseJsonWithLongIntegersAsText(body);
    if (json === undefined) throw new ContractError('', 'is not JSON');
    const reading = readProcessedMessage(json);
    if ((reading.msgIdentifier ?? id) !== id)
      throw new ContractError('msgIdentifier', 'belongs to another message');
    const { raw: _, ...message } = reading;
    return {
      state: withPolledMessage(before, { ...message, msgIdentifier: id, raw: undefined }, now),
      isInexact,
    };
  } catch (cause) {
    const error =
      cause instanceof PaymentsError ? cause : new PaymentsError('unanswered', 'The poll failed.', { cause });
    return { state: withPollError(before, error, now), error };
  }
}

/**
 * If the service answered 429 or 503, all polls of the account pause. If the polled message belongs to no operation, only
 * the polls of such messages pause.
 */
function* adjustBudget(
  tx: StoreTransaction,
  { account, operationId }: MessageRow,
  outcome: PollOutcome,
  limits: PollLimits,
): StoreSteps<void> {
  const status = 'answer' in outcome ? outcome.answer.status : undefined;
  const budget = yield* readPollPausesAndLimit(tx, account);
  const { now } = tx;
  if (status !== 429 && status !== 503) {
    if (isOkStatus(status) && budget.restStep > 0) yield* tx.budgets.put({ ...budget, restStep: 0 });
    return;
  }
  const said = 'answer' in outcome ? parseRetryAfterMs(outcome.answer.headers, now) : undefined;
  const until = now + Math.min(longestServicePauseMs, said ?? guessedPauseMs(budget.restStep));
  if (operationId === null) {
    yield* tx.budgets.put({ ...budget, strangersRestUntil: Math.max(budget.strangersRestUntil, until) });
    return;
  }
  // If several polls are refused at once, only the first refusal lowers the limit and lengthens the next pause.
  const isFirst = budget.restUntil <= now;
  const before = loweredPollLimitOf(budget, now);
  const lowered =
    status === 429 && isFirst ? { to: limitLoweredBy429({ lowered: before }, now, limits), at: now } : before;
  yield* tx.budgets.put({
    ...budget,
    restUntil: Math.max(budget.restUntil, until),
    restStep: budget.restStep + (said === undefined && isFirst ? 1 : 0),
    loweredTo: lowered?.to ?? null,
    loweredAt: lowered?.at ?? null,
  });
}

function* applyToOperation(
  tx: StoreTransaction,
  { account, operationId, since, dueAt, state }: MessageRow,
  { error, isInexact, state: { message, failures, missing } }: ReadOutcome,
  maxWaitMs: number,
): StoreSteps<void> {
  const [row] = yield* tx.operations.list({ account, id: operationId ?? '' });
  if (!row?.operation) return;
  const { now } = tx;
  // Nothing is left to convert: the answer's amounts became cents of the operation's currency when it arrived.
  const money = { currency: undefined, amountScale: undefined, isInexact };
  const anomaly = contractAnomalyOfError(error);
  const facts: OperationFact[] = [
    ...(anomaly === undefined ? [] : [{ type: 'anomaly', kind: anomaly } as const]),
    ...(!error && message ? factsOfMessage(message, now, money) : []),
  ];
  const reason = reasonToGiveUp({
    failures,
    missing,
    isUnreadable: state.misfit !== undefined,
    ageMs: now - since,
    leftMs: dueAt === null ? 0 : maxWaitMs - (now - since),
  });
  if (reason && !isFinalStatus(state.status)) facts.push({ type: 'gave-up', at: now, reason });
  yield* applyAndStoreFacts(tx, row, facts);
}

const isFinalStatus = (status: StoredMessageState['status']) => status === 'complete' || status === 'failed';
