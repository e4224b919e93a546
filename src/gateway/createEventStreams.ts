import { isOpen } from '../core/operations/terminalOperation.ts';
import { type Clock, systemClock, type TimerHandle } from '../core/time.ts';
import type { Caller } from './visibility.ts';
import { createCursors, type Cursors, type CursorPlace } from './createCursors.ts';
import type { GatewayStore, StoreSteps, StoreTransaction } from './gatewayStore.ts';
import type { EventRow, OperationRow } from './recordRows.ts';
import { isMirror, whereEventVisible, maySee, recordedOperation, visibleTerminals } from './visibility.ts';

/** Covers a page that is used every day but Sunday. */
const defaultKeepEventsMs = 7 * 24 * 60 * 60_000;
const heartbeatMs = 15_000;
const streamLifeMs = 5 * 60_000;
/** A page that missed more events reads the list instead, which is shorter. */
const maxMissedEvents = 1000;
/** Limits for a slow reader: events that are not written yet, and bytes that are written but not read. */
const maxQueuedEvents = 1000;
const maxBufferedBytes = 64 * 1024;
/**
 * Streams of one subject, which may be a whole shop, at one instance. Pages that are never closed must not use up all
 * connections.
 */
export const maxStreamsPerSubject = 256;
/** Events per read, and accounts that are read at the same time. */
const batch = 500;
const accountsAtOnce = 8;
/** The times of successive transactions may differ by this much from their order. */
const clockSlackMs = 60_000;

export interface EventStreamsOptions {
  store: GatewayStore;
  clock?: Clock | undefined;
  /** How long events are kept (ms). Default 7 days. */
  keepEventsMs?: number | undefined;
  /** Called with the number of open streams of an account whenever the number changes. */
  onCount?: ((count: number, account: string) => void) | undefined;
  /** Called if the store could not be read. The streams were ended, and their pages poll until the store is back. */
  onFailure?: ((cause: unknown) => void) | undefined;
  random?: (() => number) | undefined;
}

/** Server-sent events that tell pages what changes. */
export interface EventStreams {
  /**
   * Streams what a caller may see, from now on or from the cursor `lastEventId` of an earlier stream. Rejects with
   * `storage` if the store does. Ends when `signal` aborts or the body is cancelled.
   */
  open: (lastEventId: string | null | undefined, caller: Caller, signal?: AbortSignal) => Promise<Response>;
  /** Streams new events of an account. Must be called after each commit of this instance that added events. */
  nudge: (account: string) => void;
  /** Ends all streams. */
  stop: () => void;
}

type StreamedEvent = EventRow & Pick<OperationRow, 'actor' | 'approvedBy'>;

/** The streams of one account, which share their reads. */
interface AccountHub {
  account: string;
  readers: Set<StreamReader>;
  /** All events up to this id were handed to the readers. */
  position: number;
  forgotAt: number;
  ready: Promise<void>;
  isReading: boolean;
  isChanged: boolean;
}

export function createEventStreams({
  store,
  clock = systemClock,
  keepEventsMs = defaultKeepEventsMs,
  onCount,
  onFailure,
  random = Math.random,
}: EventStreamsOptions): EventStreams {
  const cursors = createCursors(store);
  const hubs = new Map<string, AccountHub>();
  let unwatch: (() => void) | undefined;
  let [isSweeping, isChanged] = [false, false];

  function hubOf(account: string): AccountHub {
    const found = hubs.get(account);
    if (found) return found;
    const hub: AccountHub = {
      account,
      readers: new Set(),
      position: 0,
      forgotAt: 0,
      ready: Promise.resolve(),
      isReading: true,
      isChanged: false,
    };
    hub.ready = begin(hub);
    hubs.set(account, hub);
    unwatch ??= store.watch(() => void readAllHubs());
    return hub;
  }

  async function begin(hub: AccountHub): Promise<void> {
    try {
      await store.transact(hub.account, 'read', function* (tx) {
        hub.position = yield* newestEventId(tx, hub.account);
        hub.forgotAt = tx.forgotAt;
      });
    } catch (cause) {
      if (hubs.get(hub.account) === hub) hubs.delete(hub.account);
      throw cause;
    }
    hub.isReading = false;
    if (hub.isChanged) void read(hub);
  }

  /** Hands new events to all readers, with one read for all streams. */
  async function read(hub: AccountHub): Promise<void> {
    hub.isChanged = true;
    if (hub.isReading) return;
    hub.isReading = true;
    try {
      while (hub.isChanged && hub.readers.size > 0) {
        hub.isChanged = false;
        const { rows, now, forgotAt } = await store.transact(hub.account, 'read', (tx) => newEvents(tx, hub));
        // Event ids may be used again after a restore. Each page's cursor decides whether the page must read the
        // list.
        if (forgotAt !== hub.forgotAt) return endAll(hub);
        hub.position = rows.at(-1)?.id ?? hub.position;
        for (const reader of hub.readers) reader.push(rows, now);
        hub.isChanged ||= rows.length === batch;
      }
    } catch (cause) {
      endAll(hub);
      onFailure?.(cause);
    } finally {
      hub.isReading = false;
    }
  }

  /** Reads for all accounts: another instance's change may be of any account. */
  async function readAllHubs(): Promise<void> {
    isChanged = true;
    if (isSweeping) return;
    isSweeping = true;
    while (isChanged) {
      isChanged = false;
      const rest = [...hubs.values()];
      const readNext = async () => {
        for (let hub = rest.pop(); hub; hub = rest.pop()) await read(hub);
      };
      await Promise.all(Array.from({ length: accountsAtOnce }, readNext));
    }
    isSweeping = false;
  }

  function endAll(hub: AccountHub): void {
    for (const reader of hub.readers) reader.end();
  }

  function removeReader(hub: AccountHub, reader: StreamReader): void {
    hub.readers.delete(reader);
    if (hub.readers.size === 0 && hubs.get(hub.account) === hub) hubs.delete(hub.account);
    if (hubs.size === 0) {
      unwatch?.();
      unwatch = undefined;
    }
    onCount?.(hub.readers.size, hub.account);
  }

  return {
    async open(lastEventId, caller, signal) {
      const place = lastEventId
        ? ((await cursors.open(cursorScope(caller), lastEventId)) ?? 'invalid')
        : undefined;
      const hub = hubOf(caller.account);
      // The start is read after the hub has its position, so no event is lost between the two.
      const start = hub.ready.then(() =>
        store.transact(caller.account, 'read', (tx) => readStreamStart(tx, caller, place, keepEventsMs)),
      );
      const reader = createReader(caller, start, {
        cursors,
        clock,
        // Spreads the ends, so that pages do not reconnect at the same time.
        endsAfterMs: streamLifeMs * (0.8 + 0.2 * random()),
        onEnd: () => {
          signal?.removeEventListener('abort', reader.end);
          removeReader(hub, reader);
        },
      });
      const others = [...hub.readers].filter(({ subject }) => subject === caller.subject);
      if (others.length >= maxStreamsPerSubject) others[0]?.endWithReason('too-many');
      hub.readers.add(reader);
      onCount?.(hub.readers.size, hub.account);
      signal?.addEventListener('abort', reader.end, { once: true });
      if (signal?.aborted) reader.end();
      try {
        await start;
      } catch (cause) {
        reader.end();
        throw cause;
      }
      return new Response(reader.body, { headers });
    },
    nudge(account) {
      const hub = hubs.get(account);
      if (hub) void read(hub);
    },
    stop() {
      for (const hub of hubs.values()) endAll(hub);
    },
  };
}

const headers = {
  'content-type': 'text/event-stream',
  // A cache or a compressing proxy would hold events back.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
};

/** A cursor is valid for one scope: a caller whose visibility has changed must read the list. */
const cursorScope = ({ account, subject, sees }: Caller) => ['stream', account, subject, sees];

function* newestEventId(tx: StoreTransaction, account: string): StoreSteps<number> {
  const [last] = yield* tx.events.list({ account }, { by: ['id'], isDescending: true, limit: 1 });
  return last?.id ?? 0;
}

function* newEvents(
  tx: StoreTransaction,
  { account, position }: AccountHub,
): StoreSteps<{ rows: StreamedEvent[]; now: number; forgotAt: number }> {
  const { now, forgotAt } = tx;
  const rows = yield* tx.events.list({ account, id: { above: position } }, { by: ['id'], limit: batch });
  return { rows: yield* withActors(tx, account, rows), now, forgotAt };
}

/** Adds who started and approved an operation: events store neither, and a caller who may see it may see both. */
function* withActors(
  tx: StoreTransaction,
  account: string,
  rows: readonly EventRow[],
): StoreSteps<StreamedEvent[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ operationId }) => operationId))];
  const operations = yield* tx.operations.list({ account, id: { in: ids } });
  const found = new Map(operations.map((operation) => [operation.id, operation]));
  return rows.map((row) => {
    const { actor = null, approvedBy = null } = found.get(row.operationId) ?? {};
    return { ...row, actor, approvedBy };
  });
}

/** Where a stream begins, and the events that the page missed before. */
interface StreamStart {
  from: CursorPlace;
  head: number;
  rows: readonly StreamedEvent[];
  mustReadList: boolean;
  now: number;
}

function* readStreamStart(
  tx: StoreTransaction,
  caller: Caller,
  place: CursorPlace | 'invalid' | undefined,
  keepEventsMs: number,
): StoreSteps<StreamStart> {
  const { now, forgotAt } = tx;
  const { account } = caller;
  const head = yield* newestEventId(tx, account);
  const fromNow = { from: [head, now], head, rows: [], now };
  if (place === undefined) return { ...fromNow, mustReadList: false };
  const [id, at] = place === 'invalid' ? [] : place.map(Number);
  if (id === undefined || at === undefined) return { ...fromNow, mustReadList: true };
  const isTooOld = at <= now - keepEventsMs + clockSlackMs || at <= forgotAt || id > head;
  if (isTooOld) return { ...fromNow, mustReadList: true };
  const seesNothing = visibleTerminals(caller.sees)?.length === 0;
  const where = { ...whereEventVisible(caller), id: { above: id, until: head } };
  const count = seesNothing || id === head ? 0 : yield* tx.events.count(where, maxMissedEvents + 1);
  if (count > maxMissedEvents) return { ...fromNow, mustReadList: true };
  const missed = count === 0 ? [] : yield* tx.events.list(where, { by: ['id'] });
  const rows = (yield* withActors(tx, account, missed)).filter((row) => maySeeEvent(caller, row, now));
  return rows.length > 0
    ? { from: [id, at], head, rows, now, mustReadList: false }
    : { ...fromNow, mustReadList: false };
}

function maySeeEvent(caller: Caller, { operation, ...row }: EventRow, now: number): boolean {
  // A second screen gets no orders: to it, an order counts as ended long ago.
  if ('order' in operation)
    return maySee(caller, { ...row, isOpen: false, createdAt: row.at, endedAt: null }, now);
  const { createdAt, endedAt = null } = operation;
  return maySee(caller, { ...row, isOpen: isOpen(operation), createdAt, endedAt }, now);
}

interface StreamReader {
  subject: string;
  body: ReadableStream<Uint8Array>;
  push: (rows: readonly StreamedEvent[], now: number) => void;
  end: () => void;
  /** Writes the reason, then ends the stream. */
  endWithReason: (reason: string) => void;
}

const nothing = () => undefined as void;
const encoder = /*#__PURE__*/ new TextEncoder();
const block = (event: string, data: unknown, id = '') =>
  encoder.encode(`event: ${event}\n${id}data: ${JSON.stringify(data)}\n\n`);

/** One stream. Events wait until `start` has been written. */
function createReader(
  caller: Caller,
  start: Promise<StreamStart>,
  {
    cursors,
    clock,
    endsAfterMs,
    onEnd,
  }: { cursors: Cursors; clock: Clock; endsAfterMs: number; onEnd: () => void },
): StreamReader {
  const endsAt = clock.monotonic() + endsAfterMs;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let timer: TimerHandle;
  let hasRoom = nothing;
  let isOver = false;
  let waiting = 0;
  let position = 0;

  const leave = () => {
    if (isOver) return false;
    isOver = true;
    clock.clearTimeout(timer);
    hasRoom();
    onEnd();
    return true;
  };
  const end = () => void (leave() && controller?.close());
  // Drops queued events. The page reconnects and continues from its cursor.
  const fail = (cause: unknown) => void (leave() && controller?.error(cause));

  const body = new ReadableStream<Uint8Array>(
    {
      start: (given) => {
        controller = given;
      },
      pull: () => hasRoom(),
      cancel: () => void leave(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxBufferedBytes }),
  );
  const isFull = () => !isOver && (controller?.desiredSize ?? 0) <= 0;

  const write = async (event: string, data: unknown, place?: CursorPlace) => {
    const id = place ? `id: ${await cursors.seal(cursorScope(caller), place)}\n` : '';
    while (isFull()) await new Promise<void>((resolve) => (hasRoom = resolve));
    if (!isOver) controller?.enqueue(block(event, data, id));
  };
  const writeAll = async (rows: readonly StreamedEvent[]) => {
    for (const row of rows) {
      if (isOver || row.id <= position) continue;
      position = row.id;
      const { detail: event, id, at, operation } = row;
      if ('order' in operation) await write('order', { ...operation, event }, [id, at]);
      else
        await write(
          'operation',
          {
            operation: recordedOperation({ ...row, operation }, caller),
            event: isMirror(caller.sees) ? null : event,
          },
          [id, at],
        );
    }
  };
  const begin = async ({ from, head, rows, mustReadList, now }: StreamStart) => {
    await write('open', { now }, from);
    if (mustReadList) await write('reset', {});
    await writeAll(rows);
    position = head;
  };
  let writing = start.then(begin).catch(fail);

  const beat = () => {
    const leftMs = endsAt - clock.monotonic();
    if (leftMs <= 0) return end();
    if (!isFull()) controller?.enqueue(encoder.encode(':\n\n'));
    timer = clock.setTimeout(beat, Math.min(heartbeatMs, leftMs));
  };
  timer = clock.setTimeout(beat, Math.min(heartbeatMs, endsAfterMs));

  return {
    subject: caller.subject,
    body,
    end,
    endWithReason(reason) {
      if (!isOver) controller?.enqueue(block('end', { reason }));
      end();
    },
    push(all, now) {
      const rows = all.filter((row) => maySeeEvent(caller, row, now));
      if (rows.length === 0) return;
      waiting += rows.length;
      if (waiting > maxQueuedEvents) return fail(new Error('The page reads more slowly than events arrive.'));
      writing = writing
        .then(() => writeAll(rows))
        .catch(fail)
        .finally(() => {
          waiting -= rows.length;
        });
    },
  };
}
