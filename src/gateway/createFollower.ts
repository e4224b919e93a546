import { PaymentsError } from '../core/errors.ts';
import { sleep } from '../core/time.ts';
import { hearMessage, type PollOutcome, type PollTurn, takeTurn } from './following.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { prepareCall } from './prepareCall.ts';
import { applyFacts, loseOverdue } from './record.ts';
import type { MessageRow } from './recordRows.ts';
import type { ServiceAnswer } from './replies.ts';

const operation = 'getProcessedMessage';
const pollTimeoutMs = 10_000;
/** How often it is looked for accounts that another instance has work for, and at most slept (ms). */
const lookMs = 5_000;
const cleanMs = 60_000;
const afterFailureMs = 2_000;
const many = 200;
/** How long a pause of the service may keep an operation waiting beyond its time (ms). */
const longestRestMs = 15 * 60_000;
/** What nobody accepted here, and nobody asked about for so long, is forgotten (ms). */
const strangersKeptMs = 60 * 60_000;

export interface Follower {
  isRunning: () => boolean;
  /** Runs until it is stopped as often as it was started. */
  start: () => void;
  stop: () => Promise<void>;
  /** Something of this account may be due. */
  nudge: (account: string) => void;
  /** Asks one question, where one may be asked now: for a page that waits while nothing runs. */
  askOne: (account: string) => Promise<void>;
  /** The question that is under way about a message. Gives nothing where it got no answer. */
  asking: (
    message: Pick<MessageRow, 'account' | 'provider' | 'id'>,
  ) => Promise<ServiceAnswer | undefined> | undefined;
}

/** Follows every accepted operation to its ending, whatever instance sent it, whether or not a page is there. */
export function createFollower(context: GatewayContext): Follower {
  const { record, report, measure, rules } = context;
  const { clock } = context.service;
  const questions = new Map<string, Promise<ServiceAnswer | undefined>>();
  const loops = new Map<string, Promise<void>>();
  const sleepers = new Map<string, AbortController>();
  let runners = 0;
  let running: Promise<void> | undefined;
  let stopping = new AbortController();

  const nameOf = ({ account, provider, id }: Pick<MessageRow, 'account' | 'provider' | 'id'>) =>
    JSON.stringify([account, provider, id]);

  const outcomeOf = async ({ message }: PollTurn): Promise<PollOutcome> => {
    const { account, provider, id, currency } = message;
    try {
      const send = await prepareCall(context, {
        operation,
        messageId: id,
        account,
        provider: provider || undefined,
        currency: currency ?? undefined,
        timeoutMs: pollTimeoutMs,
      });
      return { answer: await send() };
    } catch (cause) {
      report({ type: 'service-unreachable', operation, message: 'The service gave no answer to a poll.' });
      const error = cause instanceof PaymentsError ? cause : undefined;
      return {
        error: error ?? new PaymentsError('unanswered', 'The question could not be asked.', { cause }),
      };
    }
  };

  const ask = async (turn: PollTurn): Promise<ServiceAnswer | undefined> => {
    const askedAt = clock.monotonic();
    const { account } = turn.message;
    const outcome = await outcomeOf(turn);
    measure('polls', 1, account);
    measure('poll-ms', clock.monotonic() - askedAt, account);
    if ('answer' in outcome && outcome.answer.status === 429) measure('polls-refused', 1, account);
    try {
      const jitter = Math.random();
      await record.change(account, (tx) => hearMessage(tx, turn, outcome, rules, jitter), 'write');
    } catch {
      // It is asked again once its time is up.
      report({ type: 'store-failed', operation, message: 'The answer to a poll could not be kept.' });
    }
    return 'answer' in outcome ? outcome.answer : undefined;
  };

  const begin = (turn: PollTurn) => {
    const name = nameOf(turn.message);
    const question = ask(turn).finally(() => {
      if (questions.get(name) === question) questions.delete(name);
      nudge(turn.message.account);
    });
    questions.set(name, question);
    return question;
  };

  const next = (account: string) =>
    record.change(
      account,
      function* (tx) {
        const { turn, at } = yield* takeTurn(tx, account, rules);
        return { turn, inMs: at - tx.now };
      },
      'write',
    );

  const rest = async (account: string, ms: number) => {
    const sleeper = new AbortController();
    sleepers.set(account, sleeper);
    const signal = AbortSignal.any([sleeper.signal, stopping.signal]);
    await sleep(clock, ms, signal).catch(() => undefined);
    sleepers.delete(account);
  };

  const follow = async (account: string) => {
    while (runners > 0) {
      try {
        const { turn, inMs } = await next(account);
        if (turn) void begin(turn);
        else if (inMs === Infinity) return;
        else await rest(account, Math.min(Math.max(inMs, 1), lookMs));
      } catch {
        await rest(account, afterFailureMs);
      }
    }
  };

  const nudge = (account: string) => {
    if (runners === 0) return;
    sleepers.get(account)?.abort();
    if (loops.has(account)) return;
    const loop = follow(account).finally(() => loops.delete(account));
    loops.set(account, loop);
  };

  /** What no page and no answer will move: overdue requests, and those whose service does not let anybody ask. */
  const overdue = () =>
    record.read('', function* (tx) {
      const order = { by: ['answerBy'], limit: many } as const;
      const lost = yield* tx.operations.list({ phase: 'sending', answerBy: { until: tx.now } }, order);
      const before = tx.now - rules.maxWaitMs - longestRestMs;
      const waiting = yield* tx.operations.list({ phase: 'waiting', answerBy: { below: before } }, order);
      const due = yield* tx.messages.sums({ dueAt: { from: 0 } }, { by: ['account'], of: [] });
      return { late: [...lost, ...waiting], accounts: due.map(({ account }) => account) };
    });

  const look = async () => {
    const { late, accounts } = await overdue();
    for (const { account, id } of late) {
      await record.change(account, function* (tx) {
        const [row] = yield* tx.operations.list({ account, id });
        const after = row && (yield* loseOverdue(tx, row));
        const isStuck = after?.phase === 'waiting';
        if (isStuck) yield* applyFacts(tx, after, [{ type: 'gave-up', at: tx.now, reason: 'max-wait' }]);
      });
    }
    accounts.forEach(nudge);
  };

  const run = async () => {
    const unwatch = context.store.watch(() => void look().catch(() => undefined));
    let cleanedAt = -Infinity;
    let cleanedTo = 0;
    while (runners > 0) {
      try {
        await look();
        if (clock.monotonic() - cleanedAt >= cleanMs) {
          cleanedAt = clock.monotonic();
          cleanedTo = await clean(context, cleanedTo);
        }
      } catch {
        report({ type: 'store-failed', operation, message: 'The store of the gateway cannot be used.' });
      }
      await sleep(clock, lookMs, stopping.signal).catch(() => undefined);
    }
    unwatch();
  };

  return {
    isRunning: () => runners > 0,
    start() {
      runners += 1;
      if (runners > 1) return;
      stopping = new AbortController();
      running = run();
    },
    async stop() {
      if (runners === 0) return;
      runners -= 1;
      if (runners > 0) return;
      stopping.abort();
      await running;
      await Promise.all(loops.values());
      await Promise.all(questions.values());
    },
    nudge,
    async askOne(account) {
      const { turn } = await next(account);
      if (turn) await begin(turn);
    },
    asking: (message) => questions.get(nameOf(message)),
  };
}

/** Forgets what is kept no longer, a little at a time. Gives up to when answers were forgotten. */
async function clean(
  { store, record, keepAnswersMs, keepEventsMs, rules }: GatewayContext,
  cleanedTo: number,
): Promise<number> {
  const { accounts, old } = await record.read('', function* (tx) {
    const { now } = tx;
    const old = now - keepAnswersMs;
    const byAccount = { by: ['account'], of: [] } as const;
    const found = [
      ...(yield* tx.operations.sums({ claimedAt: { from: cleanedTo, below: old } }, byAccount)),
      ...(yield* tx.operations.sums({ claimedAt: { below: now - store.keepMs } }, byAccount)),
      ...(yield* tx.events.sums({ at: { below: now - keepEventsMs } }, byAccount)),
      ...(yield* tx.slots.sums({}, byAccount)),
    ];
    return { old, accounts: new Set(found.map(({ account }) => account)) };
  });
  for (const account of accounts) {
    await record.change(
      account,
      function* (tx) {
        const { now } = tx;
        const forgotten = { below: now - store.keepMs };
        yield* tx.slots.remove({ account, at: { below: now - 2 * rules.limits.windowMs } });
        const events = { account, isDispatched: true, at: { below: now - keepEventsMs } };
        yield* tx.events.remove(events, { by: ['id'], limit: many });
        const answered = { account, claimedAt: { from: cleanedTo, below: old }, answer: { not: null } };
        yield* tx.operations.change(answered, { answer: null });
        yield* tx.operations.remove({ account, claimedAt: forgotten }, { by: ['claimedAt'], limit: many });
        const undelivered = {
          account,
          state: 'undelivered',
          firstAt: { below: now - keepEventsMs },
        } as const;
        yield* tx.deliveries.remove(undelivered, { by: ['id'], limit: many });
        const strangers = { account, operationId: null, since: { below: now - strangersKeptMs } };
        yield* tx.messages.remove(strangers, { by: ['since'], limit: many });
        yield* tx.messages.remove({ account, since: forgotten }, { by: ['since'], limit: many });
      },
      'write',
    );
  }
  return old;
}
