import {
  chooseNextPoll,
  type PollCandidate,
  type PollLimits,
  windowMarginMs,
} from '../core/polling/chooseNextPoll.ts';
import { emptyPollLog, loweredLimitForMs, type PollLog, pollLeaseMs } from '../core/polling/pollLog.ts';
import type { StoreSteps, StoreTransaction } from './gatewayStore.ts';
import type { MessageRow, PollBudgetRow, PollSlotRow } from './recordRows.ts';

/** A poll that the caller is to make now. It already counts against the limit of the account's polls. */
export interface TakenPollTurn {
  slotId: number;
  message: MessageRow;
}

export interface ServicePollRules {
  limits: PollLimits;
  /** How long to wait for a result before the operation becomes unknown (ms). Polls go on after that. */
  maxWaitMs: number;
}

/** How many due messages are compared to choose the next one to poll. */
const mostCandidates = 500;
/** Messages whose next poll is due later than this (ms) are not compared. Recent messages are due sooner. */
const horizonMs = 60_000;
/** A message without an operation must wait this many times as long as others: a page may have made up its id. */
const foreignPatience = 4;
/** If the polls of a message are further apart than this (ms), as after a `timeout`, its waiting time counts less. */
const usualGapMs = 28_000;
const minuteMs = 60_000;
const oftenForMs = 30 * minuteMs;

/** The poll to make now, if any. `inMs`: the time until the next poll can be made; `Infinity` if none is due soon. */
export interface PollTurnAndWait {
  turn?: TakenPollTurn;
  inMs: number;
}

/** If a poll can be made now, takes a slot for it. If this instance dies, others may poll that message after 10 s. */
export function* takePollTurn(
  tx: StoreTransaction,
  account: string,
  rules: ServicePollRules,
): StoreSteps<PollTurnAndWait> {
  const { now, forgotAt } = tx;
  const messages = yield* dueSoon(tx, account);
  if (messages.length === 0) return { inMs: Infinity };
  const counting = { above: now - rules.limits.windowMs - windowMarginMs };
  const slots = yield* tx.slots.list({ account, at: counting }, { by: ['at', 'id'] });
  const known = { budget: yield* readPollPausesAndLimit(tx, account), forgotAt, now, rules };
  const next = chooseMessage({ ...known, messages, slots });
  if (!next || next.at > now) return { inMs: msUntil(next, now) };

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
  return { turn: { slotId: slot.id, message: asked }, inMs: msUntil(after, now) };
}

/** Rounds up: the store's time has whole milliseconds, so a caller that comes back sooner would find nothing due. */
const msUntil = (next: { at: number } | undefined, now: number) => Math.ceil((next?.at ?? Infinity) - now);

function* dueSoon(tx: StoreTransaction, account: string): StoreSteps<MessageRow[]> {
  const { now } = tx;
  const dueAt = { from: 0, until: now + horizonMs };
  const order = { by: ['dueAt', 'id'], limit: mostCandidates } as const;
  const due = yield* tx.messages.list({ account, dueAt }, order);
  if (due.length === mostCandidates) {
    // If the list is full, it may hold overdue messages only. So recent messages are listed too.
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
  rules: ServicePollRules;
  now: number;
}

function chooseMessage({
  messages,
  slots,
  budget,
  forgotAt,
  rules,
  now,
}: PollChoiceInput): { message: MessageRow; at: number } | undefined {
  const log: PollLog = {
    ...emptyPollLog,
    taken: slots.map(({ at }) => at),
    backgroundAt: slots.findLast(({ isPatient: isTheirs }) => isTheirs)?.at ?? 0,
    // If the store lost data, it may have lost recent polls of the budget. So no poll is made for one window.
    restUntil: Math.max(
      budget.restUntil,
      forgotAt === 0 ? 0 : forgotAt + rules.limits.windowMs + windowMarginMs,
    ),
    urgentFrom: Infinity,
    lowered: loweredPollLimitOf(budget, now),
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

/** A message that belongs to no operation of this record. */
const isForeign = ({ operationId }: MessageRow) => operationId === null;

/** Whether no caller waits for the result: the message is foreign, timed out, old, or was polled past `maxWaitMs`. */
function isBackground(message: MessageRow, { maxWaitMs }: ServicePollRules, now: number): boolean {
  const { since, timedOutAt } = message;
  const isGivenUp = timedOutAt !== null || lastTurnAt(message) - since > maxWaitMs;
  return isForeign(message) || isGivenUp || now - since > oftenForMs;
}

/**
 * How much a message's waiting time counts when the next poll is chosen: the more rarely a message is polled, the less.
 * For a message polled hourly, an hour counts as much as a minute for a message polled each minute.
 */
function weightOf(message: MessageRow): number {
  if (isForeign(message)) return 1 / foreignPatience;
  return usualGapMs / Math.max(usualGapMs, (message.dueAt ?? 0) - lastTurnAt(message));
}

export const loweredPollLimitOf = (
  { loweredTo, loweredAt }: PollBudgetRow,
  now: number,
): PollLog['lowered'] =>
  loweredTo === null || loweredAt === null || loweredAt <= now - loweredLimitForMs
    ? undefined
    : { to: loweredTo, at: loweredAt };

export function* readPollPausesAndLimit(tx: StoreTransaction, account: string): StoreSteps<PollBudgetRow> {
  const [row] = yield* tx.budgets.list({ account });
  const times = { restUntil: 0, restStep: 0, strangersRestUntil: 0 };
  return row ?? { account, ...times, loweredTo: null, loweredAt: null };
}

/** Until when the service wants no poll of a message (epoch ms). */
export function* readPollsPausedUntil(
  tx: StoreTransaction,
  account: string,
  row: MessageRow | undefined,
): StoreSteps<number> {
  const { restUntil, strangersRestUntil } = yield* readPollPausesAndLimit(tx, account);
  return row && !isForeign(row) ? restUntil : Math.max(restUntil, strangersRestUntil);
}

/** A foreign message is polled for this long after a page asked for it. */
export const foreignMessagePolledForMs = 60_000;
