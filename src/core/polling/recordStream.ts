import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import { PaymentsError } from '../errors.ts';
import type { RecordedOperation } from '../operations/recorded.ts';
import { type Clock, systemClock, type TimerHandle } from '../time.ts';
import { createHeadersWatch } from './askingLoop.ts';

/** What a page hears of the record. */
export type RecordNews =
  | { type: 'operation'; operation: RecordedOperation }
  /** From here on every change is told. What happened before may not have been. */
  | { type: 'up' }
  /** Nothing is told any more. */
  | { type: 'down' }
  /** The line is alive; nothing is new. */
  | { type: 'alive' };

/** A gateway's stream, open while somebody listens. */
export interface RecordStream {
  /** Whether every change is told. */
  stands: () => boolean;
  /** When the gateway was last heard (monotonic ms). */
  heardAt: () => number;
  /** `operator`: for whom. What was opened for another one, who may see something else, is opened anew. */
  subscribe: (listener: (news: RecordNews) => void, operator?: string) => () => void;
  /** The page may have slept. */
  wake: () => void;
  /** Gives the connection back until the page wakes. A page that is left is not told: nothing of it runs. */
  rest: (isLeft: boolean) => void;
}

/** As long as nothing at all comes, not even a comment, something holds the stream back (ms). Comments come every 15 s. */
export const silentMs = 20_000;
/** A stream that ends after so long ended as it should. */
const healthyMs = 20_000;
/** What comes again in so short a while was never down: the gateway tells what was missed. */
const graceMs = 2000;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;
/** An older gateway has no stream. It may be the last one of a deployment that is under way. */
const absentMs = 10 * 60_000;
const lingerMs = 30_000;
/** Heard or begun so recently, it is left as it is where a page wakes. */
const freshMs = 5000;

type Streaming = Pick<PaymentsClient, 'streamOperations' | 'hasNewHeaders' | 'options'>;

const streams = /*#__PURE__*/ new WeakMap<object, RecordStream>();

/** One a client and page. */
export function recordStreamOf(client: Streaming, random?: () => number): RecordStream {
  const stream = streams.get(client) ?? createRecordStream(client, random);
  streams.set(client, stream);
  return stream;
}

export function createRecordStream(client: Streaming, random: () => number = Math.random): RecordStream {
  const clock: Clock = client.options.clock ?? systemClock;
  const listeners = new Set<(news: RecordNews) => void>();
  let current: AbortController | undefined;
  let timer: TimerHandle;
  let silence: TimerHandle;
  let stands = false;
  let absentUntil = -Infinity;
  let isRefused = false;
  let isResting = false;
  let failures = 0;
  let lastEventId: string | undefined;
  let openedFor: string | undefined;
  let heardAt = -Infinity;
  /** When it was heard, or begun: by both clocks, since a page may have slept. */
  let fresh = { mono: -Infinity, wall: -Infinity };

  const tell = (news: RecordNews) => [...listeners].forEach((listener) => listener(news));
  const fall = () => {
    if (!stands) return;
    stands = false;
    tell({ type: 'down' });
  };
  const rise = (isGap: boolean) => {
    const isNews = isGap || !stands;
    stands = true;
    if (isNews) tell({ type: 'up' });
  };
  const expectMore = () => {
    fresh = { mono: clock.monotonic(), wall: clock.now() };
    clock.clearTimeout(silence);
    silence = clock.setTimeout(() => current?.abort(), silentMs);
  };
  const close = () => {
    const closing = current;
    current = undefined;
    isRefused = false;
    clock.clearTimeout(timer);
    clock.clearTimeout(silence);
    closing?.abort();
  };
  const watchHeaders = createHeadersWatch({
    client,
    clock,
    isRefused: () => isRefused,
    onNewHeaders: () => void connect(),
  });

  async function connect(): Promise<void> {
    close();
    const absentForMs = absentUntil - clock.monotonic();
    if (absentForMs > 0) {
      timer = clock.setTimeout(() => void connect(), absentForMs);
      return;
    }
    const controller = new AbortController();
    current = controller;
    let openedAt: number | undefined;
    let failure: unknown;
    let isSentAway = false;
    expectMore();
    try {
      await client.streamOperations({
        lastEventId,
        signal: controller.signal,
        onAlive() {
          heardAt = clock.monotonic();
          expectMore();
          if (stands) tell({ type: 'alive' });
        },
        onEvent(event) {
          lastEventId = event.id ?? lastEventId;
          if (event.type === 'operation') tell({ type: 'operation', operation: event.operation });
          // Whoever comes again at once sends another one away.
          else if (event.type === 'end') isSentAway = true;
          else {
            openedAt ??= clock.monotonic();
            clock.clearTimeout(timer);
            rise(event.type === 'reset');
          }
        },
      });
    } catch (error) {
      failure = error;
    }
    if (current !== controller) return;
    close();
    const isHealthy = openedAt !== undefined && clock.monotonic() - openedAt >= healthyMs;
    if (isHealthy) failures = 0;
    if (isHealthy && failure === undefined && !isSentAway) comeAgain();
    else fail(failure);
  }

  /** Comes again at once. It counts as standing if that does not take long. */
  const comeAgain = () => {
    void connect();
    if (stands) timer = clock.setTimeout(fall, graceMs);
  };

  function fail(failure: unknown): void {
    fall();
    const { status, code, retryAfterMs = 0 } = failure instanceof PaymentsError ? failure : {};
    if (status === 404 || status === 405 || status === 501) absentUntil = clock.monotonic() + absentMs;
    isRefused = code === 'unauthorized';
    // A sign-in by cookie changes no headers: it is tried again, rarely.
    const pauseMs = isRefused ? longestPauseMs : Math.max(pauseAfter(failures), retryAfterMs);
    failures += 1;
    timer = clock.setTimeout(() => void connect(), pauseMs);
    if (isRefused) void watchHeaders();
  }

  const pauseAfter = (count: number) =>
    Math.max(firstPauseMs, Math.min(longestPauseMs, 2 * firstPauseMs * 2 ** count) * (0.5 + 0.5 * random()));

  const leave = (listener: (news: RecordNews) => void) => {
    if (!listeners.delete(listener) || listeners.size > 0) return;
    clock.setTimeout(() => {
      if (listeners.size > 0) return;
      close();
      stands = false;
      // Whoever comes later looks for itself.
      lastEventId = undefined;
    }, lingerMs);
  };

  return {
    stands: () => stands,
    heardAt: () => heardAt,
    subscribe(listener, operator) {
      // Each its own, so that nobody ends what another began.
      const own = (news: RecordNews) => listener(news);
      const isFirst = listeners.size === 0;
      listeners.add(own);
      const isOthers = openedFor !== operator;
      openedFor = operator;
      if (current && isOthers) comeAgain();
      else if (isFirst && !current && !isResting) void connect();
      return () => leave(own);
    },
    wake() {
      const isResumed = isResting;
      isResting = false;
      if (listeners.size === 0) return;
      const passedMs = Math.max(clock.monotonic() - fresh.mono, clock.now() - fresh.wall);
      if (!isResumed && current && passedMs < freshMs) return;
      failures = 0;
      comeAgain();
    },
    rest(isLeft) {
      isResting = true;
      close();
      if (!isLeft) fall();
    },
  };
}
