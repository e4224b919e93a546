import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import { PaymentsError } from '../errors/PaymentsError.ts';
import type { Clock } from '../time/clock.ts';
import { sleep } from '../time/sleep.ts';
import { type MessageState, withMessage, withPollError } from './messageState.ts';
import { createMessageStream, type MessageStream, type WatchOptions } from './messageStream.ts';
import { dueAt, minGapMs } from './pollSchedule.ts';
import type { PollSlot } from './pollBudget.ts';

/** One message as a store: asked about while somebody is subscribed. */
export interface MessageWatch {
  getSnapshot: () => MessageState;
  subscribe: (listener: () => void, options?: WatchOptions) => () => void;
}

export interface CheckResult {
  /** Whether a question goes out at once. */
  asked: boolean;
  /** When one can go out (epoch ms). */
  nextAllowedAt: number;
}

export interface MessageWatcher {
  watch(msgIdentifier: string, about?: { provider?: string | undefined }): MessageWatch;
  checkNow: (msgIdentifier: string) => CheckResult;
  dispose: () => void;
}

export interface MessageWatcherOptions {
  client: Pick<PaymentsClient, 'getProcessedMessage' | 'pollBudget'>;
  clock: Clock;
  random: () => number;
}

/** Asks about all watched messages through the client's one budget: a stream a message, one question in flight each. */
export function createMessageWatcher({ client, clock, random }: MessageWatcherOptions): MessageWatcher {
  const streams = new Map<string, MessageStream>();
  let wake = new AbortController();
  let isRunning = false;
  let isDisposed = false;

  const nudge = () => {
    wake.abort();
    wake = new AbortController();
    if (!isRunning && !isDisposed) void run();
  };

  const idle = () => [...streams.values()].filter((stream) => stream.isWatched() && !stream.isAsking);

  const next = (): MessageStream | undefined =>
    idle().reduce<MessageStream | undefined>(
      (first, stream) => (first && first.dueAt <= stream.dueAt ? first : stream),
      undefined,
    );

  async function run(): Promise<void> {
    isRunning = true;
    for (let first = next(); first && first.dueAt < Infinity; first = next()) {
      const { signal } = wake;
      try {
        const wait = first.dueAt - clock.monotonic();
        if (wait > 0) await sleep(clock, wait, signal);
        else await askNext(await client.pollBudget().acquire(signal));
      } catch {
        // Woken: something changed, look again.
      }
    }
    isRunning = false;
  }

  // The slot may have taken a while: who gets it is decided now.
  async function askNext(slot: PollSlot): Promise<void> {
    const stream = next();
    if (stream && stream.dueAt <= clock.monotonic()) void ask(stream, slot);
  }

  async function ask(stream: MessageStream, slot: PollSlot): Promise<void> {
    stream.begin(clock.monotonic());
    const { state } = stream;
    let answered: MessageState;
    try {
      const query = { msgIdentifier: state.msgIdentifier, provider: stream.provider };
      answered = withMessage(state, await client.getProcessedMessage(query, { slot }), clock.now());
    } catch (error) {
      answered = withPollError(state, asPaymentsError(error), clock.now());
    }
    stream.end(answered, clock.monotonic());
    schedule(stream);
    stream.notify();
    if (!stream.isWatched()) streams.delete(state.msgIdentifier);
    nudge();
  }

  /** When a stream's next question can go out at the earliest, as far as this tab knows (epoch ms). */
  const nextQuestionAt = (stream: MessageStream) =>
    Math.max(clock.now() + Math.max(0, stream.dueAt - clock.monotonic()), client.pollBudget().nextAt());

  function schedule(stream: MessageStream): void {
    stream.dueAt = dueAt(stream.facts(), clock.monotonic(), random());
    const nextCheckAt = stream.dueAt === Infinity ? undefined : nextQuestionAt(stream);
    stream.state = { ...stream.state, nextCheckAt };
  }

  return {
    watch(msgIdentifier, about = {}) {
      const existing = () => streams.get(msgIdentifier);
      const stream = existing() ?? createMessageStream(msgIdentifier, about.provider, clock.monotonic());
      return {
        getSnapshot: () => (existing() ?? stream).state,
        subscribe(listener, options) {
          const watched = existing() ?? stream;
          streams.set(msgIdentifier, watched);
          const leave = watched.add(listener, options);
          if (!watched.isAsking) schedule(watched);
          nudge();
          return () => {
            leave();
            if (!watched.isWatched() && !watched.isAsking) streams.delete(msgIdentifier);
            nudge();
          };
        },
      };
    },
    checkNow(msgIdentifier) {
      const stream = streams.get(msgIdentifier);
      const soon = Math.max(clock.now() + minGapMs, client.pollBudget().nextAt());
      if (!stream || stream.isAsking) return { asked: false, nextAllowedAt: soon };
      stream.isWanted = true;
      schedule(stream);
      nudge();
      const nextAllowedAt = nextQuestionAt(stream);
      return { asked: nextAllowedAt <= clock.now(), nextAllowedAt };
    },
    dispose() {
      isDisposed = true;
      streams.clear();
      wake.abort();
    },
  };
}

function asPaymentsError(error: unknown): PaymentsError {
  return error instanceof PaymentsError
    ? error
    : new PaymentsError('unanswered', 'The question could not be asked.', { cause: error });
}
