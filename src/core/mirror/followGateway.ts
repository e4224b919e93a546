import { PaymentsError } from '../errors.ts';
import type { TerminalOperation } from '../operations/terminalOperation.ts';
import type { RecordedOperation, RecordPage } from '../operations/recorded.ts';
import type { PageLifecycle } from '../pageLifecycle.ts';
import { createHeadersWatch } from '../polling/pollLoop.ts';
import { longestServicePauseMs } from '../polling/chooseNextPoll.ts';
import type { Connection } from '../polling/messageState.ts';
import type { Clock, TimerHandle } from '../time.ts';
import type { GatewayClient } from './gatewayClient.ts';
import type { MirrorRows } from './mirrorRows.ts';
import { createRecordStream, isMultiplexed, type StreamUpdate, silentMs } from './recordStream.ts';

interface FollowContext {
  client: GatewayClient;
  clock: Clock;
  page: PageLifecycle;
  random: () => number;
  rows: MirrorRows;
  /** Called after each attempt to read the lists; `isRead` says whether it succeeded. */
  onLists: (isRead: boolean) => void;
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
/** How often `lastCheckedAt` is updated by heartbeats of the stream (ms). */
const aliveMs = 1000;
const pageSize = 200;
const mostPages = 10;

/** Keeps the rows current: by the gateway's stream, by reading open operations while it is down, by the lists after a gap. */
export function followGateway({ client, clock, page, random, rows, onLists }: FollowContext) {
  const state = {
    isActive: false,
    /** Requests in a row that the gateway did not answer. */
    failures: 0,
    connection: 'ok' as Connection,
    /** When the gateway answered or sent last (epoch ms). */
    heardAt: undefined as number | undefined,
    restUntil: -Infinity,
    listedAt: -Infinity,
    /** Gaps of the stream so far, and how many of them the last reading of the lists covers. */
    gaps: 0,
    listedGaps: -1,
    /** When the next round is due (like the times above: monotonic ms). */
    plannedAt: Infinity,
  };
  /** When each operation was read last (monotonic ms). */
  const askedAt = new Map<string, number>();
  /** Ids that are open here but in no list: the stream does not send them, for example because the caller may no longer see them. */
  const unlisted = new Set<string>();
  let listing: Promise<void> | undefined;
  let timer: TimerHandle;
  let firstLook: TimerHandle;

  /** Shows the state of the connection and when the next check is due. */
  const show = () => {
    const { connection, heardAt, plannedAt } = state;
    const nextInMs = stream.stands() ? silentMs : Math.max(0, plannedAt - clock.monotonic());
    const nextCheckAt = nextInMs === Infinity ? undefined : clock.now() + nextInMs;
    rows.setConnection({ connection, lastCheckedAt: heardAt, nextCheckAt });
  };
  const heard = () => {
    state.failures = 0;
    state.connection = 'ok';
    state.heardAt = clock.now();
  };
  const watchHeaders = createHeadersWatch({
    client,
    clock,
    isRefused: () => state.isActive && state.connection === 'needs-auth',
    onNewHeaders: () => hurry(),
  });

  /** Updates the state of the connection after a request. */
  const onAnswer = (error?: unknown) => {
    // The page itself aborted the request.
    const code = error instanceof PaymentsError ? error.code : undefined;
    if (code === 'aborted' || code === 'invalid-input') return;
    if (error === undefined || isFromGateway(error)) heard();
    else failed(error);
    show();
  };
  const failed = (error: unknown) => {
    const { code, status, retryAfterMs = 0 } = error instanceof PaymentsError ? error : {};
    state.failures += status === 429 ? 0 : 1;
    if (code === 'unauthorized') {
      state.connection = 'needs-auth';
      void watchHeaders();
    } else if (status === 429 || status === 503) {
      state.connection = 'slowed';
      state.restUntil = clock.monotonic() + Math.min(longestServicePauseMs, retryAfterMs);
    } else if (state.failures >= 2) state.connection = 'degraded';
  };

  const gapOf = ({ phase, unknownAt = 0 }: TerminalOperation): number => {
    const usual = page.isVisible() ? askMs : askHiddenMs;
    const isOld = phase === 'unknown' && clock.now() - unknownAt > unknownForMs;
    return isOld ? askUnknownMs : Math.min(longestPauseMs, usual * 2 ** state.failures);
  };
  const dueAt = (operation: TerminalOperation) =>
    Math.max(state.restUntil, (askedAt.get(operation.id) ?? -Infinity) + gapOf(operation));
  /** Open operations with a row that the stream does not keep current. */
  const untold = () =>
    rows.list({ open: true }).filter(({ id }) => rows.rowOf(id) && (unlisted.has(id) || !stream.stands()));

  const ask = async (id: string): Promise<void> => {
    askedAt.set(id, clock.monotonic());
    try {
      const { operation, now, state: known } = await client.getOperation(id);
      if (now !== undefined) rows.setTime(now);
      if (operation) rows.take(operation);
      else if (known === 'not-seen') rows.lose(id);
      onAnswer();
    } catch (error) {
      // An operation of another till that the caller may no longer see.
      const isHidden = error instanceof PaymentsError && error.refusal?.code === 'not-yours' && rows.hide(id);
      if (!isHidden) onAnswer(error);
    }
  };

  const listsDueAt = () => {
    const isBehind = state.listedGaps < state.gaps;
    if (listing || (stream.stands() ? !isBehind : !page.isVisible())) return Infinity;
    const isWanting = stream.stands() || state.failures > 0;
    const gapMs = isWanting ? Math.min(listMs, askMs * 2 ** Math.max(0, state.failures - 1)) : listMs;
    return Math.max(state.restUntil, state.listedAt + gapMs);
  };
  /** Reads what is due, and plans the next round. */
  const round = async (): Promise<void> => {
    state.plannedAt = Infinity;
    if (!state.isActive) return;
    const now = clock.monotonic();
    if (listsDueAt() <= now) void readLists();
    const due = untold()
      .filter((operation) => dueAt(operation) <= now)
      .toSorted((a, b) => dueAt(a) - dueAt(b));
    await Promise.all(due.slice(0, mostAtOnce).map(({ id }) => ask(id)));
    plan();
  };
  const plan = () => {
    const next = state.isActive ? Math.min(listsDueAt(), ...untold().map(dueAt)) : Infinity;
    if (next === state.plannedAt) return;
    state.plannedAt = next;
    clock.clearTimeout(timer);
    if (next === Infinity) return;
    const waitMs = Math.max(0, next - clock.monotonic());
    timer = clock.setTimeout(() => void round(), waitMs);
    show();
  };

  const hear = (news: StreamUpdate) => {
    switch (news.type) {
      case 'operation':
        heard();
        rows.take(news.operation);
        return undefined;
      case 'up':
        state.gaps += 1;
        heard();
        if (news.now !== undefined) rows.setTime(news.now);
        show();
        void readLists();
        return plan();
      case 'down':
        plan();
        // A proxy may block streams only, so the lists tell whether the gateway is away.
        if (news.isFirstFailure && state.restUntil <= clock.monotonic()) void readLists();
        return show();
      case 'alive':
        if (clock.now() - (state.heardAt ?? 0) < aliveMs) return undefined;
        heard();
        return show();
    }
  };
  const stream = createRecordStream({ client, clock, random, onUpdate: hear });

  /** Reads the open and the unseen operations. An operation that is open here and in neither list is read by its id. */
  const readLists = (): Promise<void> => {
    clock.clearTimeout(firstLook);
    listing ??= (async () => {
      state.listedAt = clock.monotonic();
      const { gaps } = state;
      // An operation that begins meanwhile is in no list.
      const known = rows.list({ standing: true }).flatMap(({ id }) => (rows.rowOf(id) ? id : []));
      try {
        const listed = [...(await pagesOf({ open: true })), ...(await pagesOf({ unseen: true }))];
        onAnswer();
        state.listedGaps = gaps;
        rows.batch(() => listed.forEach(rows.take));
        const ids = new Set(listed.map(({ id }) => id));
        const left = known.filter((id) => !ids.has(id));
        await Promise.all(left.slice(0, mostAtOnce).map(ask));
        unlisted.clear();
        left.forEach((id) => unlisted.add(id));
        onLists(true);
      } catch (error) {
        // The next reading would contain the same row.
        if (isUnreadableRow(error)) state.listedGaps = gaps;
        onAnswer(error);
        onLists(false);
      } finally {
        listing = undefined;
        plan();
      }
    })();
    return listing;
  };
  const pagesOf = async (by: { open: true } | { unseen: true }): Promise<RecordedOperation[]> => {
    const found: RecordedOperation[] = [];
    for (let count = 0, cursor: string | undefined; count < mostPages; count += 1) {
      const { items, cursor: next }: RecordPage<RecordedOperation> = await client.listOperations({
        ...by,
        limit: pageSize,
        cursor,
      });
      found.push(...items);
      if (next === undefined) break;
      cursor = next;
    }
    return found;
  };

  const hide = (isLeft: boolean) => {
    if (!state.isActive) return;
    if (isLeft || !isMultiplexed(client.origin())) stream.rest(isLeft);
  };
  const hurry = () => {
    if (!state.isActive) return;
    state.restUntil = -Infinity;
    askedAt.clear();
    stream.wake();
    if (!stream.stands()) void readLists();
    void round();
  };
  const stops = [
    page.onHide?.(hide),
    page.onWake(() => {
      if (page.isVisible() || isMultiplexed(client.origin())) hurry();
    }),
    // Reading what the stream has just sent is not needed.
    rows.onRow((id) => askedAt.set(id, clock.monotonic())),
    rows.subscribe(plan),
  ];

  return {
    stands: stream.stands,
    onAnswer,
    /** Whether the last two requests got no answer. Answers from before the page stopped following do not count. */
    isAway: () => state.isActive && state.failures >= 2 && state.connection !== 'needs-auth',
    /** Reads everything at once: an operator pressed something. */
    hurry,
    ask,
    readLists,
    activate() {
      if (state.isActive) return;
      state.isActive = true;
      if (!page.isVisible()) hide(false);
      stream.open();
      firstLook = clock.setTimeout(() => void readLists(), streamFirstMs);
    },
    deactivate() {
      state.isActive = false;
      stream.close();
      clock.clearTimeout(timer);
      clock.clearTimeout(firstLook);
    },
    stop() {
      this.deactivate();
      stops.forEach((stop) => stop?.());
    },
  };
}

/** Whether the gateway itself answered. A demand for another sign-in does not count: the page cannot follow until then. */
function isFromGateway(error: unknown): boolean {
  if (!(error instanceof PaymentsError) || error.refusal?.code === 'not-authorized') return false;
  return error.refusal !== undefined || error.operationState !== undefined || isUnreadableRow(error);
}

/** Whether the answer had a row with a field that this page cannot read, as from a newer gateway. A proxy's page has no rows. */
const isUnreadableRow = (error: unknown) =>
  error instanceof PaymentsError && error.code === 'contract' && /[.[]/.test(error.field ?? '');
