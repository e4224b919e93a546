import { runHostCallback, ConfigurationError, isPaymentsError } from '../core/errors.ts';
import type { MoneyOperation } from '../core/wire/routes.ts';
import { type Clock, sleep, withTimeout } from '../core/time.ts';
import {
  type DeliveryRules,
  defaultDeliveryRules,
  type DeliveryFailure,
  nextDeliveries,
  oldestUndeliveredAt,
  type DeliveryOutcome,
  redeliver,
  type LeasedDelivery,
} from './deliveries.ts';
import type { GatewayStore } from './gatewayStore.ts';
import type { ReceiverRow } from './recordRows.ts';
import {
  assertUniqueNames,
  assertWebhooks,
  type GatewayEvent,
  inProcessReceiver,
  receiverNameOf,
  sendEvent,
  type SendWebhook,
  createGatewayEvent,
  type Webhook,
  type Webhooks,
} from './webhooks.ts';

/** The receivers of events. All instances that share a store must have the same. */
export interface EventOptions {
  /** Gets every change at least once. If the function throws or rejects, the event is delivered again later. */
  onEvent?: ((event: GatewayEvent) => void | Promise<void>) | undefined;
  webhooks?: Webhooks | undefined;
  /** Sends webhooks: `webhookSender()` of `tillkit/gateway/node`. */
  sendWebhook?: SendWebhook | undefined;
}

/** Whether there is, or may be, a receiver. */
export function hasReceivers({ onEvent, webhooks = [] }: EventOptions): boolean {
  return onEvent !== undefined || typeof webhooks === 'function' || webhooks.length > 0;
}

/** A problem with events that staff should look into. */
export interface OutboxProblem {
  type: 'event-delayed' | 'event-undelivered' | 'webhooks-failed' | 'store-failed';
  /** The first event concerned. */
  operation?: MoneyOperation | undefined;
  operationId?: string | undefined;
  message: string;
}

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
  /** When the oldest undelivered event of an account happened. */
  oldestUndelivered: (account: string) => Promise<number | undefined>;
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
/** How long the host's list of webhooks stays valid (ms), and the delay after it failed. */
const webhooksValidMs = 10_000;
const webhooksRetryMs = 30_000;
/** How much longer than the timeout a lease lasts (ms): time to record the result. */
const leaseMarginMs = 5_000;
const maxInFlightFor = (receiver: string) => (receiver === inProcessReceiver ? 32 : 4);
const maxInFlight = 128;
/** The share of receivers that fail: each of their deliveries may take the whole timeout. */
const maxInFlightFailing = 64;

type Receivers = ReadonlyMap<string, Webhook | undefined>;

/** Delivers events from the record to receivers: at least once each, and in order within an operation. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { store, clock, onEvent, webhooks = [], sendWebhook, report, random = Math.random } = options;
  assertOptions(options);
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
  const receiversByAccount = new Map<string, { receivers: Receivers | undefined; until: number }>();
  const askingAccounts = new Set<string>();
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

  const askForWebhooks = async (account: string) => {
    const merchant = { account: account || undefined };
    const ask = async () => (typeof webhooks === 'function' ? webhooks(merchant) : webhooks);
    askingAccounts.add(account);
    let receivers: Receivers | undefined;
    try {
      const hooks = await withTimeout(clock, rules.webhookTimeoutMs, ask());
      assertUniqueNames(hooks);
      receivers = new Map(hooks.map((hook) => [receiverNameOf(hook), hook] as const));
    } catch (error) {
      const what =
        error instanceof ConfigurationError ? error.shortMessage : 'webhooks threw, or took too long.';
      report({
        type: 'webhooks-failed',
        message: `${what} No event is delivered until webhooks returns a list.`,
      });
    }
    if (receivers && onEvent) receivers = new Map([[inProcessReceiver, undefined], ...receivers]);
    askingAccounts.delete(account);
    const now = clock.monotonic();
    for (const [name, { until }] of receiversByAccount) if (until <= now) receiversByAccount.delete(name);
    receiversByAccount.set(account, {
      receivers,
      until: now + (receivers ? webhooksValidMs : webhooksRetryMs),
    });
    queueAccount(account);
  };

  /** Undefined while the host is asked. The account is queued again after the answer. */
  const receiversOf = (account: string): Receivers | undefined => {
    const entry = receiversByAccount.get(account);
    if (entry && clock.monotonic() < entry.until) return entry.receivers;
    if (!askingAccounts.has(account)) void askForWebhooks(account);
    return undefined;
  };

  const attempt = async (
    { receiver, event: row, leasedAt: takenAt }: LeasedDelivery,
    receivers: Receivers,
  ): Promise<[DeliveryOutcome, string]> => {
    if (!row) return ['gone', ''];
    const event = await createGatewayEvent(row, secret ?? '');
    const webhook = receivers.get(receiver);
    if (!webhook) {
      const limit = rules.onEventTimeoutMs;
      await withTimeout(clock, limit, (async () => onEvent?.(event))());
      return ['delivered', ''];
    }
    if (!sendWebhook) return ['failed', 'sendWebhook is missing.'];
    const limit = { now: takenAt, clock, timeoutMs: rules.webhookTimeoutMs };
    const status = await sendEvent(event, webhook, sendWebhook, limit);
    if (status === 410) return ['gone', ''];
    return [
      status >= 200 && status < 300 ? 'delivered' : 'failed',
      `The receiver answered with status ${status}.`,
    ];
  };

  const deliver = async (delivery: LeasedDelivery, receivers: Receivers) => {
    const [outcome, reason] = await attempt(delivery, receivers).catch(
      (error: unknown): [DeliveryOutcome, string] => {
        if (delivery.receiver !== inProcessReceiver)
          return ['failed', isPaymentsError(error) ? error.shortMessage : 'The receiver gave no answer.'];
        runHostCallback(() => {
          throw error;
        });
        return ['failed', 'onEvent threw, or took too long.'];
      },
    );
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
    const receivers = starts > 0 ? receiversOf(account) : undefined;
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
      else if (receiversByAccount.get(account)?.receivers?.size !== 0) queueAccount(account);
    },
    async oldestUndelivered(account) {
      if (!hasAnyReceiver) return undefined;
      return store.transact(account, 'read', (tx) => oldestUndeliveredAt(tx, account));
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

function assertOptions({ onEvent, webhooks, sendWebhook }: OutboxOptions): void {
  if (onEvent !== undefined && typeof onEvent !== 'function') {
    throw new ConfigurationError('onEvent', 'onEvent must be a function that takes an event.');
  }
  if (webhooks === undefined) return;
  if (typeof webhooks !== 'function') {
    if (!Array.isArray(webhooks)) {
      throw new ConfigurationError(
        'webhooks',
        'webhooks must be a list, or a function that returns one for a merchant.',
      );
    }
    assertWebhooks(webhooks);
  }
  if (typeof sendWebhook !== 'function') {
    throw new ConfigurationError(
      'sendWebhook',
      'sendWebhook is missing. Give webhookSender() of tillkit/gateway/node.',
    );
  }
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
