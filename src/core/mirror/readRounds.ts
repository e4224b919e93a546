import type { TerminalOperation } from '../operations/terminalOperation.ts';
import type { PageLifecycle } from '../pageLifecycle.ts';
import type { Clock, TimerHandle } from '../time.ts';
import type { createConnectionHealth } from './connectionHealth.ts';
import type { MirrorRows } from './mirrorRows.ts';
import type { createRecordReads } from './recordReads.ts';

interface RoundContext {
  clock: Clock;
  page: PageLifecycle;
  rows: MirrorRows;
  reads: ReturnType<typeof createRecordReads>;
  health: Pick<ReturnType<typeof createConnectionHealth>, 'state'>;
  /** Whether every change arrives by the stream. */
  isStreaming: () => boolean;
  /** Called if the next round is due at another time than before. */
  onPlanned: () => void;
}

/** How often open operations are read while the stream is down, by a visible and by a hidden page (ms). */
const askMs = 2000;
const askHiddenMs = 10_000;
/** How often an operation is read that has been unknown for `unknownForMs` (ms). */
const askUnknownMs = 60_000;
const unknownForMs = 5 * 60_000;
const longestPauseMs = 30_000;
/** At most this many operations are read in one round; the others follow in the next rounds. */
const mostAtOnce = 20;
/** How long a new page waits for the stream before it reads the lists anyway (ms). */
const streamFirstMs = 2000;
/** How often the lists are read while the stream is down (ms). */
const listMs = 30_000;

/** Reads in rounds, while the page follows the gateway, what the stream does not keep current. */
export function createReadRounds(context: RoundContext) {
  const { clock, page, rows, reads, health, isStreaming, onPlanned } = context;
  /** When the page began to follow, and when the next round is due (monotonic ms). */
  const state = { activeSince: undefined as number | undefined, plannedAt: Infinity };
  const isActive = () => state.activeSince !== undefined;
  let timer: TimerHandle;

  const dueAt = (operation: TerminalOperation) => {
    const { failures, restUntil } = health.state;
    const usualMs = (page.isVisible() ? askMs : askHiddenMs) * 2 ** failures;
    const gapMs = isLongUnknown(operation, clock.now()) ? askUnknownMs : Math.min(longestPauseMs, usualMs);
    return Math.max(restUntil, reads.askedAt(operation.id) + gapMs);
  };
  /** Open operations with a row that the stream does not keep current. */
  const withoutUpdates = () =>
    rows.list({ open: true }).filter(({ id }) => rows.rowOf(id) && (reads.isUnlisted(id) || !isStreaming()));

  const listsDueAt = () => {
    const { failures, restUntil } = health.state;
    const { activeSince = 0 } = state;
    const isUp = isStreaming();
    const isFirst = !isUp && reads.listsReadAt() < activeSince;
    const isWanted = isUp ? reads.isBehind() : isFirst || page.isVisible();
    if (reads.isReadingLists() || !isWanted) return Infinity;
    const isRetry = isUp || failures > 0;
    const gapMs = isRetry ? Math.min(listMs, askMs * 2 ** Math.max(0, failures - 1)) : listMs;
    return Math.max(restUntil, isFirst ? activeSince + streamFirstMs : reads.listsReadAt() + gapMs);
  };

  /** Reads what is due, and plans the next round. */
  const run = async (): Promise<void> => {
    state.plannedAt = Infinity;
    if (!isActive()) return;
    const now = clock.monotonic();
    if (listsDueAt() <= now) void readLists();
    const due = withoutUpdates()
      .filter((operation) => dueAt(operation) <= now)
      .toSorted((a, b) => dueAt(a) - dueAt(b));
    await Promise.all(due.slice(0, mostAtOnce).map(({ id }) => reads.ask(id)));
    plan();
  };
  const plan = () => {
    const next = isActive() ? Math.min(listsDueAt(), ...withoutUpdates().map(dueAt)) : Infinity;
    if (next === state.plannedAt) return;
    state.plannedAt = next;
    clock.clearTimeout(timer);
    if (next === Infinity) return;
    timer = clock.setTimeout(() => void run(), Math.max(0, next - clock.monotonic()));
    onPlanned();
  };
  const readLists = () => reads.readLists().finally(plan);

  return {
    isActive,
    begin() {
      state.activeSince = clock.monotonic();
      plan();
    },
    end() {
      state.activeSince = undefined;
      plan();
    },
    plannedAt: () => state.plannedAt,
    plan,
    run,
    readLists,
  };
}

const isLongUnknown = ({ phase, unknownAt = 0 }: TerminalOperation, now: number) =>
  phase === 'unknown' && now - unknownAt > unknownForMs;
