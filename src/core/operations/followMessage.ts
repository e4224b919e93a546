import type { MessageWatch } from '../polling/messageWatcher.ts';
import { replicaLagMs } from '../polling/pollSchedule.ts';
import type { Clock } from '../time/clock.ts';
import type { OperationLedger } from './operationLedger.ts';
import type { TerminalOperation } from './terminalOperation.ts';

export interface Following {
  ledger: OperationLedger;
  clock: Clock;
  maxWaitMs: number;
  watch: MessageWatch;
}

/** Carries what is heard of a message into its operation, until nothing more is to be heard. Returns how to stop. */
export function followMessage(
  operation: TerminalOperation,
  { ledger, clock, maxWaitMs, watch }: Following,
): () => void {
  const { id } = operation;
  // What this page did not see itself is taken from the wall clock; from then on only time that really passed counts.
  const ageAtFirst = Math.max(0, clock.now() - (operation.acceptedAt ?? operation.createdAt));
  const watchedSince = clock.monotonic();
  let isSlow = operation.phase !== 'waiting';
  let heard = watch.getSnapshot().message;

  const hear = (): TerminalOperation | undefined => {
    const { message, connection, lastCheckedAt, nextCheckAt } = watch.getSnapshot();
    if (message && message !== heard) ledger.apply(id, { type: 'polled', at: clock.now(), message });
    heard = message;
    return ledger.apply(id, { type: 'connection', connection, lastCheckedAt, nextCheckAt });
  };

  const giveUp = (): TerminalOperation | undefined => {
    const { missing, failures, error, nextCheckAt } = watch.getSnapshot();
    const age = ageAtFirst + clock.monotonic() - watchedSince;
    if (missing >= 3 && age > replicaLagMs)
      return ledger.apply(id, { type: 'gave-up', at: clock.now(), reason: 'gone' });
    const isAskedNoMore = nextCheckAt === undefined;
    if ((age < maxWaitMs && !isAskedNoMore) || (failures > 0 && failures < 3)) return undefined;
    const reason = error?.code === 'contract' ? 'unrecognised-status' : 'max-wait';
    return ledger.apply(id, { type: 'gave-up', at: clock.now(), reason });
  };

  const listen = () => {
    const now = hear();
    const current = now?.phase === 'waiting' ? (giveUp() ?? now) : now;
    if (!current || current.phase === 'complete' || current.phase === 'failed') stop();
    else if (!isSlow && current.phase !== 'waiting') slowDown();
  };

  let leave = watch.subscribe(listen, { isSlow });
  const stop = () => leave();
  const slowDown = () => {
    isSlow = true;
    leave();
    leave = watch.subscribe(listen, { isSlow });
  };
  return stop;
}
