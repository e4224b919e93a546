import { paymentsErrorOrUnanswered } from '../errors.ts';
import { browserPageLifecycle, type PageLifecycle, type TabChannel } from '../pageLifecycle.ts';
import { type Clock, sleep } from '../time.ts';
import { createPollLoop, createWatchForNewHeaders } from './pollLoop.ts';
import { minPollGapMs } from './chooseNextPoll.ts';
import { createTabPollSharing } from './tabPollSharing.ts';
import {
  countPollsBefore,
  createWatchedMessage,
  leftToOtherTabUntil,
  type MessageOrigin,
  pollCandidates,
  type WatchedMessage,
  type WatchOptions,
} from './watchedMessage.ts';
import { type MessageState, withPolledMessage, withPollError, withSlowedConnection } from './messageState.ts';
import {
  type PollBudgetClient,
  pollBudgetOf,
  type ChosenMessage,
  type PollBudget,
  type PollSlot,
} from './pollBudget.ts';
import { withoutRaw, type PollLog } from './pollLog.ts';
import type { ProcessedMessage } from '../wire/message.ts';

/** A store of one message's state. The message is polled while the store has a subscriber. */
export interface MessageWatch {
  getSnapshot: () => MessageState;
  subscribe: (listener: () => void, options?: WatchOptions) => () => void;
}

/** Whether `checkNow` polls, and when the next poll is possible. Says nothing about the operation's outcome. */
export interface CheckNowResult {
  /** Whether a poll is sent at once. */
  asked: boolean;
  /** When the next poll can be sent (epoch ms). */
  nextAllowedAt: number;
}

export type MessageWatcher = ReturnType<typeof createMessageWatcher>;

interface MessageClient extends PollBudgetClient {
  getProcessedMessage: (
    query: { msgIdentifier: string; provider?: string | undefined },
    how: { slot: PollSlot; budget: PollBudget },
  ) => Promise<ProcessedMessage>;
  hasNewHeaders: () => Promise<boolean>;
}

interface MessageWatcherOptions {
  client: MessageClient;
  clock: Clock;
  random: () => number;
  tab: string;
  channel?: TabChannel | undefined;
  page?: PageLifecycle | undefined;
  /** Gives a message's name in the poll log: messages of different accounts need different names. Default: the message's id. */
  nameOf?: (msgIdentifier: string) => string;
}

const recheckMs = 50;
/** Without a channel a tab cannot count the open tabs: it assumes this many, so that all together keep the limit. */
const assumedTabs = 7;

/**
 * Polls all watched messages through the client's poll budget, at most one request per message at a time.
 * `chooseNextPoll` gives each slot to a message. A message that another tab polls is left to that tab.
 */
export function createMessageWatcher(options: MessageWatcherOptions) {
  const { client, clock, random, tab, channel, page = browserPageLifecycle, nameOf = (id) => id } = options;
  const messages = new Map<string, WatchedMessage>();
  const budget = () => pollBudgetOf(client);
  let isDisposed = false;
  let leaveBudget: (() => void) | undefined;

  const nameInLog = ({ state }: WatchedMessage) => nameOf(state.msgIdentifier);
  const candidates = () => pollCandidates(messages.values(), clock, page.isVisible());
  const nextAt = (message: WatchedMessage) => nextPollAt(message, messages.values(), budget(), clock);
  const sharing = createTabPollSharing({
    tab,
    channel,
    clock,
    isVisible: page.isVisible,
    nameOf,
    onAnswer: (msgIdentifier) => void (messages.has(msgIdentifier) && refreshFromLog()),
    onTabCount: (count) => budget().setTabCount(count),
  });
  const { reschedule, stop } = createPollLoop({
    clock,
    nextDueAt: () => clock.monotonic() + (budget().next(candidates())?.waitMs ?? Infinity),
    pollNext,
  });
  const watchForNewHeaders = watchRefusals(client, clock, messages, reschedule);

  async function pollNext(signal: AbortSignal): Promise<void> {
    if (!channel || channel.isOpen?.() === false) budget().setTabCount(assumedTabs);
    const taken = await budget().acquireFor(choose, signal);
    const message = taken && [...messages.values()].find((one) => nameInLog(one) === taken.msgIdentifier);
    if (message) void poll(message, taken.slot);
    // Another tab took the slot, or no message is due: try again in a moment.
    else await sleep(clock, recheckMs, signal);
  }

  /** Chooses the message to poll. Called in the transaction that takes the slot: only there `log` is up to date. */
  function choose(log: PollLog): ChosenMessage | undefined {
    sharing.apply(log.asked, messages.values(), updateMessage);
    const next = budget().next(candidates(), log);
    const message = next && messages.get(next.msgIdentifier);
    // The budget may have another clock than this page. By that clock the poll may not be due yet.
    if (!message || next.waitMs > 0) return undefined;
    const isBackground = message.isBackground() && !message.isUserRequested;
    return { msgIdentifier: nameInLog(message), isBackground, asked: { tab, isHidden: !page.isVisible() } };
  }

  async function poll(message: WatchedMessage, slot: PollSlot): Promise<void> {
    message.isAsking = true;
    message.notePoll(clock.monotonic());
    const { msgIdentifier, message: known } = message.state;
    const state = await stateAfterPoll(message, clock, () =>
      client.getProcessedMessage({ msgIdentifier, provider: message.provider }, { slot, budget: budget() }),
    );
    // The path of the message needs a provider, and none is known: further polls would only use up slots.
    message.hasNoAddress ||= state.error?.code === 'invalid-input';
    message.isAsking = false;
    message.jitter = random();
    updateMessage(message, state);
    // A final message leaves its slots to the other messages: their polls may be due sooner than planned.
    reschedule(state.isFinal ? undefined : message.earliestAt);
    if (!isDisposed && (state.message !== known || !sharing.isAlone())) {
      const heard = state.error ? undefined : withoutRaw(state.message);
      await budget()
        .shareAnswer(nameInLog(message), heard)
        .catch(() => undefined);
      sharing.announceAnswer(msgIdentifier);
    }
    if (state.connection === 'needs-auth') void watchForNewHeaders();
  }

  function updateMessage(message: WatchedMessage, state: MessageState): void {
    message.update(state, clock.monotonic());
    const next = nextAt(message);
    message.state = { ...state, nextCheckAt: next === Infinity ? undefined : next };
    message.notify();
    drop(message);
  }

  function drop(message: WatchedMessage): void {
    if (!message.isWatched() && !message.isAsking) messages.delete(message.state.msgIdentifier);
  }

  async function refreshFromLog(): Promise<void> {
    try {
      sharing.apply((await budget().refresh()).asked, messages.values(), updateMessage);
      reschedule();
    } catch {
      // The log cannot be read now. When this tab takes its next slot, it reads the log again.
    }
  }

  const isSlowed = () => budget().slowedUntil() !== undefined;
  function applySlowdown(): void {
    for (const message of messages.values()) {
      const state = message.state.isFinal ? message.state : withSlowedConnection(message.state, isSlowed());
      if (state !== message.state) updateMessage(message, state);
    }
    reschedule();
  }

  function join(message: WatchedMessage, listener: () => void, watchOptions?: WatchOptions): () => void {
    const { msgIdentifier } = message.state;
    if (!messages.has(msgIdentifier)) {
      leaveBudget ??= budget().subscribe(applySlowdown);
      if (messages.size === 0) sharing.announceTab();
      message.graceMs = sharing.leaveToLeaderMs();
      message.state = withSlowedConnection(message.state, isSlowed());
      messages.set(msgIdentifier, message);
    }
    const leave = message.add(listener, watchOptions);
    reschedule();
    return () => {
      leave();
      drop(message);
      reschedule();
    };
  }

  return {
    watch: (msgIdentifier: string, origin: MessageOrigin = {}): MessageWatch => {
      const unwatched = messages.get(msgIdentifier) ?? watchFrom(clock, msgIdentifier, origin);
      const current = () => messages.get(msgIdentifier) ?? unwatched;
      return messageWatch(current, join, origin.provider);
    },
    checkNow: (msgIdentifier: string): CheckNowResult => {
      const message = messages.get(msgIdentifier);
      if (!message || message.isAsking) {
        return { asked: false, nextAllowedAt: Math.max(clock.now() + minPollGapMs, budget().nextAt(true)) };
      }
      message.requestPoll(clock.monotonic(), true);
      reschedule();
      const nextAllowedAt = nextAt(message);
      return { asked: nextAllowedAt <= clock.now(), nextAllowedAt };
    },
    /** Polls each message once, because the page may have slept. */
    wake: () => {
      messages.forEach((message) => message.requestPoll(clock.monotonic(), false));
      void refreshFromLog();
    },
    dispose: () => {
      isDisposed = true;
      messages.clear();
      sharing.dispose();
      leaveBudget?.();
      stop();
    },
  };
}

function messageWatch(
  current: () => WatchedMessage,
  join: (message: WatchedMessage, listener: () => void, options?: WatchOptions) => () => void,
  provider: string | undefined,
): MessageWatch {
  return {
    getSnapshot: () => current().state,
    subscribe(listener, options) {
      current().setProvider(provider);
      return join(current(), listener, options);
    },
  };
}

/** If polls were refused because of their credentials, polls the messages again once the host has new headers. */
function watchRefusals(
  client: MessageClient,
  clock: Clock,
  messages: ReadonlyMap<string, WatchedMessage>,
  reschedule: () => void,
) {
  const refused = () => [...messages.values()].filter(({ state }) => state.connection === 'needs-auth');
  return createWatchForNewHeaders({
    client,
    clock,
    isRefused: () => refused().length > 0,
    onNewHeaders() {
      refused().forEach((message) => message.requestPoll(clock.monotonic(), false));
      reschedule();
    },
  });
}

/** When the message can be polled next (epoch ms), as far as this tab knows: after the messages that are due earlier. */
function nextPollAt(
  message: WatchedMessage,
  messages: Iterable<WatchedMessage>,
  budget: PollBudget,
  clock: Clock,
): number {
  const before = countPollsBefore(message, messages);
  const due = clock.now() - clock.monotonic() + Math.max(message.earliestAt, leftToOtherTabUntil(message));
  return Math.max(due, budget.nextAt(message.isUserRequested, before));
}

async function stateAfterPoll(
  message: WatchedMessage,
  clock: Clock,
  ask: () => Promise<ProcessedMessage>,
): Promise<MessageState> {
  try {
    const heard = await ask();
    return withPolledMessage(message.state, heard, clock.now());
  } catch (cause) {
    return withPollError(
      message.state,
      paymentsErrorOrUnanswered(cause, 'The poll could not be sent.'),
      clock.now(),
    );
  }
}

function watchFrom(clock: Clock, msgIdentifier: string, { provider, acceptedAt }: MessageOrigin) {
  const now = clock.monotonic();
  const age = acceptedAt === undefined ? undefined : Math.max(0, clock.now() - acceptedAt);
  const origin = { provider, acceptedAt: age === undefined ? undefined : now - age };
  return createWatchedMessage(msgIdentifier, now, origin);
}
