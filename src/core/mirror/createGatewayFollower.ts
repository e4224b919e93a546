import { isOpen, type TerminalOperation } from '../operations/terminalOperation.ts';
import type { TimerHandle } from '../time.ts';
import { createConnectionHealth } from './connectionHealth.ts';
import type { MirrorContext } from './mirrorRows.ts';
import { createRowReads, mostReadsAtOnce } from './rowReads.ts';
import { createChangeStream, isMultiplexed, type StreamUpdate, streamSilenceMs } from './changeStream.ts';

interface FollowContext extends MirrorContext {
  random: () => number;
  /** Called after each attempt to read the gateway's lists of open and unseen operations. `isRead`: the attempt succeeded. */
  onLists: (isRead: boolean) => Promise<void>;
  /** Called when the stream reports the figures of an order, for example after a leg was recorded. */
  onOrder: () => void;
}

/** Heartbeats of the stream update `lastCheckedAt` at most this often (ms). */
const aliveMs = 1000;

/** Keeps the rows current from the gateway's stream. While the stream is down or has missed changes, reads the rows. */
export function createGatewayFollower({
  client,
  clock,
  page,
  random,
  rows,
  notes,
  onLists,
  onOrder,
}: FollowContext) {
  /** Shows the state of the connection and when the next check is due. */
  const show = () => {
    const { connection, heardAt } = health.state;
    const nextInMs = stream.stands() ? streamSilenceMs : Math.max(0, rounds.plannedAt() - clock.monotonic());
    const nextCheckAt = nextInMs === Infinity ? undefined : clock.now() + nextInMs;
    rows.setConnection({ connection, lastCheckedAt: heardAt, nextCheckAt });
  };
  const onAnswer = (error?: unknown) => {
    if (health.onAnswer(error)) show();
  };
  const onStreamUpdate = (update: StreamUpdate) => {
    switch (update.type) {
      case 'operation':
        health.heard();
        reads.noteStreamed(update.operation.id);
        rows.take(update.operation, { readAt: update.openedAt });
        return undefined;
      case 'order':
        health.heard();
        if (update.isPaid) rows.orderPaid(update.order);
        return onOrder();
      case 'up':
        reads.addGap(update.forgotAt);
        health.heard();
        rows.setTime(update.now, stream.askedAt());
        void rounds.readLists();
        rounds.plan();
        return show();
      case 'down':
        rounds.plan();
        // A proxy may block only streams. Reading the lists shows whether the gateway still answers requests.
        if (update.isFirstFailure && health.state.restUntil <= clock.monotonic()) void rounds.readLists();
        return show();
      case 'alive':
        if (clock.now() - (health.state.heardAt ?? 0) < aliveMs) return undefined;
        health.heard();
        return show();
    }
  };
  const stream = createChangeStream({ client, clock, random, onUpdate: onStreamUpdate });
  const isActive = () => rounds.isActive();
  const health = createConnectionHealth({ client, clock, isActive, onNewHeaders: () => hurry() });
  const reads = createRowReads({ client, clock, rows, onAnswer, onLists });
  const isStreaming = stream.stands;
  const rounds = createReadRounds({ clock, page, rows, notes, reads, health, isStreaming, onPlanned: show });

  const mayStream = () => page.isVisible() || isMultiplexed(client.origin());
  const hurry = () => {
    if (!isActive()) return;
    health.endRest();
    reads.forgetAsked();
    stream.wake();
    if (!stream.stands()) void rounds.readLists();
    void rounds.run();
  };
  const deactivate = () => {
    stream.close();
    rounds.end();
  };
  const stops = [
    page.onHide?.((isLeft) => {
      if (isActive() && (isLeft || !mayStream())) stream.rest(isLeft);
    }),
    page.onWake(() => {
      if (mayStream()) hurry();
    }),
    reads.stop,
    rows.subscribe(rounds.plan),
  ];

  return {
    stands: stream.stands,
    onAnswer,
    isAway: health.isAway,
    /** Reads everything now instead of in the next round, for example because an operator asks. */
    hurry,
    /** Whether the operator must sign in again. If the last answer said so, first reads the lists to get a newer answer. */
    isSignedOut: async () => {
      if (health.state.isSignedOut) await rounds.readLists();
      return health.state.isSignedOut;
    },
    ask: (id: string) => reads.ask(id).finally(rounds.plan),
    noteUnlisted: reads.noteUnlisted,
    readLists: rounds.readLists,
    activate() {
      if (isActive()) return;
      if (mayStream()) stream.open();
      else stream.rest(false);
      rounds.begin();
    },
    deactivate,
    stop: () => {
      deactivate();
      stops.forEach((stop) => stop?.());
    },
  };
}

interface RoundContext extends Pick<MirrorContext, 'clock' | 'page' | 'rows' | 'notes'> {
  reads: ReturnType<typeof createRowReads>;
  health: ReturnType<typeof createConnectionHealth>;
  /** Whether every change arrives by the stream. */
  isStreaming: () => boolean;
  /** Called when the time of the next round has changed. */
  onPlanned: () => void;
}

/** How often a visible page reads open operations while the stream is down (ms). */
const askMs = 2000;
/** How often a hidden page reads open operations, and a page with a stream reads those that the stream leaves out (ms). */
const askRarelyMs = 10_000;
/** How often an operation that has ended, or has been unknown for `unknownForMs`, is read (ms). */
const askUnknownMs = 60_000;
const unknownForMs = 5 * 60_000;
const longestPauseMs = 30_000;
/** How long a new page waits for the stream (ms). If there is no stream by then, the page reads the lists. */
const streamFirstMs = 2000;
/** How often the lists are read while the stream is down (ms). */
const listMs = 30_000;

/** While the page follows the gateway, reads in rounds what the stream does not keep current. */
function createReadRounds(context: RoundContext) {
  const { clock, page, rows, notes, reads, health, isStreaming, onPlanned } = context;
  /**
   * `activeSince`: when the page began to follow the gateway; undefined while it does not. `plannedAt`: when the next
   * round is due. Both are monotonic ms.
   */
  const state = { activeSince: undefined as number | undefined, plannedAt: Infinity };
  const isActive = () => state.activeSince !== undefined;
  let timer: TimerHandle;

  /** The operations whose rows the stream does not update: unlisted ones and, while the stream is down, all open ones. */
  const withoutUpdates = () =>
    rows
      .list({ standing: true })
      .filter((operation) => reads.isUnlisted(operation.id) || (isOpen(operation) && !isStreaming()))
      .filter(({ id }) => rows.rowOf(id));

  const isOwn = ({ id }: TerminalOperation) => notes.get(id) !== undefined;
  /** When each of these operations is due for reading. Payments of this browser do not wait for those of other tills. */
  const dueTimes = () => {
    const { failures, restUntil } = health.state;
    const isOften = page.isVisible() && !isStreaming();
    const usualMs = Math.min(longestPauseMs, (isOften ? askMs : askRarelyMs) * 2 ** failures);
    /** When each operation is due. If there are many, each is read less often: at most `mostReadsAtOnce` within `gapMs`. */
    const spread = (operations: readonly TerminalOperation[], gapMs: number) => {
      const ownGapMs = gapMs * Math.max(1, operations.length / mostReadsAtOnce);
      return operations.map(({ id }) => ({ id, at: Math.max(restUntil, reads.askedAt(id) + ownGapMs) }));
    };
    const now = clock.now();
    const isRare = (operation: TerminalOperation) => isRarelyRead(operation, now);
    const all = withoutUpdates();
    const usual = all.filter((operation) => !isRare(operation));
    return [
      ...spread(all.filter(isRare), askUnknownMs),
      ...spread(usual.filter(isOwn), usualMs),
      ...spread(
        usual.filter((operation) => !isOwn(operation)),
        usualMs,
      ),
    ];
  };

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

  /** Reads the lists and the operations that are due, and plans the next round, which has what was too much for this one. */
  const run = async (): Promise<void> => {
    state.plannedAt = Infinity;
    if (!isActive()) return;
    const now = clock.monotonic();
    if (listsDueAt() <= now) void readLists();
    const due = dueTimes()
      .filter(({ at }) => at <= now)
      .toSorted((a, b) => a.at - b.at);
    await Promise.all(due.slice(0, mostReadsAtOnce).map(({ id }) => reads.ask(id)));
    plan();
  };
  const plan = () => {
    const next = isActive() ? Math.min(listsDueAt(), ...dueTimes().map(({ at }) => at)) : Infinity;
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

const isRarelyRead = (operation: TerminalOperation, now: number) =>
  !isOpen(operation) || (operation.phase === 'unknown' && now - (operation.unknownAt ?? 0) > unknownForMs);
