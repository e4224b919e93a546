import type { PageLifecycle } from '../pageLifecycle.ts';
import type { MessageState } from '../polling/messageState.ts';
import type { MessageWatch, MessageWatcher } from '../polling/messageWatcher.ts';
import type { Clock } from '../time.ts';
import { factsOfMessage, reasonToGiveUp } from '../operations/messageFacts.ts';
import { contractAnomalyOfError } from '../wire/message.ts';
import type { CurrencyAndScale } from '../operations/operationDraft.ts';
import type { OperationLedger } from './operationLedger.ts';
import { hasServiceResult, type TerminalOperation } from '../operations/terminalOperation.ts';

/**
 * Measures how long a page waits for a result. `age` is the time since `since` (epoch ms). `leftOf` counts only time since
 * the meter's creation in which the page was visible.
 */
function createWaitMeter(clock: Clock, page: PageLifecycle, since: number) {
  const ageAtFirst = Math.max(0, clock.now() - since);
  const startedAt = clock.monotonic();
  let hiddenMs = 0;
  let tickedAt = startedAt;
  let wasVisible = page.isVisible();
  const watchedMs = () => clock.monotonic() - startedAt;
  const tick = () => {
    const now = clock.monotonic();
    if (!wasVisible) hiddenMs += now - tickedAt;
    tickedAt = now;
    wasVisible = page.isVisible();
  };
  return {
    /** Call at each update, so that time in which the page is hidden does not count as waiting. */
    tick,
    /** Time since the service accepted the request, as far as known (ms). */
    age: () => ageAtFirst + watchedMs(),
    /** How much of the longest wait, `maxMs`, is left (ms). Only time in which this page was visible counts. */
    leftOf(maxMs: number) {
      tick();
      return maxMs - (watchedMs() - hiddenMs);
    },
  };
}

interface FollowContext {
  ledger: OperationLedger;
  clock: Clock;
  page: PageLifecycle;
  maxWaitMs: number;
  amountScale?: CurrencyAndScale['amountScale'];
  watch: MessageWatch;
  /** Whether a person looks at the operation on this page. */
  isViewed: () => boolean;
}

/** If the service asks for a longer pause (ms), a timer ends the wait for a result. After a shorter one, the next poll does. */
const longPauseMs = 15 * 60_000;

/** Applies the updates of a message to its operation until the operation needs no more. Returns a function that stops. */
export function followOperation(
  operation: TerminalOperation,
  { ledger, clock, page, maxWaitMs, amountScale, watch, isViewed }: FollowContext,
  onEnd?: () => void,
): () => void {
  const { id, currency } = operation;
  const waited = createWaitMeter(clock, page, operation.acceptedAt ?? operation.createdAt);
  let isSlow = operation.phase !== 'waiting';
  let heard: MessageState['message'];
  let deadline: unknown;
  let isLongPause = false;

  const hearMessage = (message: NonNullable<MessageState['message']>) =>
    factsOfMessage(message, clock.now(), { currency, amountScale }).forEach((fact) => ledger.apply(id, fact));

  const hear = (): TerminalOperation | undefined => {
    const { message, connection, error, lastCheckedAt, nextCheckAt } = watch.getSnapshot();
    const anomaly = contractAnomalyOfError(error);
    if (anomaly !== undefined) ledger.apply(id, { type: 'anomaly', kind: anomaly });
    if (message && message !== heard) hearMessage(message);
    heard = message;
    return ledger.apply(id, { type: 'connection', connection, lastCheckedAt, nextCheckAt });
  };

  const giveUp = (isPaused = false): TerminalOperation | undefined => {
    const { missing, failures, error, nextCheckAt } = watch.getSnapshot();
    const isLast = nextCheckAt === undefined;
    const reason = reasonToGiveUp({
      missing,
      // If the pause is long, the provider unknown or the message too old, the wait is not prolonged for a further
      // poll.
      failures: isPaused || isLast ? Infinity : failures,
      isUnreadable: error?.code === 'contract',
      ageMs: waited.age(),
      leftMs: isLast ? 0 : waited.leftOf(maxWaitMs),
    });
    return reason && ledger.apply(id, { type: 'gave-up', at: clock.now(), reason });
  };

  // During a long pause no answer comes that could end the wait, so a timer ends it.
  const endByClock = () => {
    const { connection, nextCheckAt = 0 } = watch.getSnapshot();
    clock.clearTimeout(deadline);
    // A pause that was long once counts as long until it is over.
    isLongPause = connection === 'slowed' && (isLongPause || nextCheckAt - clock.now() > longPauseMs);
    if (!isLongPause) return;
    const left = waited.leftOf(maxWaitMs);
    if (left > 0) deadline = clock.setTimeout(endByClock, left);
    else if (ledger.get(id)?.phase === 'waiting') giveUp(true);
  };

  const listen = () => {
    waited.tick();
    const now = hear();
    const current = now?.phase === 'waiting' ? (giveUp() ?? now) : now;
    if (!current || hasServiceResult(current) || current.anomalies.includes('duplicate-id')) {
      stop();
      onEnd?.();
    } else if (!isSlow && current.phase !== 'waiting') slowDown();
    else endByClock();
  };

  let leave = watch.subscribe(listen, { isSlow, isViewed });
  const stop = () => {
    clock.clearTimeout(deadline);
    leave();
  };
  const slowDown = () => {
    isSlow = true;
    stop();
    leave = watch.subscribe(listen, { isSlow, isViewed });
  };
  // `subscribe` does not repeat the last update. If the message is watched already, that update is read here.
  if (watch.getSnapshot().message) listen();
  return stop;
}

/** Begins to follow the messages of operations: each operation only once. */
export function createOperationFollower({
  watcher,
  isHeldHere,
  ...context
}: Omit<FollowContext, 'watch' | 'isViewed'> & {
  watcher: Pick<MessageWatcher, 'watch'>;
  isHeldHere: (id: string) => boolean;
}) {
  const followed = new Map<string, () => void>();
  return {
    follow(operation: TerminalOperation) {
      const { id, msgIdentifier } = operation;
      if (!msgIdentifier || followed.has(id)) return;
      const watch = watcher.watch(msgIdentifier, operation);
      let isOver = false;
      const stop = followOperation(operation, { ...context, watch, isViewed: () => isHeldHere(id) }, () => {
        isOver = true;
        followed.delete(id);
      });
      if (!isOver) followed.set(id, stop);
    },
    stop(id: string) {
      followed.get(id)?.();
      followed.delete(id);
    },
    stopAll: () => followed.forEach((stop) => stop()),
  };
}
