import { runHostCallback } from '../errors.ts';
import { type OperationFact, reduceOperation } from '../operations/operationReducer.ts';
import { createOperationStore, type OperationStore } from '../operations/operationStore.ts';
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
import { hasPendingCommand, type PressNote, type PressNotes } from './pressNotes.ts';

/** The state of the connection to the gateway, shown with every open operation. */
export type Line = Pick<TerminalOperation, 'connection' | 'lastCheckedAt' | 'nextCheckAt'>;

/** What is known of one operation. `press` is this page's own view until the row is past `sending`. */
interface Known {
  row?: RecordedOperation | undefined;
  press?: TerminalOperation | undefined;
  /** When the gateway no longer knew an operation that it had a row for, as after it lost its store (epoch ms). */
  goneAt?: number | undefined;
}

/** The gateway's rows, this browser's notes, and the operations that are shown from both. */
export interface MirrorRows extends Pick<OperationStore, 'get' | 'list' | 'subscribe' | 'batch' | 'notify'> {
  rowOf: (id: string) => RecordedOperation | undefined;
  /** Shows a press until the gateway has a row for it. */
  press: (operation: TerminalOperation) => void;
  /** Shows a press of an earlier page. Its note says which events that page emitted. */
  resume: (press: TerminalOperation) => void;
  /** Reads the note of a press again, because another tab may have changed it. Returns the press. */
  refreshPress: (id: string) => TerminalOperation | undefined;
  /** Applies a fact to a press without a row. Returns the press. */
  applyToPress: (id: string, fact: OperationFact) => TerminalOperation | undefined;
  /** Takes a row, unless a later one is known (by `seq`). */
  take: (row: RecordedOperation) => void;
  /** Changes the note of an operation, and emits `more` as events. */
  note: (id: string, change: Partial<PressNote>, ...more: PaymentsEventDetail[]) => void;
  forget: (id: string) => void;
  /** The gateway no longer knows the operation. Removes it if another browser started it. */
  lose: (id: string) => void;
  /** Removes an operation that another browser started. Returns whether it was removed. */
  hide: (id: string) => boolean;
  setConnection: (line: Line) => void;
  /** Sets the gateway's current time (epoch ms). */
  setTime: (now: number) => void;
  /** The gateway's current time (epoch ms); undefined until the gateway has sent it. */
  gatewayNow: () => number | undefined;
  listen: (listener: PaymentsEventListener) => () => void;
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
  const known = new Map<string, Known>();
  const hosts = new Set<PaymentsEventListener>();
  const rowListeners = new Set<(id: string) => void>();
  const told = {
    line: { connection: 'ok' } as Line,
    aheadMs: 0,
    time: undefined as { now: number; at: number } | undefined,
    asides: 0,
  };

  const shownOf = (id: string): TerminalOperation | undefined => {
    const { row, press, goneAt } = known.get(id) ?? {};
    const note = notes.get(id);
    // The answer to a press may arrive before the row that has it.
    const isBehind = row?.phase === 'sending' && press !== undefined && press.phase !== 'sending';
    const base = row && !isBehind ? fromRow(row, note, { scope, aheadMs: told.aheadMs }) : press;
    if (!base) return undefined;
    const left = goneAt === undefined ? base : asGone(base, goneAt);
    const shown = note ? withNote(left, note, row?.seq ?? 0) : left;
    return isOpen(shown) ? { ...shown, ...told.line } : shown;
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
    emit(after, [...eventsBetween(earlier, after), ...resolvedBetween(earlier, after, more), ...more]);
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

  const emit = (operation: TerminalOperation, details: readonly PaymentsEventDetail[]) => {
    const { id } = operation;
    const seq = known.get(id)?.row?.seq ?? 0;
    for (const detail of details) {
      const event = { ...detail, eventId: `${id}:${seq}.${nameOf(detail)}`, at: clock.now(), operation };
      for (const host of hosts) runHostCallback(() => host(event));
    }
  };
  /** A change has the same id in all tabs and after a reload; an event about the connection has a new one each time. */
  const nameOf = (detail: PaymentsEventDetail) => {
    if (detail.type === 'operation') return detail.to;
    if (detail.type === 'anomaly') return detail.kind;
    return detail.type === 'needs-auth' || detail.type === 'slowed'
      ? `${detail.type}.${(told.asides += 1)}`
      : detail.type;
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
      emit(operation, eventsBetween(undefined, operation));
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
      if (!entry?.press || entry.row) return store.get(id);
      known.set(id, { press: reduceOperation(entry.press, fact) });
      refresh(id);
      return store.get(id);
    },
    take(row) {
      const { row: before, press, goneAt } = known.get(row.id) ?? {};
      if (before && (row.seq < before.seq || (row.seq === before.seq && goneAt === undefined))) return;
      known.set(row.id, { row, press: row.phase === 'sending' ? press : undefined });
      refresh(row.id);
      if (known.size > mostKnown) forgetOldest();
      for (const listener of rowListeners) runHostCallback(() => listener(row.id));
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
      const { connection, lastCheckedAt, nextCheckAt } = told.line;
      const isSame =
        line.connection === connection &&
        line.lastCheckedAt === lastCheckedAt &&
        line.nextCheckAt === nextCheckAt;
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
    gatewayNow: () => told.time && told.time.now + clock.monotonic() - told.time.at,
    listen(listener) {
      hosts.add(listener);
      return () => void hosts.delete(listener);
    },
    onRow(listener) {
      rowListeners.add(listener);
      return () => void rowListeners.delete(listener);
    },
  };
}

/** A new note: of a press, or of another browser's operation that is resolved or acknowledged here. */
export function noteOf(operation: TerminalOperation): PressNote {
  const { id, kind, terminalId, amountCents, currency, flowKey, phase, createdAt } = operation;
  return { id, kind, terminalId, amountCents, currency, flowKey, phase, at: createdAt };
}

/** The flow of operations that another browser or till started: no part of this page shows them as its own. */
const elsewhere = '';

/** A row as this page shows it: in this page's time, and in the flow that started it. */
function fromRow(
  { seq: _seq, isOwn, actor, ...row }: RecordedOperation,
  note: PressNote | undefined,
  { scope, aheadMs }: { scope: string | undefined; aheadMs: number },
): TerminalOperation {
  const here = (at: number | undefined) => (at === undefined ? undefined : at + aheadMs);
  return {
    ...row,
    // The waiting time counts from the press.
    createdAt: note?.at ?? row.createdAt + aheadMs,
    acceptedAt: here(row.acceptedAt),
    unknownAt: here(row.unknownAt),
    endedAt: here(row.endedAt),
    acknowledgedAt: here(row.acknowledgedAt),
    archivedAt: here(row.archivedAt),
    flowKey: note?.flowKey ?? elsewhere,
    toldPhase: note?.toldPhase,
    scope: isOwn ? scope : `by ${actor ?? 'another till'}`,
    connection: 'ok',
  };
}

/** An operation that the gateway no longer knows is unknown, unless it had ended. */
function asGone(operation: TerminalOperation, at: number): TerminalOperation {
  const isSent: OperationFact = { type: 'lost', reason: 'no-response', at };
  return reduceOperation(reduceOperation(operation, isSent), { type: 'gave-up', reason: 'gone', at });
}

/** Applies the note to an operation, as far as the note is about the state in the row. */
function withNote(operation: TerminalOperation, note: PressNote, seq: number): TerminalOperation {
  const { refused, lost, stoppedAt, resolution, isResolutionRefused, seen } = note;
  const facts: OperationFact[] = [];
  if (lost) facts.push({ ...lost, type: 'lost' });
  if (stoppedAt !== undefined) facts.push({ type: 'gave-up', at: stoppedAt, reason: 'stopped' });
  if (resolution?.seq === seq) facts.push({ ...resolution, type: 'resolved' });
  if (refused && seq === 0) facts.push({ ...refused, type: 'refused', isProof: true });
  if (isResolutionRefused) facts.push({ type: 'anomaly', kind: 'resolution-refused' });
  const said = facts.reduce(reduceOperation, operation);
  return seen?.seq === seq && isUnseen(said)
    ? reduceOperation(said, { type: 'acknowledged', at: seen.at, seen: said })
    : said;
}

/** The event of a resolution at another till. The caller emits this browser's own resolutions. */
function resolvedBetween(
  before: TerminalOperation,
  { phase, resolution }: TerminalOperation,
  more: readonly PaymentsEventDetail[],
): PaymentsEventDetail[] {
  const isNew = phase === 'resolved' && before.phase !== 'resolved' && resolution !== undefined;
  return isNew && !more.some(({ type }) => type === 'resolved') ? [{ type: 'resolved', ...resolution }] : [];
}
