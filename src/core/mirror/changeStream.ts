import { paymentsErrorOrUnanswered, PaymentsError } from '../errors.ts';
import type { OrderFigures } from '../operations/terminalOperation.ts';
import type { RecordedOperation } from '../operations/recorded.ts';
import { createWatchForNewHeaders } from '../polling/pollLoop.ts';
import { longestServicePauseMs } from '../polling/chooseNextPoll.ts';
import type { Clock, TimerHandle } from '../time.ts';
import type { GatewayClient } from './gatewayClient.ts';
import type { StreamedEvent, StreamOptions } from './streamOperations.ts';

export type StreamUpdate =
  /** The row of an operation changed. `openedAt`: when its stream was opened (epoch ms of the gateway's clock). */
  | { type: 'operation'; operation: RecordedOperation; openedAt: number | undefined }
  | { type: 'order'; order: OrderFigures; isPaid: boolean }
  /** The stream is up: every later change arrives, earlier ones may be missing. `now`, `forgotAt`: epoch ms, gateway's clock. */
  | { type: 'up'; now: number | undefined; forgotAt: number }
  /** The stream is down: no change arrives any more. `isFirstFailure`: the first failure since the stream was healthy. */
  | { type: 'down'; isFirstFailure: boolean }
  /** A heartbeat without a change. */
  | { type: 'alive' };

/** If nothing comes for this long, a proxy holds the stream back (ms). The gateway sends at least a comment every 15 s. */
export const streamSilenceMs = 20_000;
/** A stream that stayed open this long was healthy (ms). */
const healthyMs = 20_000;
/**
 * For this long (ms) a healthy stream that the gateway ended, or one that the page's wake-up ended, still counts as up. If
 * it reconnects in time, the gateway sends what was missed.
 */
const graceMs = 2000;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;
/** How long to wait before the next try (ms), if an old gateway has no stream or the gateway ended the stream. */
const absentMs = 10 * 60_000;
/** When the page wakes, it keeps a connection that was opened or sent anything within this time (ms). */
const freshMs = 5000;

interface StreamContext {
  client: Pick<GatewayClient, 'streamOperations' | 'hasNewHeaders'>;
  clock: Clock;
  random: () => number;
  onUpdate: (news: StreamUpdate) => void;
}

/** The page's connection to the gateway's stream of changes. */
export function createChangeStream({ client, clock, random, onUpdate }: StreamContext) {
  const line = {
    /** `closed`: no connection is wanted. `resting`: there is no connection until the page wakes. */
    mode: 'closed' as 'closed' | 'open' | 'resting',
    stands: false,
    /** Whether the gateway refused the credentials. */
    isRefused: false,
    failures: 0,
    absentUntil: -Infinity,
    lastEventId: undefined as string | undefined,
    openedAt: undefined as number | undefined,
    askedAt: 0,
    forgotAt: -Infinity,
  };
  let current: Connection | undefined;
  let timer: TimerHandle;

  const fall = (isFirstFailure = false) => {
    const wasUp = line.stands;
    line.stands = false;
    if (wasUp || isFirstFailure) onUpdate({ type: 'down', isFirstFailure });
  };
  const end = () => {
    const ending = current;
    current = undefined;
    line.isRefused = false;
    clock.clearTimeout(timer);
    ending?.stop();
  };
  const watchForNewHeaders = createWatchForNewHeaders({
    client,
    clock,
    isRefused: () => line.isRefused,
    onNewHeaders: () => void connect(),
  });

  const hear = (event: StreamedEvent) => {
    line.lastEventId = event.id ?? line.lastEventId;
    if (event.type === 'operation') return onUpdate({ ...event, openedAt: line.openedAt });
    if (event.type === 'order') return onUpdate(event);
    if (event.type === 'end') {
      line.absentUntil = clock.monotonic() + absentMs;
      return current?.stop();
    }
    if (event.type === 'open') {
      line.openedAt = event.now;
      line.forgotAt = (event.now ?? 0) - event.knownForMs;
    }
    current?.noteOpened();
    clock.clearTimeout(timer);
    const isNews = event.type === 'reset' || !line.stands;
    line.stands = true;
    if (!isNews) return;
    onUpdate({ type: 'up', now: event.type === 'open' ? event.now : undefined, forgotAt: line.forgotAt });
  };

  async function connect(): Promise<void> {
    end();
    // The host's new headers may arrive after `close`.
    if (line.mode !== 'open') return;
    const absentForMs = line.absentUntil - clock.monotonic();
    if (absentForMs > 0) {
      timer = clock.setTimeout(() => void connect(), absentForMs);
      return fall();
    }
    const connection = (current = createConnection(client, clock));
    line.askedAt = clock.now();
    const failure = await connection.run({
      lastEventId: line.lastEventId,
      onEvent: hear,
      onAlive: () => line.stands && onUpdate({ type: 'alive' }),
    });
    if (current !== connection) return;
    end();
    if (connection.isHealthy()) line.failures = 0;
    if (connection.isHealthy() && failure === undefined) reconnect();
    else fail(failure ?? new PaymentsError('unanswered', 'The stream ended.'));
  }

  /** Reconnects at once. A stream that was up counts as up until `graceMs` have passed without success. */
  const reconnect = () => {
    void connect();
    if (line.stands) timer = clock.setTimeout(() => fall(), graceMs);
  };

  function fail(failure: PaymentsError): void {
    if (failure.refusal?.code === 'no-route' || failure.status === 405 || failure.status === 501)
      line.absentUntil = clock.monotonic() + absentMs;
    line.isRefused = failure.code === 'unauthorized';
    timer = clock.setTimeout(() => void connect(), pauseAfter(failure, line.failures, random()));
    line.failures += 1;
    if (line.isRefused) void watchForNewHeaders();
    fall(line.failures === 1);
  }

  return {
    /** Whether the stream is up, so that every change arrives. */
    stands: () => line.stands,
    /** When the page asked for the connection to the stream (epoch ms). */
    askedAt: () => line.askedAt,
    open() {
      if (line.mode !== 'closed') return;
      line.mode = 'open';
      void connect();
    },
    close() {
      // The last event id is forgotten, because a page that opens the stream again reads the lists.
      Object.assign(line, { mode: 'closed', stands: false, lastEventId: undefined });
      end();
    },
    /** Reconnects, because the page may have slept or an operator asks. Not after `close`, or if the connection is fresh. */
    wake() {
      const { mode } = line;
      if (mode === 'closed' || (mode === 'open' && current?.isFresh())) return;
      line.mode = 'open';
      line.failures = 0;
      reconnect();
    },
    /** Closes the connection until the page wakes. With `isLeft`, reports nothing, because the page no longer runs. */
    rest(isLeft: boolean) {
      line.mode = 'resting';
      end();
      if (!isLeft) fall();
    },
  };
}

type Connection = ReturnType<typeof createConnection>;

/** One connection to the stream. It ends once it has been silent for `streamSilenceMs`. */
function createConnection(client: StreamContext['client'], clock: Clock) {
  const controller = new AbortController();
  let openedAt = Infinity;
  /** When the stream last sent anything, by both clocks: the monotonic clock may stop while the page sleeps. */
  let aliveAt = { mono: -Infinity, wall: -Infinity };
  let silence: TimerHandle;
  const stop = () => {
    clock.clearTimeout(silence);
    controller.abort();
  };
  const noteAlive = () => {
    aliveAt = { mono: clock.monotonic(), wall: clock.now() };
    clock.clearTimeout(silence);
    silence = clock.setTimeout(stop, streamSilenceMs);
  };
  return {
    stop,
    /** Receives changes until the stream ends. Resolves with the error if the stream broke off. */
    async run({ onAlive, ...options }: Omit<StreamOptions, 'signal'>): Promise<PaymentsError | undefined> {
      noteAlive();
      try {
        await client.streamOperations({
          ...options,
          signal: controller.signal,
          onAlive() {
            noteAlive();
            onAlive?.();
          },
        });
        return undefined;
      } catch (cause) {
        return paymentsErrorOrUnanswered(cause, 'The stream broke off.');
      }
    },
    /** Call once the stream is open: `isHealthy` counts from then. */
    noteOpened() {
      openedAt = Math.min(openedAt, clock.monotonic());
    },
    isHealthy: () => clock.monotonic() - openedAt >= healthyMs,
    isFresh: () => Math.max(clock.monotonic() - aliveAt.mono, clock.now() - aliveAt.wall) < freshMs,
  };
}

/** How long to wait after an error before the next connection (ms). `random` (0 to 1) spreads the pages of a shop. */
function pauseAfter({ code, retryAfterMs = 0 }: PaymentsError, failures: number, random: number): number {
  // If the operator signs in by cookie, no new headers tell the page to reconnect, so it tries again now and then.
  if (code === 'unauthorized') return longestPauseMs;
  const backoff = Math.min(longestPauseMs, 2 * firstPauseMs * 2 ** failures) * (0.5 + 0.5 * random);
  return Math.max(firstPauseMs, backoff, Math.min(longestServicePauseMs, retryAfterMs));
}

/** Whether requests to an origin share a connection. Over HTTP/1.1 a stream takes one of the six connections of all tabs. */
export function isMultiplexed(origin: string): boolean {
  if (typeof document === 'undefined') return true;
  const timings = ['resource', 'navigation'].flatMap((type) => performance.getEntriesByType?.(type) ?? []);
  return (timings as PerformanceResourceTiming[]).some(
    ({ name, nextHopProtocol }) => name.startsWith(`${origin}/`) && /^h[23]/.test(nextHopProtocol),
  );
}
