import type { RecordedOperation } from '../core/operations/recorded.ts';
import { createOperationId } from '../core/operations/operationId.ts';
import type { TerminalOperations } from '../core/operations/terminalOperations.ts';
import type { Clock } from '../core/time.ts';

const minRefreshGapMs = 1000;
/** With more changed operations than this, lists that were not read meanwhile are read whole. */
const mostChanged = 500;

type Changed = readonly RecordedOperation[] | undefined;

/** Reads again when the record changes, at most once a second. */
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
  // A list of many pages may take longer to read than the gap: reading must not begin anew before it is done.
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
      /** What changed since `moment`. Undefined if the record did not tell all of it, or a person reads again. */
      since: (moment: string | undefined): Changed => (isReading ? log.since(moment) : undefined),
    },
    leave: () => {
      isStopped = true;
      leave();
      clock.clearTimeout(timer);
    },
  };
}

/** The operations that changed, and when. Moments of another log, as of a stored cache, are not known here. */
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
