import { backoffMs } from '../core/time.ts';
import type { Steps, Transaction } from './gatewayStore.ts';
import type { DeliveryRow, EventRow, ReceiverRow } from './recordRows.ts';
import { isTold } from './webhooks.ts';

/** How long and how often it is tried to tell a receiver (ms). */
export interface DeliveryRules {
  /** After the first failure of an event; twice as long after each further one. */
  firstPauseMs: number;
  longestPauseMs: number;
  /** How long a receiver that failed with whatever event is left alone, at most. */
  longestReceiverRestMs: number;
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
  longestReceiverRestMs: 5 * 60_000,
  giveUpMs: 3 * 24 * 60 * 60_000,
  webhookTimeoutMs: 10_000,
  onEventTimeoutMs: 30_000,
  lookMs: 5_000,
};

/** An event that this instance may tell a receiver now, until `takenUntil`. */
export interface Taken extends Lane {
  id: number;
  account: string;
  takenAt: number;
  takenUntil: number;
  /** How often its receiver had failed in a row. */
  failures: number;
  /** Nothing where it is kept no longer. */
  event: EventRow | undefined;
}

/** What one receiver hears of one operation comes one after the other. */
type Lane = Pick<DeliveryRow, 'receiver' | 'operationId'>;

/** `gone`: the receiver does not want it. */
export type DeliveryOutcome = 'delivered' | 'gone' | 'failed';

/** What came back. `jitter`: 0 to 1. */
export interface Returned {
  taken: Taken;
  outcome: DeliveryOutcome;
  jitter: number;
}

/** What is new after an outcome: that a receiver began to fail, or events that were given up. */
export interface Failure {
  receiver: string;
  isFirst: boolean;
  givenUp: readonly DeliveryRow[];
}

export interface NextDeliveries {
  account: string;
  returned: readonly Returned[];
  /** All that there are; nothing where that is not known. */
  receivers: readonly string[] | undefined;
  /** How much a receiver may be told beside what others were given in this step. */
  roomFor: (row: ReceiverRow, given: number) => number;
  /** How long a receiver may take (ms). */
  limitMs: (receiver: string) => number;
  rules: DeliveryRules;
}

const many = 200;
/** Time in which nobody tried is no reason to give up. */
const leastTries = 10;

/** Notes what came back, makes a delivery of each new event for each receiver, and takes what may go. */
export function* nextDeliveries(tx: Transaction, options: NextDeliveries) {
  const { account, returned, receivers, roomFor, limitMs, rules } = options;
  const { now } = tx;
  const [desk, events] = yield* tx.together(openDesk(tx, account), newEvents(tx, account, receivers));
  yield* goOn(tx, desk, returned, events, receivers ?? []);

  const failures: Failure[] = [];
  for (const { taken, outcome, jitter } of returned) {
    if (outcome !== 'failed') continue;
    const [row] = yield* tx.deliveries.list({ id: taken.id });
    // It took too long, and somebody else tries by now.
    if (row?.takenUntil !== taken.takenUntil) continue;
    failures.push(yield* fail(tx, desk, row, taken.failures, rules, jitter));
  }
  const isDue = ({ nextAt, restUntil }: ReceiverRow) => Math.max(nextAt, restUntil) <= now;
  for (const { receiver, failures: before } of receivers ? desk.rows().filter(isDue) : []) {
    if (receivers?.includes(receiver)) continue;
    // One that is known no longer rests as one that fails, until it is, or what waits for it is given up.
    const where = { account, receiver, state: 'due', nextAt: { until: now } } as const;
    const [row] = yield* tx.deliveries.list(where, { by: ['nextAt'], limit: 1 });
    if (row) failures.push(yield* fail(tx, desk, row, before, rules, 0.5));
    else desk.set(receiver, {});
  }

  const places = new Map<string, ReceiverRoom>();
  let given = 0;
  for (const row of desk.rows().filter((one) => isDue(one) && receivers?.includes(one.receiver))) {
    const room = Math.max(0, Math.min(row.failures > 0 ? 1 : Infinity, roomFor(row, given)));
    places.set(row.receiver, { room, takenUntil: now + limitMs(row.receiver) });
    given += room;
  }
  const taken = yield* arrange(tx, desk, places, new Map(events.map((event) => [event.id, event])));
  const later = desk.rows().map(({ nextAt }) => (nextAt > now ? nextAt - now : Infinity));
  const nextInMs = Math.min(...later);
  return { failures, taken, hasMore: events.length === many, nextInMs };
}

function* newEvents(
  tx: Transaction,
  account: string,
  receivers: readonly string[] | undefined,
): Steps<EventRow[]> {
  if (!receivers) return [];
  return yield* tx.events.list({ account, isDispatched: false }, { by: ['id'], limit: many });
}

/** The receivers of an account as one transaction knows them; they are written at its end. */
interface Desk {
  account: string;
  rows: () => ReceiverRow[];
  of: (receiver: string) => ReceiverRow;
  /** Sets what is known; when it is its turn is found out at the end. */
  set: (receiver: string, patch: Partial<ReceiverRow>) => void;
  changed: ReadonlySet<string>;
  wasThere: (receiver: string) => boolean;
}

function* openDesk(tx: Transaction, account: string): Steps<Desk> {
  const before = new Map((yield* tx.receivers.list({ account })).map((row) => [row.receiver, row]));
  const rows = new Map(before);
  const changed = new Set<string>();
  const of = (receiver: string) =>
    rows.get(receiver) ?? { account, receiver, nextAt: 0, failures: 0, failingSince: null, restUntil: 0 };
  return {
    account,
    rows: () => [...rows.values()],
    of,
    set(receiver, patch) {
      rows.set(receiver, { ...of(receiver), ...patch });
      changed.add(receiver);
    },
    changed,
    wasThere: (receiver) => before.has(receiver),
  };
}

/** Removes what was told, and puts in its lane what comes next, and what is new. */
function* goOn(
  tx: Transaction,
  desk: Desk,
  returned: readonly Returned[],
  events: readonly EventRow[],
  receivers: readonly string[],
): Steps<void> {
  const { account } = desk;
  const { now } = tx;
  const done = returned.filter(({ outcome }) => outcome !== 'failed').map(({ taken }) => taken);
  const told = receivers.length > 0 ? events.filter(isTold) : [];
  const gone = new Set(done.map(({ id }) => id));
  const beside = (yield* besides(tx, account, [...done, ...told])).filter(({ id }) => !gone.has(id));
  const next = nextIn(beside, done);
  const lanes = new Set(beside.map(laneOf));
  const added = told.flatMap(({ id: eventId, operationId }) =>
    receivers.map((receiver) => {
      const state = lanes.has(laneOf({ receiver, operationId })) ? 'behind' : 'due';
      lanes.add(laneOf({ receiver, operationId }));
      const times = { nextAt: now, firstAt: now, takenUntil: null };
      return { account, receiver, eventId, operationId, ...times, attempts: 0, state } as const;
    }),
  );
  const upTo = { account, isDispatched: false, id: { until: events.at(-1)?.id ?? 0 } };
  yield* tx.together(
    ...(gone.size > 0 ? [tx.deliveries.remove({ id: { in: [...gone] } })] : []),
    ...(next.length > 0 ? [letCome(tx, next)] : []),
    ...(added.length > 0 ? [tx.deliveries.addAll(added)] : []),
    ...(events.length > 0 ? [tx.events.change(upTo, { isDispatched: true })] : []),
  );
  for (const { receiver } of done) desk.set(receiver, { failures: 0, failingSince: null, restUntil: 0 });
  for (const { receiver, state } of added) if (state === 'due') desk.set(receiver, {});
  for (const { receiver, restUntil } of desk.rows())
    if (desk.changed.has(receiver) && restUntil <= now) desk.set(receiver, { nextAt: now });
}

/** What waits of operations, or is on its way. */
function* besides(
  tx: Transaction,
  account: string,
  of: readonly Pick<DeliveryRow, 'operationId'>[],
): Steps<DeliveryRow[]> {
  const ids = [...new Set(of.map(({ operationId }) => operationId))];
  if (ids.length === 0) return [];
  const where = { account, operationId: { in: ids }, state: { in: ['due', 'behind'] } } as const;
  return yield* tx.deliveries.list(where, { by: ['eventId'] });
}

const laneOf = ({ receiver, operationId }: Lane) => JSON.stringify([receiver, operationId]);

/** What comes next in lanes. */
function nextIn(beside: readonly DeliveryRow[], lanes: readonly Lane[]): number[] {
  const first = new Map<string, DeliveryRow>();
  for (const row of beside) {
    const lane = laneOf(row);
    if (row.state === 'due' || !first.has(lane)) first.set(lane, row);
  }
  return [...new Set(lanes.map(laneOf))].flatMap((lane) => {
    const row = first.get(lane);
    return row?.state === 'behind' ? [row.id] : [];
  });
}

const letCome = (tx: Transaction, ids: readonly number[]) =>
  tx.deliveries.change({ id: { in: ids } }, { state: 'due', nextAt: tx.now });

/** Lets a receiver rest, and gives up what was tried for too long. */
function* fail(
  tx: Transaction,
  desk: Desk,
  row: DeliveryRow,
  seenFailures: number,
  rules: DeliveryRules,
  jitter: number,
): Steps<Failure> {
  const { account, receiver, id } = row;
  const pause = (step: number, longestMs: number) =>
    backoffMs(step - 1, { firstMs: rules.firstPauseMs, longestMs }) * (0.75 + jitter / 2);
  const before = desk.of(receiver);
  desk.set(receiver, {});
  // What failed at the same time counts once.
  if (before.failures === seenFailures) {
    const restUntil = Math.ceil(tx.now + pause(before.failures + 1, rules.longestReceiverRestMs));
    const failingSince = before.failingSince ?? tx.now;
    desk.set(receiver, { failures: before.failures + 1, restUntil, failingSince });
  }
  const longAgo = tx.now - rules.giveUpMs;
  const isDead = (before.failingSince ?? tx.now) <= longAgo && before.failures >= leastTries;
  const attempts = row.attempts + 1;
  const firstAt = row.attempts === 0 && !isDead ? tx.now : row.firstAt;
  const nextAt = Math.ceil(tx.now + pause(attempts, rules.longestPauseMs));
  yield* tx.deliveries.change({ id }, { attempts, firstAt, nextAt, takenUntil: null });
  const old = { account, receiver, state: 'due', firstAt: { until: longAgo } } as const;
  const where = isDead ? old : { ...old, id, attempts: { from: leastTries } };
  const givenUp = yield* tx.deliveries.list(where, { by: ['nextAt'], limit: many });
  if (givenUp.length > 0) {
    const dead = { id: { in: givenUp.map((one) => one.id) } };
    yield* tx.deliveries.change(dead, { state: 'undelivered', takenUntil: null });
    yield* letCome(tx, nextIn(yield* besides(tx, account, givenUp), givenUp));
  }
  return { receiver, isFirst: before.failures === 0, givenUp };
}

/** How much a receiver may be told, and until when. */
interface ReceiverRoom {
  room: number;
  takenUntil: number;
}

/** Takes what there is room for, and notes when each receiver is to be told something; one for which nothing waits is forgotten. */
function* arrange(
  tx: Transaction,
  desk: Desk,
  places: ReadonlyMap<string, ReceiverRoom>,
  known: ReadonlyMap<number, EventRow>,
): Steps<Taken[]> {
  const { account } = desk;
  const { now } = tx;
  const asked = desk.rows().filter(({ receiver }) => desk.changed.has(receiver) || places.has(receiver));
  const waiting = yield* tx.together(
    ...asked.map(({ receiver }) =>
      tx.deliveries.list(
        { account, receiver, state: 'due' },
        { by: ['nextAt', 'eventId'], limit: (places.get(receiver)?.room ?? 0) + 1 },
      ),
    ),
  );
  const taken: (Taken & { eventId: number })[] = [];
  const writes: Steps<unknown>[] = [];
  for (const [at, row] of asked.entries()) {
    const { receiver, failures } = row;
    const { room, takenUntil } = places.get(receiver) ?? { room: 0, takenUntil: Infinity };
    const rows = waiting[at] ?? [];
    const due = rows.slice(0, room).filter(({ nextAt }) => nextAt <= now);
    const first = Math.min(rows[due.length]?.nextAt ?? Infinity, due.length > 0 ? takenUntil : Infinity);
    const restUntil = failures > 0 && due.length > 0 ? takenUntil : row.restUntil;
    const nextAt = Math.max(first, restUntil);
    desk.set(receiver, { restUntil, nextAt });
    for (const { id, eventId, operationId } of due) {
      const event = known.get(eventId);
      taken.push({ id, account, receiver, operationId, eventId, takenAt: now, takenUntil, failures, event });
    }
    if (due.length > 0) {
      const ids = { in: due.map(({ id }) => id) };
      writes.push(tx.deliveries.change({ id: ids }, { takenUntil, nextAt: takenUntil }));
    }
    if (first < Infinity) writes.push(tx.receivers.put({ ...row, restUntil, nextAt }));
    else if (desk.wasThere(receiver)) writes.push(tx.receivers.remove({ account, receiver }));
  }
  yield* tx.together(...writes);
  const unknown = taken.filter(({ event }) => !event).map(({ eventId }) => eventId);
  if (unknown.length > 0) {
    const others = new Map(
      (yield* tx.events.list({ id: { in: unknown } })).map((event) => [event.id, event]),
    );
    for (const one of taken) one.event ??= others.get(one.eventId);
  }
  return taken;
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
  const lanes = new Set((yield* besides(tx, account, rows)).map(laneOf));
  const desk = yield* openDesk(tx, account);
  for (const row of rows) {
    const state = lanes.has(laneOf(row)) ? 'behind' : 'due';
    lanes.add(laneOf(row));
    yield* tx.deliveries.change({ id: row.id }, { state, attempts: 0, nextAt: tx.now, firstAt: tx.now });
    desk.set(row.receiver, {});
  }
  yield* arrange(tx, desk, new Map(), new Map());
  return rows.length;
}
