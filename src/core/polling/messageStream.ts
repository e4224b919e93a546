import { askingFrom, lastAutomaticMs, type PollFacts } from './chooseNext.ts';
import type { MessageState } from './messageState.ts';

export interface WatchOptions {
  /** Nobody waits for this: ask every 22 to 28 s. */
  isSlow?: boolean | undefined;
  /** Whether a person is looking at it on this page. */
  isLooked?: (() => boolean) | undefined;
}

/** What is known of a message beforehand. */
export interface MessageOrigin {
  provider?: string | undefined;
  /** When the service took it (epoch ms). */
  acceptedAt?: number | undefined;
}

/** The bookkeeping of one watched message (monotonic ms). */
export function createMessageStream(
  msgIdentifier: string,
  since: number,
  { provider, acceptedAt }: MessageOrigin = {},
) {
  let watchers: readonly ({ listener: () => void } & WatchOptions)[] = [];
  let wantedAt = -Infinity;
  const watchedBy = (those: typeof watchers) => {
    watchers = those;
    stream.isSlow = those.length > 0 && those.every(({ isSlow }) => isSlow);
    changed();
  };
  const changed = () => {
    stream.from = askingFrom(stream, stream.jitter);
  };
  const state: MessageState = { msgIdentifier, isFinal: false, connection: 'ok', failures: 0, missing: 0 };
  const times: Pick<PollFacts, 'lastAskedAt' | 'timedOutAt'> = {};
  const stream = {
    ...times,
    state,
    provider,
    since,
    acceptedAt,
    /** From when it may be asked about. */
    from: since,
    isWanted: false,
    isPersonal: false,
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
      stream.isSlow ||
      stream.timedOutAt !== undefined ||
      (stream.lastAskedAt ?? since) - since > lastAutomaticMs,
    /** 0 to 1, new after each question. */
    jitter: 0.5,
    isWatched: () => watchers.length > 0,
    isLooked: () => watchers.some(({ isLooked }) => isLooked?.() ?? true),
    add(listener: () => void, options?: WatchOptions) {
      const added = { listener, ...options };
      watchedBy([...watchers, added]);
      return () => watchedBy(watchers.filter((watcher) => watcher !== added));
    },
    notify: () => watchers.forEach(({ listener }) => listener()),
    /** It should be asked about soon. */
    want(at: number, isPersonal: boolean) {
      wantedAt = at;
      stream.isWanted = true;
      stream.isPersonal ||= isPersonal;
      changed();
    },
    /** A question went out, here or in another tab. */
    askedAt(at: number) {
      stream.lastAskedAt = Math.max(stream.lastAskedAt ?? -Infinity, at);
      if (at >= wantedAt) {
        stream.isWanted = false;
        stream.isPersonal = false;
      }
      changed();
    },
    hear(heard: MessageState, at: number) {
      if (heard.lastCheckedAt !== stream.state.lastCheckedAt) stream.checkedAt = at;
      stream.state = heard;
      if (heard.status === 'timeout') stream.timedOutAt ??= at;
      changed();
    },
  };
  return stream;
}
export type MessageStream = ReturnType<typeof createMessageStream>;
