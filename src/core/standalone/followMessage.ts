import type { PageLifecycle } from '../pageLifecycle.ts';
import type { MessageState } from '../polling/messageState.ts';
import type { MessageWatch, MessageWatcher } from '../polling/messageWatcher.ts';
import type { Clock } from '../time.ts';
import { factsOfMessage, reasonToGiveUp } from '../operations/messageFacts.ts';
import { contractAnomaly } from '../wire/message.ts';
import type { AmountUnit } from '../operations/operationDraft.ts';
import type { OperationLedger } from './operationLedger.ts';
import type { TerminalOperation } from '../operations/terminalOperation.ts';

/** How long somebody has waited for a result. */
export interface WaitMeter {
  /** Called whenever something is heard; what passes while the page is hidden does not count as waiting. */
  tick: () => void;
  /** Since acceptance, as far as known (ms). */
  age: () => number;
  /** What is left of a maximum (ms): by the wall clock, and by what this page has seen pass. */
  leftOf: (maxMs: number) => number;
}

export interface WaitMeterOptions {
  clock: Clock;
  page: PageLifecycle;
  /** Acceptance (epoch ms). */
  since: number;
}

/** Neither clock is believed alone: a wall clock jumps, and a page may have been opened late or slept. */
function createWaitMeter({ clock, page, since }: WaitMeterOptions): WaitMeter {
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
    tick,
    age: () => ageAtFirst + watchedMs(),
    leftOf(maxMs) {
      tick();
      const byWall = maxMs - (clock.now() - since);
      const seen = maxMs - (watchedMs() - hiddenMs);
      return Math.max(byWall, seen);
    },
  };
}

export interface FollowContext {
  ledger: OperationLedger;
  clock: Clock;
  page: PageLifecycle;
  maxWaitMs: number;
  amountScale?: AmountUnit['amountScale'];
  watch: MessageWatch;
  /** Whether a person sees it on this page. */
  isViewed: () => boolean;
}

/** A pause longer than this stops the asking; the wait then ends by the clock alone. */
const longPauseMs = 15 * 60_000;

/** Carries what is heard of a message into its operation, until nothing more is to be heard. Returns how to stop. */
export function followMessage(
  operation: TerminalOperation,
  { ledger, clock, page, maxWaitMs, amountScale, watch, isViewed }: FollowContext,
  onEnd?: () => void,
): () => void {
  const { id, currency } = operation;
  const waited = createWaitMeter({ clock, page, since: operation.acceptedAt ?? operation.createdAt });
  let isSlow = operation.phase !== 'waiting';
  let heard: MessageState['message'];
  let deadline: unknown;
  let isLongPause = false;

  const hearMessage = (message: NonNullable<MessageState['message']>) =>
    factsOfMessage(message, clock.now(), { currency, amountScale }).forEach((fact) => ledger.apply(id, fact));

  const hear = (): TerminalOperation | undefined => {
    const { message, connection, error, lastCheckedAt, nextCheckAt } = watch.getSnapshot();
    const misfit = contractAnomaly(error);
    if (misfit !== undefined) ledger.apply(id, { type: 'anomaly', kind: misfit });
    if (message && message !== heard) hearMessage(message);
    heard = message;
    return ledger.apply(id, { type: 'connection', connection, lastCheckedAt, nextCheckAt });
  };

  const giveUp = (isPaused = false): TerminalOperation | undefined => {
    const { missing, failures, error, nextCheckAt } = watch.getSnapshot();
    const reason = reasonToGiveUp({
      missing,
      // What has no address is not asked about again; nor is anything in a long pause.
      failures: isPaused || error?.code === 'invalid-input' ? Infinity : failures,
      isUnreadable: error?.code === 'contract',
      ageMs: waited.age(),
      leftMs: nextCheckAt === undefined ? 0 : waited.leftOf(maxWaitMs),
    });
    return reason && ledger.apply(id, { type: 'gave-up', at: clock.now(), reason });
  };

  // While the service wants a long pause no answer comes that could end the wait.
  const endByClock = () => {
    const { connection, nextCheckAt = 0 } = watch.getSnapshot();
    clock.clearTimeout(deadline);
    // What is left of it gets shorter; it stays the long pause that it was.
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
    if (!current || isEndedByService(current)) {
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
  // Somebody on this page may have watched the message before, and heard what is not told twice.
  if (watch.getSnapshot().message) listen();
  return stop;
}

/** Whether the service said how it ended. */
function isEndedByService({ phase }: TerminalOperation): boolean {
  return phase === 'complete' || phase === 'partial' || phase === 'failed';
}

/** Follows each operation's message once. */
export function createMessageFollower({
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
      const stop = followMessage(operation, { ...context, watch, isViewed: () => isHeldHere(id) }, () => {
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
