import { createLazyForwardingCalls } from '../client/lazyOperations.ts';
import { PaymentsError } from '../errors.ts';
import { createListeners } from '../listeners.ts';
import { createOperationId, shortHash } from '../operations/operationId.ts';
import { isOpen, type TerminalOperation } from '../operations/terminalOperation.ts';
import {
  recordCallNames,
  type RecordChangeListener,
  type RecordQueries,
  type TerminalOperations,
} from '../operations/terminalOperations.ts';
import {
  browserPageLifecycle,
  createTabChannel,
  type PageLifecycle,
  type TabChannel,
} from '../pageLifecycle.ts';
import { createOperationPresence } from '../operationPresence.ts';
import { type Clock, type TimerHandle, systemClock } from '../time.ts';
import type { GatewayClient } from './gatewayClient.ts';
import { createGatewayFollower } from './createGatewayFollower.ts';
import { createMessagePolls } from './messagePolls.ts';
import { createMirrorRows, type MirrorContext } from './mirrorRows.ts';
import { createStartedOperationActions } from './startedOperationActions.ts';
import { createPressReads } from './pressReads.ts';
import { createBrowserOperationNotes, type NoteStorage, operationFromNote } from './browserOperationNotes.ts';
import { createGatewayCalls } from './gatewayCalls.ts';
import { mostReadsAtOnce } from './rowReads.ts';
import { createStartPress } from './startPress.ts';
import { createSendPress } from './sendPress.ts';
import { createCommandSender } from './pendingCommands.ts';

export interface GatewayOperationsOptions {
  client: GatewayClient;
  clock?: Clock | undefined;
  /** On this channel the tabs of a browser tell each other which of them shows an operation. Default: a BroadcastChannel. */
  channel?: TabChannel | undefined;
  /** Visibility and wake-up of the page; default the browser's events. */
  page?: PageLifecycle | undefined;
  /** Returns a random number from 0 to 1, so that the pages of a shop do not reconnect at the same moment. */
  random?: (() => number) | undefined;
  /** Identifies the operator: after a reload, each operator sees the operations that they started. */
  scopeKey?: string | undefined;
  /** Where the browser stores its notes about operations that were started here; default `localStorage`. */
  storage?: NoteStorage | undefined;
}

/**
 * The operations of a page in front of a gateway. The page sends what operators start, resolve and acknowledge, and shows
 * the gateway's rows. The gateway locks, guards, sends each operation once, polls and ends operations. See
 * `getTerminalOperations`.
 */
export function createGatewayOperations(options: GatewayOperationsOptions): TerminalOperations {
  const { client, clock = systemClock, random = Math.random, scopeKey, storage } = options;
  const { channel = createTabChannel('tillkit-tabs'), page = browserPageLifecycle } = options;
  const scope = scopeKey === undefined ? undefined : shortHash(scopeKey);
  const { baseUrl, clientId } = client.options;
  const account = shortHash(JSON.stringify([baseUrl, clientId]));
  const notes = createBrowserOperationNotes(`${account}:${scope ?? ''}`, clock.now, storage);
  const rows = createMirrorRows({ clock, notes, scope });
  const presence = createOperationPresence(channel, clock, createOperationId());
  const shared = { client, clock, page, rows, notes, presence };
  const commands = createCommandSender(shared);
  const messages = createMessagePolls(shared);
  const changes = createChanges(page);
  const readiness = createReadiness({
    tabsAnswered: presence.refresh(),
    onFirstRead: () =>
      unlistedPresses(shared).forEach(({ id }) => {
        noteUnlisted(id);
        void follower.ask(id);
      }),
    onEachAttempt: () => {
      commands.sendAll();
      rows.notify();
      changes.notify();
    },
  });
  const follower = createGatewayFollower({
    ...shared,
    random,
    onLists: readiness.onLists,
    onOrder: () => changes.notify([]),
  });
  const { onAnswer, noteUnlisted, isSignedOut } = follower;
  const pressReads = createPressReads({ ...shared, onAnswer, noteUnlisted });
  const sendPress = createSendPress({ ...shared, onAnswer, isSignedOut, pressReads });
  const users = createFollowUsers(clock, follower);
  const stops = [
    page.onWake(() => {
      pressReads.askAll();
      void presence.refresh();
      commands.sendAll();
      changes.wake();
    }),
    rows.onRow((id) => {
      commands.send(id);
      const row = rows.rowOf(id);
      changes.notify(row && [row]);
    }),
    follower.stop,
    commands.stop,
    pressReads.stop,
    presence.dispose,
  ];

  const actions = createStartedOperationActions({
    ...shared,
    commands,
    messages,
    readOperation: (id) => void (rows.rowOf(id) ? follower.ask(id) : pressReads.ask(id)),
    isStreaming: follower.stands,
  });
  const isListed = (operation: TerminalOperation) =>
    isOpen(operation) || operation.scope === scope || operation.anomalies.includes('contradicts-operator');

  resumeFromNotes(shared, scope, pressReads.ask);
  // Follows the gateway until the lists were read once, even if no part of the page subscribes.
  void readiness.ready.then(users.hold());

  return {
    start: createStartPress({ ...shared, scope, follower, sendPress, keepFollowing: users.hold }),
    get: rows.get,
    list: (filter) => rows.list(filter).filter((operation) => !filter?.standing || isListed(operation)),
    subscribe: users.subscribed(rows.subscribe),
    listen: users.subscribed(rows.listen),
    watch: messages.watch,
    checkMessageNow: (msgIdentifier) => messages.checkNow(msgIdentifier),
    ...actions,
    record: createGatewayRecord(client, changes, users.subscribed),
    resume: follower.readLists,
    clearEnded() {
      for (const operation of rows.list({ open: false })) rows.forget(operation.id);
    },
    dispose: () => stops.forEach((stop) => stop()),
    scope,
    isOwn: presence.isHeldHere,
    isOrphan: (id) => readiness.isReady() && notes.get(id) !== undefined && !presence.isHeld(id),
    attach: presence.hold,
    load: () => Promise.resolve(),
    isLoaded: () => true,
    isReady: readiness.isReady,
    isRead: readiness.isRead,
    ready: readiness.ready,
    clock,
    isDurable: true,
  };
}

/** How long the gateway is followed after the last subscriber left, in case another one comes (ms). */
const lingerMs = 30_000;

/** Whether the first attempt to read the gateway's lists is over (`isReady`), and whether any has succeeded (`isRead`). */
function createReadiness({
  tabsAnswered,
  onFirstRead,
  onEachAttempt,
}: {
  /** Settles once the other tabs have had time to say which operations they started or show. */
  tabsAnswered: Promise<unknown>;
  onFirstRead: () => void;
  /** Called after each attempt to read the lists. */
  onEachAttempt: () => void;
}) {
  let isReady = false;
  let isRead = false;
  let whenListed: (() => void) | undefined;
  const ready = new Promise<void>((resolve) => {
    whenListed = resolve;
  });
  return {
    ready,
    isReady: () => isReady,
    isRead: () => isRead,
    onLists: async (wasRead: boolean) => {
      await tabsAnswered;
      if (wasRead && !isRead) onFirstRead();
      isRead ||= wasRead;
      isReady = true;
      onEachAttempt();
      whenListed?.();
    },
  };
}

/** Shows the operations that earlier pages started, from this browser's notes, except those that ended at the gateway. */
function resumeFromNotes(
  { notes, rows }: MirrorContext,
  scope: string | undefined,
  ask: (id: string) => void,
): void {
  for (const note of notes.list()) {
    if (note.isOver) continue;
    // `put` keeps the note in memory too, because the storage may be cleared.
    notes.put(note);
    if (note.isTaken && !isOpen(note)) continue;
    rows.resume(operationFromNote(note, scope));
    if (!note.refused) ask(note.id);
  }
}

/** At most `mostReadsAtOnce` notes of operations that this page does not show and whose endings the operator has not seen. */
const unlistedPresses = ({ notes, rows }: MirrorContext) =>
  notes
    .list()
    .filter(({ id, isOver }) => !isOver && !rows.get(id))
    .slice(0, mostReadsAtOnce);

/** Follows the gateway while there is a subscriber, or an open operation that this page started. */
function createFollowUsers(clock: Clock, follower: { activate: () => void; deactivate: () => void }) {
  const users = new Set<object>();
  let leaving: TimerHandle;
  const hold = () => {
    const user = {};
    users.add(user);
    clock.clearTimeout(leaving);
    follower.activate();
    return () => {
      if (users.delete(user) && users.size === 0) leaving = clock.setTimeout(follower.deactivate, lingerMs);
    };
  };
  return {
    hold,
    /** Returns a `subscribe` that makes the page follow the gateway until its listener leaves. */
    subscribed:
      <Listener>(subscribe: (listener: Listener) => () => void) =>
      (listener: Listener) => {
        const [leave, release] = [subscribe(listener), hold()];
        return () => {
          leave();
          release();
        };
      },
  };
}

/** The gateway's record. If this page records a leg of an order or closes a day, it notifies its subscribers itself. */
function createGatewayRecord(
  client: GatewayClient,
  changes: ReturnType<typeof createChanges>,
  subscribed: ReturnType<typeof createFollowUsers>['subscribed'],
): RecordQueries {
  return {
    ...createLazyForwardingCalls(recordCallNames, () => Promise.resolve(client)),
    async getOperation(id, call) {
      const { operation, timeline } = await client.getOperation(id, call);
      if (operation) return { operation, timeline };
      throw new PaymentsError('http', 'The record holds no operation with this id that you may see.', {
        status: 404,
      });
    },
    async recordLeg(...leg) {
      const order = await client.recordLeg(...leg);
      changes.notify([]);
      return order;
    },
    async closeDay(...day) {
      const closing = await client.closeDay(...day);
      changes.notify([]);
      return closing;
    },
    subscribe: subscribed(changes.subscribe),
  };
}

/** Tells subscribers what changed in the record. After a page was hidden, tells only that something changed. */
function createChanges(page: PageLifecycle) {
  const { add, notify: notifyAll } = createListeners<Parameters<RecordChangeListener>>();
  let isBehind = false;
  const notify: RecordChangeListener = (changed) => {
    const known = isBehind ? undefined : changed;
    isBehind = !page.isVisible();
    if (!isBehind) notifyAll(known);
  };
  return {
    notify,
    wake: () => isBehind && notify(),
    // Each subscription adds a function of its own, because a set would hold the same listener only once.
    subscribe: (listener: RecordChangeListener) => add((changed) => listener(changed)),
  };
}

/** The operations and the calls are one chunk, because a page that needs the operations also needs the calls. */
export const gatewayEngine = { createGatewayOperations, createGatewayCalls };
