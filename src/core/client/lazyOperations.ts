import { attempt, paymentsErrorOrUnanswered, runHostCallback } from '../errors.ts';
import { shortHash } from '../operations/operationId.ts';
import type { PaymentsEventListener, Refusal, StartResult } from '../operations/terminalOperation.ts';
import {
  recordCallNames,
  type RecordChangeListener,
  type TerminalOperations,
} from '../operations/terminalOperations.ts';
import type { MessageState } from '../polling/messageState.ts';
import type { MessageWatch } from '../polling/messageWatcher.ts';
import { backoffMs, type Clock, systemClock } from '../time.ts';
import type { PaymentsClient } from './paymentsClient.ts';
import { withDeadline } from './deadline.ts';

/** How long `start` waits for the engine to load (ms). After this time it returns a refusal and sends nothing. */
const loadTimeoutMs = 10_000;
/** Delay before a failed load is repeated for the first time (ms). A load is repeated only while calls wait for it. */
const firstPauseMs = 2000;
const longestPauseMs = 60_000;

const notLoaded = (cause: unknown): never => {
  throw paymentsErrorOrUnanswered(cause, 'A part of the page could not be loaded. Nothing was sent.');
};

/** The refusal of a start while the engine or the gateway cannot be reached: the page would not learn the outcome. */
export const unreachableRefusal: Refusal = {
  code: 'unreachable',
  message:
    'The payment service cannot be reached from this page now, so nothing was sent. Check the connection of this device, then start again.',
};

/**
 * Operations that can be used before their engine is loaded: until then lists are empty, and `start` waits. A browser
 * loads the engine at once; elsewhere the first use loads it.
 */
export function createLazyOperations(
  client: PaymentsClient,
  scopeKey: string,
  asking: PaymentsClient,
): TerminalOperations {
  const { clock = systemClock } = client.options;
  const key = scopeKey || undefined;
  const engine = createEngineLoader(clock, () => client.loadOperations({ scopeKey: key, client: asking }));
  const { loaded, load, whenLoaded, later } = engine;

  const start: TerminalOperations['start'] = async (kind, request, options) => {
    const pressedAt = clock.now();
    // A copy, because the host may change its object during the wait. The engine refuses a request that cannot be cloned.
    const pressed = attempt(() => structuredClone(request)) ?? { ...request };
    let operations = loaded();
    try {
      const deadline = { clock, timeoutMs: loadTimeoutMs, operationName: kind, isRetryable: false };
      operations ??= await withDeadline(deadline, load);
    } catch {
      // The engine is not loaded, so the start is refused below.
    }
    // The clock is checked too: if the machine slept meanwhile, the timer of the deadline stood still.
    const isLate = clock.now() - pressedAt > loadTimeoutMs;
    if (!operations || engine.isDisposed() || isLate)
      return { started: false, refusal: unreachableRefusal } satisfies StartResult;
    return operations.start(kind, pressed, options);
  };

  /** A store of one message's state. Its listeners are added once the engine is loaded. */
  const watch: TerminalOperations['watch'] = (msgIdentifier, origin) => {
    let watched: MessageWatch | undefined;
    const nothing: MessageState = {
      msgIdentifier,
      isFinal: false,
      connection: 'ok',
      failures: 0,
      missing: 0,
    };
    return {
      getSnapshot: () => (watched ??= loaded()?.watch(msgIdentifier, origin))?.getSnapshot() ?? nothing,
      subscribe: (listener, options) =>
        later<() => void>((operations, heard) => {
          watched ??= operations.watch(msgIdentifier, origin);
          return watched.subscribe(heard, options);
        })(listener),
    };
  };

  const forward =
    <Name extends LaterAction>(name: Name) =>
    (...input: Parameters<TerminalOperations[Name]>) =>
      whenLoaded((operations) => (operations[name] as (...given: typeof input) => void)(...input));

  if (typeof window !== 'undefined') load().catch(() => undefined);
  return {
    start,
    get: (id) => loaded()?.get(id),
    list: (filter) => loaded()?.list(filter) ?? [],
    subscribe: later<() => void>(({ subscribe }, listener) => subscribe(listener), runHostCallback),
    listen: later<PaymentsEventListener>(({ listen }, listener) => listen(listener)),
    watch,
    checkMessageNow: (msgIdentifier) => loaded()?.checkMessageNow(msgIdentifier) ?? notYet,
    checkNow: (id) => loaded()?.checkNow(id) ?? notYet,
    canCheck: (id) => loaded()?.canCheck(id) ?? false,
    stopWaiting: forward('stopWaiting'),
    resolveUnknown: forward('resolveUnknown'),
    acknowledge: forward('acknowledge'),
    markReported: forward('markReported'),
    record: {
      ...createLazyForwardingCalls(recordCallNames, async () => (await load()).record),
      subscribe: later<RecordChangeListener>(({ record: { subscribe } }, listener) => subscribe(listener)),
    },
    load: async () => void (await load()),
    isLoaded: () => loaded() !== undefined,
    resume: async () => (await load()).resume(),
    clearEnded: forward('clearEnded'),
    dispose: engine.dispose,
    scope: key === undefined ? undefined : shortHash(key),
    isOwn: (id) => loaded()?.isOwn(id) ?? false,
    isOrphan: (id) => loaded()?.isOrphan(id) ?? false,
    attach: forward('attach'),
    isReady: () => loaded()?.isReady() ?? false,
    isRead: () => loaded()?.isRead() ?? false,
    ready: engine.ready,
    clock,
    isDurable: true,
  };
}

type LaterAction =
  'stopWaiting' | 'resolveUnknown' | 'acknowledge' | 'markReported' | 'clearEnded' | 'attach';

const notYet = { asked: false, nextAllowedAt: Infinity };

/** Loads the engine when it is first needed, and again after a failure. Then makes the calls that waited for the engine. */
function createEngineLoader(clock: Clock, loadEngine: () => Promise<TerminalOperations>) {
  let loading: Promise<TerminalOperations> | undefined;
  let loaded: TerminalOperations | undefined;
  let isDisposed = false;
  let failures = 0;
  /** Calls to make once the engine is loaded. */
  const waiting = new Set<(operations: TerminalOperations) => void>();
  let isLoadedNow: ((operations: TerminalOperations) => void) | undefined;
  const ready = new Promise<TerminalOperations>((resolve) => {
    isLoadedNow = resolve;
  }).then((operations) => operations.ready);
  ready.catch(() => undefined);

  const load = (): Promise<TerminalOperations> => {
    loading ??= loadEngine().then(arrived, failed);
    return loading;
  };
  const arrived = (operations: TerminalOperations) => {
    if (isDisposed) operations.dispose();
    else loaded = operations;
    // If one of the waiting calls throws, the others must still run.
    if (loaded) waiting.forEach((want) => runHostCallback(() => want(operations)));
    waiting.clear();
    isLoadedNow?.(operations);
    return operations;
  };
  const failed = (cause: unknown): never => {
    loading = undefined; // the next press loads again
    clock.setTimeout(loadWanted, backoffMs(failures, { firstMs: firstPauseMs, longestMs: longestPauseMs }));
    failures += 1;
    return notLoaded(cause);
  };
  const loadWanted = () => {
    if (waiting.size > 0 && !isDisposed) load().catch(() => undefined);
  };
  const whenLoaded = (want: (operations: TerminalOperations) => void) => {
    if (loaded) return want(loaded);
    waiting.add(want);
    return loadWanted();
  };

  return {
    load,
    loaded: () => loaded,
    whenLoaded,
    /** Returns a `subscribe`. Once the engine is loaded, each listener that waits is passed to `add`, then to `onLoaded`. */
    later:
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
        whenLoaded(want);
        return () => {
          waiting.delete(want);
          leave?.();
        };
      },
    ready,
    isDisposed: () => isDisposed,
    dispose: () => {
      isDisposed = true;
      loaded?.dispose();
    },
  };
}

/** Functions that forward to an object's functions of the same names. The first call loads the object. */
export function createLazyForwardingCalls<
  Name extends string,
  Target extends Record<Name, (...input: never[]) => unknown>,
>(names: readonly Name[], load: () => Promise<Target>): Pick<Target, Name> {
  const call =
    (name: Name) =>
    async (...input: never[]) =>
      (await load().catch(notLoaded))[name](...input);
  return Object.fromEntries(names.map((name) => [name, call(name)])) as Pick<Target, Name>;
}
