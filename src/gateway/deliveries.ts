import type { Steps, Transaction } from './gatewayStore.ts';
import type { DeliveryRow, EventRow, ReceiverRow } from './recordRows.ts';
import { isTold } from './webhooks.ts';

/** How long and how often it is tried to tell a receiver (ms). */
export interface DeliveryRules {
  /** After the first failure of an event; twice as long after each further one. */
  firstPauseMs: number;
  longestPauseMs: number;
  /** How long a receiver that failed with whatever event is left alone, at most. */
  longestRestMs: number;
  /** For how long an event is tried. */
  giveUpMs: number;
  webhookTimeoutMs: number;
  onEventTimeoutMs: number;
  /** How often it is looked for what nobody told of. */
  lookMs: number;
}

export const deliveryRules: DeliveryRules = {
  firstPauseMs: 5_000,
  longestPauseMs: 4 * 60 * 60_000,
  longestRestMs: 5 * 60_000,
  giveUpMs: 3 * 24 * 60 * 60_000,
  webhookTimeoutMs: 10_000,
  onEventTimeoutMs: 30_000,
  lookMs: 5_000,
};

/** An event that this instance may tell a receiver now, until `takenUntil`. */
export interface Taken {
  id: number;
  account: string;
  receiver: string;
  takenAt: number;
  takenUntil: number;
  /** How often its receiver had failed in a row. */
  failures: number;
  /** Nothing where it is kept no longer. */
  event: EventRow | undefined;
}

/** `gone`: the receiver does not want it. */
export type Outcome = 'delivered' | 'gone' | 'failed';

/** What is new after an outcome: that a receiver began to fail, or events that were given up. */
export interface Failure {
  receiver: string;
  isFirst: boolean;
  givenUp: readonly DeliveryRow[];
}

const many = 200;
/** Time in which nobody tried is no reason to give up. */
const leastTries = 10;

/** Makes a delivery of each new event for each receiver. Gives whether there are more. */
export function* dispatch(tx: Transaction, account: string, receivers: readonly string[]): Steps<boolean> {
  const isNew = { account, isDispatched: false };
  if (receivers.length === 0) {
    yield* tx.events.change(isNew, { isDispatched: true });
    return false;
  }
  const events = yield* tx.events.list(isNew, { by: ['id'], limit: many });
  const last = events.at(-1);
  if (!last) return false;
  const told = events.filter(isTold);
  const wanted = told.flatMap(({ id: eventId, operationId }) =>
    receivers.map((receiver) => ({ receiver, eventId, operationId })),
  );
  const lanes = new Set((yield* waitingBeside(tx, account, told)).map(laneOf));
  for (const one of wanted) {
    const state = lanes.has(laneOf(one)) ? 'behind' : 'due';
    lanes.add(laneOf(one));
    const times = { nextAt: tx.now, firstAt: tx.now, takenUntil: null };
    yield* tx.deliveries.add({ account, ...one, ...times, attempts: 0, state });
  }
  yield* tx.events.change({ ...isNew, id: { until: last.id } }, { isDispatched: true });
  if (told.length > 0) for (const receiver of receivers) yield* refresh(tx, account, receiver);
  return events.length === many;
}

function* waitingBeside(
  tx: Transaction,
  account: string,
  events: readonly Pick<DeliveryRow, 'operationId'>[],
): Steps<DeliveryRow[]> {
  const ids = [...new Set(events.map(({ operationId }) => operationId))];
  if (ids.length === 0) return [];
  return yield* tx.deliveries.list({ account, operationId: { in: ids }, state: { in: ['due', 'behind'] } });
}

/** What one receiver hears of one operation comes one after the other. */
const laneOf = ({ receiver, operationId }: Pick<DeliveryRow, 'receiver' | 'operationId'>) =>
  JSON.stringify([receiver, operationId]);

/** Takes what is due for a receiver. One that fails gets one thing at a time. */
export function* take(
  tx: Transaction,
  { account, receiver, failures }: ReceiverRow,
  takenUntil: number,
  room: number,
): Steps<Taken[]> {
  const isFailing = failures > 0;
  const limit = isFailing ? Math.min(1, room) : room;
  const where = { account, receiver, state: 'due', nextAt: { until: tx.now } } as const;
  const due = limit > 0 ? yield* tx.deliveries.list(where, { by: ['nextAt', 'eventId'], limit }) : [];
  const taken: Taken[] = [];
  for (const { id, eventId } of due) {
    yield* tx.deliveries.change({ id }, { takenUntil, nextAt: takenUntil });
    const [event] = yield* tx.events.list({ id: eventId });
    taken.push({ id, account, receiver, takenAt: tx.now, takenUntil, failures, event });
  }
  if (due.length > 0) yield* refresh(tx, account, receiver, isFailing ? { restUntil: takenUntil } : {});
  return taken;
}

/** Notes what became of it. `jitter`: 0 to 1. */
export function* settle(
  tx: Transaction,
  { id, takenUntil, failures }: Taken,
  outcome: Outcome,
  rules: DeliveryRules,
  jitter: number,
): Steps<Failure | undefined> {
  const [row] = yield* tx.deliveries.list({ id });
  if (!row) return undefined;
  const { account, receiver } = row;
  if (outcome !== 'failed') {
    yield* tx.deliveries.remove({ id });
    if (row.state === 'due') yield* letNextCome(tx, row);
    yield* refresh(tx, account, receiver, { failures: 0, failingSince: null, restUntil: 0 });
    return undefined;
  }
  // It took too long, and somebody else tries by now.
  if (row.takenUntil !== takenUntil) return undefined;
  const pause = (step: number, longestMs: number) =>
    Math.min(rules.firstPauseMs * 2 ** (step - 1), longestMs) * (0.75 + jitter / 2);
  const before = yield* failed(tx, row, failures, pause, rules);
  const longAgo = tx.now - rules.giveUpMs;
  const isDead = (before.failingSince ?? tx.now) <= longAgo && before.failures >= leastTries;
  const attempts = row.attempts + 1;
  const firstAt = row.attempts === 0 && !isDead ? tx.now : row.firstAt;
  const nextAt = Math.ceil(tx.now + pause(attempts, rules.longestPauseMs));
  yield* tx.deliveries.change({ id }, { attempts, firstAt, nextAt, takenUntil: null });
  const old = { account, receiver, state: 'due', firstAt: { until: longAgo } } as const;
  const where = isDead ? old : { ...old, id, attempts: { from: leastTries } };
  const givenUp = yield* tx.deliveries.list(where, { by: ['nextAt'], limit: many });
  for (const one of givenUp) {
    yield* tx.deliveries.change({ id: one.id }, { state: 'undelivered', takenUntil: null });
    yield* letNextCome(tx, one);
  }
  yield* refresh(tx, account, receiver);
  return { receiver, isFirst: before.failures === 0, givenUp };
}

/** A receiver that is known no longer rests as one that fails, until it is, or what waits for it is given up. */
export function* missReceiver(
  tx: Transaction,
  { account, receiver, failures }: ReceiverRow,
  rules: DeliveryRules,
): Steps<Failure | undefined> {
  const where = { account, receiver, state: 'due', nextAt: { until: tx.now } } as const;
  const [row] = yield* tx.deliveries.list(where, { by: ['nextAt'], limit: 1 });
  if (!row) return undefined;
  const taken = { ...row, takenAt: tx.now, takenUntil: tx.now, failures, event: undefined };
  yield* tx.deliveries.change({ id: row.id }, { takenUntil: tx.now });
  return yield* settle(tx, taken, 'failed', rules, 0.5);
}

/** Lets a receiver rest. What failed at the same time counts once. Gives the row of before. */
function* failed(
  tx: Transaction,
  { account, receiver }: DeliveryRow,
  seenFailures: number,
  pause: (step: number, longestMs: number) => number,
  { longestRestMs }: DeliveryRules,
): Steps<ReceiverRow> {
  const before = yield* receiverRow(tx, account, receiver);
  if (before.failures !== seenFailures) return before;
  const failures = before.failures + 1;
  const restUntil = Math.ceil(tx.now + pause(failures, longestRestMs));
  const failingSince = before.failingSince ?? tx.now;
  yield* tx.receivers.put({ ...before, failures, restUntil, failingSince });
  return before;
}

function* receiverRow(tx: Transaction, account: string, receiver: string): Steps<ReceiverRow> {
  const [row] = yield* tx.receivers.list({ account, receiver });
  return row ?? { account, receiver, nextAt: 0, failures: 0, failingSince: null, restUntil: 0 };
}

/** Notes when a receiver is to be told something; one for which nothing waits is forgotten. */
function* refresh(
  tx: Transaction,
  account: string,
  receiver: string,
  patch: Partial<ReceiverRow> = {},
): Steps<void> {
  const where = { account, receiver, state: 'due' } as const;
  const [first] = yield* tx.deliveries.list(where, { by: ['nextAt'], limit: 1 });
  if (!first) {
    yield* tx.receivers.remove({ account, receiver });
    return;
  }
  const row = { ...(yield* receiverRow(tx, account, receiver)), ...patch };
  yield* tx.receivers.put({ ...row, nextAt: Math.max(first.nextAt, row.restUntil) });
}

function* letNextCome(
  tx: Transaction,
  { account, receiver, operationId }: Pick<DeliveryRow, 'account' | 'receiver' | 'operationId'>,
): Steps<void> {
  const behind = { account, operationId, receiver, state: 'behind' } as const;
  const [next] = yield* tx.deliveries.list(behind, { by: ['eventId'], limit: 1 });
  if (next) yield* tx.deliveries.change({ id: next.id }, { state: 'due', nextAt: tx.now });
}

/** The first event of an account that a receiver has not got, of those that are on their way or were given up. */
export function* firstWaiting(tx: Transaction, account: string): Steps<number | undefined> {
  const ids: number[] = [];
  for (const state of ['due', 'behind', 'undelivered'] as const) {
    const [first] = yield* tx.deliveries.list({ account, state }, { by: ['eventId'], limit: 1 });
    if (first) ids.push(first.eventId);
  }
  return ids.length === 0 ? undefined : Math.min(...ids);
}

/** When the oldest event happened that a receiver has not got. */
export function* oldestUndelivered(tx: Transaction, account: string): Steps<number | undefined> {
  const fresh = yield* tx.events.list({ account, isDispatched: false }, { by: ['id'], limit: many });
  const first = (yield* firstWaiting(tx, account)) ?? fresh.find(isTold)?.id;
  if (first === undefined) return undefined;
  const [oldest] = yield* tx.events.list({ id: first });
  return oldest?.at;
}

/** Tries all of an account once more that were given up. Gives how many. */
export function* redeliver(tx: Transaction, account: string): Steps<number> {
  const rows = yield* tx.deliveries.list({ account, state: 'undelivered' }, { by: ['eventId'], limit: many });
  const lanes = new Set((yield* waitingBeside(tx, account, rows)).map(laneOf));
  for (const row of rows) {
    const state = lanes.has(laneOf(row)) ? 'behind' : 'due';
    lanes.add(laneOf(row));
    yield* tx.deliveries.change({ id: row.id }, { state, attempts: 0, nextAt: tx.now, firstAt: tx.now });
  }
  for (const receiver of new Set(rows.map((row) => row.receiver))) yield* refresh(tx, account, receiver);
  return rows.length;
}
