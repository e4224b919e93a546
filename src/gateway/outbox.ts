import { runHostCallback, ConfigurationError, isPaymentsError } from '../core/errors.ts';
import type { MoneyOperation } from '../core/wire/routes.ts';
import { type Clock, sleep, withTimeout } from '../core/time.ts';
import {
  type DeliveryRules,
  deliveryRules,
  type Failure,
  nextDeliveries,
  oldestUndelivered,
  type DeliveryOutcome,
  redeliver,
  type Taken,
} from './deliveries.ts';
import type { GatewayStore } from './gatewayStore.ts';
import type { ReceiverRow } from './recordRows.ts';
import {
  assertNames,
  assertWebhooks,
  type GatewayEvent,
  inProcess,
  nameOf,
  sendEvent,
  type SendWebhook,
  toldEvent,
  type Webhook,
  type Webhooks,
} from './webhooks.ts';

/** Who is told of what happens. All instances that share a store have the same. */
export interface EventOptions {
  /** Hears every change, at least once; it is told again, and again, where it throws or rejects. */
  onEvent?: ((event: GatewayEvent) => void | Promise<void>) | undefined;
  webhooks?: Webhooks | undefined;
  /** How webhooks are sent: `webhookSender()` of `tillkit/gateway/node`. */
  sendWebhook?: SendWebhook | undefined;
}

/** Whether anybody may have to be told. */
export function hasReceivers({ onEvent, webhooks = [] }: EventOptions): boolean {
  return onEvent !== undefined || typeof webhooks === 'function' || webhooks.length > 0;
}

/** Something about events that staff should look into. */
export interface OutboxProblem {
  type: 'event-delayed' | 'event-undelivered' | 'webhooks-failed' | 'store-failed';
  /** Of the first event that is meant. */
  operation?: MoneyOperation | undefined;
  operationId?: string | undefined;
  message: string;
}

export interface OutboxOptions extends EventOptions {
  store: GatewayStore;
  clock: Clock;
  report: (problem: OutboxProblem) => void;
  rules?: Partial<DeliveryRules> | undefined;
  /** 0 to 1. Default `Math.random`. */
  random?: (() => number) | undefined;
}

/** An event that was tried for three days. */
export interface UndeliveredEvent {
  receiver: string;
  attempts: number;
  event: GatewayEvent;
}

export interface Outbox {
  /** Runs until it is stopped as often as it was started; then takes nothing more, and waits for what is under way. */
  start: () => void;
  stop: () => Promise<void>;
  /** Something of this account was written. */
  nudge: (account?: string) => void;
  /** When the oldest event of an account happened that a receiver has not got. */
  oldestUndelivered: (account: string) => Promise<number | undefined>;
  undelivered: (account: string) => Promise<UndeliveredEvent[]>;
  /** Tries them once more. Gives how many. */
  redeliver: (account: string) => Promise<number>;
}

/** How often events are marked where nobody is to be told (ms). */
const lookForNobodyMs = 60_000;
const manyForNobody = 200;
/** When it is looked after another instance's change, and after a failure of the store (ms). */
const afterOthersMs = 300;
const afterFailureMs = 1_000;
/** So many rounds in so short a while (ms) are no reason to wait. */
const mostRounds = 2;
const windowMs = 50;
/** How long the host's answer, which webhooks there are, is believed, and how long it may take (ms). */
const knownMs = 10_000;
const unknownMs = 30_000;
/** How long a delivery stays taken beyond the time it may take (ms): its outcome has to be written. */
const marginMs = 5_000;
const mostAtOnce = (receiver: string) => (receiver === inProcess ? 32 : 4);
const inAll = 128;
/** What receivers that fail may have of it: each may take the whole of its time. */
const forFailing = 64;

type Receivers = ReadonlyMap<string, Webhook | undefined>;

/** Tells receivers what happened, from the record: at least once each, and in order within an operation. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { store, clock, onEvent, webhooks = [], sendWebhook, report, random = Math.random } = options;
  assertOptions(options);
  const rules = { ...deliveryRules, ...options.rules };
  const isHeard = hasReceivers(options);

  let users = 0;
  let running: Promise<void> | undefined;
  let stopping = new AbortController();
  /** Who waits for what is under way, unless somebody else goes on. */
  const stoppers: (() => void)[] = [];
  let sleeper = new AbortController();
  let lookAt = 0;
  let [windowAt, rounds] = [-Infinity, 0];
  let secret: string | undefined;
  const wanted = new Set<string>();
  const known = new Map<string, { receivers: Receivers | undefined; until: number }>();
  const asking = new Set<string>();
  const flying = new Map<Taken, Promise<void>>();
  /** What came back and is not yet noted. */
  const returned = new Map<string, { taken: Taken; outcome: DeliveryOutcome; reason: string }[]>();

  const wake = () => sleeper.abort('something is to be done');
  const lookIn = (ms: number) => {
    lookAt = Math.min(lookAt, clock.monotonic() + ms);
    wake();
  };
  const want = (account: string) => {
    wanted.add(account);
    wake();
  };

  const askFor = async (account: string) => {
    const merchant = { account: account || undefined };
    const ask = async () => (typeof webhooks === 'function' ? webhooks(merchant) : webhooks);
    asking.add(account);
    let receivers: Receivers | undefined;
    try {
      const hooks = await withTimeout(clock, rules.webhookTimeoutMs, ask());
      assertNames(hooks);
      receivers = new Map(hooks.map((hook) => [nameOf(hook), hook] as const));
    } catch (error) {
      const what =
        error instanceof ConfigurationError ? error.shortMessage : 'webhooks threw, or took too long.';
      report({ type: 'webhooks-failed', message: `${what} Nothing is told until it answers.` });
    }
    if (receivers && onEvent) receivers = new Map([[inProcess, undefined], ...receivers]);
    asking.delete(account);
    const now = clock.monotonic();
    for (const [name, { until }] of known) if (until <= now) known.delete(name);
    known.set(account, { receivers, until: now + (receivers ? knownMs : unknownMs) });
    want(account);
  };

  /** Nothing while the host is asked; the account is wanted again then. */
  const receiversOf = (account: string): Receivers | undefined => {
    const entry = known.get(account);
    if (entry && clock.monotonic() < entry.until) return entry.receivers;
    if (!asking.has(account)) void askFor(account);
    return undefined;
  };

  const tell = async (
    { receiver, event: row, takenAt }: Taken,
    receivers: Receivers,
  ): Promise<[DeliveryOutcome, string]> => {
    if (!row) return ['gone', ''];
    const event = await toldEvent(row, secret ?? '');
    const webhook = receivers.get(receiver);
    if (!webhook) {
      const limit = rules.onEventTimeoutMs;
      await withTimeout(clock, limit, (async () => onEvent?.(event))());
      return ['delivered', ''];
    }
    if (!sendWebhook) return ['failed', 'There is no sendWebhook.'];
    const limit = { now: takenAt, clock, timeoutMs: rules.webhookTimeoutMs };
    const status = await sendEvent(event, webhook, sendWebhook, limit);
    if (status === 410) return ['gone', ''];
    return [status >= 200 && status < 300 ? 'delivered' : 'failed', `It answered with status ${status}.`];
  };

  const fly = async (taken: Taken, receivers: Receivers) => {
    const [outcome, reason] = await tell(taken, receivers).catch(
      (error: unknown): [DeliveryOutcome, string] => {
        if (taken.receiver !== inProcess)
          return ['failed', isPaymentsError(error) ? error.shortMessage : 'It gave no answer.'];
        runHostCallback(() => {
          throw error;
        });
        return ['failed', 'It threw, or took too long.'];
      },
    );
    const { account } = taken;
    returned.set(account, [...(returned.get(account) ?? []), { taken, outcome, reason }]);
    if (flying.size >= forFailing) lookIn(0); // others may have waited for room
    flying.delete(taken);
    want(account);
  };

  const roomFor = ({ account, receiver, failures }: ReceiverRow, given: number) => {
    const all = [...flying.keys()];
    const own = all.filter((one) => one.account === account && one.receiver === receiver).length;
    const failing = failures > 0 ? forFailing - all.filter((one) => one.failures > 0).length : Infinity;
    return Math.min(mostAtOnce(receiver) - own, inAll - all.length - given, failing);
  };

  const limitMs = (receiver: string) =>
    marginMs + (receiver === inProcess ? rules.onEventTimeoutMs : rules.webhookTimeoutMs);

  /** Notes what came back, and takes what may go; one account after the other, so that little of the database is held. */
  const serve = async (account: string) => {
    const receivers = users > 0 ? receiversOf(account) : undefined;
    const back = returned.get(account) ?? [];
    if (!receivers && back.length === 0) return;
    secret ??= await store.secret();
    const came = back.map((one) => ({ ...one, jitter: random() }));
    const { failures, taken, hasMore, nextInMs } = await store.transact(account, 'aside', (tx) =>
      nextDeliveries(tx, {
        account,
        returned: came,
        receivers: receivers && [...receivers.keys()],
        roomFor,
        limitMs,
        rules,
      }),
    );
    const noted = returned.get(account)?.slice(back.length) ?? [];
    if (noted.length > 0) returned.set(account, noted);
    else returned.delete(account);
    for (const one of taken) flying.set(one, fly(one, receivers ?? new Map()));
    for (const failure of failures) {
      const cause = back.find(
        ({ taken: { receiver }, outcome }) => outcome === 'failed' && receiver === failure.receiver,
      );
      problemsOf(failure, cause?.reason ?? 'It is not among the webhooks any more.').forEach(report);
    }
    if (hasMore) wanted.add(account);
    if (nextInMs < Infinity) lookIn(nextInMs);
  };

  const forNobody = async () => {
    lookAt = clock.monotonic() + lookForNobodyMs;
    const isNew = { isDispatched: false };
    const some = { by: ['account', 'id'], limit: manyForNobody } as const;
    for (let count = manyForNobody; count === manyForNobody;) {
      count = await store.transact('', 'aside', function* (tx) {
        const events = yield* tx.events.list(isNew, some);
        return yield* tx.events.change({ id: { in: events.map(({ id }) => id) } }, { isDispatched: true });
      });
    }
  };

  /** Finds what is due in the whole record, whoever wrote it. */
  const look = async () => {
    if (!isHeard) return forNobody();
    lookAt = clock.monotonic() + rules.lookMs;
    const { accounts, nextInMs } = await store.transact('', 'read', function* (tx) {
      const isNew = { isDispatched: false };
      const fresh = yield* tx.events.sums(isNew, { by: ['account'], of: [] });
      const due = { nextAt: { until: tx.now } };
      // Those that I have no room for come again, and must not stand before others.
      const first = { by: ['nextAt'], limit: inAll + flying.size } as const;
      const well = yield* tx.receivers.list({ ...due, failures: 0 }, first);
      const failing = yield* tx.receivers.list({ ...due, failures: { above: 0 } }, first);
      const [next] = yield* tx.receivers.list({ nextAt: { above: tx.now } }, { by: ['nextAt'], limit: 1 });
      const found = [...well, ...fresh, ...failing].map(({ account }) => account);
      return { accounts: found, nextInMs: next && next.nextAt - tx.now };
    });
    accounts.forEach((account) => wanted.add(account));
    if (nextInMs !== undefined) lookIn(nextInMs);
  };

  const round = async () => {
    if (users > 0 && clock.monotonic() >= lookAt) await look();
    const accounts = [...wanted];
    wanted.clear();
    for (const [at, account] of accounts.entries()) {
      await serve(account).catch((error: unknown) => {
        accounts.slice(at).forEach((left) => wanted.add(left));
        throw error;
      });
    }
  };

  /** Where much happens, what happens in a short while is noted together. */
  const pace = async () => {
    const now = clock.monotonic();
    if (now >= windowAt + windowMs) [windowAt, rounds] = [now, 0];
    rounds += 1;
    if (users > 0 && rounds > mostRounds)
      await sleep(clock, windowAt + windowMs - now, stopping.signal).catch(() => undefined);
  };

  const letStop = () => stoppers.splice(0).forEach((resolve) => resolve());

  const run = async (): Promise<void> => {
    const unwatch = isHeard ? store.watch(() => lookIn(afterOthersMs)) : () => undefined;
    const isOver = () => users === 0 && flying.size === 0 && returned.size === 0;
    lookAt = 0;
    while (!isOver()) {
      sleeper = new AbortController();
      const { signal } = sleeper;
      try {
        await pace();
        await round();
        const restMs = users > 0 ? lookAt - clock.monotonic() : rules.lookMs;
        if (wanted.size === 0 && !isOver()) await sleep(clock, restMs, signal).catch(() => undefined);
      } catch {
        report({ type: 'store-failed', message: 'The events of the gateway cannot be read or noted.' });
        if (users === 0) break; // what is not noted is told again
        await sleep(clock, afterFailureMs, stopping.signal).catch(() => undefined);
      }
    }
    unwatch();
    await Promise.all(flying.values());
    running = users > 0 ? run() : undefined;
    if (!running) letStop();
  };

  return {
    start() {
      users += 1;
      letStop();
      running ??= run();
    },
    async stop() {
      if (users > 0) users -= 1;
      if (users > 0 || !running) return;
      stopping.abort();
      stopping = new AbortController();
      wake();
      await new Promise<void>((resolve) => stoppers.push(resolve));
    },
    nudge(account) {
      if (users === 0 || !isHeard) return;
      if (account === undefined) lookIn(0);
      else if (known.get(account)?.receivers?.size !== 0) want(account);
    },
    async oldestUndelivered(account) {
      if (!isHeard) return undefined;
      return store.transact(account, 'read', (tx) => oldestUndelivered(tx, account));
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
          event: await toldEvent(event, name),
        })),
      );
    },
    async redeliver(account) {
      const count = await store.transact(account, 'aside', (tx) => redeliver(tx, account));
      if (users > 0) want(account);
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
        'webhooks is a list, or a function that gives one for a merchant.',
      );
    }
    assertWebhooks(webhooks);
  }
  if (typeof sendWebhook !== 'function') {
    throw new ConfigurationError(
      'sendWebhook',
      'sendWebhook is missing: webhooks are sent by it. Give webhookSender() of tillkit/gateway/node.',
    );
  }
}

function problemsOf({ receiver, isFirst, givenUp }: Failure, reason: string): OutboxProblem[] {
  const problems: OutboxProblem[] = [];
  if (isFirst) {
    const message = `The receiver ${receiver} did not take an event, which is told again later. ${reason}`;
    problems.push({ type: 'event-delayed', message });
  }
  const [first] = givenUp;
  if (first) {
    const what = givenUp.length === 1 ? 'An event was' : `${givenUp.length} events were`;
    const message = `${what} not taken by the receiver ${receiver} for too long, and told no more. Look at undelivered().`;
    problems.push({ type: 'event-undelivered', operationId: first.operationId, message });
  }
  return problems;
}
