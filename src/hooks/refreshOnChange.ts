import type { RecordedOperation } from '../core/operations/recorded.ts';
import { createOperationId } from '../core/operations/operationId.ts';
import type { TerminalOperations } from '../core/operations/terminalOperations.ts';
import type { Clock } from '../core/time.ts';

const minRefreshGapMs = 1000;
/** If more operations than this changed since a list was read, the whole list is read again. */
const mostChanged = 500;

type Changed = readonly RecordedOperation[] | undefined;

/** Calls `invalidate` when the record changes, at most once a second. */
export function refreshOnChange(
  { record }: TerminalOperations,
  clock: Clock,
  invalidate: () => Promise<void>,
) {
  let timer: unknown;
  let lastAt = -Infinity;
  let isReading = false;
  let isDue = false;
  let isStopped = false;
  const log = createChangeLog();
  const read = async () => {
    timer = undefined;
    lastAt = clock.monotonic();
    isReading = true;
    await invalidate();
    isReading = false;
    if (isDue && !isStopped) schedule();
  };
  // Reading many pages may take longer than `minRefreshGapMs`. The next reading waits until this one has ended.
  const schedule = () => {
    isDue = isReading;
    if (isReading) return;
    timer ??= clock.setTimeout(() => void read(), Math.max(0, lastAt + minRefreshGapMs - clock.monotonic()));
  };
  const leave = record.subscribe((changed) => {
    log.add(changed);
    schedule();
  });
  return {
    changes: {
      now: log.now,
      /**
       * The operations that changed since `moment`. Undefined if the whole list must be read: not all changes are
       * known, or the list is read for another reason than a change.
       */
      since: (moment: string | undefined): Changed => (isReading ? log.since(moment) : undefined),
    },
    leave: () => {
      isStopped = true;
      leave();
      clock.clearTimeout(timer);
    },
  };
}

/** Remembers which operations changed, and when. If it cannot tell all that changed, `since` returns undefined. */
function createChangeLog() {
  const name = createOperationId();
  const changes = new Map<string, { operation: RecordedOperation; at: number }>();
  let count = 0;
  let knownFrom = 0;
  return {
    add(changed: Changed) {
      count += 1;
      changed?.forEach((operation) => changes.set(operation.id, { operation, at: count }));
      if (changed && changes.size <= mostChanged) return;
      changes.clear();
      knownFrom = count;
    },
    now: () => `${name} ${count}`,
    since(moment = ''): Changed {
      const [log, at] = moment.split(' ');
      if (log !== name || Number(at) < knownFrom) return undefined;
      return [...changes.values()].flatMap((change) => (change.at > Number(at) ? change.operation : []));
    },
  };
}
