import type { MessageState } from './messageState.ts';
import type { PollFacts } from './pollSchedule.ts';

export interface WatchOptions {
  /** Nobody waits for this: ask every 30 s. */
  isSlow?: boolean | undefined;
}

/** The bookkeeping of one watched message; only the watcher changes it. */
export interface MessageStream {
  state: MessageState;
  readonly provider: string | undefined;
  /** When the next question is due (monotonic ms). */
  dueAt: number;
  isWanted: boolean;
  isAsking: boolean;
  isWatched: () => boolean;
  add: (listener: () => void, options?: WatchOptions) => () => void;
  notify: () => void;
  begin: (at: number) => void;
  end: (state: MessageState, at: number) => void;
  facts: () => PollFacts;
}

export function createMessageStream(
  msgIdentifier: string,
  provider: string | undefined,
  now: number,
): MessageStream {
  const watchers = new Map<object, { listener: () => void; isSlow: boolean }>();
  let lastAskedAt: number | undefined;
  let timedOutAt: number | undefined;
  const stream: MessageStream = {
    state: { msgIdentifier, isFinal: false, connection: 'ok', failures: 0, missing: 0 },
    provider,
    dueAt: now,
    isWanted: false,
    isAsking: false,
    isWatched: () => watchers.size > 0,
    add(listener, { isSlow = false } = {}) {
      const key = {};
      watchers.set(key, { listener, isSlow });
      return () => void watchers.delete(key);
    },
    notify: () => [...watchers.values()].forEach(({ listener }) => listener()),
    begin(at) {
      stream.isAsking = true;
      stream.isWanted = false;
      lastAskedAt = at;
    },
    end(state, at) {
      stream.isAsking = false;
      stream.state = state;
      if (state.status === 'timeout') timedOutAt ??= at;
    },
    facts: () => ({
      state: stream.state,
      since: now,
      lastAskedAt,
      isWanted: stream.isWanted,
      isSlow: watchers.size > 0 && [...watchers.values()].every(({ isSlow }) => isSlow),
      timedOutAt,
    }),
  };
  return stream;
}
