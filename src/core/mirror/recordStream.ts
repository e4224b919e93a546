import { PaymentsError } from '../errors.ts';
import type { RecordedOperation } from '../operations/recorded.ts';
import { createHeadersWatch } from '../polling/pollLoop.ts';
import { longestServicePauseMs } from '../polling/chooseNextPoll.ts';
import type { Clock, TimerHandle } from '../time.ts';
import type { GatewayClient } from './gatewayClient.ts';
import type { StreamedEvent } from './streamOperations.ts';

/** What a page hears from its gateway. */
export type RecordNews =
  | { type: 'operation'; operation: RecordedOperation }
  /** From here on every change is told; what happened before may not have been. `now`: the gateway's time. */
  | { type: 'up'; now: number | undefined }
  /** Nothing is told any more. `isFirstFailure`: it failed, and had not before. */
  | { type: 'down'; isFirstFailure: boolean }
  /** The line is alive; nothing is new. */
  | { type: 'alive' };

/** The gateway's stream of changes. */
export interface RecordStream {
  /** Whether every change is told. */
  stands: () => boolean;
  open: () => void;
  close: () => void;
  /** The page may have slept, or somebody wants to know now. */
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
/** A gateway without a stream may be the last one of a deployment; one that ended this stream has others of this subject. */
const absentMs = 10 * 60_000;
/** Heard or begun so recently, it is left as it is where a page wakes. */
const freshMs = 5000;

interface StreamContext {
  client: Pick<GatewayClient, 'streamOperations' | 'hasNewHeaders'>;
  clock: Clock;
  random: () => number;
  onNews: (news: RecordNews) => void;
}

export function createRecordStream({ client, clock, random, onNews }: StreamContext): RecordStream {
  const line = {
    isWanted: false,
    stands: false,
    isResting: false,
    /** The gateway wants other credentials. */
    isRefused: false,
    failures: 0,
    absentUntil: -Infinity,
    lastEventId: undefined as string | undefined,
    /** When it was heard, or begun: by both clocks, since a page may have slept. */
    fresh: { mono: -Infinity, wall: -Infinity },
  };
  let current: AbortController | undefined;
  let timer: TimerHandle;
  let silence: TimerHandle;

  const fall = (isFirstFailure = false) => {
    const wasUp = line.stands;
    line.stands = false;
    if (wasUp || isFirstFailure) onNews({ type: 'down', isFirstFailure });
  };
  const expectMore = () => {
    line.fresh = { mono: clock.monotonic(), wall: clock.now() };
    clock.clearTimeout(silence);
    silence = clock.setTimeout(() => current?.abort(), silentMs);
  };
  const end = () => {
    const ending = current;
    current = undefined;
    line.isRefused = false;
    clock.clearTimeout(timer);
    clock.clearTimeout(silence);
    ending?.abort();
  };
  const watchHeaders = createHeadersWatch({
    client,
    clock,
    isRefused: () => line.isRefused,
    onNewHeaders: () => void connect(),
  });

  const hear = (event: StreamedEvent, opened: () => void) => {
    line.lastEventId = event.id ?? line.lastEventId;
    switch (event.type) {
      case 'operation':
        return onNews({ type: 'operation', operation: event.operation });
      case 'end':
        line.absentUntil = clock.monotonic() + absentMs;
        return current?.abort();
      case 'open':
      case 'reset': {
        opened();
        const isNews = event.type === 'reset' || !line.stands;
        line.stands = true;
        if (isNews) onNews({ type: 'up', now: event.type === 'open' ? event.now : undefined });
      }
    }
  };

  async function connect(): Promise<void> {
    end();
    // The host's new headers may come after it was closed.
    if (!line.isWanted || line.isResting) return;
    const absentForMs = line.absentUntil - clock.monotonic();
    if (absentForMs > 0) {
      timer = clock.setTimeout(() => void connect(), absentForMs);
      return fall();
    }
    const controller = new AbortController();
    current = controller;
    let openedAt = Infinity;
    let failure: unknown;
    expectMore();
    try {
      await client.streamOperations({
        lastEventId: line.lastEventId,
        signal: controller.signal,
        onAlive() {
          expectMore();
          if (line.stands) onNews({ type: 'alive' });
        },
        onEvent: (event) =>
          hear(event, () => {
            openedAt = Math.min(openedAt, clock.monotonic());
            clock.clearTimeout(timer);
          }),
      });
    } catch (error) {
      failure = error;
    }
    if (current !== controller) return;
    end();
    const isHealthy = clock.monotonic() - openedAt >= healthyMs;
    if (isHealthy) line.failures = 0;
    if (isHealthy && failure === undefined) comeAgain();
    else fail(failure);
  }

  /** Comes again at once. It counts as standing if that does not take long. */
  const comeAgain = () => {
    void connect();
    if (line.stands) timer = clock.setTimeout(() => fall(), graceMs);
  };

  function fail(cause: unknown): void {
    const failure =
      cause instanceof PaymentsError ? cause : new PaymentsError('unanswered', 'The stream ended.');
    const { status, code, retryAfterMs = 0, refusal } = failure;
    const hasNone = refusal?.code === 'no-route' || status === 405 || status === 501;
    if (hasNone) line.absentUntil = clock.monotonic() + absentMs;
    line.isRefused = code === 'unauthorized';
    // A sign-in by cookie changes no headers: it is tried again, rarely.
    const askedMs = Math.min(longestServicePauseMs, retryAfterMs);
    const pauseMs = line.isRefused ? longestPauseMs : Math.max(pauseAfter(line.failures), askedMs);
    line.failures += 1;
    timer = clock.setTimeout(() => void connect(), pauseMs);
    if (line.isRefused) void watchHeaders();
    fall(line.failures === 1);
  }

  const pauseAfter = (count: number) =>
    Math.max(firstPauseMs, Math.min(longestPauseMs, 2 * firstPauseMs * 2 ** count) * (0.5 + 0.5 * random()));

  return {
    stands: () => line.stands,
    open() {
      if (line.isWanted) return;
      line.isWanted = true;
      void connect();
    },
    close() {
      line.isWanted = false;
      line.stands = false;
      line.isResting = false;
      // A page that comes back reads the lists.
      line.lastEventId = undefined;
      end();
    },
    wake() {
      const isResumed = line.isResting;
      line.isResting = false;
      if (!line.isWanted) return;
      const passedMs = Math.max(clock.monotonic() - line.fresh.mono, clock.now() - line.fresh.wall);
      if (!isResumed && current && passedMs < freshMs) return;
      line.failures = 0;
      comeAgain();
    },
    rest(isLeft) {
      line.isResting = true;
      end();
      if (!isLeft) fall();
    },
  };
}

/**
 * Whether requests to an origin share one connection, as far as the browser tells. Over HTTP/1.1 all tabs have six, and whatever
 * stays open takes one from the others' payments.
 */
export function isMultiplexed(origin: string): boolean {
  if (typeof document === 'undefined') return true;
  const timings = ['resource', 'navigation'].flatMap((type) => performance.getEntriesByType?.(type) ?? []);
  return (timings as PerformanceResourceTiming[]).some(
    ({ name, nextHopProtocol }) => name.startsWith(`${origin}/`) && /^h[23]/.test(nextHopProtocol),
  );
}
