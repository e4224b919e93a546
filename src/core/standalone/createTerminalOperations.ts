import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import { parseTerminalRequest, type TerminalRequests } from '../client/terminalOperations.ts';
import { callHost, warnOnce } from '../errors.ts';
import { browserPage, createTabChannel, type PageSignals, type TabChannel } from '../page.ts';
import { type CheckResult, createMessageWatcher, type MessageWatch } from '../polling/messageWatcher.ts';
import type { MessageOrigin } from '../polling/messageStream.ts';
import { type Clock, systemClock, withinMs } from '../time.ts';
import type { MoneyOperation } from '../wire/routes.ts';
import { followMessage } from './followMessage.ts';
import type { RecordFollowing } from '../operations/followRecord.ts';
import { type Journal, type JournalListener, operationOf, type OperationRecord } from './journal.ts';
import { checkedResolution, draftOf, newOperation } from '../operations/operationDraft.ts';
import { createOperationChecks, createOperationInquiry, type OperationChecks } from '../operations/operationInquiry.ts';
import { createOperationLedger, type OperationFilter } from './operationLedger.ts';
import { accountOf, createOwnView, shortName } from './operationOwner.ts';
import { createOperationSync, createTabPresence } from './operationSync.ts';
import { frozenMs, sendOperation } from './sendOperation.ts';
import {
  type Draft,
  type DuplicateGuard,
  guardStart,
  holds,
  invalidRequest,
  noJournal,
  terminalBusy,
} from '../operations/startGuard.ts';
import {
  createOperationId,
  isInRecord,
  isOpen,
  isUnseen,
  type PaymentsEventListener,
  type Phase,
  type Refusal,
  type Resolution,
  type StartResult,
  type TerminalOperation,
} from '../operations/terminalOperation.ts';
import type { Transaction } from '../operations/transactions.ts';

export interface TerminalOperationsOptions {
  client: PaymentsClient;
  journal: Journal;
  clock?: Clock | undefined;
  /** How tabs learn which of them looks after what; default the browser's BroadcastChannel. */
  channel?: TabChannel | undefined;
  /** Whether the page is seen, and when it wakes; default the browser's. */
  page?: PageSignals | undefined;
  /** 0 to 1; only spreads polls. */
  random?: (() => number) | undefined;
  /** The operator; others see this one's operations without amount and order number. */
  scopeKey?: string | undefined;
  /** How long to wait for a result before it counts as unknown. Default 300 000. */
  maxWaitMs?: number | undefined;
  duplicateGuard?: DuplicateGuard | false | undefined;
  /** Whether order numbers are recorded, so that a sale can be found in the back office. Default true. */
  storeOrderNumber?: boolean | undefined;
  onEvent?: PaymentsEventListener | undefined;
}

export interface StartOptions {
  /** Which part of the page this belongs to; a hook shows the newest open operation of its key. */
  flowKey?: string | undefined;
  /** Repeats the `confirmation` of a refusal. */
  confirmed?: string | undefined;
  /** What the host knows of the transaction that is captured, voided or refunded. */
  transaction?: Transaction | undefined;
  /** Id of the operation that is on the screen while its very draft is sent again, nothing touched since. */
  repeats?: string | undefined;
  /** ISO 4217, in whose cents amounts are kept. Needed where `amountScale` is `hundredths`. */
  currency?: string | undefined;
  /** Sends it; default the client of these operations. */
  client?: PaymentsClient | undefined;
}

/** Every terminal operation of a page: started once each, followed to its ending. Lives outside React. */
export interface TerminalOperations extends OperationChecks {
  /** Never rejects. Sends one request at most; there is no queue and no second try. */
  start<Kind extends MoneyOperation>(
    kind: Kind,
    request: TerminalRequests[Kind],
    options?: StartOptions,
  ): Promise<StartResult>;
  get: (id: string) => TerminalOperation | undefined;
  /** Newest first. */
  list: (filter?: OperationFilter) => TerminalOperation[];
  subscribe: (listener: () => void) => () => void;
  /** Hears every event, as `onEvent` does. */
  listen: (listener: PaymentsEventListener) => () => void;
  /** One message as a store, whether it belongs to an operation or not; what an operation here knows of it is used. */
  watch: (msgIdentifier: string, origin?: MessageOrigin) => MessageWatch;
  checkMessageNow: (msgIdentifier: string) => CheckResult;
  /** Frees the person, not the payment: it becomes `unknown`, reason `stopped`, and a late result still wins. */
  stopWaiting: (id: string) => void;
  /** A person says what became of an unknown operation. Throws `invalid-input`. */
  resolveUnknown: (id: string, resolution: Resolution) => void;
  /** Somebody took note of how an operation ended: its ending stands no longer, in any tab. */
  acknowledge: (id: string) => void;
  /** A callback of the host heard this outcome: once the ending is acknowledged it is not told again, on any page. */
  noteTold: (id: string, phase: Phase) => void;
  /** Calls back when the gateway's record may have changed; without a gateway, when what this page knows has. */
  onRecordChange: (listener: () => void) => () => void;
  /** Picks up what the journal holds. Called once at creation. */
  resume: () => Promise<void>;
  /**
   * Forgets what has ended, also what nobody took note of: for signing out. Kept is what is unknown, or was until a person said
   * something that the gateway does not have yet.
   */
  clearEnded: () => void;
  dispose: () => void;
  /** Name of the operator's scope, as operations carry it. */
  readonly scope: string | undefined;
  /** Whether this tab started an operation or shows it as its own. */
  isOwn: (id: string) => boolean;
  /** Whether no living tab looks after an operation that the journal holds. */
  isOrphan: (id: string) => boolean;
  /** A view on this page shows the operation as its own. */
  attach: (id: string) => void;
  /** Whether the first reading of the journal is over, read or not. */
  isReady: () => boolean;
  /** Whether the journal was read: until then nobody knows what is open. */
  isRead: () => boolean;
  /** Settles when the journal was read. */
  readonly ready: Promise<void>;
  readonly clock: Clock;
  readonly isDurable: boolean;
}

const claimTimeoutMs = 1000;
const manyUnseen = 50;
const neverAcknowledged =
  'more than 50 payments have ended, and nothing took note of it. Call reset() of the flow or acknowledge(id) once a person has seen how a payment ended, or set acknowledgeOn="callback".';

/** Creates the operations of one client. One instance a page and client; see `getTerminalOperations`. */
export function createTerminalOperations(options: TerminalOperationsOptions): TerminalOperations {
  const {
    client,
    journal,
    clock = systemClock,
    random = Math.random,
    scopeKey,
    maxWaitMs = 300_000,
  } = options;
  const {
    duplicateGuard = {},
    storeOrderNumber = true,
    onEvent,
    channel = createTabChannel('tillkit-tabs'),
    page = browserPage,
  } = options;
  const tab = createOperationId();
  let record: RecordFollowing | undefined;
  const teller = () => record;
  const watcher = createMessageWatcher({ client, clock, random, tab, channel, page, teller });
  const lockOf = ({ terminalId }: { terminalId: string }) => `${client.origin()} ${terminalId}`;
  const isOurs = () => {
    const origin = client.origin();
    return ({ lock }: OperationRecord) => lock === '' || lock.startsWith(`${origin} `);
  };
  const ledger = createOperationLedger({ journal, clock, storeOrderNumber, lockOf });
  const scope = scopeKey === undefined ? undefined : shortName(scopeKey);
  const account = accountOf(client);
  const { isOfAccount, isOwn: isOwnOperation, shown } = createOwnView(scope, account);
  /** What another account has open may hold a terminal; the rest of it is nobody's affair here. */
  const isOfConcern = (operation: TerminalOperation) => isOfAccount(operation) || isOpen(operation);
  const listen: TerminalOperations['listen'] = (listener) =>
    ledger.listen((event) =>
      listener(event.operation ? { ...event, operation: shown(event.operation) } : event),
    );
  if (onEvent) listen(onEvent);
  // Claims under way: the guard is synchronous, the journal is not.
  const claiming = new Map<string, TerminalOperation>();
  const followed = new Map<string, () => void>();
  let isReady = false;

  const follow = (operation: TerminalOperation) => {
    if (!isOfAccount(operation)) return undefined;
    if (!operation.msgIdentifier) return inquiry?.ask(operation);
    if (followed.has(operation.id)) return;
    const watch = watcher.watch(operation.msgIdentifier, operation);
    const isLooked = () => presence.isHeldHere(operation.id);
    const { amountScale } = client.service;
    const following = { ledger, clock, page, maxWaitMs, amountScale, watch, isLooked };
    let isOver = false;
    const stop = followMessage(operation, following, () => {
      isOver = true;
      followed.delete(operation.id);
    });
    if (!isOver) followed.set(operation.id, stop);
  };

  const presence = createTabPresence(channel, clock, tab);
  const isElsewhere = (id: string) => !presence.isHeldHere(id) && presence.isHeldElsewhere(id);
  const inquiry = client.options.gateway
    ? createOperationInquiry({ client, ledger, clock, page, isOfAccount, isElsewhere, follow })
    : undefined;
  const {
    sync,
    stop: stopSync,
    isRead,
  } = createOperationSync({
    journal,
    ledger,
    presence,
    clock,
    follow,
    isOurs,
    isRecorded: inquiry !== undefined,
  });
  // A journal that cannot be read refuses every start, which is where a person can act on it.
  const refresh: JournalListener = (ids) => void sync(ids).catch(() => undefined);
  const wake = () => {
    refresh();
    record?.wake();
    record?.tellAll(); // what a tab that is gone could not tell
    watcher.wake();
    inquiry?.wake();
  };
  const stopListening = [journal.subscribe(refresh), page.onWake(wake), stopSync];

  const claim = async (
    operation: TerminalOperation,
    over: readonly string[],
  ): Promise<StartResult | undefined> => {
    const [now, mono] = [clock.now(), clock.monotonic()];
    try {
      const claimed = await withinMs(clock, claimTimeoutMs, ledger.claim(operation, over), () =>
        ledger.forget(operation.id),
      );
      if (!claimed.ok) {
        refresh();
        return { started: false, refusal: terminalBusy(claimed.holder) };
      }
      // The page was frozen or asleep: the others may have given it up, and a person may have acted on that.
      if (Math.max(clock.now() - now, clock.monotonic() - mono) > frozenMs) {
        ledger.forget(operation.id);
        return { started: false, refusal: noJournal() };
      }
      ledger.begin(operation);
      return undefined;
    } catch (cause) {
      return { started: false, refusal: noJournal(cause) };
    } finally {
      if (!ledger.get(operation.id)) presence.release(operation.id);
      claiming.delete(operation.terminalId);
    }
  };

  /** What is known here, and what the journal holds beside it that this page has not taken up yet. */
  const withUnread = async ({ id }: TerminalOperation): Promise<TerminalOperation[]> => {
    const records = await withinMs(clock, claimTimeoutMs, journal.list());
    const others = [...claiming.values()].filter((other) => other.id !== id);
    const known = [...others, ...ledger.list().filter(isOfConcern)];
    const ids = new Set(known.map((other) => other.id));
    const unread = records.filter(isOurs()).filter((kept) => !ids.has(kept.id));
    return [...known, ...unread.map(operationOf).filter(isOfConcern)];
  };
  const drop = ({ id, terminalId }: TerminalOperation, refusal: Refusal): StartResult => {
    presence.release(id);
    claiming.delete(terminalId);
    return { started: false, refusal };
  };

  let isDisposed = false;
  const loadRecord = async (): Promise<RecordFollowing | undefined> => {
    const { followRecord } = await import('../operations/followRecord.ts');
    if (isDisposed || !inquiry) return undefined;
    const onNews = watcher.listen;
    const about = { client, ledger, clock, page, random, inquiry, isOfAccount, followed, scope, onNews };
    record = followRecord(about);
    return record;
  };
  /** Only a page before a gateway loads it. Until it is there, or should it not come, all is polled. */
  const withRecord = inquiry && loadRecord().catch(() => undefined);

  const resume = () => sync();
  const ready = presence.ask().then(resume);
  const whenRead = () => {
    isReady = true;
    void withRecord?.then((loaded) => loaded?.tellAll());
    ledger.touch();
  };
  ready.then(whenRead, whenRead);

  return {
    async start(kind, input, startOptions = {}) {
      const { flowKey = 'default', confirmed, transaction, repeats, client: sender = client } = startOptions;
      const currency = startOptions.currency?.toUpperCase();
      // Nothing is awaited before the terminal is reserved: a second click finds it taken.
      let request: TerminalRequests[typeof kind];
      let draft: Draft;
      try {
        request = parseTerminalRequest(kind, input, sender.options.clientId);
        draft = { ...draftOf(kind, request, { currency, amountScale: sender.service.amountScale }), repeats };
        client.origin();
      } catch (error) {
        return { started: false, refusal: invalidRequest(error) };
      }
      const now = clock.now();
      const isOwn = presence.isHeldHere;
      const compare = (operations: TerminalOperation[]) =>
        guardStart(draft, { operations, now, duplicateGuard, flowKey, confirmed, transaction, isOwn });
      let operations = [...claiming.values(), ...ledger.list().filter(isOfConcern)];
      if (operations.filter(isUnseen).length > manyUnseen) warnOnce(neverAcknowledged);
      const refusal = compare(operations);
      if (refusal) return { started: false, refusal };

      const operation = newOperation(draft, request, {
        id: createOperationId(),
        flowKey,
        scope,
        account: account(),
        createdAt: now,
      });
      claiming.set(operation.terminalId, operation);
      presence.hold(operation.id);
      if (!isRead()) {
        try {
          operations = await withUnread(operation);
        } catch (cause) {
          return drop(operation, noJournal(cause));
        }
        const known = compare(operations);
        if (known) return drop(operation, known);
      }
      const over = operations
        // What has ended here and is still being written holds no terminal.
        .filter((other) => (isOpen(other) ? !holds(other, draft, now) : ledger.isUnwritten(other.id)))
        .map(({ id }) => id);
      const notClaimed = await claim(operation, over);
      if (notClaimed) return notClaimed;
      void sendOperation(operation, request, { client: sender, clock, ledger, inquiry, confirmed }).then(
        follow,
      );
      return { started: true, operation };
    },
    get(id) {
      const operation = ledger.get(id);
      return operation && shown(operation);
    },
    list: (filter) =>
      ledger
        .list(filter)
        // Another operator's ending is theirs to take note of; what they have open holds a terminal, and whoever
        // judged it has to see that it was otherwise.
        .filter(
          (operation) =>
            isOfConcern(operation) &&
            (!filter?.standing ||
              isOpen(operation) ||
              isOwnOperation(operation) ||
              operation.anomalies.includes('contradicts-operator')),
        )
        .map(shown),
    subscribe: ledger.subscribe,
    listen,
    watch(msgIdentifier, origin) {
      const known = ledger.list().find((operation) => operation.msgIdentifier === msgIdentifier);
      const { getSnapshot, subscribe } = watcher.watch(msgIdentifier, known ?? origin);
      return { getSnapshot, subscribe: (listener, more) => subscribe(() => callHost(listener), more) };
    },
    ...createOperationChecks({ ledger, watcher, inquiry, isOfAccount }),
    checkMessageNow: watcher.checkNow,
    stopWaiting(id) {
      ledger.apply(id, { type: 'gave-up', at: clock.now(), reason: 'stopped' });
    },
    resolveUnknown(id, resolution) {
      const { charged, basis, note } = checkedResolution(resolution);
      const resolved = { type: 'resolved', charged, basis } as const;
      if (inquiry && ledger.get(id)?.phase === 'unknown')
        ledger.owe(id, { resolution: { charged, basis, note } });
      ledger.apply(id, { ...resolved, at: clock.now() }, { ...resolved, note });
      record?.tell(id);
    },
    acknowledge(id) {
      const seen = ledger.get(id);
      if (inquiry && seen && isUnseen(seen) && isInRecord(seen)) ledger.owe(id, { isSeen: true });
      const noted = seen && ledger.apply(id, { type: 'acknowledged', at: clock.now(), seen });
      if (noted?.acknowledgedAt !== undefined) presence.release(id);
      record?.tell(id);
    },
    noteTold(id, phase) {
      ledger.apply(id, { type: 'told', phase });
    },
    onRecordChange(listener) {
      let leave = ledger.subscribe(listener);
      let isOver = false;
      const change = (following: RecordFollowing | undefined) => {
        if (isOver || !following) return;
        leave();
        leave = following.subscribe(listener);
      };
      void withRecord?.then(change);
      return () => {
        isOver = true;
        leave();
      };
    },
    resume,
    clearEnded() {
      for (const { id } of ledger.list({ open: false }).filter(isOfAccount)) {
        // The gateway does not know yet what a person saw: it would hold the terminal.
        if (ledger.owed(id)?.resolution) continue;
        followed.get(id)?.();
        followed.delete(id);
        ledger.forget(id);
      }
    },
    dispose() {
      followed.forEach((stop) => stop());
      stopListening.forEach((stop) => stop?.());
      isDisposed = true;
      record?.stop();
      watcher.dispose();
      inquiry?.stop();
      presence.dispose();
    },
    scope,
    isOwn: presence.isHeldHere,
    isOrphan: (id) => isReady && !presence.isHeldHere(id) && !presence.isHeldElsewhere(id),
    attach: presence.hold,
    isReady: () => isReady,
    isRead,
    ready,
    clock,
    isDurable: journal.durable,
  };
}
