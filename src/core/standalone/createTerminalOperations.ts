import type { ClientContext } from '../client/clientContext.ts';
import { assertClient } from '../client/getTerminalOperations.ts';
import { getProcessedMessage } from '../client/getProcessedMessage.ts';
import { unreachableRefusal } from '../client/lazyOperations.ts';
import type { PaymentsClient, MoneyOrPollMethodName } from '../client/paymentsClient.ts';
import { createMoneyCalls } from '../client/terminalRequests.ts';
import { runHostCallback, ConfigurationError } from '../errors.ts';
import { checkResolution } from '../operations/operationDraft.ts';
import { checkDuplicateGuardOptions, type DuplicateGuardOptions } from '../operations/startGuard.ts';
import { createOperationId } from '../operations/operationId.ts';
import type { PaymentsEventListener, TerminalOperation } from '../operations/terminalOperation.ts';
import type { TerminalOperations } from '../operations/terminalOperations.ts';
import {
  browserPageLifecycle,
  createTabChannel,
  type PageLifecycle,
  type TabChannel,
} from '../pageLifecycle.ts';
import { createMessageWatcher, type MessageWatcher } from '../polling/messageWatcher.ts';
import { createOperationPresence, type OperationPresence } from '../operationPresence.ts';
import { type Clock, systemClock } from '../time.ts';
import { createOperationFollower } from './followOperation.ts';
import { createIndexedDbJournal, type Journal, type JournalChangeListener } from './journal.ts';
import { createLocalRecord } from './localRecord.ts';
import { createOperationLedger, type OperationLedger } from './operationLedger.ts';
import { createOwnershipAndRedaction } from './ownershipAndRedaction.ts';
import { createJournalSync } from './journalSync.ts';
import { sendOperationAndApplyAnswer } from './sendOperationAndApplyAnswer.ts';
import { createStartOperation } from './startOperation.ts';

export interface TerminalOperationsOptions {
  client: PaymentsClient;
  journal: Journal;
  clock?: Clock | undefined;
  /** Channel on which tabs tell each other which operations they started or show; default the browser's BroadcastChannel. */
  channel?: TabChannel | undefined;
  /** Visibility of the page; default the browser's. */
  page?: PageLifecycle | undefined;
  /** Gives 0 to 1; used to spread polls. */
  random?: (() => number) | undefined;
  /** Name of the operator. Other operators see this operator's operations without amounts, order number and message. */
  scopeKey?: string | undefined;
  /** How long to wait for a result before the operation becomes unknown (ms). Default 300 000. */
  maxWaitMs?: number | undefined;
  duplicateGuard?: DuplicateGuardOptions | false | undefined;
  /** Whether order numbers are stored, so that a sale can be found in the back office. Default true. */
  storeOrderNumber?: boolean | undefined;
  onEvent?: PaymentsEventListener | undefined;
}

/**
 * Creates the operations of a client, recorded in a journal that all tabs of a browser share. One instance per page and
 * client; see `getTerminalOperations`. Throws `configuration` for a client of a gateway.
 */
export function createTerminalOperations(options: TerminalOperationsOptions): TerminalOperations {
  const { client, journal, clock = systemClock, random = Math.random, maxWaitMs = 300_000 } = options;
  const { storeOrderNumber = true, onEvent } = options;
  const { channel = createTabChannel('tillkit-tabs'), page = browserPageLifecycle } = options;
  assertOwnRecord(client);
  if (!(maxWaitMs > 0)) throw new ConfigurationError('maxWaitMs', 'maxWaitMs must be a number above 0.');
  const tab = createOperationId();
  const view = createOwnershipAndRedaction(client, options.scopeKey);
  const { scope, isOfAccount, redacted } = view;
  const ledger = createOperationLedger({ journal, clock, storeOrderNumber, lockOf: view.lockOf });
  const listen: TerminalOperations['listen'] = (listener) =>
    ledger.listen((event) => listener(view.redactedEvent(event)));
  if (onEvent) listen(onEvent);
  const nameOf = (msgIdentifier: string) => `${view.owner().account} ${msgIdentifier}`;
  const watcher = createMessageWatcher({ client, clock, random, tab, channel, page, nameOf });
  const presence = createOperationPresence(channel, clock, tab);
  const { isHeldHere } = presence;
  const { amountScale } = client.service;
  const context = { ledger, clock, page, maxWaitMs, amountScale, watcher, isHeldHere };
  const following = createOperationFollower(context);
  const follow = (operation: TerminalOperation) => {
    if (isOfAccount(operation)) following.follow(operation);
  };
  const reading = createJournalSync({ journal, ledger, presence, clock, follow, isOurs: view.isOurs });
  const { sync, isRead, isReady, ready } = reading;
  // A failed read needs no report here: every start is then refused, and a person sees why.
  const refresh: JournalChangeListener = (ids) => void sync(ids).catch(() => undefined);
  const stops = [
    following.stopAll,
    journal.subscribe(refresh),
    page.onWake(() => {
      refresh();
      watcher.wake();
    }),
    reading.stop,
    watcher.dispose,
    presence.dispose,
  ];
  let isDisposed = false;
  const startOperation = createStartOperation({
    ...view,
    client,
    journal,
    ledger,
    presence,
    clock,
    duplicateGuard: checkDuplicateGuardOptions(options.duplicateGuard),
    isRead,
    onOutdated: refresh,
    send: (operation, request, by) =>
      void sendOperationAndApplyAnswer(operation, request, { client: by, clock, ledger }).then(follow),
  });

  const actions = createLocalActions({ ledger, watcher, following, presence, clock, isOfAccount });
  const list: TerminalOperations['list'] = (filter) =>
    ledger
      .list(filter)
      .filter((operation) => view.isRelevant(operation) && (!filter?.standing || view.mayStand(operation)))
      .map(redacted);

  return {
    // After `dispose`, `start` sends nothing, because no operation is followed any more.
    start: (...press) =>
      isDisposed
        ? Promise.resolve({ started: false, refusal: unreachableRefusal })
        : startOperation(...press),
    get(id) {
      const operation = ledger.get(id);
      return operation && redacted(operation);
    },
    list,
    subscribe: ledger.subscribe,
    listen,
    ...actions,
    record: createLocalRecord({
      list: () => list().filter((operation) => operation.scope === scope),
      ready,
      subscribe: ledger.subscribe,
    }),
    resume: () => sync(),
    dispose() {
      isDisposed = true;
      stops.forEach((stop) => stop());
    },
    scope,
    isOwn: isHeldHere,
    isOrphan: (id) => isReady() && !presence.isHeld(id),
    attach: presence.hold,
    load: () => Promise.resolve(),
    isLoaded: () => true,
    isReady,
    isRead,
    ready,
    clock,
    isDurable: journal.durable,
  };
}

function assertOwnRecord(client: PaymentsClient): void {
  assertClient(client);
  if (!client.hasRecord) return;
  throw new ConfigurationError(
    'client',
    'createTerminalOperations takes no client of a gateway. Use getTerminalOperations(client).',
  );
}

interface ActionContext {
  ledger: OperationLedger;
  watcher: Pick<MessageWatcher, 'watch' | 'checkNow'>;
  following: Pick<ReturnType<typeof createOperationFollower>, 'stop'>;
  presence: OperationPresence;
  clock: Clock;
  isOfAccount: (operation: TerminalOperation) => boolean;
}

function createLocalActions({ ledger, watcher, following, presence, clock, isOfAccount }: ActionContext) {
  const askable = (id: string) => {
    const operation = ledger.get(id);
    return operation && isOfAccount(operation) ? operation : undefined;
  };

  return {
    watch(msgIdentifier, origin) {
      const isKnown = (operation: TerminalOperation) => operation.msgIdentifier === msgIdentifier;
      const known = ledger.list().filter(isOfAccount).find(isKnown);
      const { getSnapshot, subscribe } = watcher.watch(msgIdentifier, known ?? origin);
      return { getSnapshot, subscribe: (listener, more) => subscribe(() => runHostCallback(listener), more) };
    },
    checkMessageNow: watcher.checkNow,
    checkNow(id) {
      const msgIdentifier = askable(id)?.msgIdentifier;
      return msgIdentifier ? watcher.checkNow(msgIdentifier) : { asked: false, nextAllowedAt: Infinity };
    },
    canCheck(id) {
      const operation = askable(id);
      if (operation?.phase === 'unknown') return operation.msgIdentifier !== undefined;
      return operation?.phase === 'waiting';
    },
    stopWaiting(id) {
      ledger.apply(id, { type: 'gave-up', at: clock.now(), reason: 'stopped' });
    },
    resolveUnknown(id, resolution) {
      const { charged, basis, note } = checkResolution(resolution);
      const resolved = { type: 'resolved', charged, basis } as const;
      ledger.apply(id, { ...resolved, at: clock.now() }, { ...resolved, note });
    },
    acknowledge(id) {
      const seen = ledger.get(id);
      const noted = seen && ledger.apply(id, { type: 'acknowledged', at: clock.now(), seen });
      if (noted?.acknowledgedAt !== undefined) presence.release(id);
    },
    markReported(id, phase) {
      ledger.apply(id, { type: 'told', phase });
    },
    clearEnded() {
      for (const { id } of ledger.list({ open: false }).filter(isOfAccount)) {
        following.stop(id);
        ledger.forget(id);
      }
    },
  } satisfies Partial<TerminalOperations>;
}

function createBrowserOperations(client: PaymentsClient, scopeKey: string | undefined): TerminalOperations {
  const { clock } = client.options;
  return createTerminalOperations({ client, journal: createIndexedDbJournal(), clock, scopeKey });
}

function createOperationCalls(context: ClientContext): Pick<PaymentsClient, MoneyOrPollMethodName> {
  return {
    ...createMoneyCalls(context),
    getProcessedMessage: (input, call) => getProcessedMessage(context, input, call),
  };
}

/** The operations and the calls that they are built on: one chunk, because a page needs all or none. */
export const standaloneEngine = { createBrowserOperations, createOperationCalls };
