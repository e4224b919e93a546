import { retryAfterMs } from '../core/client/readAnswer.ts';
import { ContractError, HttpError, PaymentsError } from '../core/errors.ts';
import { factsOfMessage, reasonToGiveUp } from '../core/operations/followMessage.ts';
import type { OperationFact } from '../core/operations/operationReducer.ts';
import {
  askingFrom,
  type Candidate,
  chooseNext,
  guessedRestMs,
  legsMs,
  loweredBy,
  type PollLimits,
} from '../core/polling/chooseNext.ts';
import { type MessageState, withMessage, withPollError } from '../core/polling/messageState.ts';
import { emptyPollLog, heardOf, leaseMs, type PollLog } from '../core/polling/pollLog.ts';
import { misfitIn, readProcessedMessage } from '../core/wire/message.ts';
import { parseJson } from '../core/wire/read.ts';
import type { Steps, Transaction } from './gatewayStore.ts';
import { applyFacts } from './record.ts';
import type { BudgetRow, MessageRow } from './recordRows.ts';
import type { ServiceAnswer } from './replies.ts';

/** A question that may be asked now. Its slot is taken. */
export interface PollTurn {
  slotId: number;
  message: MessageRow;
}

export interface FollowRules {
  limits: PollLimits;
  /** How long to wait for a result before it counts as unknown (ms). It is asked about all the same. */
  maxWaitMs: number;
}

/** All at once, of those that may be asked about: so many are held against each other. */
const mostCandidates = 500;
/** What nobody waits for any more, and what somebody may have made up, gets one slot in so many. */
const patientShare = 5;
const oftenForMs = 30 * 60_000;
const longestRestMs = 15 * 60_000;

/**
 * Takes a slot for the message that waits longest, if there is one now; else says when (epoch ms), `Infinity` where nothing is to be
 * asked. A question that a killed instance left without an answer frees its message after 10 s.
 */
export function* takeTurn(
  tx: Transaction,
  account: string,
  { limits }: FollowRules,
): Steps<{ turn?: PollTurn; at: number }> {
  const { now } = tx;
  const waiting = yield* tx.messages.list(
    { account, dueAt: { from: 0 } },
    { by: ['dueAt', 'id'], limit: mostCandidates },
  );
  const messages = waiting.filter(isWanted(now));
  if (messages.length === 0) return { at: Infinity };
  const windowMs = limits.windowMs + legsMs;
  const slots = yield* tx.slots.list({ account, at: { above: now - windowMs } }, { by: ['at', 'id'] });
  const budget = yield* budgetOf(tx, account);
  const log: PollLog = {
    ...emptyPollLog,
    taken: slots.map(({ at }) => at),
    // What it forgot may have been a whole window of questions.
    restUntil: Math.max(budget.restUntil, tx.forgotAt === 0 ? 0 : tx.forgotAt + windowMs),
    urgentFrom: Infinity,
    lowered: loweredOf(budget),
  };
  const isPrompt = messages.some((message) => !isPatient(message, now));
  const share = Math.max(1, Math.floor(limits.limit / patientShare));
  const patient = slots.filter((slot) => slot.isPatient);
  const heldBack = isPrompt ? (patient.at(-share)?.at ?? -Infinity) + windowMs : -Infinity;
  const candidates = messages.map((message): Candidate => {
    const rest = message.operationId === null ? budget.strangersRestUntil : -Infinity;
    return {
      msgIdentifier: nameOf(message),
      askedAt: message.askedAt ?? message.since,
      from: message.dueAt ?? Infinity,
      heldUntil: Math.max(
        message.askingUntil ?? -Infinity,
        rest,
        isPatient(message, now) ? heldBack : -Infinity,
      ),
      graceMs: 0,
      isLooked: false,
      isPersonal: false,
    };
  });
  const next = chooseNext(log, candidates, now, limits);
  const message = next && messages.find((one) => nameOf(one) === next.msgIdentifier);
  if (!next || !message || next.at > now) return { at: next?.at ?? Infinity };
  const slot = { account, at: now, messageId: message.id, isPatient: isPatient(message, now) };
  const { id: slotId } = yield* tx.slots.add(slot);
  const asked = { ...message, askedAt: now, askingUntil: now + leaseMs };
  yield* tx.messages.put(asked);
  return { turn: { slotId, message: asked }, at: now };
}

const nameOf = ({ provider, id }: MessageRow) => JSON.stringify([provider, id]);

const isWanted =
  (now: number) =>
  ({ operationId, wantedUntil }: MessageRow) =>
    operationId !== null || (wantedUntil ?? 0) > now;

function isPatient({ operationId, since, timedOutAt }: MessageRow, now: number): boolean {
  return operationId === null || timedOutAt !== null || now - since > oftenForMs;
}

const loweredOf = ({ loweredTo, loweredAt }: BudgetRow): PollLog['lowered'] =>
  loweredTo === null || loweredAt === null ? undefined : { to: loweredTo, at: loweredAt };

function* budgetOf(tx: Transaction, account: string): Steps<BudgetRow> {
  const [row] = yield* tx.budgets.list({ account });
  const times = { restUntil: 0, restStep: 0, strangersRestUntil: 0 };
  return row ?? { account, ...times, loweredTo: null, loweredAt: null };
}

/** What came of a question. */
export type PollOutcome = { answer: ServiceAnswer } | { error: PaymentsError };

/** What the service, or its silence, says about a message: kept, and told to its operation. */
export function* hearMessage(
  tx: Transaction,
  { slotId, message: asked }: PollTurn,
  outcome: PollOutcome,
  { limits, maxWaitMs }: FollowRules,
  jitter: number,
): Steps<MessageRow> {
  const { account, provider, id } = asked;
  const { now } = tx;
  // Nobody knows when it reached the service: it counts as long as it may have been on its way.
  yield* tx.slots.change({ id: slotId }, { at: now });
  const [row] = yield* tx.messages.list({ account, provider, id });
  // Handed out again meanwhile: the answer may be about the earlier one.
  if (!row || row.since !== asked.since) return row ?? asked;

  const before: MessageState = { msgIdentifier: id, ...withoutMisfit(row), message: messageOf(row) };
  const read = stateAfter(before, outcome, now);
  yield* adjustBudget(tx, row, outcome, limits);
  const { state, misfit } = read;
  const timedOutAt = row.timedOutAt ?? (state.status === 'timeout' ? now : null);
  const dueAt = askingFrom(
    {
      state,
      since: row.since,
      acceptedAt: row.since,
      lastAskedAt: now,
      isWanted: false,
      isPersonal: false,
      isSlow: false,
      timedOutAt: timedOutAt ?? undefined,
      isPatient: true,
    },
    jitter,
  );
  const { status, isFinal, connection, failures, missing } = state;
  const heard: MessageRow = {
    ...row,
    state: { status, isFinal, connection, failures, missing, message: heardOf(state.message), misfit },
    heardAt: read.isGood ? now : row.heardAt,
    askedAt: now,
    askingUntil: null,
    dueAt: dueAt === Infinity || status === 'complete' || status === 'failed' ? null : dueAt,
    timedOutAt,
  };
  yield* tx.messages.put(heard);
  if (row.operationId !== null) yield* tellOperation(tx, heard, read, maxWaitMs);
  return heard;
}

const withoutMisfit = ({ state: { misfit: _, message: __, ...state } }: MessageRow) => state;
const messageOf = ({ state: { message } }: MessageRow): MessageState['message'] =>
  message && { ...message, raw: undefined };

interface Read {
  state: MessageState;
  isGood: boolean;
  misfit?: string | undefined;
}

function stateAfter(before: MessageState, outcome: PollOutcome, now: number): Read {
  const id = before.msgIdentifier;
  try {
    if ('error' in outcome) throw outcome.error;
    const { status, body } = outcome.answer;
    if (status !== 200) throw new HttpError({ status });
    const reading = readProcessedMessage(parsed(body));
    if ((reading.msgIdentifier ?? id) !== id)
      throw new ContractError('msgIdentifier', 'belongs to another message');
    const { raw: _, ...message } = reading;
    return {
      state: withMessage(before, { ...message, msgIdentifier: id, raw: undefined }, now),
      isGood: true,
    };
  } catch (cause) {
    const error =
      cause instanceof PaymentsError ? cause : new PaymentsError('unanswered', 'It failed.', { cause });
    return { state: withPollError(before, error, now), isGood: false, misfit: misfitIn(error) };
  }
}

function parsed(body: string): unknown {
  try {
    return parseJson(body);
  } catch (cause) {
    throw new ContractError('', 'is not JSON', cause);
  }
}

/** A pause that the service wants is everybody's; one that it gives to ids somebody made up is theirs. */
function* adjustBudget(
  tx: Transaction,
  { account, operationId }: MessageRow,
  outcome: PollOutcome,
  limits: PollLimits,
): Steps<void> {
  const status = 'answer' in outcome ? outcome.answer.status : undefined;
  const budget = yield* budgetOf(tx, account);
  const { now } = tx;
  if (status !== 429 && status !== 503) {
    if (status === 200 && budget.restStep > 0) yield* tx.budgets.put({ ...budget, restStep: 0 });
    return;
  }
  const said = 'answer' in outcome ? retryAfterMs(outcome.answer.headers, now) : undefined;
  const until = now + Math.min(longestRestMs, said ?? guessedRestMs(budget.restStep));
  if (operationId === null) {
    yield* tx.budgets.put({ ...budget, strangersRestUntil: Math.max(budget.strangersRestUntil, until) });
    return;
  }
  // Of several refusals at once only the first says something new.
  const isFirst = budget.restUntil <= now;
  const lowered =
    status === 429 && isFirst
      ? loweredBy({ ...emptyPollLog, lowered: loweredOf(budget) }, now, limits)
      : loweredOf(budget);
  yield* tx.budgets.put({
    ...budget,
    restUntil: Math.max(budget.restUntil, until),
    restStep: budget.restStep + (said === undefined && isFirst ? 1 : 0),
    loweredTo: lowered?.to ?? null,
    loweredAt: lowered?.at ?? null,
  });
}

function* tellOperation(
  tx: Transaction,
  { account, operationId, since, dueAt, state }: MessageRow,
  { isGood, misfit, state: { message, failures, missing } }: Read,
  maxWaitMs: number,
): Steps<void> {
  const [row] = yield* tx.operations.list({ account, id: operationId ?? '' });
  if (!row?.operation) return;
  const { now } = tx;
  // Amounts are cents of the operation's currency: the answer was counted anew on its way in.
  const money = { currency: undefined, amountScale: undefined };
  const facts: OperationFact[] = [
    ...(misfit === undefined ? [] : [{ type: 'anomaly', kind: misfit } as const]),
    ...(isGood && message ? factsOfMessage(message, now, money) : []),
  ];
  const reason = reasonToGiveUp({
    failures,
    missing,
    isUnreadable: state.misfit !== undefined,
    ageMs: now - since,
    leftMs: dueAt === null ? 0 : maxWaitMs - (now - since),
  });
  const isOver = state.status === 'complete' || state.status === 'failed';
  if (reason && !isOver) facts.push({ type: 'gave-up', at: now, reason });
  yield* applyFacts(tx, row, facts);
}

/** A page wants to hear of a message; one that nobody accepted here is asked about as long as somebody does. */
export const wantedForMs = 60_000;
