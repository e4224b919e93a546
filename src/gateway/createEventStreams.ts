import type { Clock } from '../core/time.ts';
import { createCursors } from './createCursors.ts';
import { createStreamToPage, streamCursorScopeOf, type StreamToPage } from './createStreamToPage.ts';
import type { GatewayStore } from './gatewayStore.ts';
import { letOtherWorkRun } from './readInTurn.ts';
import {
  eventsPerRead,
  readEventsAfter,
  readNewestEventId,
  readStreamStartAndMissedEvents,
} from './streamedEvents.ts';
import type { Caller } from './visibility.ts';

const streamLifeMs = 5 * 60_000;
/** A subject (till or shop) may have this many streams at one instance: forgotten pages must not use up connections. */
export const maxStreamsPerSubject = 256;
const accountsAtOnce = 8;
/** After so many streams, other work has a turn, such as a payment: each stream encrypts a cursor of its own. */
const streamsPerTurn = 50;

export interface EventStreamsOptions {
  store: GatewayStore;
  clock: Clock;
  keepEventsMs: number;
  /** Called with the number of open streams of an account whenever the number changes. */
  onCount?: ((count: number, account: string) => void) | undefined;
  onOpen?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
  /** Called if the store could not be read. The streams were ended, and their pages poll until the store is back. */
  onFailure?: ((cause: unknown) => void) | undefined;
  random?: (() => number) | undefined;
}

type AccountHub = ReturnType<typeof createAccountHub>;

/** The streams of one account, which share their reads. Once `ready` resolves, each later event reaches all of them. */
function createAccountHub(
  store: GatewayStore,
  account: string,
  onFailure: ((cause: unknown) => void) | undefined,
) {
  const streams = new Set<StreamToPage>();
  /** The streams were given all events up to this id. */
  let position = 0;
  let forgotAt = 0;
  let [isReading, isChanged] = [true, false];

  const begin = async () => {
    await store.transact(account, 'read', function* (tx) {
      position = yield* readNewestEventId(tx, account);
      forgotAt = tx.forgotAt;
    });
    isReading = false;
    if (isChanged) void read();
  };
  const endAll = () => streams.forEach((stream) => stream.end());
  const read = async (): Promise<void> => {
    isChanged = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isChanged && streams.size > 0) {
        isChanged = false;
        const news = await store.transact(account, 'read', (tx) => readEventsAfter(tx, account, position));
        // After a restore, event ids may be used again, so all streams end. When a page reconnects, its cursor shows
        // whether the page must read the list.
        if (news.forgotAt !== forgotAt) return endAll();
        position = news.rows.at(-1)?.id ?? position;
        let told = 0;
        for (const stream of streams) {
          stream.push(news.rows, news.now);
          told += 1;
          if (told % streamsPerTurn === 0) await letOtherWorkRun();
        }
        isChanged ||= news.rows.length === eventsPerRead;
      }
    } catch (cause) {
      endAll();
      onFailure?.(cause);
    } finally {
      isReading = false;
    }
  };
  return { streams, ready: begin(), read, endAll };
}

export type EventStreams = ReturnType<typeof createEventStreams>;

/** Server-sent events that tell pages what changes. */
export function createEventStreams({
  store,
  clock,
  keepEventsMs,
  onCount,
  onOpen,
  onClose,
  onFailure,
  random = Math.random,
}: EventStreamsOptions) {
  const cursors = createCursors(store);
  const hubs = new Map<string, AccountHub>();
  let unwatch: (() => void) | undefined;
  let [isSweeping, isChanged] = [false, false];

  function hubOf(account: string): AccountHub {
    const hub = hubs.get(account) ?? createAccountHub(store, account, onFailure);
    hubs.set(account, hub);
    unwatch ??= store.watch(() => void readAllHubs());
    return hub;
  }

  /** Reads new events for all accounts, because it is not known whose events another instance has written. */
  async function readAllHubs(): Promise<void> {
    isChanged = true;
    if (isSweeping) return;
    isSweeping = true;
    while (isChanged) {
      isChanged = false;
      const rest = [...hubs.values()];
      const readNext = async () => {
        for (let hub = rest.pop(); hub; hub = rest.pop()) await hub.read();
      };
      await Promise.all(Array.from({ length: accountsAtOnce }, readNext));
    }
    isSweeping = false;
  }

  function removeStream(account: string, hub: AccountHub, stream: StreamToPage): void {
    hub.streams.delete(stream);
    if (hub.streams.size === 0) hubs.delete(account);
    if (hubs.size === 0) {
      unwatch?.();
      unwatch = undefined;
    }
    onCount?.(hub.streams.size, account);
    onClose?.();
  }

  return {
    /**
     * Streams what a caller may see, from now on or from the cursor `lastEventId` of an earlier stream. Rejects with
     * `storage` if the store fails. Ends when `signal` aborts or the body is cancelled.
     */
    async open(lastEventId: string | null | undefined, caller: Caller, signal?: AbortSignal) {
      const { account } = caller;
      const hub = hubOf(account);
      const placeOf = async (cursor: string) =>
        (await cursors.open(streamCursorScopeOf(caller), cursor)) ?? ('invalid' as const);
      // The hub hands on every event after its `position`. The stream's beginning is read when `position` is known, so
      // no event is lost in between.
      const start = hub.ready.then(async () => {
        const place = lastEventId ? await placeOf(lastEventId) : undefined;
        return store.transact(account, 'read', (tx) =>
          readStreamStartAndMissedEvents(tx, caller, place, keepEventsMs),
        );
      });
      const stream = createStreamToPage(caller, start, {
        cursors,
        clock,
        // Streams end at different times, so that pages do not reconnect all at once.
        endsAfterMs: streamLifeMs * (0.8 + 0.2 * random()),
        onEnd: () => {
          signal?.removeEventListener('abort', stream.end);
          removeStream(account, hub, stream);
        },
      });
      const others = [...hub.streams].filter(({ subject }) => subject === caller.subject);
      if (others.length >= maxStreamsPerSubject) others[0]?.endWithReason('too-many');
      hub.streams.add(stream); // before the first `await`, so that any later `stop` ends this stream
      onCount?.(hub.streams.size, account);
      onOpen?.();
      signal?.addEventListener('abort', stream.end, { once: true });
      if (signal?.aborted) stream.end();
      try {
        await start;
      } catch (cause) {
        stream.end();
        throw cause;
      }
      return new Response(stream.body, { headers });
    },
    /** Streams an account's new events. Must be called after each transaction of this instance that added events. */
    nudge: (account: string) => void hubs.get(account)?.read(),
    stop() {
      for (const hub of hubs.values()) hub.endAll();
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
