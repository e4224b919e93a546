import { createListeners } from '../listeners.ts';
import { applyFact, type FactWithoutPoll } from '../operations/operationFacts.ts';
import { createOperationStore, type OperationStore } from '../operations/operationStore.ts';
import type { OrderFigures } from '../operations/orderFigures.ts';
import type { RecordedOperation } from '../operations/recorded.ts';
import {
  eventsBetween,
  isOpen,
  isUnseen,
  type PaymentsEventDetail,
  type PaymentsEventListener,
  type TerminalOperation,
} from '../operations/terminalOperation.ts';
import type { Clock } from '../time.ts';
import { createMirrorEvents } from './mirrorEvents.ts';
import { hasPendingCommand, noteOf, type PressNote, type PressNotes } from './pressNotes.ts';
import { type KnownOperation, resolvedBetween, shownOperation } from './shownOperation.ts';

/** The state of the connection to the gateway, shown with every open operation. */
type ShownConnection = Pick<TerminalOperation, 'connection' | 'lastCheckedAt' | 'nextCheckAt'>;

/** The gateway's rows, this browser's notes, and the operations that are shown from both. */
export interface MirrorRows extends Pick<OperationStore, 'get' | 'list' | 'subscribe' | 'batch' | 'notify'> {
  rowOf: (id: string) => RecordedOperation | undefined;
  /** Shows a press until the gateway has a row for it. */
  press: (operation: TerminalOperation) => void;
  /** Shows a press of an earlier page. Its note says which events that page emitted. */
  resume: (press: TerminalOperation) => void;
  /** Reads the note of a press again, because another tab may have changed it. Returns the press. */
  refreshPress: (id: string) => TerminalOperation | undefined;
  /** Applies a fact to a press without a row. */
  applyToPress: (id: string, fact: FactWithoutPoll) => void;
  /**
   * Takes a row, unless a later one is known (by `seq`). A lower `seq` counts only if the gateway forgot the later row since, as
   * after a restored backup. `forgotAt`: when it forgot last (epoch ms of its clock).
   */
  take: (row: RecordedOperation, forgotAt?: number) => void;
  /** Changes the note of an operation, and emits `more` as events. */
  note: (id: string, change: Partial<PressNote>, ...more: PaymentsEventDetail[]) => void;
  forget: (id: string) => void;
  /** The gateway no longer knows the operation. Removes it if another browser started it. */
  lose: (id: string) => void;
  /** Removes an operation that another browser started. Returns whether it was removed. */
  hide: (id: string) => boolean;
  setConnection: (line: ShownConnection) => void;
  /** Sets the gateway's current time (epoch ms). */
  setTime: (now: number) => void;
  /** The gateway's current time (epoch ms); undefined until the gateway has sent it. */
  gatewayNow: () => number | undefined;
  listen: (listener: PaymentsEventListener) => () => void;
  /** Emits that an order is paid, once. */
  orderPaid: (order: OrderFigures) => void;
  /** Subscribes to new rows. */
  onRow: (listener: (id: string) => void) => () => void;
}

interface RowsContext {
  clock: Clock;
  notes: PressNotes;
  scope: string | undefined;
}

/** With more operations than this, the oldest that have ended and were seen are dropped: a page may stay open for weeks. */
const mostKnown = 500;
/** A smaller difference between this clock and the gateway's is ignored (ms). */
export const skewMs = 2000;

export function createMirrorRows({ clock, notes, scope }: RowsContext): MirrorRows {
  const store = createOperationStore();
  const known = new Map<string, KnownOperation>();
  const events = createMirrorEvents(clock);
  const { add: onRow, notify: notifyRow } = createListeners<[id: string]>();
  const told = {
    line: { connection: 'ok' } as ShownConnection,
    aheadMs: 0,
    time: undefined as { now: number; at: number } | undefined,
  };

  const gatewayNow = () => told.time && told.time.now + clock.monotonic() - told.time.at;
  const seqOf = (id: string) => known.get(id)?.row?.seq ?? 0;
  const shownOf = (id: string): TerminalOperation | undefined => {
    const shown = shownOperation(known.get(id) ?? {}, notes.get(id), { scope, aheadMs: told.aheadMs });
    return shown && isOpen(shown) ? { ...shown, ...told.line } : shown;
  };

  /** Shows the current state of an operation. If this browser started it, emits what changed. */
  const refresh = (id: string, ...more: PaymentsEventDetail[]) => {
    const before = store.get(id);
    const after = shownOf(id);
    if (!after) return store.remove(id);
    store.put(after);
    const note = notes.get(id);
    if (!note) return undefined;
    const earlier = before ?? { ...after, phase: note.phase };
    events.emit(after, seqOf(id), [
      ...eventsBetween(earlier, after),
      ...resolvedBetween(earlier, after, more),
      ...more,
    ]);
    return keep(id, before?.phase !== after.phase);
  };

  /** Notes which events were emitted, after the host's listeners ran: they may have changed the note themselves. */
  const keep = (id: string, isChanged: boolean) => {
    const [note, shown, row] = [notes.get(id), store.get(id), known.get(id)?.row];
    if (!note || !shown) return;
    const phase = isChanged ? shown.phase : note.phase;
    const isAccepted = shown.msgIdentifier !== undefined || shown.phase === 'complete';
    const isTaken = note.isTaken || row !== undefined || isAccepted;
    const isOver = note.isOver || (row?.acknowledgedAt !== undefined && !hasPendingCommand(note));
    if (phase !== note.phase || isTaken !== !!note.isTaken || isOver !== !!note.isOver)
      notes.put({ ...note, phase, isTaken, isOver });
  };

  const hide = (id: string): boolean => {
    if (notes.get(id)) return false;
    known.delete(id);
    store.remove(id);
    return true;
  };

  const forget = (id: string) => {
    known.delete(id);
    const note = notes.get(id);
    // A pending command is still sent.
    if (note && !hasPendingCommand(note)) notes.remove(id);
    store.remove(id);
  };
  const forgetOldest = () => {
    const over = store.list({ open: false }).filter((operation) => !isUnseen(operation));
    store.batch(() => over.slice(mostKnown / 2).forEach(({ id }) => forget(id)));
  };

  const refreshOpen = () => store.batch(() => store.list({ open: true }).forEach(({ id }) => refresh(id)));

  return {
    get: store.get,
    list: store.list,
    subscribe: store.subscribe,
    batch: store.batch,
    notify: store.notify,
    rowOf: (id) => known.get(id)?.row,
    press(operation) {
      known.set(operation.id, { press: operation });
      store.put(operation);
      events.emit(operation, 0, eventsBetween(undefined, operation));
    },
    resume(press) {
      known.set(press.id, { press });
      refresh(press.id);
    },
    refreshPress(id) {
      if (known.has(id)) refresh(id);
      return store.get(id);
    },
    applyToPress(id, fact) {
      const entry = known.get(id);
      if (!entry?.press || entry.row) return;
      known.set(id, { press: applyFact(entry.press, fact) });
      refresh(id);
    },
    take(row, forgotAt = -Infinity) {
      const { row: before, press, goneAt, heardAt = Infinity } = known.get(row.id) ?? {};
      const isForgotten = forgotAt > heardAt;
      if (before && row.seq < before.seq && !isForgotten) return;
      const isKnown = before?.seq === row.seq && !isForgotten && goneAt === undefined;
      const heard = { row, heardAt: gatewayNow() ?? clock.now() };
      known.set(row.id, { ...heard, press: row.phase === 'sending' ? press : undefined });
      if (isKnown) return;
      refresh(row.id);
      if (known.size > mostKnown) forgetOldest();
      notifyRow(row.id);
    },
    note(id, change, ...more) {
      const operation = store.get(id);
      const note = notes.get(id) ?? (operation && noteOf(operation));
      if (!note) return;
      notes.put({ ...note, ...change });
      refresh(id, ...more);
    },
    forget,
    lose(id) {
      const entry = known.get(id);
      if (!entry || hide(id)) return;
      known.set(id, { ...entry, goneAt: entry.goneAt ?? clock.now() });
      refresh(id);
    },
    hide,
    setConnection(line) {
      const isSame = JSON.stringify(line) === JSON.stringify(told.line);
      told.line = line;
      if (!isSame) refreshOpen();
    },
    setTime(now) {
      const aheadMs = clock.now() - now;
      told.time = { now, at: clock.monotonic() };
      if (Math.abs(aheadMs - told.aheadMs) < skewMs) return;
      told.aheadMs = Math.abs(aheadMs) < skewMs ? 0 : aheadMs;
      store.batch(() => known.forEach((_, id) => refresh(id)));
    },
    gatewayNow,
    listen: events.listen,
    orderPaid: events.orderPaid,
    onRow,
  };
}
