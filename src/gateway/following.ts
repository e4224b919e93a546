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
  lowLimitForMs,
  type PollLog,
} from '../core/polling/pollLog.ts';
import { backoffMs } from '../core/time.ts';
import { contractAnomaly, readProcessedMessage } from '../core/wire/message.ts';
import { parseJson } from '../core/wire/read.ts';
import type { Steps, Transaction } from './gatewayStore.ts';
import { applyFacts } from './record.ts';
import type { BudgetRow, HeardState, MessageRow, SlotRow } from './recordRows.ts';
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

/** So many are held against each other. */
const mostCandidates = 500;
/** What is due later is no candidate yet (ms): whoever waits at a till is asked about more often. */
const horizonMs = 60_000;
/** What somebody may have made up waits so many times as long as a late result. */
const strangersPatience = 4;
/** What is asked about less often than this after a `timeout` counts for less (ms). */
const usualGapMs = 28_000;
const minuteMs = 60_000;
const oftenForMs = 30 * minuteMs;
/** After a day the next answer is the last one. Where nobody followed meanwhile, it may take so many tries. */
const lastTries = 24;
const lastTryPauses = { firstMs: 60_000, longestMs: 60 * 60_000 };

/** What may be asked now, and when the next question may be (epoch ms); `Infinity` where nothing is due soon. */
export interface NextTurn {
  turn?: PollTurn;
  at: number;
}

/**
 * Takes a slot for the message that waits longest, if there is one now. A question that a killed instance left without an answer
 * frees its message after 10 s.
 */
export function* takeTurn(tx: Transaction, account: string, rules: FollowRules): Steps<NextTurn> {
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
  const taken = { account, at: now, messageId: id, isPatient: isPatient(message, rules, now) };
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

function* dueSoon(tx: Transaction, account: string): Steps<MessageRow[]> {
  const { now } = tx;
  const dueAt = { from: 0, until: now + horizonMs };
  const order = { by: ['dueAt', 'id'], limit: mostCandidates } as const;
  const due = yield* tx.messages.list({ account, dueAt }, order);
  if (due.length === mostCandidates) {
    // What is long overdue must not keep what is young out of sight.
    const young = { operationId: { not: null }, timedOutAt: null, since: { above: now - oftenForMs } };
    due.push(...(yield* tx.messages.list({ account, dueAt, ...young }, order)));
  }
  const isUnwanted = (message: MessageRow) => isStrange(message) && (message.wantedUntil ?? 0) <= now;
  if (due.some(isUnwanted)) {
    const unwanted = { account, dueAt, operationId: null, wantedUntil: { until: now } };
    yield* tx.messages.change(unwanted, { dueAt: null });
  }
  const wanted = due.filter((message) => !isUnwanted(message));
  return [...new Map(wanted.map((message) => [nameOf(message), message])).values()];
}

interface Choice {
  messages: readonly MessageRow[];
  slots: readonly SlotRow[];
  budget: BudgetRow;
  forgotAt: number;
  rules: FollowRules;
  now: number;
}

interface Chosen {
  message: MessageRow;
  at: number;
}

/** The message that the next question is about, and when it may be asked. */
function chooseMessage({ messages, slots, budget, forgotAt, rules, now }: Choice): Chosen | undefined {
  const log: PollLog = {
    ...emptyPollLog,
    taken: slots.map(({ at }) => at),
    backgroundAt: slots.findLast(({ isPatient: isTheirs }) => isTheirs)?.at ?? 0,
    // What it forgot may have been a whole window of questions.
    restUntil: Math.max(
      budget.restUntil,
      forgotAt === 0 ? 0 : forgotAt + rules.limits.windowMs + transitMarginMs,
    ),
    urgentFrom: Infinity,
    lowered: loweredOf(budget, now),
  };
  const candidates = messages.map((message): PollCandidate => ({
    msgIdentifier: nameOf(message),
    askedAt: turnOf(message),
    earliestAt: message.dueAt ?? Infinity,
    heldUntil: Math.max(
      message.askingUntil ?? -Infinity,
      isStrange(message) ? budget.strangersRestUntil : -Infinity,
    ),
    graceMs: 0,
    weight: weightOf(message),
    isBackground: isPatient(message, rules, now),
    isUserRequested: false,
  }));
  const next = chooseNextPoll(log, candidates, now, rules.limits);
  const message = next && messages.find((one) => nameOf(one) === next.msgIdentifier);
  return message && { message, at: next.at };
}

const nameOf = ({ provider, id }: MessageRow) => JSON.stringify([provider, id]);
const turnOf = ({ askedAt, since }: MessageRow) => askedAt ?? since;

/** Nobody accepted it here. */
const isStrange = ({ operationId }: MessageRow) => operationId === null;

/** No caller waits for it: it is strange, timed out or old, or was asked about after the longest wait. */
function isPatient(message: MessageRow, { maxWaitMs }: FollowRules, now: number): boolean {
  const { since, timedOutAt } = message;
  const isGivenUp = timedOutAt !== null || turnOf(message) - since > maxWaitMs;
  return isStrange(message) || isGivenUp || now - since > oftenForMs;
}

/** What is asked about once an hour has waited in an hour for as long as what is asked about each minute in a minute. */
function weightOf(message: MessageRow): number {
  if (isStrange(message)) return 1 / strangersPatience;
  return usualGapMs / Math.max(usualGapMs, (message.dueAt ?? 0) - turnOf(message));
}

const loweredOf = ({ loweredTo, loweredAt }: BudgetRow, now: number): PollLog['lowered'] =>
  loweredTo === null || loweredAt === null || loweredAt <= now - lowLimitForMs
    ? undefined
    : { to: loweredTo, at: loweredAt };

function* budgetOf(tx: Transaction, account: string): Steps<BudgetRow> {
  const [row] = yield* tx.budgets.list({ account });
  const times = { restUntil: 0, restStep: 0, strangersRestUntil: 0 };
  return row ?? { account, ...times, loweredTo: null, loweredAt: null };
}

/** Until when nobody asks about a message (epoch ms): the service wants a pause. */
export function* restOf(tx: Transaction, account: string, row: MessageRow | undefined): Steps<number> {
  const { restUntil, strangersRestUntil } = yield* budgetOf(tx, account);
  return row && !isStrange(row) ? restUntil : Math.max(restUntil, strangersRestUntil);
}

/** What came of a question. */
export type PollOutcome = { answer: ServiceAnswer } | { error: PaymentsError };

/** What came of a question, for whoever runs the gateway. */
export interface Heard {
  /** How long after it was due (ms). */
  delayMs: number;
  /** Of an answer that could not be read, unless it was told of the answer before. */
  misfit?: string | undefined;
}

/** What the service, or its silence, says about a message: kept, and told to its operation. */
export function* hearMessage(
  tx: Transaction,
  { slotId, message: asked }: PollTurn,
  outcome: PollOutcome,
  { limits, maxWaitMs }: FollowRules,
  jitter: number,
): Steps<Heard> {
  const { account, provider, id } = asked;
  const { now } = tx;
  const delayMs = now - (asked.dueAt ?? now);
  // Nobody knows when it reached the service: it counts as long as it may have been on its way.
  yield* tx.slots.change({ id: slotId }, { at: now });
  const [row] = yield* tx.messages.list({ account, provider, id });
  // Handed out again meanwhile: the answer may be about the earlier one.
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
  const isLeft = usual === Infinity && error !== undefined && !isOver(status) && failures < lastTries;
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
    // It may be asked about again by now.
    askingUntil: row.askedAt === asked.askedAt ? null : row.askingUntil,
    dueAt: dueAt === Infinity ? null : dueAt,
    timedOutAt,
  };
  yield* tx.messages.put(heard);
  if (row.operationId !== null) yield* tellOperation(tx, heard, read, maxWaitMs);
  const { misfit } = heard.state;
  return { delayMs, misfit: misfit === row.state.misfit ? undefined : misfit };
}

const withoutMisfit = ({ state: { misfit: _, message: __, ...state } }: MessageRow) => state;
const messageOf = ({ state: { message } }: MessageRow): MessageState['message'] =>
  message && { ...message, raw: undefined };

interface Read {
  state: MessageState;
  /** Nothing where it was a good answer. */
  error?: PaymentsError | undefined;
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
  const said = 'answer' in outcome ? parseRetryAfter(outcome.answer.headers, now) : undefined;
  const until = now + Math.min(longestServicePauseMs, said ?? defaultPauseMs(budget.restStep));
  if (operationId === null) {
    yield* tx.budgets.put({ ...budget, strangersRestUntil: Math.max(budget.strangersRestUntil, until) });
    return;
  }
  // Of several refusals at once only the first says something new.
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

function* tellOperation(
  tx: Transaction,
  { account, operationId, since, dueAt, state }: MessageRow,
  { error, state: { message, failures, missing } }: Read,
  maxWaitMs: number,
): Steps<void> {
  const [row] = yield* tx.operations.list({ account, id: operationId ?? '' });
  if (!row?.operation) return;
  const { now } = tx;
  // Amounts are cents of the operation's currency: the answer was counted anew on its way in.
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
  if (reason && !isOver(state.status)) facts.push({ type: 'gave-up', at: now, reason });
  yield* applyFacts(tx, row, facts);
}

const isOver = (status: HeardState['status']) => status === 'complete' || status === 'failed';

/** A page wants to hear of a message; one that nobody accepted here is asked about as long as somebody does. */
export const wantedForMs = 60_000;
