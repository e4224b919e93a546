import { runHostCallback, PaymentsError } from '../errors.ts';
import { unreachableRefusal } from '../operations/refusals.ts';
import { type PaymentsEventListener, hashName, type StartResult } from '../operations/terminalOperation.ts';
import type { RecordListener, RecordQueries, TerminalOperations } from '../operations/terminalOperations.ts';
import type { MessageState } from '../polling/messageState.ts';
import type { MessageWatch } from '../polling/messageWatcher.ts';
import { backoffMs, systemClock, withTimeout } from '../time.ts';
import type { PaymentsClient } from './paymentsClient.ts';

/** How long a press waits for the engine to load (ms). Nothing was sent by then, and nothing is sent afterwards. */
const loadTimeoutMs = 10_000;
/** Delay before a failed load is repeated while part of the page waits (ms). */
const firstPauseMs = 2000;
const longestPauseMs = 60_000;
const notLoaded = 'The part of the page that runs payments could not be loaded. Nothing was sent.';

/**
 * The operations of a client, available at once while the engine is still loading. Until then lists are empty, and a
 * press waits. In a browser loading begins here, elsewhere at the first use.
 */
export function createLazyOperations(
  client: PaymentsClient,
  scopeKey: string,
  asking: PaymentsClient,
): TerminalOperations {
  const { clock = systemClock } = client.options;
  const key = scopeKey || undefined;
  let loading: Promise<TerminalOperations> | undefined;
  let loaded: TerminalOperations | undefined;
  let isDisposed = false;
  let failures = 0;
  /** Calls to make once the engine is loaded. */
  const waiting = new Set<(operations: TerminalOperations) => void>();

  const load = (): Promise<TerminalOperations> => {
    loading ??= client.loadOperations({ scopeKey: key, client: asking }).then(arrived, failed);
    return loading;
  };
  const arrived = (operations: TerminalOperations) => {
    if (isDisposed) operations.dispose();
    else loaded = operations;
    // An error in one waiting call must not keep the others from running.
    if (loaded) waiting.forEach((want) => runHostCallback(() => want(operations)));
    waiting.clear();
    whenLoaded?.(operations);
    return operations;
  };
  const failed = (cause: unknown): never => {
    loading = undefined; // the next press loads again
    clock.setTimeout(loadWanted, backoffMs(failures, { firstMs: firstPauseMs, longestMs: longestPauseMs }));
    failures += 1;
    throw cause instanceof PaymentsError ? cause : new PaymentsError('unanswered', notLoaded, { cause });
  };
  const loadWanted = () => {
    if (waiting.size > 0 && !isDisposed) load().catch(() => undefined);
  };
  const then = (want: (operations: TerminalOperations) => void) => {
    if (loaded) return want(loaded);
    waiting.add(want);
    return loadWanted();
  };
  /** Subscribes once the engine is loaded, then calls an earlier listener: there may be something to show. */
  const later =
    <Listener extends (...said: never[]) => void>(
      add: (operations: TerminalOperations, listener: Listener) => () => void,
      onLoaded?: (listener: Listener) => void,
    ) =>
    (listener: Listener) => {
      if (loaded) return add(loaded, listener);
      let leave: (() => void) | undefined;
      const want = (operations: TerminalOperations) => {
        leave = add(operations, listener);
        onLoaded?.(listener);
      };
      then(want);
      return () => {
        waiting.delete(want);
        leave?.();
      };
    };

  const start: TerminalOperations['start'] = async (kind, request, options) => {
    if (loaded) return loaded.start(kind, request, options);
    const pressedAt = clock.now();
    let operations: TerminalOperations | undefined;
    try {
      operations = await withTimeout(clock, loadTimeoutMs, load());
    } catch {
      // The engine is not loaded: the press is refused below.
    }
    // Timers of a machine that slept meanwhile stood still.
    const isLate = clock.now() - pressedAt > loadTimeoutMs;
    if (!operations || isDisposed || isLate)
      return { started: false, refusal: unreachableRefusal } satisfies StartResult;
    return operations.start(kind, request, options);
  };

  const record: RecordQueries = {
    listOperations: async (by, call) => (await load()).record.listOperations(by, call),
    getOperation: async (id, call) => (await load()).record.getOperation(id, call),
    exportOperations: async (by, call) => (await load()).record.exportOperations(by, call),
    listTransactions: async (by, call) => (await load()).record.listTransactions(by, call),
    getTransaction: async (reference, call) => (await load()).record.getTransaction(reference, call),
    getReport: async (query, call) => (await load()).record.getReport(query, call),
    getOrder: async (order, call) => (await load()).record.getOrder(order, call),
    recordLeg: async (order, leg, call) => (await load()).record.recordLeg(order, leg, call),
    listClosings: async (by, call) => (await load()).record.listClosings(by, call),
    getClosing: async (closing, call) => (await load()).record.getClosing(closing, call),
    closeDay: async (day, call) => (await load()).record.closeDay(day, call),
    subscribe: later<RecordListener>(({ record: { subscribe } }, listener) => subscribe(listener)),
  };

  let whenLoaded: ((operations: TerminalOperations) => void) | undefined;
  const ready = new Promise<void>((resolve, reject) => {
    whenLoaded = (operations) => void operations.ready.then(resolve, reject);
  });
  ready.catch(() => undefined);
  if (typeof window !== 'undefined') load().catch(() => undefined);

  return {
    start,
    get: (id) => loaded?.get(id),
    list: (filter) => loaded?.list(filter) ?? [],
    subscribe: later<() => void>(({ subscribe }, listener) => subscribe(listener), runHostCallback),
    listen: later<PaymentsEventListener>(({ listen }, listener) => listen(listener)),
    watch: (msgIdentifier, origin) =>
      watchLater(
        msgIdentifier,
        () => loaded?.watch(msgIdentifier, origin),
        later<() => void>((_, subscribe) => (subscribe(), () => undefined)),
      ),
    checkMessageNow: (msgIdentifier) => loaded?.checkMessageNow(msgIdentifier) ?? notYet,
    checkNow: (id) => loaded?.checkNow(id) ?? notYet,
    canCheck: (id) => loaded?.canCheck(id) ?? false,
    stopWaiting: (id) => then(({ stopWaiting }) => stopWaiting(id)),
    resolveUnknown: (id, resolution) => then(({ resolveUnknown }) => resolveUnknown(id, resolution)),
    acknowledge: (id) => then(({ acknowledge }) => acknowledge(id)),
    markReported: (id, phase) => then(({ markReported }) => markReported(id, phase)),
    record,
    load: async () => void (await load()),
    isLoaded: () => loaded !== undefined,
    resume: async () => (await load()).resume(),
    clearEnded: () => then(({ clearEnded }) => clearEnded()),
    dispose() {
      isDisposed = true;
      loaded?.dispose();
    },
    scope: key === undefined ? undefined : hashName(key),
    isOwn: (id) => loaded?.isOwn(id) ?? false,
    isOrphan: (id) => loaded?.isOrphan(id) ?? false,
    attach: (id) => then(({ attach }) => attach(id)),
    isReady: () => loaded?.isReady() ?? false,
    isRead: () => loaded?.isRead() ?? false,
    ready,
    clock,
    isDurable: true,
  };
}

const notYet = { asked: false, nextAllowedAt: Infinity };

/** A message as a store before the engine is loaded. */
function watchLater(
  msgIdentifier: string,
  current: () => MessageWatch | undefined,
  later: (use: () => void) => () => void,
): MessageWatch {
  let watch = current();
  const nothing: MessageState = { msgIdentifier, isFinal: false, connection: 'ok', failures: 0, missing: 0 };
  return {
    getSnapshot: () => (watch ??= current())?.getSnapshot() ?? nothing,
    subscribe(listener, options) {
      let leave: (() => void) | undefined;
      const forget = later(() => {
        watch ??= current();
        leave = watch?.subscribe(listener, options);
      });
      return () => {
        forget();
        leave?.();
      };
    },
  };
}
