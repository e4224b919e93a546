import { type Clock, sleep } from '../core/time.ts';
import { attemptDelivery } from './attemptDelivery.ts';
import { createReceiverLookup, type Receivers } from './createReceiverLookup.ts';
import {
  defaultDeliveryRules,
  type DeliveryFailure,
  type DeliveryOutcome,
  type DeliveryRules,
  type LeasedDelivery,
  nextDeliveries,
  redeliver,
} from './deliveries.ts';
import { assertEventOptions, type EventOptions, hasReceivers, type OutboxProblem } from './eventOptions.ts';
import type { GatewayStore } from './gatewayStore.ts';
import type { ReceiverRow } from './recordRows.ts';
import { createGatewayEvent, type GatewayEvent, inProcessReceiver } from './webhooks.ts';

export interface OutboxOptions extends EventOptions {
  store: GatewayStore;
  clock: Clock;
  report: (problem: OutboxProblem) => void;
  rules?: Partial<DeliveryRules> | undefined;
  /** Returns 0 to 1. Default `Math.random`. */
  random?: (() => number) | undefined;
}

/** An event whose delivery was given up after three days. */
export interface UndeliveredEvent {
  receiver: string;
  attempts: number;
  event: GatewayEvent;
}

interface Outbox {
  /** Delivers until `stop` was called as often as `start`. `stop` resolves once all deliveries in flight have ended. */
  start: () => void;
  stop: () => Promise<void>;
  /** Looks for new events of this account. */
  nudge: (account?: string) => void;
  undelivered: (account: string) => Promise<UndeliveredEvent[]>;
  /** Tries given-up deliveries again. Returns their number. */
  redeliver: (account: string) => Promise<number>;
}

/** Without receivers, how often events are marked as dispatched (ms). */
const markIntervalMs = 60_000;
const markBatch = 200;
/** The delay after another instance's change, and after a failure of the store (ms). */
const afterForeignChangeMs = 300;
const afterFailureMs = 1_000;
/** After this many rounds within the time below (ms), the loop pauses. */
const roundsBeforePause = 2;
const pacingMs = 50;
/** How much longer than the timeout a lease lasts (ms): time to record the result. */
const leaseMarginMs = 5_000;
const maxInFlightFor = (receiver: string) => (receiver === inProcessReceiver ? 32 : 4);
const maxInFlight = 128;
/** The share of receivers that fail: each of their deliveries may take the whole timeout. */
const maxInFlightFailing = 64;

/** Delivers events from the record to receivers: at least once each, and in order within an operation. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { store, clock, onEvent, webhooks, sendWebhook, report, random = Math.random } = options;
  assertEventOptions(options);
  const rules = { ...defaultDeliveryRules, ...options.rules };
  const hasAnyReceiver = hasReceivers(options);

  let starts = 0;
  let running: Promise<void> | undefined;
  let stopSignal = new AbortController();
  /** Callers of `stop` that wait for deliveries in flight. `start` resolves them. */
  const stopWaiters: (() => void)[] = [];
  let idleSleep = new AbortController();
  let nextScanAt = 0;
  let [windowAt, rounds] = [-Infinity, 0];
  let secret: string | undefined;
  const pendingAccounts = new Set<string>();
  const inFlight = new Map<LeasedDelivery, Promise<void>>();
  /** Results that are not recorded yet. */
  const results = new Map<string, { delivery: LeasedDelivery; outcome: DeliveryOutcome; reason: string }[]>();

  const wake = () => idleSleep.abort('something is to be done');
  const scanWithin = (ms: number) => {
    nextScanAt = Math.min(nextScanAt, clock.monotonic() + ms);
    wake();
  };
  const queueAccount = (account: string) => {
    pendingAccounts.add(account);
    wake();
  };

  const receiverLookup = createReceiverLookup({
    onEvent,
    webhooks,
    clock,
    timeoutMs: rules.webhookTimeoutMs,
    report,
    onAnswer: queueAccount,
  });

  const deliver = async (delivery: LeasedDelivery, receivers: Receivers) => {
    const { outcome, reason } = await attemptDelivery(delivery, {
      receivers,
      secret: secret ?? '',
      onEvent,
      sendWebhook,
      clock,
      rules,
    });
    const { account } = delivery;
    results.set(account, [...(results.get(account) ?? []), { delivery, outcome, reason }]);
    if (inFlight.size >= maxInFlightFailing) scanWithin(0); // deliveries of other receivers may wait for this capacity
    inFlight.delete(delivery);
    queueAccount(account);
  };

  const capacityFor = ({ account, receiver, failures }: ReceiverRow, given: number) => {
    const all = [...inFlight.keys()];
    const own = all.filter((one) => one.account === account && one.receiver === receiver).length;
    const failing =
      failures > 0 ? maxInFlightFailing - all.filter((one) => one.failures > 0).length : Infinity;
    return Math.min(maxInFlightFor(receiver) - own, maxInFlight - all.length - given, failing);
  };

  const leaseMsFor = (receiver: string) =>
    leaseMarginMs + (receiver === inProcessReceiver ? rules.onEventTimeoutMs : rules.webhookTimeoutMs);

  /**
   * Records results and leases due deliveries of one account. Accounts take turns, so that one transaction at a time
   * uses the database.
   */
  const serveAccount = async (account: string) => {
    const receivers = starts > 0 ? receiverLookup.find(account) : undefined;
    const back = results.get(account) ?? [];
    if (!receivers && back.length === 0) return;
    secret ??= await store.secret();
    const jittered = back.map((one) => ({ ...one, jitter: random() }));
    const { failures, leased, hasMore, nextInMs } = await store.transact(account, 'background', (tx) =>
      nextDeliveries(tx, {
        account,
        results: jittered,
        receivers: receivers && [...receivers.keys()],
        capacityFor,
        leaseMsFor,
        rules,
      }),
    );
    const noted = results.get(account)?.slice(back.length) ?? [];
    if (noted.length > 0) results.set(account, noted);
    else results.delete(account);
    for (const one of leased) inFlight.set(one, deliver(one, receivers ?? new Map()));
    for (const failure of failures) {
      const cause = back.find(
        ({ delivery: { receiver }, outcome }) => outcome === 'failed' && receiver === failure.receiver,
      );
      problemsOf(failure, cause?.reason ?? 'The receiver is no longer among the webhooks.').forEach(report);
    }
    if (hasMore) pendingAccounts.add(account);
    if (nextInMs < Infinity) scanWithin(nextInMs);
  };

  const markAllDispatched = async () => {
    nextScanAt = clock.monotonic() + markIntervalMs;
    const isNew = { isDispatched: false };
    const some = { by: ['account', 'id'], limit: markBatch } as const;
    for (let count = markBatch; count === markBatch;) {
      count = await store.transact('', 'background', function* (tx) {
        const events = yield* tx.events.list(isNew, some);
        return yield* tx.events.change({ id: { in: events.map(({ id }) => id) } }, { isDispatched: true });
      });
    }
  };

  /** Finds due deliveries and new events of all accounts, of every instance. */
  const scan = async () => {
    if (!hasAnyReceiver) return markAllDispatched();
    nextScanAt = clock.monotonic() + rules.scanMs;
    const { accounts, nextInMs } = await store.transact('', 'read', function* (tx) {
      const isNew = { isDispatched: false };
      const fresh = yield* tx.events.sums(isNew, { by: ['account'], of: [] });
      const due = { nextAt: { until: tx.now } };
      // Receivers without capacity stay due: the limit must not let them hide others.
      const first = { by: ['nextAt'], limit: maxInFlight + inFlight.size } as const;
      const well = yield* tx.receivers.list({ ...due, failures: 0 }, first);
      const failing = yield* tx.receivers.list({ ...due, failures: { above: 0 } }, first);
      const [next] = yield* tx.receivers.list({ nextAt: { above: tx.now } }, { by: ['nextAt'], limit: 1 });
      const found = [...well, ...fresh, ...failing].map(({ account }) => account);
      return { accounts: found, nextInMs: next && next.nextAt - tx.now };
    });
    accounts.forEach((account) => pendingAccounts.add(account));
    if (nextInMs !== undefined) scanWithin(nextInMs);
  };

  const round = async () => {
    if (starts > 0 && clock.monotonic() >= nextScanAt) await scan();
    const accounts = [...pendingAccounts];
    pendingAccounts.clear();
    for (const [at, account] of accounts.entries()) {
      await serveAccount(account).catch((error: unknown) => {
        accounts.slice(at).forEach((left) => pendingAccounts.add(left));
        throw error;
      });
    }
  };

  /** Under load, records what happens within a short time together. */
  const pace = async () => {
    const now = clock.monotonic();
    if (now >= windowAt + pacingMs) [windowAt, rounds] = [now, 0];
    rounds += 1;
    if (starts > 0 && rounds > roundsBeforePause)
      await sleep(clock, windowAt + pacingMs - now, stopSignal.signal).catch(() => undefined);
  };

  const resolveStops = () => stopWaiters.splice(0).forEach((resolve) => resolve());

  const run = async (): Promise<void> => {
    const unwatch = hasAnyReceiver ? store.watch(() => scanWithin(afterForeignChangeMs)) : () => undefined;
    const isOver = () => starts === 0 && inFlight.size === 0 && results.size === 0;
    nextScanAt = 0;
    while (!isOver()) {
      idleSleep = new AbortController();
      const { signal } = idleSleep;
      try {
        await pace();
        await round();
        const restMs = starts > 0 ? nextScanAt - clock.monotonic() : rules.scanMs;
        if (pendingAccounts.size === 0 && !isOver())
          await sleep(clock, restMs, signal).catch(() => undefined);
      } catch {
        report({
          type: 'store-failed',
          message:
            'The store failed: events cannot be read or recorded. Delivery goes on once the store works.',
        });
        if (starts === 0) break; // unrecorded results are delivered again
        await sleep(clock, afterFailureMs, stopSignal.signal).catch(() => undefined);
      }
    }
    unwatch();
    await Promise.all(inFlight.values());
    running = starts > 0 ? run() : undefined;
    if (!running) resolveStops();
  };

  return {
    start() {
      starts += 1;
      resolveStops();
      running ??= run();
    },
    async stop() {
      if (starts > 0) starts -= 1;
      if (starts > 0 || !running) return;
      stopSignal.abort();
      stopSignal = new AbortController();
      wake();
      await new Promise<void>((resolve) => stopWaiters.push(resolve));
    },
    nudge(account) {
      if (starts === 0 || !hasAnyReceiver) return;
      if (account === undefined) scanWithin(0);
      else if (!receiverLookup.hasNone(account)) queueAccount(account);
    },
    async undelivered(account) {
      const name = await store.secret();
      const found = await store.transact(account, 'read', function* (tx) {
        const rows = [];
        const first = { by: ['eventId'], limit: 200 } as const;
        for (const row of yield* tx.deliveries.list({ account, state: 'undelivered' }, first)) {
          const [event] = yield* tx.events.list({ id: row.eventId });
          if (event) rows.push({ ...row, event });
        }
        return rows;
      });
      return Promise.all(
        found.map(async ({ receiver, attempts, event }) => ({
          receiver,
          attempts,
          event: await createGatewayEvent(event, name),
        })),
      );
    },
    async redeliver(account) {
      const count = await store.transact(account, 'background', (tx) => redeliver(tx, account));
      if (starts > 0) queueAccount(account);
      return count;
    },
  };
}

function problemsOf({ receiver, isFirst, deadLetters }: DeliveryFailure, reason: string): OutboxProblem[] {
  const problems: OutboxProblem[] = [];
  if (isFirst) {
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
