import { PaymentsError } from '../errors.ts';
import { browserPage, type PageSignals, type TabChannel } from '../page.ts';
import { type Clock, sleep, systemClock } from '../time.ts';
import { createAskingLoop, createHeadersWatch } from './askingLoop.ts';
import { type Candidate, lookedWeight, minGapMs } from './chooseNext.ts';
import { createMessageSharing, followerGraceMs } from './messageSharing.ts';
import {
  createMessageStream,
  type MessageOrigin,
  type MessageStream,
  type WatchOptions,
} from './messageStream.ts';
import { type MessageState, withMessage, withPollError, withWeather } from './messageState.ts';
import { type ChosenMessage, type PollBudget, type PollSlot, sharedPollBudget } from './pollBudget.ts';
import { heardOf, type PollLog } from './pollLog.ts';
import type { ProcessedMessage } from '../wire/message.ts';

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
  watch: (msgIdentifier: string, origin?: MessageOrigin) => MessageWatch;
  checkNow: (msgIdentifier: string) => CheckResult;
  /** The page may have slept: each message is asked about once. */
  wake: () => void;
  dispose: () => void;
}

/** What asks the service. */
export interface MessageSource {
  getProcessedMessage: (
    query: { msgIdentifier: string; provider?: string | undefined },
    how: { slot: PollSlot; budget: PollBudget },
  ) => Promise<ProcessedMessage>;
  hasNewHeaders: () => Promise<boolean>;
  origin: () => string;
  readonly options: Readonly<{
    pollBudget?: PollBudget | undefined;
    budgetKey?: string | undefined;
    clock?: Clock | undefined;
  }>;
}

export interface MessageWatcherOptions {
  client: MessageSource;
  clock: Clock;
  random: () => number;
  /** Name of this tab among the others. */
  tab: string;
  channel?: TabChannel | undefined;
  page?: PageSignals | undefined;
}

const lookAgainMs = 50;
/** As many tabs as may be there, unheard, where there is no channel: together they stay below the limit. */
const unheardTabs = 7;

/**
 * Asks about all watched messages through the client's one budget: a stream a message, one question in flight each. Who
 * gets the next slot `chooseNext` says; what another tab asks about is left to it.
 */
export function createMessageWatcher(options: MessageWatcherOptions): MessageWatcher {
  const { client, clock, random, tab, channel, page = browserPage } = options;
  const streams = new Map<string, MessageStream>();
  let isDisposed = false;
  let leaveBudget: (() => void) | undefined;
  let asked: PollLog['asked'] = new Map();

  let shared: PollBudget | undefined;
  const budget = () => client.options.pollBudget ?? (shared ??= sharedBudget());
  const sharedBudget = () => {
    const { budgetKey, clock: clientClock = systemClock } = client.options;
    return sharedPollBudget(client.origin(), budgetKey, clientClock);
  };
  const all = () => [...streams.values()];
  const idle = () =>
    all().filter(({ from, isWatched, isAsking }) => from < Infinity && isWatched() && !isAsking);

  /** Whoever may be asked about, with its times as the log has them (epoch ms). */
  function candidates(): Candidate[] {
    const epoch = clock.now() - clock.monotonic();
    const isVisible = page.isVisible();
    return idle().map((stream) => {
      const { state, isPersonal, since, acceptedAt = since } = stream;
      return {
        msgIdentifier: state.msgIdentifier,
        askedAt: epoch + (stream.lastAskedAt ?? acceptedAt),
        from: epoch + stream.from,
        heldUntil: epoch + heldUntil(stream),
        graceMs: isPersonal ? 0 : stream.graceMs,
        weight: isVisible && stream.isLooked() ? lookedWeight : 1,
        isBackground: stream.isBackground(),
        isPersonal,
      };
    });
  }
  const sharing = createMessageSharing({
    tab,
    channel,
    clock,
    isVisible: page.isVisible,
    onHeard: (msgIdentifier) => {
      if (streams.has(msgIdentifier)) void look();
    },
    onTabs: (count) => budget().shareWith(count),
  });

  const { nudge, stop } = createAskingLoop({
    clock,
    nextDueAt: () => clock.monotonic() + (budget().next(candidates())?.waitMs ?? Infinity),
    askNext,
  });

  const refused = () => all().filter(({ state }) => state.connection === 'needs-auth');
  const watchHeaders = createHeadersWatch({
    client,
    clock,
    isRefused: () => refused().length > 0,
    onNewHeaders() {
      refused().forEach((stream) => stream.want(clock.monotonic(), false));
      nudge();
    },
  });

  async function askNext(signal: AbortSignal): Promise<void> {
    if (!channel || channel.isOpen?.() === false) budget().shareWith(unheardTabs);
    const taken = await budget().acquireFor(choose, signal);
    const stream = taken && streams.get(taken.msgIdentifier);
    if (taken && stream) void ask(stream, taken.slot);
    // Another tab had it: things look different in a moment.
    else await sleep(clock, lookAgainMs, signal);
  }

  /** The slot may have taken a while: who gets it is decided now, knowing what the other tabs asked. */
  function choose(log: PollLog): ChosenMessage | undefined {
    learn(log);
    const next = budget().next(candidates(), log);
    // Not by this page's clock: the budget may have another.
    if (!next || next.waitMs > 0) return undefined;
    const { msgIdentifier } = next;
    const stream = streams.get(msgIdentifier);
    const isBackground = stream !== undefined && stream.isBackground() && !stream.isPersonal;
    return { msgIdentifier, isBackground, asked: { tab, isHidden: !page.isVisible() } };
  }

  async function ask(stream: MessageStream, slot: PollSlot): Promise<void> {
    stream.isAsking = true;
    stream.askedAt(clock.monotonic());
    const { msgIdentifier } = stream.state;
    const query = { msgIdentifier, provider: stream.provider };
    let state: MessageState;
    try {
      const message = await client.getProcessedMessage(query, { slot, budget: budget() });
      state = withMessage(stream.state, message, clock.now());
    } catch (error) {
      state = withPollError(stream.state, asPaymentsError(error), clock.now());
      // Without the provider it has no address: asked again, it would only take slots from the others.
      if (state.error?.code === 'invalid-input') stream.hasNoAddress = true;
    }
    stream.isAsking = false;
    stream.jitter = random();
    hear(stream, state);
    // Who is asked about no more leaves the others more of the minute.
    nudge(state.isFinal ? undefined : stream.from);
    await share(stream);
    if (state.connection === 'needs-auth') void watchHeaders();
  }

  function hear(stream: MessageStream, state: MessageState): void {
    stream.hear(state, clock.monotonic());
    const next = nextQuestionAt(stream);
    stream.state = { ...state, nextCheckAt: next === Infinity ? undefined : next };
    stream.notify();
    drop(stream);
  }

  /** When a stream's next question can go out, after those whose turn is before, as far as this tab knows (epoch ms). */
  function nextQuestionAt(stream: MessageStream): number {
    const { isPersonal, from } = stream;
    const isBefore = (other: MessageStream) =>
      other.from < from && (stream.isBackground() || !other.isBackground());
    const before = isPersonal ? 0 : idle().filter(isBefore).length;
    const due = clock.now() - clock.monotonic() + Math.max(from, heldUntil(stream));
    return Math.max(due, budget().nextAt(isPersonal, before));
  }

  function drop(stream: MessageStream): void {
    if (!stream.isWatched() && !stream.isAsking) streams.delete(stream.state.msgIdentifier);
  }

  async function share({ state }: MessageStream): Promise<void> {
    if (isDisposed) return;
    const { msgIdentifier, message } = state;
    const told = budget().tell(msgIdentifier, state.error ? undefined : heardOf(message));
    await told.catch(() => undefined);
    sharing.tellHeard(msgIdentifier);
  }

  /** Takes over what the other tabs asked and heard. */
  function learn(log: PollLog): void {
    asked = log.asked;
    let graceMs: number | undefined;
    for (const stream of all()) {
      const entry = asked.get(stream.state.msgIdentifier);
      stream.graceMs = entry?.tab === tab ? 0 : (graceMs ??= followerGrace());
      const elsewhere = sharing.askedElsewhere(entry);
      if (!entry || !elsewhere || stream.isAsking) continue;
      if (elsewhere.at !== undefined) stream.askedAt(elsewhere.at);
      stream.heldUntil = elsewhere.heldUntil;
      const { heard, heardAt = 0 } = entry;
      const saidAt = clock.monotonic() - (clock.now() - heardAt);
      if (!heard || saidAt <= stream.checkedAt) continue;
      const raw = heard.status === stream.state.status ? stream.state.message?.raw : undefined;
      const state = withMessage(stream.state, { ...heard, raw }, Math.min(heardAt, clock.now()));
      // Not in the middle of a transaction: a listener may start something.
      queueMicrotask(() => hear(stream, state));
    }
  }

  const followerGrace = () => (sharing.isFollower(asked) ? followerGraceMs : 0);

  async function look(): Promise<void> {
    try {
      learn(await budget().look());
      nudge();
    } catch {
      // The log cannot be had now; the next slot looks again.
    }
  }

  function applyWeather(): void {
    const isSlowed = budget().slowedUntil() !== undefined;
    for (const stream of all()) {
      const state = stream.state.isFinal ? stream.state : withWeather(stream.state, isSlowed);
      if (state !== stream.state) hear(stream, state);
    }
    nudge();
  }

  return {
    watch(msgIdentifier, { provider, acceptedAt } = {}) {
      const existing = () => streams.get(msgIdentifier);
      const now = clock.monotonic();
      const age = acceptedAt === undefined ? undefined : Math.max(0, clock.now() - acceptedAt);
      const origin = { provider, acceptedAt: age === undefined ? undefined : now - age };
      const stream = existing() ?? createMessageStream(msgIdentifier, now, origin);
      return {
        getSnapshot: () => (existing() ?? stream).state,
        subscribe(listener, watchOptions) {
          leaveBudget ??= budget().subscribe(applyWeather);
          if (streams.size === 0) sharing.hello();
          const watched = existing() ?? stream;
          if (watched.provider === undefined && provider !== undefined) {
            watched.provider = provider;
            watched.hasNoAddress = false;
          }
          if (!existing()) {
            watched.graceMs = followerGrace();
            watched.state = withWeather(watched.state, budget().slowedUntil() !== undefined);
          }
          streams.set(msgIdentifier, watched);
          const leave = watched.add(listener, watchOptions);
          nudge();
          return () => {
            leave();
            drop(watched);
            nudge();
          };
        },
      };
    },
    checkNow(msgIdentifier) {
      const stream = streams.get(msgIdentifier);
      const soon = Math.max(clock.now() + minGapMs, budget().nextAt(true));
      if (!stream || stream.isAsking) return { asked: false, nextAllowedAt: soon };
      stream.want(clock.monotonic(), true);
      nudge();
      const nextAllowedAt = nextQuestionAt(stream);
      return { asked: nextAllowedAt <= clock.now(), nextAllowedAt };
    },
    wake() {
      for (const stream of all()) stream.want(clock.monotonic(), false);
      void look();
    },
    dispose() {
      isDisposed = true;
      streams.clear();
      sharing.dispose();
      leaveBudget?.();
      stop();
    },
  };
}

function heldUntil(stream: MessageStream): number {
  if (stream.hasNoAddress) return Infinity;
  return stream.isPersonal ? -Infinity : stream.heldUntil;
}

function asPaymentsError(error: unknown): PaymentsError {
  return error instanceof PaymentsError
    ? error
    : new PaymentsError('unanswered', 'The question could not be asked.', { cause: error });
}
