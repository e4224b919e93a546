import {
  frequentPollingForMs,
  earliestPollAt,
  type PollCandidate,
  type NextPollFacts,
  waitingTimeFactorIfViewed,
} from './chooseNextPoll.ts';
import { type MessageState, withPolledMessage } from './messageState.ts';
import type { LastPoll } from './pollLog.ts';
import type { Clock } from '../time.ts';

export interface WatchOptions {
  /** Whether no person waits. If so, the message is polled only every 22 to 28 s. */
  isSlow?: boolean | undefined;
  /** Whether a person looks at the message on this page. */
  isViewed?: (() => boolean) | undefined;
}

/** What is known of a message before the first poll. */
export interface MessageOrigin {
  provider?: string | undefined;
  /** When the service accepted the message (epoch ms). */
  acceptedAt?: number | undefined;
}

/** Poll times (monotonic ms), state and watchers of one message. */
export function createWatchedMessage(
  msgIdentifier: string,
  since: number,
  { provider, acceptedAt }: MessageOrigin = {},
) {
  let watchers: readonly ({ listener: () => void } & WatchOptions)[] = [];
  let wantedAt = -Infinity;
  const watchedBy = (those: typeof watchers) => {
    watchers = those;
    watched.isSlow = those.length > 0 && those.every(({ isSlow }) => isSlow);
    changed();
  };
  const changed = () => {
    watched.earliestAt = watched.hasNoAddress ? Infinity : earliestPollAt(watched, watched.jitter);
  };
  const state: MessageState = { msgIdentifier, isFinal: false, connection: 'ok', failures: 0, missing: 0 };
  const times: Pick<NextPollFacts, 'lastAskedAt' | 'timedOutAt'> = {};
  const watched = {
    ...times,
    state,
    provider,
    since,
    acceptedAt,
    earliestAt: since,
    isRequested: false,
    isUserRequested: false,
    isSlow: false,
    /** When the service's last answer about the message came, as far as this tab knows. */
    checkedAt: -Infinity,
    /** Until this time, this tab leaves the message to another tab. */
    heldUntil: -Infinity,
    /** The path needs a provider that is unknown: the message cannot be polled. */
    hasNoAddress: false,
    /** How long (ms) this tab waits for the leading tab to poll the message. */
    graceMs: 0,
    isAsking: false,
    /** Whether no caller waits any more: all watchers are slow, the wait timed out, or it has lasted 30 minutes. */
    isBackground: () =>
      watched.isSlow ||
      watched.timedOutAt !== undefined ||
      (watched.lastAskedAt ?? since) - since > frequentPollingForMs,
    /** A random number from 0 to 1, new after each poll. It varies the gaps, so that many tills do not poll all at once. */
    jitter: 0.5,
    isWatched: () => watchers.length > 0,
    isViewed: () => watchers.some(({ isViewed }) => isViewed?.() ?? true),
    add(listener: () => void, options?: WatchOptions) {
      const added = { listener, ...options };
      watchedBy([...watchers, added]);
      return () => watchedBy(watchers.filter((watcher) => watcher !== added));
    },
    notify: () => watchers.forEach(({ listener }) => listener()),
    /** Asks for a poll as soon as possible. */
    requestPoll(at: number, isUserRequested: boolean) {
      wantedAt = at;
      watched.isRequested = true;
      watched.isUserRequested ||= isUserRequested;
      changed();
    },
    /** Records that this tab or another one polled at `at`. A poll requested before then is no longer needed. */
    notePoll(at: number) {
      watched.lastAskedAt = Math.max(watched.lastAskedAt ?? -Infinity, at);
      if (at >= wantedAt) {
        watched.isRequested = false;
        watched.isUserRequested = false;
      }
      changed();
    },
    setProvider(known: string | undefined) {
      if (watched.provider !== undefined || known === undefined) return;
      watched.provider = known;
      watched.hasNoAddress = false;
      changed();
    },
    update(heard: MessageState, at: number) {
      if (heard.lastCheckedAt !== watched.state.lastCheckedAt) watched.checkedAt = at;
      watched.state = heard;
      if (heard.status === 'timeout') watched.timedOutAt ??= at;
      changed();
    },
  };
  return watched;
}
export type WatchedMessage = ReturnType<typeof createWatchedMessage>;

/**
 * The state after another tab's answer. Undefined if there is no answer, or this tab has one that is as new. An answer
 * from before the message was accepted is ignored: it is about an earlier message with the same id.
 */
export function stateFromOtherTab(
  { state, checkedAt, acceptedAt = -Infinity }: WatchedMessage,
  { heard, heardAt = 0 }: LastPoll,
  clock: Clock,
): MessageState | undefined {
  const saidAt = clock.monotonic() - (clock.now() - heardAt);
  if (!heard || saidAt <= checkedAt || saidAt < acceptedAt) return undefined;
  const raw = heard.status === state.status ? state.message?.raw : undefined;
  return withPolledMessage(state, { ...heard, raw }, Math.min(heardAt, clock.now()));
}

function isPollable({ earliestAt, isWatched, isAsking }: WatchedMessage): boolean {
  return earliestAt < Infinity && !isAsking && isWatched();
}

/** Until when the message is left to another tab. A person's "Check now" does not wait. */
export function leftToOtherTabUntil(message: WatchedMessage): number {
  return message.isUserRequested ? -Infinity : message.heldUntil;
}

/** The messages that may be polled, with their times in the log's clock (epoch ms). */
export function pollCandidates(
  messages: Iterable<WatchedMessage>,
  clock: Clock,
  isVisible: boolean,
): PollCandidate[] {
  const epoch = clock.now() - clock.monotonic();
  const found: PollCandidate[] = [];
  for (const message of messages) {
    if (!isPollable(message)) continue;
    const { state, isUserRequested, since, acceptedAt = since, lastAskedAt = acceptedAt } = message;
    found.push({
      msgIdentifier: state.msgIdentifier,
      askedAt: epoch + lastAskedAt,
      earliestAt: epoch + message.earliestAt,
      heldUntil: epoch + leftToOtherTabUntil(message),
      graceMs: isUserRequested ? 0 : message.graceMs,
      weight: isVisible && message.isViewed() ? waitingTimeFactorIfViewed : 1,
      isBackground: message.isBackground(),
      isUserRequested,
    });
  }
  return found;
}

/** How many polls of other messages come before the next one of this message. */
export function countPollsBefore(message: WatchedMessage, messages: Iterable<WatchedMessage>): number {
  if (message.isUserRequested) return 0;
  const isBackground = message.isBackground();
  let count = 0;
  for (const other of messages) {
    const isEarlier = other.earliestAt < message.earliestAt && isPollable(other);
    if (isEarlier && (isBackground || !other.isBackground())) count += 1;
  }
  return count;
}
