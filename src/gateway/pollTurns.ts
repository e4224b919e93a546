import { parseRetryAfter } from '../core/client/readAnswer.ts';
import { ContractError, HttpError, PaymentsError } from '../core/errors.ts';
import { factsOfMessage, reasonToGiveUp } from '../core/operations/messageFacts.ts';
import type { OperationFact } from '../core/operations/operationReducer.ts';
import {
  earliestPollAt,
  type PollCandidate,
  chooseNextPoll,
  defaultPauseMs,
  transitMarginMs,
  longestServicePauseMs,
  lowerLimitAfterRefusal,
  type PollLimits,
} from '../core/polling/chooseNextPoll.ts';
import { type MessageState, withMessage, withPollError } from '../core/polling/messageState.ts';
import {
  emptyPollLog,
  withoutRaw,
  pollLeaseMs,
  loweredLimitForMs,
  type PollLog,
} from '../core/polling/pollLog.ts';
import { backoffMs } from '../core/time.ts';
import { contractAnomaly, readProcessedMessage } from '../core/wire/message.ts';
import { parseJson } from '../core/wire/read.ts';
import type { StoreSteps, StoreTransaction } from './gatewayStore.ts';
import { applyFacts } from './record.ts';
import type { PollBudgetRow, StoredMessageState, MessageRow, PollSlotRow } from './recordRows.ts';
import type { ServiceAnswer } from './replies.ts';

/** A poll that may be made now. Its slot is taken. */
export interface PollTurn {
  slotId: number;
  message: MessageRow;
}

export interface FollowRules {
  limits: PollLimits;
  /** How long to wait for a result before the operation becomes unknown (ms). Polls go on after that. */
  maxWaitMs: number;
}

/** How many due messages compete for a slot. */
const mostCandidates = 500;
/** A message that is due later than this does not compete yet (ms): recent messages are due sooner. */
const horizonMs = 60_000;
/** Foreign messages, whose ids may be made up, wait this many times as long as late results. */
const foreignPatience = 4;
/** A message polled less often than this after a `timeout` has less weight (ms). */
const usualGapMs = 28_000;
const minuteMs = 60_000;
const oftenForMs = 30 * minuteMs;
/** A message older than a day gets its last answer. If no instance polled meanwhile, this many attempts may be made. */
const lastTries = 24;
const lastTryPauses = { firstMs: 60_000, longestMs: 60 * 60_000 };

/** The poll that may be made now, and when the next one may be (epoch ms); `Infinity` if none is due soon. */
export interface NextPollTurn {
  turn?: PollTurn;
  at: number;
}

/**
 * Takes a slot for the message that has waited longest, if a slot is free. If an instance died during a poll, the
 * message is free again after 10 s.
 */
export function* takePollTurn(
  tx: StoreTransaction,
  account: string,
  rules: FollowRules,
): StoreSteps<NextPollTurn> {
  const { now, forgotAt } = tx;
  const messages = yield* dueSoon(tx, account);
  if (messages.length === 0) return { at: Infinity };
  const counting = { above: now - rules.limits.windowMs - transitMarginMs };
  const slots = yield* tx.slots.list({ account, at: counting }, { by: ['at', 'id'] });
  const known = { budget: yield* budgetOf(tx, account), forgotAt, now, rules };
  const next = chooseMessage({ ...known, messages, slots });
  if (!next || next.at > now) return { at: next?.at ?? Infinity };

  const { message } = next;
  const { provider, id } = message;
  const taken = { account, at: now, messageId: id, isPatient: isBackground(message, rules, now) };
  const asking = { askedAt: now, askingUntil: now + pollLeaseMs };
  const [slot] = yield* tx.together(
    tx.slots.add(taken),
    tx.messages.change({ account, provider, id }, asking),
  );
  const asked = { ...message, ...asking };
  const others = messages.filter((one) => one !== message);
  const after = chooseMessage({ ...known, messages: [...others, asked], slots: [...slots, slot] });
  return { turn: { slotId: slot.id, message: asked }, at: after?.at ?? Infinity };
}

function* dueSoon(tx: StoreTransaction, account: string): StoreSteps<MessageRow[]> {
  const { now } = tx;
  const dueAt = { from: 0, until: now + horizonMs };
  const order = { by: ['dueAt', 'id'], limit: mostCandidates } as const;
  const due = yield* tx.messages.list({ account, dueAt }, order);
  if (due.length === mostCandidates) {
    // Overdue messages must not hide recent ones.
    const young = { operationId: { not: null }, timedOutAt: null, since: { above: now - oftenForMs } };
    due.push(...(yield* tx.messages.list({ account, dueAt, ...young }, order)));
  }
  const isUnwanted = (message: MessageRow) => isForeign(message) && (message.wantedUntil ?? 0) <= now;
  if (due.some(isUnwanted)) {
    const unwanted = { account, dueAt, operationId: null, wantedUntil: { until: now } };
    yield* tx.messages.change(unwanted, { dueAt: null });
  }
  const wanted = due.filter((message) => !isUnwanted(message));
  return [...new Map(wanted.map((message) => [messageNameOf(message), message])).values()];
}

interface PollChoiceInput {
  messages: readonly MessageRow[];
  slots: readonly PollSlotRow[];
  budget: PollBudgetRow;
  forgotAt: number;
  rules: FollowRules;
  now: number;
}

interface PollChoice {
  message: MessageRow;
  at: number;
}

/** The message of the next poll, and when it may be polled. */
function chooseMessage({
  messages,
  slots,
  budget,
  forgotAt,
  rules,
  now,
}: PollChoiceInput): PollChoice | undefined {
  const log: PollLog = {
    ...emptyPollLog,
    taken: slots.map(({ at }) => at),
    backgroundAt: slots.findLast(({ isPatient: isTheirs }) => isTheirs)?.at ?? 0,
    // The polls that the store forgot may have filled a whole window.
    restUntil: Math.max(
      budget.restUntil,
      forgotAt === 0 ? 0 : forgotAt + rules.limits.windowMs + transitMarginMs,
    ),
    urgentFrom: Infinity,
    lowered: loweredOf(budget, now),
  };
  const candidates = messages.map((message): PollCandidate => ({
    msgIdentifier: messageNameOf(message),
    askedAt: lastTurnAt(message),
    earliestAt: message.dueAt ?? Infinity,
    heldUntil: Math.max(
      message.askingUntil ?? -Infinity,
      isForeign(message) ? budget.strangersRestUntil : -Infinity,
    ),
    graceMs: 0,
    weight: weightOf(message),
    isBackground: isBackground(message, rules, now),
    isUserRequested: false,
  }));
  const next = chooseNextPoll(log, candidates, now, rules.limits);
  const message = next && messages.find((one) => messageNameOf(one) === next.msgIdentifier);
  return message && { message, at: next.at };
}

const messageNameOf = ({ provider, id }: MessageRow) => JSON.stringify([provider, id]);
const lastTurnAt = ({ askedAt, since }: MessageRow) => askedAt ?? since;

/** A message that no operation of this record was accepted as. */
const isForeign = ({ operationId }: MessageRow) => operationId === null;

/** No caller waits for the result: the message is foreign, timed out or old, or was polled after the longest wait. */
function isBackground(message: MessageRow, { maxWaitMs }: FollowRules, now: number): boolean {
  const { since, timedOutAt } = message;
  const isGivenUp = timedOutAt !== null || lastTurnAt(message) - since > maxWaitMs;
  return isForeign(message) || isGivenUp || now - since > oftenForMs;
}

/**
 * Scales waiting by the message's interval: an hour of waiting for an hourly message counts like a minute for one
 * that is polled each minute.
 */
function weightOf(message: MessageRow): number {
  if (isForeign(message)) return 1 / foreignPatience;
  return usualGapMs / Math.max(usualGapMs, (message.dueAt ?? 0) - lastTurnAt(message));
}

const loweredOf = ({ loweredTo, loweredAt }: PollBudgetRow, now: number): PollLog['lowered'] =>
  loweredTo === null || loweredAt === null || loweredAt <= now - loweredLimitForMs
    ? undefined
    : { to: loweredTo, at: loweredAt };

function* budgetOf(tx: StoreTransaction, account: string): StoreSteps<PollBudgetRow> {
  const [row] = yield* tx.budgets.list({ account });
  const times = { restUntil: 0, restStep: 0, strangersRestUntil: 0 };
  return row ?? { account, ...times, loweredTo: null, loweredAt: null };
}

/** Until when the service wants no poll of a message (epoch ms). */
export function* pausedUntil(
  tx: StoreTransaction,
  account: string,
  row: MessageRow | undefined,
): StoreSteps<number> {
  const { restUntil, strangersRestUntil } = yield* budgetOf(tx, account);
  return row && !isForeign(row) ? restUntil : Math.max(restUntil, strangersRestUntil);
}

/** The result of a poll. */
export type PollOutcome = { answer: ServiceAnswer } | { error: PaymentsError };

/** What a poll showed, for metrics and problem reports. */
interface PollReport {
  /** How much later than due the poll ended (ms). */
  delayMs: number;
  /** Why the answer could not be read; undefined if the answer before had the same problem. */
  misfit?: string | undefined;
}

/** Stores the result of a poll, and applies it to the message's operation. */
export function* recordPollOutcome(
  tx: StoreTransaction,
  { slotId, message: asked }: PollTurn,
  outcome: PollOutcome,
  { limits, maxWaitMs }: FollowRules,
  jitter: number,
): StoreSteps<PollReport> {
  const { account, provider, id } = asked;
  const { now } = tx;
  const delayMs = now - (asked.dueAt ?? now);
  // The arrival at the service is unknown, so the slot counts until the end of the poll.
  yield* tx.slots.change({ id: slotId }, { at: now });
  const [row] = yield* tx.messages.list({ account, provider, id });
  // The id was given to another message meanwhile: the answer may be about the earlier one.
  if (row?.since !== asked.since || row.operationId !== asked.operationId) return { delayMs };

  const before: MessageState = { msgIdentifier: id, ...withoutMisfit(row), message: messageOf(row) };
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
      misfit: contractAnomaly(error) ?? (isUnreadable ? 'unreadable' : undefined),
    },
    heardAt: error ? row.heardAt : now,
    askedAt: now,
    // Another poll of the same message may already be in flight.
    askingUntil: row.askedAt === asked.askedAt ? null : row.askingUntil,
    dueAt: dueAt === Infinity ? null : dueAt,
    timedOutAt,
  };
  yield* tx.messages.put(heard);
  if (row.operationId !== null) yield* applyToOperation(tx, heard, read, maxWaitMs);
  const { misfit } = heard.state;
  return { delayMs, misfit: misfit === row.state.misfit ? undefined : misfit };
}

const withoutMisfit = ({ state: { misfit: _, message: __, ...state } }: MessageRow) => state;
const messageOf = ({ state: { message } }: MessageRow): MessageState['message'] =>
  message && { ...message, raw: undefined };

interface ReadOutcome {
  state: MessageState;
  /** Undefined if the answer could be read. */
  error?: PaymentsError | undefined;
}

function stateAfter(before: MessageState, outcome: PollOutcome, now: number): ReadOutcome {
  const id = before.msgIdentifier;
  try {
    if ('error' in outcome) throw outcome.error;
    const { status, body } = outcome.answer;
    if (status !== 200) throw new HttpError({ status });
    const reading = readProcessedMessage(parsed(body));
    if ((reading.msgIdentifier ?? id) !== id)
      throw new ContractError('msgIdentifier', 'belongs to another message');
    const { raw: _, ...message } = reading;
    return { state: withMessage(before, { ...message, msgIdentifier: id, raw: undefined }, now) };
  } catch (cause) {
    const error =
      cause instanceof PaymentsError ? cause : new PaymentsError('unanswered', 'It failed.', { cause });
    return { state: withPollError(before, error, now), error };
  }
}

function parsed(body: string): unknown {
  try {
    return parseJson(body);
  } catch (cause) {
    throw new ContractError('', 'is not JSON', cause);
  }
}

/**
 * A pause that the service asks for applies to all polls. For a foreign message, whose id may be made up, the pause
 * applies to foreign messages only.
 */
function* adjustBudget(
  tx: StoreTransaction,
  { account, operationId }: MessageRow,
  outcome: PollOutcome,
  limits: PollLimits,
): StoreSteps<void> {
  const status = 'answer' in outcome ? outcome.answer.status : undefined;
  const budget = yield* budgetOf(tx, account);
  const { now } = tx;
  if (status !== 429 && status !== 503) {
    if (status === 200 && budget.restStep > 0) yield* tx.budgets.put({ ...budget, restStep: 0 });
    return;
  }
  const said = 'answer' in outcome ? parseRetryAfter(outcome.answer.headers, now) : undefined;
  const until = now + Math.min(longestServicePauseMs, said ?? defaultPauseMs(budget.restStep));
  if (operationId === null) {
    yield* tx.budgets.put({ ...budget, strangersRestUntil: Math.max(budget.strangersRestUntil, until) });
    return;
  }
  // Of several refusals at once, only the first counts.
  const isFirst = budget.restUntil <= now;
  const lowered =
    status === 429 && isFirst
      ? lowerLimitAfterRefusal({ ...emptyPollLog, lowered: loweredOf(budget, now) }, now, limits)
      : loweredOf(budget, now);
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
  { error, state: { message, failures, missing } }: ReadOutcome,
  maxWaitMs: number,
): StoreSteps<void> {
  const [row] = yield* tx.operations.list({ account, id: operationId ?? '' });
  if (!row?.operation) return;
  const { now } = tx;
  // The answer's amounts were converted to cents of the operation's currency when the answer arrived.
  const money = { currency: undefined, amountScale: undefined };
  const misfit = contractAnomaly(error);
  const facts: OperationFact[] = [
    ...(misfit === undefined ? [] : [{ type: 'anomaly', kind: misfit } as const]),
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
  yield* applyFacts(tx, row, facts);
}

const isFinalStatus = (status: StoredMessageState['status']) => status === 'complete' || status === 'failed';

/** How long after a page's request a foreign message is polled. */
export const messageWantedForMs = 60_000;
