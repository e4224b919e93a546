import type { MessageState } from './messageState.ts';
import type { PollFacts } from './pollSchedule.ts';

export interface WatchOptions {
  /** Nobody waits for this: ask every 30 s. */
  isSlow?: boolean | undefined;
  /** Whether a person is looking at it on this page. */
  isLooked?: (() => boolean) | undefined;
}

/** What is known of a message when watching begins. */
export interface WatchedMessage {
  msgIdentifier: string;
  provider?: string | undefined;
  /** When the service took it (monotonic ms). */
  acceptedAt?: number | undefined;
}

/** The bookkeeping of one watched message; only the watcher changes it. */
export interface MessageStream extends PollFacts {
  readonly provider: string | undefined;
  /** When the service last said something of it, as far as this tab knows (monotonic ms). */
  checkedAt: number;
  /** Another tab asks until then (monotonic ms). */
  heldUntil: number;
  /** A gateway has nothing new before (monotonic ms). */
  nothingNewUntil: number;
  /** Another tab is likely to ask first: how long it may take (ms). */
  graceMs: number;
  isAsking: boolean;
  /** 0 to 1, new after each question. */
  jitter: number;
  isWatched: () => boolean;
  isLooked: () => boolean;
  add: (listener: () => void, options?: WatchOptions) => () => void;
  notify: () => void;
  /** It should be asked about soon; `isPersonal` when somebody pressed "Check now" (monotonic ms). */
  want: (at: number, isPersonal: boolean) => void;
  /** A question went out, here or in another tab (monotonic ms). */
  askedAt: (at: number) => void;
  hear: (state: MessageState, at: number) => void;
}

type Watcher = { listener: () => void } & WatchOptions;

export function createMessageStream(message: WatchedMessage, now: number): MessageStream {
  const { msgIdentifier, provider, acceptedAt } = message;
  let watchers: readonly Watcher[] = [];
  let wantedAt = -Infinity;
  const watchedBy = (those: readonly Watcher[]) => {
    watchers = those;
    stream.isSlow = those.length > 0 && those.every(({ isSlow }) => isSlow);
  };
  const stream: MessageStream = {
    state: { msgIdentifier, isFinal: false, connection: 'ok', failures: 0, missing: 0 },
    provider,
    since: now,
    acceptedAt,
    lastAskedAt: undefined,
    isWanted: false,
    isPersonal: false,
    isSlow: false,
    timedOutAt: undefined,
    checkedAt: -Infinity,
    heldUntil: -Infinity,
    nothingNewUntil: -Infinity,
    graceMs: 0,
    isAsking: false,
    jitter: 0.5,
    isWatched: () => watchers.length > 0,
    isLooked: () => watchers.some(({ isLooked }) => isLooked?.() ?? true),
    add(listener, options) {
      const added = { listener, ...options };
      watchedBy([...watchers, added]);
      return () => watchedBy(watchers.filter((watcher) => watcher !== added));
    },
    notify: () => watchers.forEach(({ listener }) => listener()),
    want(at, isPersonal) {
      wantedAt = at;
      stream.isWanted = true;
      stream.isPersonal ||= isPersonal;
    },
    askedAt(at) {
      stream.lastAskedAt = Math.max(stream.lastAskedAt ?? -Infinity, at);
      if (at < wantedAt) return;
      stream.isWanted = false;
      stream.isPersonal = false;
    },
    hear(state, at) {
      if (state.lastCheckedAt !== stream.state.lastCheckedAt) stream.checkedAt = at;
      stream.state = state;
      if (state.status === 'timeout') stream.timedOutAt ??= at;
    },
  };
  return stream;
}
