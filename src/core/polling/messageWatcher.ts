import { PaymentsError } from '../errors.ts';
import { browserPageLifecycle, type PageLifecycle, type TabChannel } from '../pageLifecycle.ts';
import { type Clock, sleep, systemClock } from '../time.ts';
import { createPollLoop, createHeadersWatch } from './pollLoop.ts';
import { type PollCandidate, viewedWeight, minPollGapMs } from './chooseNextPoll.ts';
import { createTabPollSharing, followerGraceMs } from './tabPollSharing.ts';
import {
  createWatchedMessage,
  type MessageOrigin,
  type WatchedMessage,
  type WatchOptions,
} from './watchedMessage.ts';
import { type MessageState, withMessage, withPollError, withSlowdown } from './messageState.ts';
import { type ChosenMessage, type PollBudget, type PollSlot, sharedPollBudget } from './pollBudget.ts';
import { withoutRaw, type PollLog } from './pollLog.ts';
import type { ProcessedMessage } from '../wire/message.ts';

/** One message as a store. The message is polled while it has a subscriber. */
export interface MessageWatch {
  getSnapshot: () => MessageState;
  subscribe: (listener: () => void, options?: WatchOptions) => () => void;
}

export interface CheckResult {
  /** Whether a poll is sent at once. */
  asked: boolean;
  /** When the next poll can be sent (epoch ms). */
  nextAllowedAt: number;
}

export interface MessageWatcher {
  watch: (msgIdentifier: string, origin?: MessageOrigin) => MessageWatch;
  checkNow: (msgIdentifier: string) => CheckResult;
  /** The page may have slept: polls each message once. */
  wake: () => void;
  dispose: () => void;
}

/** What the watcher needs of a client. */
interface MessageClient {
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

interface MessageWatcherOptions {
  client: MessageClient;
  clock: Clock;
  random: () => number;
  /** Id of this tab. */
  tab: string;
  channel?: TabChannel | undefined;
  page?: PageLifecycle | undefined;
}

const recheckMs = 50;
/** The number of tabs to reckon with where there is no channel: together they stay below the limit. */
const assumedTabs = 7;

/**
 * Polls all watched messages through the client's poll budget, at most one request per message at a time.
 * `chooseNextPoll` gives each slot to a message. A message that another tab polls is left to that tab.
 */
export function createMessageWatcher(options: MessageWatcherOptions): MessageWatcher {
  const { client, clock, random, tab, channel, page = browserPageLifecycle } = options;
  const watchedMessages = new Map<string, WatchedMessage>();
  let isDisposed = false;
  let leaveBudget: (() => void) | undefined;
  let asked: PollLog['asked'] = new Map();

  let shared: PollBudget | undefined;
  const budget = () => client.options.pollBudget ?? (shared ??= sharedBudget());
  const sharedBudget = () => {
    const { budgetKey, clock: clientClock = systemClock } = client.options;
    return sharedPollBudget(client.origin(), budgetKey, clientClock);
  };
  const all = () => [...watchedMessages.values()];
  const idle = () =>
    all().filter(({ earliestAt, isWatched, isAsking }) => earliestAt < Infinity && isWatched() && !isAsking);

  /** The messages that may be polled, with their times in the log's clock (epoch ms). */
  function candidates(): PollCandidate[] {
    const epoch = clock.now() - clock.monotonic();
    const isVisible = page.isVisible();
    return idle().map((stream) => {
      const { state, isUserRequested, since, acceptedAt = since } = stream;
      return {
        msgIdentifier: state.msgIdentifier,
        askedAt: epoch + (stream.lastAskedAt ?? acceptedAt),
        earliestAt: epoch + stream.earliestAt,
        heldUntil: epoch + heldUntil(stream),
        graceMs: isUserRequested ? 0 : stream.graceMs,
        weight: isVisible && stream.isViewed() ? viewedWeight : 1,
        isBackground: stream.isBackground(),
        isUserRequested,
      };
    });
  }
  const sharing = createTabPollSharing({
    tab,
    channel,
    clock,
    isVisible: page.isVisible,
    onAnswer: (msgIdentifier) => {
      if (watchedMessages.has(msgIdentifier)) void refreshFromLog();
    },
    onTabCount: (count) => budget().setTabCount(count),
  });

  const { reschedule, stop } = createPollLoop({
    clock,
    nextDueAt: () => clock.monotonic() + (budget().next(candidates())?.waitMs ?? Infinity),
    pollNext,
  });

  const refused = () => all().filter(({ state }) => state.connection === 'needs-auth');
  const watchHeaders = createHeadersWatch({
    client,
    clock,
    isRefused: () => refused().length > 0,
    onNewHeaders() {
      refused().forEach((stream) => stream.requestPoll(clock.monotonic(), false));
      reschedule();
    },
  });

  async function pollNext(signal: AbortSignal): Promise<void> {
    if (!channel || channel.isOpen?.() === false) budget().setTabCount(assumedTabs);
    const taken = await budget().acquireFor(choose, signal);
    const stream = taken && watchedMessages.get(taken.msgIdentifier);
    if (taken && stream) void ask(stream, taken.slot);
    // Another tab took the slot: try again in a moment.
    else await sleep(clock, recheckMs, signal);
  }

  /** Chooses when the slot is taken, not before: by then the log has the polls of the other tabs. */
  function choose(log: PollLog): ChosenMessage | undefined {
    applyLog(log);
    const next = budget().next(candidates(), log);
    // The budget's clock decides: this page's may be another one.
    if (!next || next.waitMs > 0) return undefined;
    const { msgIdentifier } = next;
    const stream = watchedMessages.get(msgIdentifier);
    const isBackground = stream !== undefined && stream.isBackground() && !stream.isUserRequested;
    return { msgIdentifier, isBackground, asked: { tab, isHidden: !page.isVisible() } };
  }

  async function ask(stream: WatchedMessage, slot: PollSlot): Promise<void> {
    stream.isAsking = true;
    stream.notePoll(clock.monotonic());
    const { msgIdentifier } = stream.state;
    const query = { msgIdentifier, provider: stream.provider };
    let state: MessageState;
    try {
      const message = await client.getProcessedMessage(query, { slot, budget: budget() });
      state = withMessage(stream.state, message, clock.now());
    } catch (error) {
      state = withPollError(stream.state, asPaymentsError(error), clock.now());
      // Without the provider there is no path: another try would only take slots from other messages.
      if (state.error?.code === 'invalid-input') stream.hasNoAddress = true;
    }
    stream.isAsking = false;
    stream.jitter = random();
    updateMessage(stream, state);
    // A message that has ended leaves its slots to the others.
    reschedule(state.isFinal ? undefined : stream.earliestAt);
    await share(stream);
    if (state.connection === 'needs-auth') void watchHeaders();
  }

  function updateMessage(stream: WatchedMessage, state: MessageState): void {
    stream.update(state, clock.monotonic());
    const next = nextQuestionAt(stream);
    stream.state = { ...state, nextCheckAt: next === Infinity ? undefined : next };
    stream.notify();
    drop(stream);
  }

  /**
   * When the next poll of a message can be sent, after those that come before it, as far as this tab knows (epoch ms).
   */
  function nextQuestionAt(stream: WatchedMessage): number {
    const { isUserRequested, earliestAt } = stream;
    const isBefore = (other: WatchedMessage) =>
      other.earliestAt < earliestAt && (stream.isBackground() || !other.isBackground());
    const before = isUserRequested ? 0 : idle().filter(isBefore).length;
    const due = clock.now() - clock.monotonic() + Math.max(earliestAt, heldUntil(stream));
    return Math.max(due, budget().nextAt(isUserRequested, before));
  }

  function drop(stream: WatchedMessage): void {
    if (!stream.isWatched() && !stream.isAsking) watchedMessages.delete(stream.state.msgIdentifier);
  }

  async function share({ state }: WatchedMessage): Promise<void> {
    if (isDisposed) return;
    const { msgIdentifier, message } = state;
    const told = budget().shareAnswer(msgIdentifier, state.error ? undefined : withoutRaw(message));
    await told.catch(() => undefined);
    sharing.announceAnswer(msgIdentifier);
  }

  /** Applies the polls and answers of the other tabs. */
  function applyLog(log: PollLog): void {
    asked = log.asked;
    let graceMs: number | undefined;
    for (const stream of all()) {
      const entry = asked.get(stream.state.msgIdentifier);
      stream.graceMs = entry?.tab === tab ? 0 : (graceMs ??= followerGrace());
      const elsewhere = sharing.pollOfOtherTab(entry);
      if (!entry || !elsewhere || stream.isAsking) continue;
      if (elsewhere.at !== undefined) stream.notePoll(elsewhere.at);
      stream.heldUntil = elsewhere.heldUntil;
      const { heard, heardAt = 0 } = entry;
      const saidAt = clock.monotonic() - (clock.now() - heardAt);
      if (!heard || saidAt <= stream.checkedAt) continue;
      const raw = heard.status === stream.state.status ? stream.state.message?.raw : undefined;
      const state = withMessage(stream.state, { ...heard, raw }, Math.min(heardAt, clock.now()));
      // Not inside the transaction: a listener may start work of its own.
      queueMicrotask(() => updateMessage(stream, state));
    }
  }

  const followerGrace = () => (sharing.isFollower(asked) ? followerGraceMs : 0);

  async function refreshFromLog(): Promise<void> {
    try {
      applyLog(await budget().refresh());
      reschedule();
    } catch {
      // The log cannot be read now; the next slot reads it again.
    }
  }

  function applySlowdown(): void {
    const isSlowed = budget().slowedUntil() !== undefined;
    for (const stream of all()) {
      const state = stream.state.isFinal ? stream.state : withSlowdown(stream.state, isSlowed);
      if (state !== stream.state) updateMessage(stream, state);
    }
    reschedule();
  }

  return {
    watch(msgIdentifier, { provider, acceptedAt } = {}) {
      const existing = () => watchedMessages.get(msgIdentifier);
      const now = clock.monotonic();
      const age = acceptedAt === undefined ? undefined : Math.max(0, clock.now() - acceptedAt);
      const origin = { provider, acceptedAt: age === undefined ? undefined : now - age };
      const stream = existing() ?? createWatchedMessage(msgIdentifier, now, origin);
      return {
        getSnapshot: () => (existing() ?? stream).state,
        subscribe(listener, watchOptions) {
          leaveBudget ??= budget().subscribe(applySlowdown);
          if (watchedMessages.size === 0) sharing.announceTab();
          const watched = existing() ?? stream;
          if (watched.provider === undefined && provider !== undefined) {
            watched.provider = provider;
            watched.hasNoAddress = false;
          }
          if (!existing()) {
            watched.graceMs = followerGrace();
            watched.state = withSlowdown(watched.state, budget().slowedUntil() !== undefined);
          }
          watchedMessages.set(msgIdentifier, watched);
          const leave = watched.add(listener, watchOptions);
          reschedule();
          return () => {
            leave();
            drop(watched);
            reschedule();
          };
        },
      };
    },
    checkNow(msgIdentifier) {
      const stream = watchedMessages.get(msgIdentifier);
      const soon = Math.max(clock.now() + minPollGapMs, budget().nextAt(true));
      if (!stream || stream.isAsking) return { asked: false, nextAllowedAt: soon };
      stream.requestPoll(clock.monotonic(), true);
      reschedule();
      const nextAllowedAt = nextQuestionAt(stream);
      return { asked: nextAllowedAt <= clock.now(), nextAllowedAt };
    },
    wake() {
      for (const stream of all()) stream.requestPoll(clock.monotonic(), false);
      void refreshFromLog();
    },
    dispose() {
      isDisposed = true;
      watchedMessages.clear();
      sharing.dispose();
      leaveBudget?.();
      stop();
    },
  };
}

function heldUntil(stream: WatchedMessage): number {
  if (stream.hasNoAddress) return Infinity;
  return stream.isUserRequested ? -Infinity : stream.heldUntil;
}

function asPaymentsError(error: unknown): PaymentsError {
  return error instanceof PaymentsError
    ? error
    : new PaymentsError('unanswered', 'The poll could not be sent.', { cause: error });
}
