import { isOpen } from '../core/operations/terminalOperation.ts';
import { type Clock, systemClock, type TimerHandle } from '../core/time.ts';
import type { Caller } from './authorize.ts';
import { createCursors, type Cursors, type CursorPlace } from './cursors.ts';
import type { GatewayStore, Steps, Transaction } from './gatewayStore.ts';
import type { EventRow } from './recordRows.ts';
import { eventsSeenBy, maySee, recordedOperation, terminalsOf } from './seenBy.ts';

/** Longer than a page that is used every day but Sunday is away. */
const defaultKeepEventsMs = 7 * 24 * 60 * 60_000;
const beatMs = 15_000;
const lifeMs = 5 * 60_000;
/** Who was away for more reads the list, which is shorter. */
const mostMissed = 1000;
/** What waits for a reader that is slow: events, and the bytes of those that are written already. */
const mostWaiting = 1000;
const mostBytes = 64 * 1024;
/** Streams of one subject, which may be a whole shop, at one instance: pages that nobody ever closes must not take all connections. */
export const mostStreams = 256;
/** So many events are read in one go, and so many accounts at once. */
const batch = 500;
const lanes = 8;
/** Times of one transaction and the next may be this much out of order. */
const slackMs = 60_000;

export interface EventStreamsOptions {
  store: GatewayStore;
  clock?: Clock | undefined;
  /** How long events are kept (ms). Default 7 days. */
  keepEventsMs?: number | undefined;
  /** Hears how many streams of an account are open, whenever that changes. */
  onCount?: ((count: number, account: string) => void) | undefined;
  /** The store could not be read, so streams were ended: their pages ask until it can. */
  onFailure?: ((cause: unknown) => void) | undefined;
  random?: (() => number) | undefined;
}

/** Tells pages what changes, as server-sent events. */
export interface EventStreams {
  /**
   * What a caller may see, from now on, or from where `lastEventId` says that another stream broke off. Rejects with `storage`
   * where the store does. Once `signal` is aborted, or the body cancelled, nothing of it is left.
   */
  open: (lastEventId: string | null | undefined, caller: Caller, signal?: AbortSignal) => Promise<Response>;
  /** This instance changed something of an account: to be called after each commit. */
  nudge: (account: string) => void;
  /** Ends all streams. */
  stop: () => void;
}

type Told = EventRow & { actor: string | null };

/** The streams of one account, which are read for together. */
interface Hub {
  account: string;
  readers: Set<Reader>;
  /** All events up to this one were handed on. */
  position: number;
  forgotAt: number;
  ready: Promise<void>;
  isReading: boolean;
  isChanged: boolean;
}

export function createStream({
  store,
  clock = systemClock,
  keepEventsMs = defaultKeepEventsMs,
  onCount,
  onFailure,
  random = Math.random,
}: EventStreamsOptions): EventStreams {
  const cursors = createCursors(store);
  const hubs = new Map<string, Hub>();
  let unwatch: (() => void) | undefined;
  let [isSweeping, isChanged] = [false, false];

  function hubOf(account: string): Hub {
    const found = hubs.get(account);
    if (found) return found;
    const hub: Hub = {
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
    unwatch ??= store.watch(() => void sweep());
    return hub;
  }

  async function begin(hub: Hub): Promise<void> {
    try {
      await store.transact(hub.account, 'read', function* (tx) {
        hub.position = yield* headOf(tx, hub.account);
        hub.forgotAt = tx.forgotAt;
      });
    } catch (cause) {
      if (hubs.get(hub.account) === hub) hubs.delete(hub.account);
      throw cause;
    }
    hub.isReading = false;
    if (hub.isChanged) void read(hub);
  }

  /** Hands on what is new: one read, however many streams there are. */
  async function read(hub: Hub): Promise<void> {
    hub.isChanged = true;
    if (hub.isReading) return;
    hub.isReading = true;
    try {
      while (hub.isChanged && hub.readers.size > 0) {
        hub.isChanged = false;
        const { rows, now, forgotAt } = await store.transact(hub.account, 'read', (tx) => newOf(tx, hub));
        // What was numbered before may be numbered again: each page finds out by its cursor.
        if (forgotAt !== hub.forgotAt) return endAll(hub);
        hub.position = rows.at(-1)?.id ?? hub.position;
        for (const reader of hub.readers) reader.tell(rows, now);
        hub.isChanged ||= rows.length === batch;
      }
    } catch (cause) {
      endAll(hub);
      onFailure?.(cause);
    } finally {
      hub.isReading = false;
    }
  }

  /** Another instance changed something, of whatever account. */
  async function sweep(): Promise<void> {
    isChanged = true;
    if (isSweeping) return;
    isSweeping = true;
    while (isChanged) {
      isChanged = false;
      const rest = [...hubs.values()];
      const readNext = async () => {
        for (let hub = rest.pop(); hub; hub = rest.pop()) await read(hub);
      };
      await Promise.all(Array.from({ length: lanes }, readNext));
    }
    isSweeping = false;
  }

  function endAll(hub: Hub): void {
    for (const reader of hub.readers) reader.end();
  }

  function left(hub: Hub, reader: Reader): void {
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
        ? ((await cursors.open(aboutOf(caller), lastEventId)) ?? 'strange')
        : undefined;
      const hub = hubOf(caller.account);
      // Where this one begins is read after the hub knows where it is: so nothing lies between them.
      const start = hub.ready.then(() =>
        store.transact(caller.account, 'read', (tx) => startOf(tx, caller, place, keepEventsMs)),
      );
      const reader = createReader(caller, start, {
        cursors,
        clock,
        // Not all of them come again at once.
        endsAfterMs: lifeMs * (0.8 + 0.2 * random()),
        onEnd: () => {
          signal?.removeEventListener('abort', reader.end);
          left(hub, reader);
        },
      });
      const others = [...hub.readers].filter(({ subject }) => subject === caller.subject);
      if (others.length >= mostStreams) others[0]?.sendAway('too-many');
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
  // Neither kept nor compressed on the way: that would hold it up.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
};

/** Whoever sees something else now has to read the list. */
const aboutOf = ({ account, subject, sees }: Caller) => ['stream', account, subject, sees];

function* headOf(tx: Transaction, account: string): Steps<number> {
  const [last] = yield* tx.events.list({ account }, { by: ['id'], isDescending: true, limit: 1 });
  return last?.id ?? 0;
}

function* newOf(
  tx: Transaction,
  { account, position }: Hub,
): Steps<{ rows: Told[]; now: number; forgotAt: number }> {
  const { now, forgotAt } = tx;
  const rows = yield* tx.events.list({ account, id: { above: position } }, { by: ['id'], limit: batch });
  return { rows: yield* withActors(tx, account, rows), now, forgotAt };
}

/** Events name nobody; who may see the operation may see who took it. */
function* withActors(tx: Transaction, account: string, rows: readonly EventRow[]): Steps<Told[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ operationId }) => operationId))];
  const operations = yield* tx.operations.list({ account, id: { in: ids } });
  const actors = new Map(operations.map(({ id, actor }) => [id, actor]));
  return rows.map((row) => ({ ...row, actor: actors.get(row.operationId) ?? null }));
}

/** Where a stream begins, and what was missed before. */
interface Start {
  from: CursorPlace;
  head: number;
  rows: readonly Told[];
  isGone: boolean;
  now: number;
}

function* startOf(
  tx: Transaction,
  caller: Caller,
  place: CursorPlace | 'strange' | undefined,
  keepEventsMs: number,
): Steps<Start> {
  const { now, forgotAt } = tx;
  const { account } = caller;
  const head = yield* headOf(tx, account);
  const fromNow = { from: [head, now], head, rows: [], now };
  if (place === undefined) return { ...fromNow, isGone: false };
  const [id, at] = place === 'strange' ? [] : place.map(Number);
  if (id === undefined || at === undefined) return { ...fromNow, isGone: true };
  const isTooOld = at <= now - keepEventsMs + slackMs || at <= forgotAt || id > head;
  if (isTooOld) return { ...fromNow, isGone: true };
  const isBlind = terminalsOf(caller.sees)?.length === 0;
  const missed =
    isBlind || id === head
      ? []
      : yield* tx.events.list(
          { ...eventsSeenBy(caller), id: { above: id, until: head } },
          { by: ['id'], limit: mostMissed + 1 },
        );
  if (missed.length > mostMissed) return { ...fromNow, isGone: true };
  const rows = (yield* withActors(tx, account, missed)).filter((row) => maySeeEvent(caller, row, now));
  return rows.length > 0 ? { from: [id, at], head, rows, now, isGone: false } : { ...fromNow, isGone: false };
}

function maySeeEvent(caller: Caller, { operation, ...row }: EventRow, now: number): boolean {
  const { createdAt, endedAt = null } = operation;
  return maySee(caller, { ...row, isOpen: isOpen(operation), createdAt, endedAt }, now);
}

interface Reader {
  subject: string;
  body: ReadableStream<Uint8Array>;
  tell: (rows: readonly Told[], now: number) => void;
  end: () => void;
  /** Ends it after it was told why. */
  sendAway: (reason: string) => void;
}

const nothing = () => undefined as void;
const encoder = /*#__PURE__*/ new TextEncoder();
const block = (event: string, data: unknown, id = '') =>
  encoder.encode(`event: ${event}\n${id}data: ${JSON.stringify(data)}\n\n`);

/** One stream. What it is told waits until `start` is written. */
function createReader(
  caller: Caller,
  start: Promise<Start>,
  {
    cursors,
    clock,
    endsAfterMs,
    onEnd,
  }: { cursors: Cursors; clock: Clock; endsAfterMs: number; onEnd: () => void },
): Reader {
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
  // What waits for it is let go at once; whoever it was comes again and is told where it broke off.
  const giveUp = (cause: unknown) => void (leave() && controller?.error(cause));

  const body = new ReadableStream<Uint8Array>(
    {
      start: (given) => {
        controller = given;
      },
      pull: () => hasRoom(),
      cancel: () => void leave(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: mostBytes }),
  );
  const isFull = () => !isOver && (controller?.desiredSize ?? 0) <= 0;

  const write = async (event: string, data: unknown, place?: CursorPlace) => {
    const id = place ? `id: ${await cursors.seal(aboutOf(caller), place)}\n` : '';
    while (isFull()) await new Promise<void>((resolve) => (hasRoom = resolve));
    if (!isOver) controller?.enqueue(block(event, data, id));
  };
  const writeAll = async (rows: readonly Told[]) => {
    for (const row of rows) {
      if (isOver || row.id <= position) continue;
      position = row.id;
      const { detail: event, id, at } = row;
      await write('operation', { operation: recordedOperation(row, caller), event }, [id, at]);
    }
  };
  const begin = async ({ from, head, rows, isGone, now }: Start) => {
    await write('open', { now }, from);
    if (isGone) await write('reset', {});
    await writeAll(rows);
    position = head;
  };
  let writing = start.then(begin).catch(giveUp);

  const beat = () => {
    const leftMs = endsAt - clock.monotonic();
    if (leftMs <= 0) return end();
    if (!isFull()) controller?.enqueue(encoder.encode(':\n\n'));
    timer = clock.setTimeout(beat, Math.min(beatMs, leftMs));
  };
  timer = clock.setTimeout(beat, Math.min(beatMs, endsAfterMs));

  return {
    subject: caller.subject,
    body,
    end,
    sendAway(reason) {
      if (!isOver) controller?.enqueue(block('end', { reason }));
      end();
    },
    tell(all, now) {
      const rows = all.filter((row) => maySeeEvent(caller, row, now));
      if (rows.length === 0) return;
      waiting += rows.length;
      if (waiting > mostWaiting) return giveUp(new Error('It reads more slowly than things happen.'));
      writing = writing
        .then(() => writeAll(rows))
        .catch(giveUp)
        .finally(() => {
          waiting -= rows.length;
        });
    },
  };
}
