import { callHost } from '../errors.ts';
import { createListeners } from '../listeners.ts';
import { unreachable } from '../operations/refusals.ts';
import { shortName } from '../operations/terminalOperation.ts';
import type { TerminalOperations } from '../operations/terminalOperations.ts';
import type { MessageState } from '../polling/messageState.ts';
import type { MessageWatch } from '../polling/messageWatcher.ts';
import { systemClock, withinMs } from '../time.ts';
import type { PaymentsClient } from './paymentsClient.ts';

/** How long a press waits for what runs it (ms). Nothing was sent yet, and after this nothing is. */
const loadTimeoutMs = 10_000;

type Answer<Name extends keyof TerminalOperations> = TerminalOperations[Name] extends (
  ...input: never[]
) => infer Value
  ? Value
  : never;
type Call = (...input: unknown[]) => unknown;
type Leave = () => void;

const ignore = () => undefined;
const notYet = { asked: false, nextAllowedAt: Infinity };

/**
 * The operations of a client, there at once while what runs them is still being loaded: nothing is listed until then, and a
 * press waits. In a browser the loading begins here, elsewhere when the first of it is needed.
 */
export function deferOperations(
  client: PaymentsClient,
  scopeKey: string,
  asking: PaymentsClient,
): TerminalOperations {
  const { clock = systemClock } = client.options;
  const key = scopeKey || undefined;
  const waiting = createListeners<[TerminalOperations]>();
  let loading: Promise<TerminalOperations> | undefined;
  let loaded: TerminalOperations | undefined;
  let isDisposed = false;

  const load = (): Promise<TerminalOperations> => {
    loading ??= client.loadOperations({ scopeKey: key, client: asking }).then(
      (operations) => {
        if (isDisposed) operations.dispose();
        loaded = operations;
        waiting.tell(operations);
        return operations;
      },
      (error: unknown) => {
        loading = undefined; // the next press tries again
        throw error;
      },
    );
    return loading;
  };
  /** Subscribes as soon as it can, by whichever attempt that is. */
  const subscribeLater = (add: (operations: TerminalOperations) => Leave): Leave => {
    if (loaded) return add(loaded);
    let leave: Leave = waiting.add((operations) => {
      leave = add(operations);
    });
    load().catch(ignore);
    return () => leave();
  };
  /** Answers at once, as long as nothing is loaded with this. */
  const ask = <Name extends keyof TerminalOperations>(name: Name, before: Answer<Name>) =>
    ((...input) => (loaded ? (loaded[name] as Call)(...input) : before)) as Call as TerminalOperations[Name];
  /** Has no answer, and can wait. */
  const tell = <Name extends keyof TerminalOperations>(name: Name) =>
    ((...input) =>
      void subscribeLater((operations) => {
        (operations[name] as Call)(...input);
        return ignore;
      })) as Call as TerminalOperations[Name];

  const ready = new Promise<void>((resolve, reject) => {
    waiting.add((operations) => void operations.ready.then(resolve, reject));
  });
  ready.catch(ignore);
  if (typeof window !== 'undefined') load().catch(ignore);

  return {
    async start(kind, request, options) {
      const operations = loaded ?? (await withinMs(clock, loadTimeoutMs, load()).catch(ignore));
      return operations?.start(kind, request, options) ?? { started: false, refusal: unreachable };
    },
    get: ask('get', undefined),
    list: ask('list', []),
    subscribe: (listener) =>
      loaded
        ? loaded.subscribe(listener)
        : subscribeLater(({ subscribe }) => {
            const leave = subscribe(listener);
            callHost(listener); // there may be something to see
            return leave;
          }),
    listen: (listener) => subscribeLater(({ listen }) => listen(listener)),
    watch(msgIdentifier, origin) {
      let watch: MessageWatch | undefined;
      const current = () => (watch ??= loaded?.watch(msgIdentifier, origin));
      const nothing: MessageState = {
        msgIdentifier,
        isFinal: false,
        connection: 'ok',
        failures: 0,
        missing: 0,
      };
      return {
        getSnapshot: () => current()?.getSnapshot() ?? nothing,
        subscribe: (listener, options) =>
          subscribeLater(() => current()?.subscribe(listener, options) ?? ignore),
      };
    },
    checkMessageNow: ask('checkMessageNow', notYet),
    checkNow: ask('checkNow', notYet),
    canCheck: ask('canCheck', false),
    stopWaiting: tell('stopWaiting'),
    resolveUnknown: tell('resolveUnknown'),
    acknowledge: tell('acknowledge'),
    noteTold: tell('noteTold'),
    record: {
      listTransactions: async (...by) => (await load()).record.listTransactions(...by),
      getTransaction: async (...by) => (await load()).record.getTransaction(...by),
      getReport: async (...by) => (await load()).record.getReport(...by),
      subscribe: (listener) => subscribeLater(({ record }) => record.subscribe(listener)),
    },
    load: async () => void (await load()),
    isLoaded: () => loaded !== undefined,
    resume: async () => (await load()).resume(),
    clearEnded: tell('clearEnded'),
    dispose() {
      isDisposed = true;
      loaded?.dispose();
    },
    scope: key === undefined ? undefined : shortName(key),
    isOwn: ask('isOwn', false),
    isOrphan: ask('isOrphan', false),
    attach: tell('attach'),
    isReady: ask('isReady', false),
    isRead: ask('isRead', false),
    ready,
    clock,
    isDurable: true,
  };
}
