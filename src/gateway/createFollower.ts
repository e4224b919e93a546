import { PaymentsError } from '../core/errors.ts';
import { pendingPhases } from '../core/operations/terminalOperation.ts';
import { firstPollDelayMs, longestServicePauseMs } from '../core/polling/chooseNextPoll.ts';
import { type Clock, type TimerHandle, withTimeout } from '../core/time.ts';
import { cleanRecord } from './cleaning.ts';
import { hearMessage, type NextTurn, type PollOutcome, type PollTurn, takeTurn } from './following.ts';
import type { GatewayContext } from './gatewayContext.ts';
import type { GatewayProblem } from './gatewayOptions.ts';
import type { Steps, Transaction } from './gatewayStore.ts';
import { prepareCall } from './prepareCall.ts';
import { applyFacts, loseOverdue } from './record.ts';
import type { MessageRow, OperationRow } from './recordRows.ts';
import type { ServiceAnswer } from './replies.ts';

const operation = 'getProcessedMessage';
const pollTimeoutMs = 10_000;
/** How often it is looked what is due, and how soon after another instance's change (ms). */
const lookMs = 5_000;
const afterOthersMs = 1_000;
const cleanMs = 60_000;
const many = 200;

/** A question that was asked for a page, and what came of it; nothing where it got no answer. */
export interface AskedOne {
  message: MessageRow;
  answer: ServiceAnswer | undefined;
}

export interface Follower {
  isRunning: () => boolean;
  /** Runs until it is stopped as often as it was started. */
  start: () => void;
  /** Resolves when what is under way has ended. */
  stop: () => Promise<void>;
  /** Something of this account may be asked so soon; by default as one that was just accepted. */
  nudge: (account: string, inMs?: number) => void;
  /** Asks one question, where one may be asked now: for a page that waits while nothing runs. */
  askOne: (account: string) => Promise<AskedOne | undefined>;
  /** The question that is under way about a message. */
  asking: (message: MessageRow) => Promise<ServiceAnswer | undefined> | undefined;
}

/** Follows every accepted operation to its ending, whatever instance sent it, whether or not a page is there. */
export function createFollower(context: GatewayContext): Follower {
  const { record, report, measure, rules } = context;
  const { clock } = context.service;
  const questions = new Map<string, Promise<ServiceAnswer | undefined>>();
  const alarms = new Map<string, Alarm>();
  const tasks = new Set<Promise<unknown>>();
  const counted = new Set<string>();
  let runners = 0;
  let isLooking = false;
  let lookedAt = -Infinity;
  let cleanedAt = -Infinity;
  let unwatch: (() => void) | undefined;

  /** `stop` waits for it. It does not reject. */
  const keep = (task: Promise<unknown>) => {
    tasks.add(task);
    void task.then(() => tasks.delete(task));
  };

  const reportStore = () =>
    report({ type: 'store-failed', operation, message: 'The store of the gateway cannot be used.' });

  const outcomeOf = async ({ message }: PollTurn): Promise<PollOutcome> => {
    const { account, provider, id, currency } = message;
    try {
      const preparing = prepareCall(context, {
        operation,
        messageId: id,
        account,
        provider: provider || undefined,
        currency: currency ?? undefined,
        timeoutMs: pollTimeoutMs,
      });
      // Its slot is no other time's.
      const send = await withTimeout(clock, pollTimeoutMs, preparing);
      return { answer: await send() };
    } catch (cause) {
      report({ type: 'service-unreachable', operation, message: 'The service gave no answer to a poll.' });
      const error = cause instanceof PaymentsError ? cause : undefined;
      return {
        error: error ?? new PaymentsError('unanswered', 'The question could not be asked.', { cause }),
      };
    }
  };

  function* next(tx: Transaction, account: string): Steps<{ turn: PollTurn | undefined; inMs: number }> {
    const { turn, at }: NextTurn = yield* takeTurn(tx, account, rules);
    return { turn, inMs: Math.max(0, at - tx.now) };
  }

  const ask = async (turn: PollTurn): Promise<ServiceAnswer | undefined> => {
    const askedAt = clock.monotonic();
    const { account } = turn.message;
    const outcome = await outcomeOf(turn);
    measure('polls', 1, account);
    measure('poll-ms', clock.monotonic() - askedAt, account);
    if ('answer' in outcome && outcome.answer.status === 429) measure('polls-refused', 1, account);
    try {
      const jitter = Math.random();
      const heard = await record.change(
        account,
        function* (tx) {
          const message = yield* hearMessage(tx, turn, outcome, rules, jitter);
          return { message, after: runners > 0 ? yield* next(tx, account) : undefined };
        },
        'write',
      );
      const { delayMs, misfit } = heard.message;
      measure('poll-delay-ms', delayMs, account);
      if (misfit !== undefined) report(problemOf(misfit));
      if (heard.after) goOn(account, heard.after);
    } catch {
      // It is asked again once its time is up.
      report({ type: 'store-failed', operation, message: 'The answer to a poll could not be kept.' });
    }
    return 'answer' in outcome ? outcome.answer : undefined;
  };

  const begin = (turn: PollTurn) => {
    const name = identityOf(turn.message);
    const question = ask(turn).finally(() => {
      if (questions.get(name) === question) questions.delete(name);
    });
    questions.set(name, question);
    keep(question);
    return question;
  };

  const goOn = (account: string, { turn, inMs }: { turn: PollTurn | undefined; inMs: number }) => {
    if (turn) void begin(turn);
    nudge(account, Math.max(1, inMs));
  };

  const askNext = async (account: string) => {
    try {
      goOn(account, await record.change(account, (tx) => next(tx, account), 'write'));
    } catch {
      reportStore(); // the next look finds it again
    }
  };

  const nudge = (account: string, inMs = firstPollDelayMs) => {
    // What is due later is seen by then, wherever it was accepted.
    if (runners === 0 || inMs > lookMs) return;
    const alarm = alarms.get(account) ?? createAlarm(clock);
    alarms.set(account, alarm);
    alarm.set(inMs, () => {
      alarms.delete(account);
      keep(askNext(account));
    });
  };

  // A pause of the service may keep an operation waiting beyond its time.
  const stuckBefore = (now: number) => now - rules.maxWaitMs - longestServicePauseMs;
  /** Which accounts have something to ask, and what no page and no answer will move. */
  const findDue = () =>
    record.read('', function* (tx) {
      const { now } = tx;
      const due = yield* tx.messages.sums({ dueAt: { from: 0, until: now + lookMs } }, byAccount);
      const oldest = { by: ['answerBy'], limit: many } as const;
      const sending = { phase: 'sending', answerBy: { until: now } } as const;
      const stuck = { phase: 'waiting', answerBy: { below: stuckBefore(now) } } as const;
      const late = [
        ...(yield* tx.operations.list(sending, oldest)),
        ...(yield* tx.operations.list(stuck, oldest)),
      ];
      return { due, late };
    });

  /** An instance that was killed tells of no answer, and a service that nobody may ask of no result. */
  const giveUp = async ({ account, id }: OperationRow) => {
    try {
      await record.change(account, function* (tx) {
        const [row] = yield* tx.operations.list({ account, id });
        const after = row && (yield* loseOverdue(tx, row));
        const isStuck = after?.phase === 'waiting' && after.answerBy < stuckBefore(tx.now);
        if (isStuck) yield* applyFacts(tx, after, [{ type: 'gave-up', at: tx.now, reason: 'max-wait' }]);
      });
    } catch {
      reportStore();
    }
  };

  const count = async () => {
    if (!context.options.onMetric) return;
    const { open, waiting } = await record.read('', function* (tx) {
      const phase = { in: pendingPhases };
      return {
        open: yield* tx.operations.sums({ phase }, byAccount),
        waiting: yield* tx.deliveries.sums({}, byAccount),
      };
    });
    for (const { account } of [...open, ...waiting]) counted.add(account);
    for (const account of counted) {
      const isOf = (one: { account: string }) => one.account === account;
      measure('open-operations', open.find(isOf)?.count ?? 0, account);
      measure('undelivered-events', waiting.find(isOf)?.count ?? 0, account);
    }
  };

  const lookAround = async () => {
    isLooking = true;
    lookedAt = clock.monotonic();
    try {
      const { due, late } = await findDue();
      // Where a question is set, it looks for others too.
      for (const { account } of due) if (!alarms.has(account)) nudge(account, 0);
      for (const row of late) await giveUp(row);
      if (clock.monotonic() - cleanedAt >= cleanMs) {
        cleanedAt = clock.monotonic();
        await count();
        if (await cleanRecord(context)) cleanedAt = -Infinity;
      }
    } catch {
      reportStore();
    }
    isLooking = false;
    lookIn(lookMs);
  };

  const looking = createAlarm(clock);
  const lookIn = (ms: number) => {
    if (runners > 0 && !isLooking) looking.set(ms, () => keep(lookAround()));
  };

  return {
    isRunning: () => runners > 0,
    start() {
      runners += 1;
      if (runners > 1) return;
      unwatch = context.store.watch(() => lookIn(Math.max(0, lookedAt + afterOthersMs - clock.monotonic())));
      if (!isLooking) keep(lookAround());
    },
    async stop() {
      runners = Math.max(0, runners - 1);
      if (runners > 0) return;
      unwatch?.();
      looking.clear();
      for (const alarm of alarms.values()) alarm.clear();
      alarms.clear();
      while (tasks.size > 0) await Promise.all(tasks);
    },
    nudge,
    async askOne(account) {
      const { turn } = await record.change(account, (tx) => next(tx, account), 'write');
      return turn && { message: turn.message, answer: await begin(turn) };
    },
    asking: (message) => questions.get(identityOf(message)),
  };
}

/** The merchant's staff hears of it once, not with every question. */
function problemOf(misfit: string): GatewayProblem {
  if (misfit === 'unreadable: msgIdentifier')
    return { type: 'message-id', operation, message: 'The service answered a poll with another message.' };
  const sentence = 'The answer of the service to a poll could not be read';
  return {
    type: 'answer-unreadable',
    operation,
    message: `${sentence} (${misfit}). Look at the description of the service.`,
  };
}

const byAccount = { by: ['account'], of: [] } as const;

/** An id that is handed out again is another message. */
export function identityOf({ account, provider, id, since, operationId }: MessageRow): string {
  return JSON.stringify([account, provider, id, since, operationId]);
}

interface Alarm {
  /** Unless it is set to something earlier. */
  set: (inMs: number, run: () => void) => void;
  clear: () => void;
}

function createAlarm(clock: Clock): Alarm {
  let at = Infinity;
  let timer: TimerHandle;
  const clear = () => {
    clock.clearTimeout(timer);
    at = Infinity;
  };
  return {
    clear,
    set(inMs, run) {
      const wanted = clock.monotonic() + inMs;
      if (at <= wanted) return;
      clear();
      at = wanted;
      timer = clock.setTimeout(() => {
        at = Infinity;
        run();
      }, inMs);
    },
  };
}
