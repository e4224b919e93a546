import { PaymentsError } from '../core/errors.ts';
import { firstPollDelayMs } from '../core/polling/chooseNextPoll.ts';
import { withTimeout } from '../core/time.ts';
import { appendCodeOfError } from './GatewayRefusal.ts';
import { type Alarm, createAlarm } from './createAlarm.ts';
import { recordUpkeepIntervalMs, createRecordUpkeep } from './createRecordUpkeep.ts';
import { type GatewayContext, reportStoreFailure } from './gatewayContext.ts';
import type { GatewayProblem } from './gatewayOptions.ts';
import { noSteps, type StoreSteps, type StoreTransaction } from './gatewayStore.ts';
import { type PollTurnAndWait, type TakenPollTurn, takePollTurn } from './pollTurns.ts';
import { prepareServiceCallSender } from './prepareServiceCallSender.ts';
import { type PollOutcome, recordPollOutcome } from './recordPollOutcome.ts';
import type { MessageRow } from './recordRows.ts';
import type { RedactedServiceAnswer } from './replies.ts';

const operation = 'getProcessedMessage';

export type ServicePoller = ReturnType<typeof createServicePoller>;

/** Polls the service about each accepted operation, until it ends or for about a day, whichever instance sent it. */
export function createServicePoller(context: GatewayContext) {
  const { record, rules } = context;
  const { clock } = context.service;
  const questions = new Map<string, Promise<RedactedServiceAnswer | undefined>>();
  const alarms = new Map<string, Alarm>();
  const tasks = new Set<Promise<unknown>>();
  let runners = 0;

  /** Makes `stop` wait for a task. The task must never reject. */
  const trackTask = (task: Promise<unknown>) => {
    tasks.add(task);
    void task.then(() => tasks.delete(task));
  };

  const begin = (turn: TakenPollTurn) => {
    const { account } = turn.message;
    const name = messageKeyText(turn.message);
    const takeNext = (tx: StoreTransaction) => (runners > 0 ? takePollTurn(tx, account, rules) : noSteps());
    const question = makePoll(context, turn, takeNext)
      .then(({ answer, next }) => {
        if (next) scheduleNext(account, next);
        return answer;
      })
      .finally(() => {
        if (questions.get(name) === question) questions.delete(name);
      });
    questions.set(name, question);
    trackTask(question);
    return question;
  };

  const scheduleNext = (account: string, { turn, inMs }: PollTurnAndWait) => {
    if (turn) void begin(turn);
    nudge(account, Math.max(1, inMs));
  };

  const takeTurn = (account: string) =>
    record.change(account, (tx) => takePollTurn(tx, account, rules), 'write');

  const askNext = async (account: string) => {
    try {
      scheduleNext(account, await takeTurn(account));
    } catch (error) {
      reportStoreFailure(context, error, { operation }); // the next upkeep finds the message again
    }
  };

  /** Schedules the account's next poll of the service. By default after the delay of a new message's first poll. */
  const nudge = (account: string, inMs = firstPollDelayMs) => {
    // Without a poller, nothing is scheduled. What is due only after the next upkeep is found by that upkeep.
    if (runners === 0 || inMs > recordUpkeepIntervalMs) return;
    const alarm = alarms.get(account) ?? createAlarm(clock);
    alarms.set(account, alarm);
    alarm.set(inMs, () => {
      alarms.delete(account);
      trackTask(askNext(account));
    });
  };

  const recordUpkeep = createRecordUpkeep(context, (account) => {
    // If an alarm is set already, it will make the account's next poll.
    if (!alarms.has(account)) nudge(account, 0);
  });

  return {
    isRunning: () => runners > 0,
    /** Runs until `stop` was called as often as `start`. */
    start() {
      runners += 1;
      if (runners === 1) recordUpkeep.start();
    },
    /** Resolves when all tasks have ended. */
    async stop() {
      runners = Math.max(0, runners - 1);
      if (runners > 0) return;
      const lastRun = recordUpkeep.stop();
      for (const alarm of alarms.values()) alarm.clear();
      alarms.clear();
      await lastRun;
      while (tasks.size > 0) await Promise.all(tasks);
    },
    nudge,
    /** If no poller runs: makes the account's next poll now, if the limit allows. It may be about another message. */
    async askOne(account: string) {
      const { turn } = await takeTurn(account);
      return turn && { message: turn.message, answer: await begin(turn) };
    },
    asking: (message: MessageRow) => questions.get(messageKeyText(message)),
  };
}

/** Polls the service and records the outcome. The same transaction takes the account's next turn. Never rejects. */
async function makePoll(
  context: GatewayContext,
  turn: TakenPollTurn,
  takeNext: (tx: StoreTransaction) => StoreSteps<PollTurnAndWait | undefined>,
): Promise<{ answer: RedactedServiceAnswer | undefined; next?: PollTurnAndWait | undefined }> {
  const { record, report, measure, rules, service } = context;
  const { account } = turn.message;
  const askedAt = service.clock.monotonic();
  const outcome = await askAboutMessage(context, turn.message);
  const answer = 'answer' in outcome ? outcome.answer : undefined;
  measure('polls', 1, account);
  measure('poll-ms', service.clock.monotonic() - askedAt, account);
  if (answer?.status === 429) measure('polls-refused', 1, account);
  try {
    const jitter = Math.random();
    const { delayMs, anomaly, next } = await record.change(
      account,
      function* (tx) {
        const recorded = yield* recordPollOutcome(tx, turn, outcome, rules, jitter);
        return { ...recorded, next: yield* takeNext(tx) };
      },
      'write',
    );
    measure('poll-delay-ms', delayMs, account);
    // `anomaly` is set only when the problem begins: staff get one report, not one for each poll.
    if (anomaly !== undefined) report(problemOf(anomaly));
    return { answer, next };
  } catch {
    // For a few more seconds, the message counts as being polled. After that, it is polled again.
    report({ type: 'store-failed', operation, message: 'The answer to a poll could not be recorded.' });
    return { answer };
  }
}

function problemOf(anomaly: string): GatewayProblem {
  if (anomaly === 'unreadable: msgIdentifier')
    return {
      type: 'message-id',
      operation,
      message: 'The service answered a poll with the result of another message.',
    };
  const sentence = 'The answer of the service to a poll could not be read';
  return {
    type: 'answer-unreadable',
    operation,
    message: `${sentence} (${anomaly}). Check the description of the service.`,
  };
}

/** Identifies a message. The service's id alone does not, because the service may give a later message the same id. */
export function messageKeyText({ account, provider, id, since, operationId }: MessageRow): string {
  return JSON.stringify([account, provider, id, since, operationId]);
}

const pollTimeoutMs = 10_000;

/** Polls the service about a message, once. Never rejects. */
async function askAboutMessage(
  context: GatewayContext,
  { account, provider, id, currency }: MessageRow,
): Promise<PollOutcome> {
  try {
    const preparing = prepareServiceCallSender(context, {
      operation,
      messageId: id,
      account,
      provider: provider || undefined,
      currency: currency ?? undefined,
      timeoutMs: pollTimeoutMs,
    });
    // This poll has taken its slot. If preparing it takes too long, it is not sent: a late poll could exceed the limit.
    const send = await withTimeout(context.service.clock, pollTimeoutMs, preparing);
    return { answer: await send() };
  } catch (cause) {
    const message = appendCodeOfError('The service gave no answer to a poll', cause);
    context.report({ type: 'service-unreachable', operation, message });
    if (cause instanceof PaymentsError) return { error: cause };
    return { error: new PaymentsError('unanswered', 'The poll could not be sent.', { cause }) };
  }
}
