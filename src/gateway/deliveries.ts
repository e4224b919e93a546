import { backoffMs } from '../core/time.ts';
import { noSteps, type StoreSteps, type StoreTransaction } from './gatewayStore.ts';
import type { DeliveryRow, EventRow, ReceiverRow } from './recordRows.ts';
import { onEventReceiverName, isEventForReceivers } from './webhooks.ts';

/** Timing of deliveries (ms). */
export interface DeliveryRules {
  /** The pause after the first failure of an event; each further failure doubles the pause. */
  firstPauseMs: number;
  longestPauseMs: number;
  /** The longest pause of a receiver whose deliveries keep failing. */
  longestReceiverRestMs: number;
  /** How long an event is tried before it is given up. */
  giveUpMs: number;
  webhookTimeoutMs: number;
  onEventTimeoutMs: number;
  /** How often the record is searched for new events, in case no notification of them arrived. */
  scanMs: number;
}

export const defaultDeliveryRules: DeliveryRules = {
  firstPauseMs: 5_000,
  longestPauseMs: 4 * 60 * 60_000,
  longestReceiverRestMs: 5 * 60_000,
  giveUpMs: 3 * 24 * 60 * 60_000,
  webhookTimeoutMs: 10_000,
  onEventTimeoutMs: 30_000,
  scanMs: 5_000,
};

/** A delivery that only this instance may make, until its lease ends at `leasedUntil`. */
export interface LeasedDelivery extends OrderingKey {
  id: number;
  account: string;
  leasedUntil: number;
  /** How often in a row the receiver had failed when the delivery was leased. */
  failures: number;
  /** The event to deliver; undefined once the event has expired. */
  event: EventRow | undefined;
}

/** Deliveries with the same key are made one after the other. */
type OrderingKey = Pick<DeliveryRow, 'receiver' | 'operationId'>;

/** `gone`: the receiver does not want the event, or the event has expired. */
export type DeliveryOutcome = 'delivered' | 'gone' | 'failed';

/** The result of a delivery. `jitter`: a random number from 0 to 1, which varies the pause after a failure. */
export interface DeliveryResult {
  delivery: LeasedDelivery;
  outcome: DeliveryOutcome;
  jitter: number;
}

/** A failed delivery. `isFirst`: the receiver's first one since its last success. `deadLetters`: given-up deliveries. */
export interface DeliveryFailure {
  receiver: string;
  isFirst: boolean;
  deadLetters: readonly DeliveryRow[];
}

interface RecordAndLeaseOptions {
  account: string;
  results: readonly DeliveryResult[];
  /** All configured receivers; undefined if they are not known at the moment. */
  receivers: readonly string[] | undefined;
  /** How many deliveries a receiver may get. `given`: how many were promised to other receivers in this transaction. */
  capacityFor: (row: ReceiverRow, given: number) => number;
  rules: DeliveryRules;
}

const batch = 200;
/** How much longer than the timeout a lease lasts (ms): time to record the result. */
const leaseMarginMs = 5_000;
/** However old a delivery is, it is given up only after this many attempts, or failures of its receiver in a row. */
const minAttempts = 10;

/** Records results, creates a delivery of each new event for each receiver, and leases due deliveries. */
export function* recordAndLeaseDeliveries(tx: StoreTransaction, options: RecordAndLeaseOptions) {
  const { account, results, receivers, capacityFor, rules } = options;
  const { now } = tx;
  const [receiverRows, events = []] = yield* tx.together(
    tx.receivers.list({ account }),
    receivers ? tx.events.list({ account, isDispatched: false }, { by: ['id'], limit: batch }) : noSteps(),
  );
  const states = createReceiverStates(account, receiverRows);
  yield* advanceQueues(tx, states, results, events, receivers ?? []);

  const failures: DeliveryFailure[] = [];
  for (const { delivery, outcome, jitter } of results) {
    if (outcome !== 'failed') continue;
    const [row] = yield* tx.deliveries.list({ id: delivery.id });
    // The lease has ended: another instance has taken, finished or given up the delivery.
    if (row?.takenUntil !== delivery.leasedUntil) continue;
    failures.push(yield* recordFailure(tx, states, row, delivery.failures, rules, jitter));
  }
  const isDue = ({ nextAt, restUntil }: ReceiverRow) => Math.max(nextAt, restUntil) <= now;
  for (const { receiver, failures: before } of receivers ? states.rows().filter(isDue) : []) {
    if (receivers?.includes(receiver)) continue;
    // This receiver is not configured. Whenever it is due, one of its deliveries fails, until all are given up.
    const where = { account, receiver, state: 'due', nextAt: { until: now } } as const;
    const [row] = yield* tx.deliveries.list(where, { by: ['nextAt'], limit: 1 });
    if (row) failures.push(yield* recordFailure(tx, states, row, before, rules, 0.5));
    else states.set(receiver, {});
  }

  const capacities = new Map<string, ReceiverCapacity>();
  let given = 0;
  for (const row of states.rows().filter((one) => isDue(one) && receivers?.includes(one.receiver))) {
    const capacity = Math.max(0, Math.min(row.failures > 0 ? 1 : Infinity, capacityFor(row, given)));
    capacities.set(row.receiver, { capacity, leasedUntil: now + leaseMsFor(row.receiver, rules) });
    given += capacity;
  }
  const leased = yield* leaseDue(tx, states, capacities, new Map(events.map((event) => [event.id, event])));
  const later = states.rows().map(({ nextAt }) => (nextAt > now ? nextAt - now : Infinity));
  const nextInMs = Math.min(...later);
  return { failures, leased, hasMore: events.length === batch, nextInMs };
}

const leaseMsFor = (receiver: string, { onEventTimeoutMs, webhookTimeoutMs }: DeliveryRules) =>
  leaseMarginMs + (receiver === onEventReceiverName ? onEventTimeoutMs : webhookTimeoutMs);

type ReceiverStates = ReturnType<typeof createReceiverStates>;

/** A working copy of an account's receiver rows, for one transaction of the store. `leaseDue` writes the copy back. */
function createReceiverStates(account: string, stored: readonly ReceiverRow[]) {
  const before = new Map(stored.map((row) => [row.receiver, row]));
  const rows = new Map(before);
  const changed = new Set<string>();
  const of = (receiver: string): ReceiverRow =>
    rows.get(receiver) ?? { account, receiver, nextAt: 0, failures: 0, failingSince: null, restUntil: 0 };
  return {
    account,
    rows: () => [...rows.values()],
    of,
    /** Changes columns of a receiver's row. `leaseDue` then computes the row's `nextAt`. */
    set(receiver: string, patch: Partial<ReceiverRow>) {
      rows.set(receiver, { ...of(receiver), ...patch });
      changed.add(receiver);
    },
    changed,
    isStored: (receiver: string) => before.has(receiver),
  };
}

/** Deletes finished deliveries, makes the next one of each ordering key due, and adds deliveries of new events. */
function* advanceQueues(
  tx: StoreTransaction,
  states: ReceiverStates,
  results: readonly DeliveryResult[],
  events: readonly EventRow[],
  receivers: readonly string[],
): StoreSteps<void> {
  const { account } = states;
  const { now } = tx;
  const done = results.filter(({ outcome }) => outcome !== 'failed').map(({ delivery }) => delivery);
  const published = receivers.length > 0 ? events.filter(isEventForReceivers) : [];
  const doneIds = new Set(done.map(({ id }) => id));
  const pending = (yield* pendingDeliveries(tx, account, [...done, ...published])).filter(
    ({ id }) => !doneIds.has(id),
  );
  const next = nextPerKey(pending, done);
  const busyKeys = new Set(pending.map(orderingKeyOf));
  const added = published.flatMap(({ id: eventId, operationId }) =>
    receivers.map((receiver) => {
      const state = busyKeys.has(orderingKeyOf({ receiver, operationId })) ? 'behind' : 'due';
      busyKeys.add(orderingKeyOf({ receiver, operationId }));
      const times = { nextAt: now, firstAt: now, takenUntil: null };
      return { account, receiver, eventId, operationId, ...times, attempts: 0, state } as const;
    }),
  );
  const upTo = { account, isDispatched: false, id: { until: events.at(-1)?.id ?? 0 } };
  yield* tx.together(
    ...(doneIds.size > 0 ? [tx.deliveries.remove({ id: { in: [...doneIds] } })] : []),
    ...(next.length > 0 ? [makeDue(tx, next)] : []),
    ...(added.length > 0 ? [tx.deliveries.addAll(added)] : []),
    ...(events.length > 0 ? [tx.events.change(upTo, { isDispatched: true })] : []),
  );
  for (const { receiver } of done) states.set(receiver, { failures: 0, failingSince: null, restUntil: 0 });
  for (const { receiver, state } of added) if (state === 'due') states.set(receiver, {});
  for (const { receiver, restUntil } of states.rows())
    if (states.changed.has(receiver) && restUntil <= now) states.set(receiver, { nextAt: now });
}

/** Deliveries of these operations that are due, leased, or waiting behind another one. */
function* pendingDeliveries(
  tx: StoreTransaction,
  account: string,
  of: readonly Pick<DeliveryRow, 'operationId'>[],
): StoreSteps<DeliveryRow[]> {
  const ids = [...new Set(of.map(({ operationId }) => operationId))];
  if (ids.length === 0) return [];
  const where = { account, operationId: { in: ids }, state: { in: ['due', 'behind'] } } as const;
  return yield* tx.deliveries.list(where, { by: ['eventId'] });
}

const orderingKeyOf = ({ receiver, operationId }: OrderingKey) => JSON.stringify([receiver, operationId]);

/** For each of the given keys, the id of the delivery that comes next. None if a delivery of the key is due already. */
function nextPerKey(pending: readonly DeliveryRow[], wanted: readonly OrderingKey[]): number[] {
  const first = new Map<string, DeliveryRow>();
  for (const row of pending) {
    const key = orderingKeyOf(row);
    if (row.state === 'due' || !first.has(key)) first.set(key, row);
  }
  return [...new Set(wanted.map(orderingKeyOf))].flatMap((key) => {
    const row = first.get(key);
    return row?.state === 'behind' ? [row.id] : [];
  });
}

const makeDue = (tx: StoreTransaction, ids: readonly number[]) =>
  tx.deliveries.change({ id: { in: ids } }, { state: 'due', nextAt: tx.now });

/** Schedules the next attempt, pauses the receiver, and gives up deliveries that are too old. */
function* recordFailure(
  tx: StoreTransaction,
  states: ReceiverStates,
  row: DeliveryRow,
  seenFailures: number,
  rules: DeliveryRules,
  jitter: number,
): StoreSteps<DeliveryFailure> {
  const { account, receiver, id } = row;
  const pause = (step: number, longestMs: number) =>
    backoffMs(step - 1, { firstMs: rules.firstPauseMs, longestMs }) * (0.75 + jitter / 2);
  const before = states.of(receiver);
  states.set(receiver, {});
  // If several deliveries to a receiver are in flight at once and fail, this counts as one failure of the receiver.
  if (before.failures === seenFailures) {
    const restUntil = Math.ceil(tx.now + pause(before.failures + 1, rules.longestReceiverRestMs));
    const failingSince = before.failingSince ?? tx.now;
    states.set(receiver, { failures: before.failures + 1, restUntil, failingSince });
  }
  const longAgo = tx.now - rules.giveUpMs;
  const isExhausted = (before.failingSince ?? tx.now) <= longAgo && before.failures >= minAttempts;
  const attempts = row.attempts + 1;
  const firstAt = row.attempts === 0 && !isExhausted ? tx.now : row.firstAt;
  const nextAt = Math.ceil(tx.now + pause(attempts, rules.longestPauseMs));
  yield* tx.deliveries.change({ id }, { attempts, firstAt, nextAt, takenUntil: null });
  const tooOld = { account, receiver, state: 'due', firstAt: { until: longAgo } } as const;
  const where = isExhausted ? tooOld : { ...tooOld, id, attempts: { from: minAttempts } };
  const deadLetters = yield* tx.deliveries.list(where, { by: ['nextAt'], limit: batch });
  if (deadLetters.length > 0) {
    const ids = { id: { in: deadLetters.map((one) => one.id) } };
    yield* tx.deliveries.change(ids, { state: 'undelivered', takenUntil: null });
    yield* makeDue(tx, nextPerKey(yield* pendingDeliveries(tx, account, deadLetters), deadLetters));
  }
  return { receiver, isFirst: before.failures === 0, deadLetters };
}

/** How many deliveries a receiver may get, and when their leases end. */
interface ReceiverCapacity {
  capacity: number;
  leasedUntil: number;
}

/** Leases due deliveries within the capacity. Stores when each receiver is due next; deletes rows of idle receivers. */
function* leaseDue(
  tx: StoreTransaction,
  states: ReceiverStates,
  capacities: ReadonlyMap<string, ReceiverCapacity>,
  known: ReadonlyMap<number, EventRow>,
): StoreSteps<LeasedDelivery[]> {
  const { account } = states;
  const { now } = tx;
  const asked = states
    .rows()
    .filter(({ receiver }) => states.changed.has(receiver) || capacities.has(receiver));
  const waiting = yield* tx.together(
    ...asked.map(({ receiver }) =>
      tx.deliveries.list(
        { account, receiver, state: 'due' },
        { by: ['nextAt', 'eventId'], limit: (capacities.get(receiver)?.capacity ?? 0) + 1 },
      ),
    ),
  );
  const leased: (LeasedDelivery & { eventId: number })[] = [];
  const writes: StoreSteps<unknown>[] = [];
  for (const [at, row] of asked.entries()) {
    const { receiver, failures } = row;
    const { capacity, leasedUntil } = capacities.get(receiver) ?? { capacity: 0, leasedUntil: Infinity };
    const rows = waiting[at] ?? [];
    const due = rows.slice(0, capacity).filter(({ nextAt }) => nextAt <= now);
    const first = Math.min(rows[due.length]?.nextAt ?? Infinity, due.length > 0 ? leasedUntil : Infinity);
    const restUntil = failures > 0 && due.length > 0 ? leasedUntil : row.restUntil;
    const nextAt = Math.max(first, restUntil);
    states.set(receiver, { restUntil, nextAt });
    for (const { id, eventId, operationId } of due) {
      const about = { id, account, receiver, operationId, eventId, failures, event: known.get(eventId) };
      leased.push({ ...about, leasedUntil });
    }
    if (due.length > 0) {
      const ids = { in: due.map(({ id }) => id) };
      writes.push(tx.deliveries.change({ id: ids }, { takenUntil: leasedUntil, nextAt: leasedUntil }));
    }
    if (first < Infinity) writes.push(tx.receivers.put({ ...row, restUntil, nextAt }));
    else if (states.isStored(receiver)) writes.push(tx.receivers.remove({ account, receiver }));
  }
  yield* tx.together(...writes);
  const unknown = leased.filter(({ event }) => !event).map(({ eventId }) => eventId);
  if (unknown.length > 0) {
    const others = new Map(
      (yield* tx.events.list({ id: { in: unknown } })).map((event) => [event.id, event]),
    );
    for (const one of leased) one.event ??= others.get(one.eventId);
  }
  return leased;
}

/** The id of an account's oldest event with a pending or given-up delivery. */
export function* firstPendingOrGivenUpEventId(
  tx: StoreTransaction,
  account: string,
): StoreSteps<number | undefined> {
  const ids: number[] = [];
  for (const state of ['due', 'behind', 'undelivered'] as const) {
    const [first] = yield* tx.deliveries.list({ account, state }, { by: ['eventId'], limit: 1 });
    if (first) ids.push(first.eventId);
  }
  return ids.length === 0 ? undefined : Math.min(...ids);
}

export function* oldestUndeliveredAt(tx: StoreTransaction, account: string): StoreSteps<number | undefined> {
  const fresh = yield* tx.events.list({ account, isDispatched: false }, { by: ['id'], limit: batch });
  const first = (yield* firstPendingOrGivenUpEventId(tx, account)) ?? fresh.find(isEventForReceivers)?.id;
  if (first === undefined) return undefined;
  const [oldest] = yield* tx.events.list({ id: first });
  return oldest?.at;
}

/** Queues some of an account's given-up deliveries again. Returns their number: 0 if none is left. */
export function* requeueSomeGivenUpDeliveries(tx: StoreTransaction, account: string): StoreSteps<number> {
  const rows = yield* tx.deliveries.list(
    { account, state: 'undelivered' },
    { by: ['eventId'], limit: batch },
  );
  const busyKeys = new Set((yield* pendingDeliveries(tx, account, rows)).map(orderingKeyOf));
  const states = createReceiverStates(account, yield* tx.receivers.list({ account }));
  for (const row of rows) {
    const state = busyKeys.has(orderingKeyOf(row)) ? 'behind' : 'due';
    busyKeys.add(orderingKeyOf(row));
    yield* tx.deliveries.change({ id: row.id }, { state, attempts: 0, nextAt: tx.now, firstAt: tx.now });
    states.set(row.receiver, {});
  }
  yield* leaseDue(tx, states, new Map(), new Map());
  return rows.length;
}
