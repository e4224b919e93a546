import { createListeners } from '../listeners.ts';
import { applyFactWithoutPoll, type FactWithoutPoll } from '../operations/operationFacts.ts';
import { eventIdSuffix, eventsBetween, resolvedEventsBetween } from '../operations/operationEvents.ts';
import { createOperationStore } from '../operations/operationStore.ts';
import type { RecordedOperation } from '../operations/recorded.ts';
import {
  isOpen,
  isUnseen,
  type OrderFigures,
  type PaymentsEvent,
  type PaymentsEventDetail,
  type TerminalOperation,
} from '../operations/terminalOperation.ts';
import type { PageLifecycle } from '../pageLifecycle.ts';
import type { OperationPresence } from '../operationPresence.ts';
import type { Clock } from '../time.ts';
import type { GatewayClient } from './gatewayClient.ts';
import {
  hasPendingCommand,
  noteFromOperation,
  type BrowserOperationNote,
  type BrowserOperationNotes,
} from './browserOperationNotes.ts';
import { createRowView, type RowViewOptions, type ConnectionFields } from './shownOperation.ts';

type MirrorRows = ReturnType<typeof createMirrorRows>;

/** What the parts of the engine for a gateway share. */
export interface MirrorContext {
  client: GatewayClient;
  clock: Clock;
  page: PageLifecycle;
  rows: MirrorRows;
  notes: BrowserOperationNotes;
  /** Knows which operations each open tab started or shows. */
  presence: OperationPresence;
}

/** Times of the gateway's clock (epoch ms). */
interface RowTimes {
  /** When the page asked for the row, or opened the stream that brought it. Default: now. */
  readAt?: number | undefined;
  /** When the gateway last lost rows, as by the restore of a backup. */
  forgotAt?: number | undefined;
}

/** Whether two rows have the same `seq` but differ: after a restore the database gave the same `seq` to another change. */
export const differsAtSameSeq = (one: RecordedOperation, other: RecordedOperation): boolean =>
  one.seq === other.seq && stateOf(one) !== stateOf(other);
const stateOf = ({ phase, unknownAt, endedAt, acknowledgedAt, anomalies }: RecordedOperation) =>
  JSON.stringify([phase, unknownAt, endedAt, acknowledgedAt, anomalies]);

/** The most operations that are kept: a page may stay open for weeks. The oldest that ended and were seen are dropped. */
const mostKnown = 500;
/** An answer that took longer (ms) does not set the gateway's time: the page may have slept before it read the answer. */
const lateMs = 60_000;

/** The gateway's rows, this browser's notes, and the operations that are shown from both. */
export function createMirrorRows({ clock, notes, scope }: RowViewOptions) {
  const { put, remove, ...store } = createOperationStore();
  const view = createRowView({ clock, notes, scope });
  const { known } = view;
  const events = createMirrorEvents(clock);
  const { add: onRow, notify: notifyRow } = createListeners<[id: string]>();

  /** Shows the current state of an operation. If this browser has a note of it, emits what changed. */
  const refresh = (id: string, ...more: PaymentsEventDetail[]) => {
    const before = store.get(id);
    const after = view.shown(id);
    if (!after) return remove(id);
    put(after);
    const note = notes.get(id);
    if (!note) return undefined;
    const earlier = before ?? { ...after, phase: note.phase };
    events.emitChange(earlier, after, versionOf(after, known.get(id)?.row), more);
    // Reads the note, the operation and the row again, because the host's listeners may have changed them.
    const [kept, shown, row] = [notes.get(id), store.get(id), known.get(id)?.row];
    if (!kept || !shown) return undefined;
    const next = noteAfterEvents(kept, shown, row, before?.phase !== after.phase);
    return next === kept ? undefined : notes.put(next);
  };

  /** Removes an operation of which this browser has no note. Returns whether the operation was removed. */
  const hide = (id: string): boolean => {
    if (notes.get(id)) return false;
    known.delete(id);
    remove(id);
    return true;
  };

  const forget = (id: string) => {
    known.delete(id);
    const note = notes.get(id);
    // A note with a resolution or acknowledgement that must still be sent stays.
    if (note && !hasPendingCommand(note)) notes.remove(id);
    remove(id);
  };
  /** Operations are dropped once more than this are known. Open and unseen ones stay: with many of them, drops are rarer. */
  let dropAbove = mostKnown;
  const dropOldest = () => {
    store.batch(() => oldest(store.list()).forEach(({ id }) => forget(id)));
    dropAbove = Math.max(mostKnown, known.size * 1.5);
  };
  return {
    ...store,
    rowOf: (id: string) => known.get(id)?.row,
    /** Shows an operation that this page starts, until the gateway has a row for it. */
    press(operation: TerminalOperation) {
      known.set(operation.id, { press: operation });
      put(operation);
      events.emitChange(undefined, operation, 0);
    },
    /** Shows an operation that an earlier page started. Emits only the changes since the last event about this operation. */
    resume(press: TerminalOperation) {
      known.set(press.id, { press });
      refresh(press.id);
    },
    /** Reads the note of an operation again, because another tab may have changed it. Returns the operation. */
    refreshPress(id: string) {
      if (known.has(id)) refresh(id);
      return store.get(id);
    },
    applyToPress(id: string, fact: FactWithoutPoll) {
      const entry = known.get(id);
      if (!entry?.press || entry.row) return;
      known.set(id, { press: applyFactWithoutPoll(entry.press, fact) });
      refresh(id);
    },
    /**
     * Takes a row as the newest. A row with a lower `seq` than the known row, or with the same `seq` and another state, is
     * ignored, unless the gateway has lost the known row since, for example because a backup was restored.
     */
    take(
      row: RecordedOperation,
      { readAt = view.gatewayNow() ?? clock.now(), forgotAt = -Infinity }: RowTimes = {},
    ) {
      const { row: before, press, goneAt, heardAt = Infinity } = known.get(row.id) ?? {};
      const isForgotten = forgotAt > heardAt;
      if (before && !isForgotten && (row.seq < before.seq || differsAtSameSeq(before, row))) return;
      const isKnown = before?.seq === row.seq && !isForgotten && goneAt === undefined;
      known.set(row.id, { row, heardAt: readAt, press: row.phase === 'sending' ? press : undefined });
      if (isKnown) return;
      const note = notes.get(row.id);
      // The gateway had lost this operation and has it again, perhaps without its resolution and acknowledgement. So
      // both are dropped from the note, and a person can give them again.
      if (goneAt !== undefined && note?.isOver)
        notes.put({ ...note, resolution: undefined, seen: undefined, isOver: undefined });
      refresh(row.id);
      if (known.size > dropAbove) dropOldest();
      notifyRow(row.id);
    },
    /** The rows that were asked for before `at` (epoch ms of the gateway's clock), except those that the gateway has lost. */
    heardBefore: (at: number) =>
      [...known].flatMap(([id, { heardAt = at, goneAt }]) =>
        heardAt < at && goneAt === undefined ? id : [],
      ),
    /** Changes the note of an operation, and emits `more` as events. */
    note(id: string, change: Partial<BrowserOperationNote>, ...more: PaymentsEventDetail[]) {
      const operation = store.get(id);
      const note = notes.get(id) ?? (operation && noteFromOperation(operation));
      if (!note) return;
      notes.put({ ...note, ...change });
      refresh(id, ...more);
    },
    forget,
    /** Hides an operation that the gateway no longer knows, or shows it as gone if this browser has a note of it. */
    lose(id: string) {
      const entry = known.get(id);
      if (!entry || hide(id)) return;
      known.set(id, { ...entry, goneAt: entry.goneAt ?? clock.now() });
      refresh(id);
    },
    hide,
    setConnection(line: ConnectionFields) {
      if (view.setConnection(line))
        store.batch(() => store.list({ open: true }).forEach(({ id }) => refresh(id)));
    },
    /** Sets the gateway's time (epoch ms) from an answer. `askedAt`: when the request was sent (epoch ms, this clock). */
    setTime(now: number | undefined, askedAt: number) {
      if (now === undefined || clock.now() - askedAt > lateMs) return;
      if (view.setTime(now)) store.batch(() => known.forEach((_, id) => refresh(id)));
    },
    gatewayNow: view.gatewayNow,
    listen: events.listen,
    orderPaid: events.orderPaid,
    onRow,
  };
}

/** The operations to drop: those that ended and were seen, except the newest `mostKnown / 2`. `operations`: newest first. */
const oldest = (operations: readonly TerminalOperation[]) =>
  operations.filter((operation) => !isOpen(operation) && !isUnseen(operation)).slice(mostKnown / 2);

/** Of so many paid orders a page remembers that it emitted the event. A stream repeats at most so many events. */
const mostPaidOrders = 1000;

/** Emits what changes in the rows as events. */
function createMirrorEvents(clock: Clock) {
  const { add: listen, notify } = createListeners<[event: PaymentsEvent]>();
  const paidOrders = new Set<string>();

  return {
    /** Emits what changed from `before` to `operation`, then `more`. `version` gives the events the same ids on all pages. */
    emitChange: (
      before: TerminalOperation | undefined,
      operation: TerminalOperation,
      version: string | number,
      more: readonly PaymentsEventDetail[] = [],
    ) => {
      const found = [
        ...eventsBetween(before, operation),
        // If this browser resolved the operation, `more` already has the `resolved` event.
        ...(more.some(({ type }) => type === 'resolved') ? [] : resolvedEventsBetween(before, operation)),
        ...more,
      ];
      for (const detail of found) {
        const at = clock.now();
        const eventId = `${operation.id}:${version}.${doubtBefore(detail)}${eventIdSuffix(detail, at)}`;
        notify({ ...detail, eventId, at, operation });
      }
    },
    /** Emits one event for a paid order, even if a new stream reports again that the order is paid. */
    orderPaid: (order: OrderFigures) => {
      const eventId = `order ${order.number}:paid.${order.paidAt}`;
      if (paidOrders.has(eventId)) return;
      paidOrders.add(eventId);
      const [earliest] = paidOrders;
      if (earliest !== undefined && paidOrders.size > mostPaidOrders) paidOrders.delete(earliest);
      notify({ type: 'order-paid', order, eventId, at: clock.now() });
    },
    listen,
  };
}

/**
 * The phase that an ending follows, if that is `unknown` or `resolved`: a part of the event's id. Another page may have
 * told the host of the ending before this page told of the doubt. Then the host must hear of the ending again.
 */
function doubtBefore(detail: PaymentsEventDetail): string {
  if (detail.type !== 'operation' || detail.to === 'resolved') return '';
  return detail.from === 'unknown' || detail.from === 'resolved' ? `${detail.from}.` : '';
}

/**
 * Identifies a change in event ids, with the same text on every page: by the row's `seq` or, for a resolution, by what
 * the person said. The page of that person shows the resolution before it has a `seq`.
 */
function versionOf(
  { phase, resolution }: TerminalOperation,
  row: RecordedOperation | undefined,
): string | number {
  return phase === 'resolved' && resolution ? `charged-${resolution.charged}` : (row?.seq ?? 0);
}

/** The note of an operation after its events were emitted. If nothing in it changed, returns the same object. */
function noteAfterEvents(
  note: BrowserOperationNote,
  shown: TerminalOperation,
  row: RecordedOperation | undefined,
  isChanged: boolean,
): BrowserOperationNote {
  const phase = isChanged ? shown.phase : note.phase;
  const isAccepted = shown.msgIdentifier !== undefined || shown.phase === 'complete';
  const isTaken = note.isTaken || row !== undefined || isAccepted;
  const isOver = note.isOver || (row?.acknowledgedAt !== undefined && !hasPendingCommand(note));
  const isSame = phase === note.phase && isTaken === !!note.isTaken && isOver === !!note.isOver;
  return isSame ? note : { ...note, phase, isTaken, isOver };
}
