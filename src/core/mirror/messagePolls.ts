import { paymentsErrorOrUnanswered, runHostCallback } from '../errors.ts';
import type { TerminalOperations } from '../operations/terminalOperations.ts';
import { longestServicePauseMs, minPollGapMs } from '../polling/chooseNextPoll.ts';
import type { CheckNowResult } from '../polling/messageWatcher.ts';
import { type MessageState, withPolledMessage, withPollError } from '../polling/messageState.ts';
import type { Clock, TimerHandle } from '../time.ts';
import type { MirrorContext } from './mirrorRows.ts';

interface WatchedMessage {
  provider: string | undefined;
  state: MessageState;
  listeners: Set<() => void>;
  isAsking: boolean;
  /** Until this time no poll is sent, because the gateway has nothing new before (monotonic ms). */
  restUntil: number;
  timer?: TimerHandle;
}

const usualMs = 2000;
const hiddenMs = 10_000;
const longestMs = 30_000;

/** Polls the gateway for single messages, for `usePollMessage`. The gateway says when to poll again. */
export function createMessagePolls({ client, clock, page, rows }: MirrorContext) {
  const watched = new Map<string, WatchedMessage>();

  const entryOf = (msgIdentifier: string, provider?: string): WatchedMessage => {
    const known = watched.get(msgIdentifier);
    if (known) {
      known.provider ??= provider;
      return known;
    }
    const state: MessageState = { msgIdentifier, isFinal: false, connection: 'ok', failures: 0, missing: 0 };
    return { provider, state, listeners: new Set(), isAsking: false, restUntil: -Infinity };
  };

  const ask = async (
    msgIdentifier: string,
    { provider, isFresh }: { provider?: string | undefined; isFresh?: boolean } = {},
  ): Promise<void> => {
    const entry = entryOf(msgIdentifier, provider);
    if (entry.isAsking) return;
    entry.isAsking = true;
    entry.restUntil = clock.monotonic() + minPollGapMs;
    clock.clearTimeout(entry.timer);
    let pauseMs = page.isVisible() ? usualMs : hiddenMs;
    let checkedAt: number | undefined = clock.now();
    try {
      const query = { msgIdentifier, provider: entry.provider };
      const message = await client.getProcessedMessage(query, {
        isFresh,
        onTiming({ ageMs, againInMs }) {
          pauseMs = Math.max(pauseMs, againInMs);
          entry.restUntil = Math.max(entry.restUntil, clock.monotonic() + againInMs);
          const { lastCheckedAt } = entry.state;
          checkedAt = ageMs === undefined ? lastCheckedAt : Math.max(lastCheckedAt ?? 0, clock.now() - ageMs);
        },
      });
      entry.state = withPolledMessage(entry.state, message, checkedAt);
    } catch (cause) {
      const error = paymentsErrorOrUnanswered(cause, 'It got no answer.');
      entry.state = withPollError(entry.state, error, clock.now());
      const askedMs = Math.min(longestServicePauseMs, error.retryAfterMs ?? 0);
      pauseMs = Math.max(askedMs, Math.min(longestMs, pauseMs * 2 ** entry.state.failures));
    }
    entry.isAsking = false;
    const isOver = entry.state.isFinal && entry.state.status !== 'timeout';
    const goesOn = !isOver && entry.listeners.size > 0;
    if (goesOn) entry.timer = clock.setTimeout(() => void ask(msgIdentifier), pauseMs);
    entry.state = { ...entry.state, nextCheckAt: goesOn ? clock.now() + pauseMs : undefined };
    [...entry.listeners].forEach(runHostCallback);
  };

  const watch: TerminalOperations['watch'] = (msgIdentifier, origin) => {
    const known = rows.list().find((operation) => operation.msgIdentifier === msgIdentifier);
    const entry = entryOf(msgIdentifier, origin?.provider ?? known?.provider);
    return {
      getSnapshot: () => (watched.get(msgIdentifier) ?? entry).state,
      subscribe(listener) {
        const own = () => listener();
        const shown = watched.get(msgIdentifier) ?? entry;
        watched.set(msgIdentifier, shown);
        shown.listeners.add(own);
        if (shown.listeners.size === 1) void ask(msgIdentifier);
        return () => {
          shown.listeners.delete(own);
          if (shown.listeners.size > 0) return;
          clock.clearTimeout(shown.timer);
          watched.delete(msgIdentifier);
        };
      },
    };
  };

  return {
    watch,
    /** Polls the gateway once for a message. Never rejects. */
    ask,
    checkNow: (msgIdentifier: string) =>
      checkUnlessTooEarly(clock, watched.get(msgIdentifier)?.restUntil, () =>
        ask(msgIdentifier, { isFresh: true }),
      ),
  };
}

/** Calls `check` if `from` (monotonic ms) is over. Returns whether `check` was called, and when it may be called again. */
export function checkUnlessTooEarly(
  clock: Clock,
  from = Infinity,
  check: () => Promise<void>,
): CheckNowResult {
  const waitMs = from - clock.monotonic();
  if (waitMs > 0) return { asked: false, nextAllowedAt: clock.now() + waitMs };
  void check();
  return { asked: true, nextAllowedAt: clock.now() + minPollGapMs };
}
