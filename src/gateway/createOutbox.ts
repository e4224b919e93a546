import type { Clock } from '../core/time.ts';
import { attemptDelivery } from './attemptDelivery.ts';
import { createAccountWebhooksLookup, type WebhooksByReceiver } from './createAccountWebhooksLookup.ts';
import { createRoundLoop } from './createRoundLoop.ts';
import {
  defaultDeliveryRules,
  type DeliveryFailure,
  type DeliveryResult,
  type DeliveryRules,
  type LeasedDelivery,
  recordAndLeaseDeliveries,
  requeueSomeGivenUpDeliveries,
} from './deliveries.ts';
import {
  assertEventOptions,
  type EventOptions,
  mayHaveReceivers,
  type OutboxProblem,
} from './eventOptions.ts';
import type { GatewayStore, StoreSteps, StoreTransaction } from './gatewayStore.ts';
import type { ReceiverRow } from './recordRows.ts';
import {
  createGatewayEvent,
  type GatewayEvent,
  onEventReceiverName,
  type OrderPaidEvent,
} from './webhooks.ts';

export interface OutboxOptions extends EventOptions {
  store: GatewayStore;
  clock: Clock;
  report: (problem: OutboxProblem) => void;
  rules?: Partial<DeliveryRules> | undefined;
  /** Returns a number from 0 to 1, which varies the pauses after failures. Default `Math.random`. */
  random?: (() => number) | undefined;
}

/** An event whose delivery was given up after three days. */
export interface UndeliveredEvent {
  receiver: string;
  attempts: number;
  event: GatewayEvent | OrderPaidEvent;
}

/** How often events are marked as dispatched if there are no receivers (ms). */
const markIntervalMs = 60_000;
const markBatch = 200;
/** How long after another instance's change the outbox scans (ms). */
const afterOthersChangeMs = 300;
const maxInFlightFor = (receiver: string) => (receiver === onEventReceiverName ? 32 : 4);
const maxInFlight = 128;
/**
 * At most this many deliveries to failing receivers are in flight, because each may take the whole timeout. Once this
 * many deliveries are in flight to any receivers, a receiver without failures gets one only if it has none in flight.
 */
const maxInFlightShared = 64;

/** Delivers events from the record to receivers: at least once each, and in order within an operation. */
export function createOutbox(options: OutboxOptions) {
  const { store, clock, report, random = Math.random } = options;
  assertEventOptions(options);
  const rules = { ...defaultDeliveryRules, ...options.rules };
  const hasAnyReceiver = mayHaveReceivers(options);

  let nextScanAt = 0;
  let unwatch: (() => void) | undefined;
  const queuedAccounts = new Set<string>();
  const inFlight = new Map<LeasedDelivery, Promise<void>>();
  const unrecorded = new Set<Result>();

  const scanWithin = (ms: number) => {
    const at = clock.monotonic() + ms;
    if (at >= nextScanAt) return;
    nextScanAt = at;
    loop.wake();
  };
  const queueAccount = (account: string) => {
    queuedAccounts.add(account);
    loop.wake();
  };

  const webhooksLookup = createAccountWebhooksLookup({
    ...options,
    timeoutMs: rules.webhookTimeoutMs,
    onAnswer: queueAccount,
  });

  const deliver = async (delivery: LeasedDelivery, receivers: WebhooksByReceiver, secret: string) => {
    const attempt = await attemptDelivery(delivery, { ...options, receivers, secret, rules });
    unrecorded.add({ delivery, ...attempt, jitter: random() });
    if (inFlight.size >= maxInFlightShared) scanWithin(0); // other receivers may wait for the freed capacity
    inFlight.delete(delivery);
    queueAccount(delivery.account);
  };

  const serveAccount = async (account: string) => {
    const receivers = loop.isRunning() ? webhooksLookup.find(account) : undefined;
    const results = [...unrecorded].filter(({ delivery }) => delivery.account === account);
    if (!receivers && results.length === 0) return;
    const secret = await store.secret();
    const { failures, leased, hasMore, nextInMs } = await store.transact(account, 'background', (tx) =>
      recordAndLeaseDeliveries(tx, {
        account,
        results,
        receivers: receivers && [...receivers.keys()],
        capacityFor: (row, given) => freeCapacity([...inFlight.keys()], row, given),
        rules,
      }),
    );
    for (const result of results) unrecorded.delete(result);
    for (const one of leased) inFlight.set(one, deliver(one, receivers ?? new Map(), secret));
    for (const failure of failures) problemsOf(failure, results).forEach(report);
    if (hasMore) queueAccount(account);
    if (nextInMs < Infinity) scanWithin(nextInMs);
  };

  /** Finds due deliveries and new events of all accounts, whichever instance wrote them. */
  const scan = async () => {
    nextScanAt = clock.monotonic() + (hasAnyReceiver ? rules.scanMs : markIntervalMs);
    if (!hasAnyReceiver) return markAllDispatched(store);
    // Receivers that can get no more, because of deliveries in flight, are listed too: the limit makes room for them.
    const limit = maxInFlight + inFlight.size;
    const { accounts, nextInMs } = await store.transact('', 'read', (tx) => accountsWithWork(tx, limit));
    accounts.forEach((account) => queuedAccounts.add(account));
    if (nextInMs !== undefined) scanWithin(nextInMs);
  };

  /** Serves one account after the other, so that only one transaction at a time uses the database. */
  const round = async () => {
    if (loop.isRunning() && clock.monotonic() >= nextScanAt) await scan();
    const accounts = [...queuedAccounts];
    queuedAccounts.clear();
    for (const [at, account] of accounts.entries()) {
      await serveAccount(account).catch((error: unknown) => {
        // The failed account goes to the end of the queue, so that no other account waits for it.
        queuedAccounts.delete(account);
        [...accounts.slice(at + 1), account].forEach((left) => queuedAccounts.add(left));
        throw error;
      });
    }
  };

  const restMs = () => {
    if (queuedAccounts.size > 0) return 0;
    return loop.isRunning() ? nextScanAt - clock.monotonic() : rules.scanMs;
  };
  const loop = createRoundLoop(clock, {
    round,
    restMs,
    isDone: () => inFlight.size === 0 && unrecorded.size === 0,
    onFailure: () => report(storeFailed),
  });

  return {
    /** Delivers until `stop` was called as often as `start`. `stop` resolves once all deliveries in flight have ended. */
    start() {
      nextScanAt = clock.monotonic();
      loop.wake();
      if (hasAnyReceiver) unwatch ??= store.watch(() => scanWithin(afterOthersChangeMs));
      loop.start();
    },
    async stop() {
      await loop.stop();
      if (loop.isRunning()) return;
      unwatch?.();
      unwatch = undefined;
      await Promise.all(inFlight.values());
    },
    /** Makes this instance look for new events of the account now, unless the account has no receivers. */
    nudge(account: string) {
      if (loop.isRunning() && hasAnyReceiver && !webhooksLookup.hasNone(account)) queueAccount(account);
    },
    undelivered: (account: string) => listUndelivered(store, account),
    async redeliver(account: string) {
      let all = 0;
      for (let some = 1; some > 0; all += some)
        some = await store.transact(account, 'background', (tx) => requeueSomeGivenUpDeliveries(tx, account));
      if (loop.isRunning()) queueAccount(account);
      return all;
    },
  };
}

const storeFailed: OutboxProblem = {
  type: 'store-failed',
  message: 'The store failed: events cannot be read or recorded. Delivery goes on once the store works.',
};

/** A result that is not recorded yet. `reason`: why an attempt failed, as a sentence for staff. */
type Result = DeliveryResult & { reason: string };

/** How many deliveries a receiver may get. `given`: how many were promised to other receivers in this transaction. */
function freeCapacity(
  inFlight: readonly LeasedDelivery[],
  { account, receiver, failures }: ReceiverRow,
  given: number,
): number {
  const own = inFlight.filter((one) => one.account === account && one.receiver === receiver).length;
  const failing = inFlight.filter((one) => one.failures > 0).length;
  const used = inFlight.length + given;
  return Math.min(
    maxInFlightFor(receiver) - own,
    maxInFlight - used,
    failures > 0 ? maxInFlightShared - failing : Math.max(maxInFlightShared - used, own === 0 ? 1 : 0),
  );
}

/** Accounts with due deliveries or new events, and when the next delivery is due. */
function* accountsWithWork(
  tx: StoreTransaction,
  limit: number,
): StoreSteps<{ accounts: string[]; nextInMs: number | undefined }> {
  const fresh = yield* tx.events.sums({ isDispatched: false }, { by: ['account'], of: [] });
  const due = { nextAt: { until: tx.now } };
  const first = { by: ['nextAt'], limit } as const;
  const well = yield* tx.receivers.list({ ...due, failures: 0 }, first);
  const failing = yield* tx.receivers.list({ ...due, failures: { above: 0 } }, first);
  const [next] = yield* tx.receivers.list({ nextAt: { above: tx.now } }, { by: ['nextAt'], limit: 1 });
  const accounts = [...well, ...fresh, ...failing].map(({ account }) => account);
  return { accounts, nextInMs: next && next.nextAt - tx.now };
}

/** Marks all events as dispatched while there are no receivers: a receiver that is added later gets no old events. */
async function markAllDispatched(store: GatewayStore): Promise<void> {
  const some = { by: ['account', 'id'], limit: markBatch } as const;
  for (let count = markBatch; count === markBatch;) {
    count = await store.transact('', 'background', function* (tx) {
      const events = yield* tx.events.list({ isDispatched: false }, some);
      return yield* tx.events.change({ id: { in: events.map(({ id }) => id) } }, { isDispatched: true });
    });
  }
}

async function listUndelivered(store: GatewayStore, account: string): Promise<UndeliveredEvent[]> {
  const secret = await store.secret();
  const found = await store.transact(account, 'read', function* (tx) {
    const first = { by: ['eventId'], limit: 200 } as const;
    const rows = yield* tx.deliveries.list({ account, state: 'undelivered' }, first);
    const events = yield* tx.events.list({ id: { in: rows.map(({ eventId }) => eventId) } });
    return rows.flatMap((row) =>
      events.filter(({ id }) => id === row.eventId).map((event) => ({ ...row, event })),
    );
  });
  return Promise.all(
    found.map(async ({ receiver, attempts, event }) => ({
      receiver,
      attempts,
      event: await createGatewayEvent(event, secret),
    })),
  );
}

function problemsOf(
  { receiver, isFirst, deadLetters }: DeliveryFailure,
  results: readonly Result[],
): OutboxProblem[] {
  const problems: OutboxProblem[] = [];
  if (isFirst) {
    const result = results.find((one) => one.outcome === 'failed' && one.delivery.receiver === receiver);
    const reason = result?.reason ?? 'The receiver is no longer among the webhooks.';
    const message = `The receiver ${receiver} did not accept an event, which is delivered again later. ${reason}`;
    problems.push({ type: 'event-delayed', message });
  }
  const [first] = deadLetters;
  if (first) {
    const what = deadLetters.length === 1 ? 'An event was' : `${deadLetters.length} events were`;
    const message = `${what} not accepted by the receiver ${receiver} for too long, and given up. Look at undelivered().`;
    problems.push({ type: 'event-undelivered', operationId: first.operationId, message });
  }
  return problems;
}
