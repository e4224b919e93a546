import { earliestPollAt, automaticPollingMs, type PollTiming } from './chooseNextPoll.ts';
import type { MessageState } from './messageState.ts';

export interface WatchOptions {
  /** Nobody waits for this: ask every 22 to 28 s. */
  isSlow?: boolean | undefined;
  /** Whether a person is looking at it on this page. */
  isViewed?: (() => boolean) | undefined;
}

/** What is known of a message beforehand. */
export interface MessageContext {
  provider?: string | undefined;
  /** When the service took it (epoch ms). */
  acceptedAt?: number | undefined;
}

/** The bookkeeping of one watched message (monotonic ms). */
export function createWatchedMessage(
  msgIdentifier: string,
  since: number,
  { provider, acceptedAt }: MessageContext = {},
) {
  let watchers: readonly ({ listener: () => void } & WatchOptions)[] = [];
  let wantedAt = -Infinity;
  const watchedBy = (those: typeof watchers) => {
    watchers = those;
    watched.isSlow = those.length > 0 && those.every(({ isSlow }) => isSlow);
    changed();
  };
  const changed = () => {
    watched.earliestAt = earliestPollAt(watched, watched.jitter);
  };
  const state: MessageState = { msgIdentifier, isFinal: false, connection: 'ok', failures: 0, missing: 0 };
  const times: Pick<PollTiming, 'lastAskedAt' | 'timedOutAt'> = {};
  const watched = {
    ...times,
    state,
    provider,
    since,
    acceptedAt,
    /** From when it may be asked about. */
    earliestAt: since,
    isRequested: false,
    isUserRequested: false,
    isSlow: false,
    /** When the service last said something of it, as far as this tab knows. */
    checkedAt: -Infinity,
    /** Another tab asks until then. */
    heldUntil: -Infinity,
    /** Its path needs a provider that is not known: it cannot be asked about. */
    hasNoAddress: false,
    /** Another tab is likely to ask first: how long it may take (ms). */
    graceMs: 0,
    isAsking: false,
    /** No caller waits for it any more: it is slow or timed out, or was asked about for half an hour. */
    isBackground: () =>
      watched.isSlow ||
      watched.timedOutAt !== undefined ||
      (watched.lastAskedAt ?? since) - since > automaticPollingMs,
    /** 0 to 1, new after each question. */
    jitter: 0.5,
    isWatched: () => watchers.length > 0,
    isViewed: () => watchers.some(({ isViewed }) => isViewed?.() ?? true),
    add(listener: () => void, options?: WatchOptions) {
      const added = { listener, ...options };
      watchedBy([...watchers, added]);
      return () => watchedBy(watchers.filter((watcher) => watcher !== added));
    },
    notify: () => watchers.forEach(({ listener }) => listener()),
    /** It should be asked about soon. */
    requestPoll(at: number, isUserRequested: boolean) {
      wantedAt = at;
      watched.isRequested = true;
      watched.isUserRequested ||= isUserRequested;
      changed();
    },
    /** A question went out, here or in another tab. */
    notePoll(at: number) {
      watched.lastAskedAt = Math.max(watched.lastAskedAt ?? -Infinity, at);
      if (at >= wantedAt) {
        watched.isRequested = false;
        watched.isUserRequested = false;
      }
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
