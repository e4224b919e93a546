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
import { isUntold, type PressNote, type PressNotes } from './pressNotes.ts';

/** How it stands with the line to the gateway: shown of everything that is open. */
export type Line = Pick<TerminalOperation, 'connection' | 'lastCheckedAt' | 'nextCheckAt'>;

/** What is known of one operation. Until its row says more than that it is being sent, `press` is what this page knows. */
interface Known {
  row?: RecordedOperation | undefined;
  press?: TerminalOperation | undefined;
  /** When the gateway knew nothing any more of what it told of before, as after it lost its store. */
  goneAt?: number | undefined;
}

/** The gateway's rows, what this browser said beside them, and what is shown of both. */
export interface MirrorRows extends Pick<OperationStore, 'get' | 'list' | 'subscribe' | 'batch' | 'notify'> {
  rowOf: (id: string) => RecordedOperation | undefined;
  /** Shows a press until the gateway tells of it. */
  press: (operation: TerminalOperation) => void;
  /** Shows a press of an earlier page, which told of it as far as its note says. */
  resume: (press: TerminalOperation) => void;
  /** Draws a press anew: another tab may have noted what became of it. Returns what it is now. */
  reread: (id: string) => TerminalOperation | undefined;
  /** Something about a press that has no row. Returns what it is now. */
  applyToPress: (id: string, fact: OperationFact) => TerminalOperation | undefined;
  /** Takes a row, unless a later one is known. */
  take: (row: RecordedOperation) => void;
  /** Changes what this browser said, and tells `more` as events. */
  note: (id: string, change: Partial<PressNote>, ...more: PaymentsEventDetail[]) => void;
  forget: (id: string) => void;
  /** The gateway knows nothing of it any more. What another browser began is not shown any longer. */
  lose: (id: string) => void;
  /** Shows an operation of another browser no more. Returns whether it is hidden. */
  hide: (id: string) => boolean;
  setLine: (line: Line) => void;
  /** The gateway's time, as it was just told (epoch ms). */
  setTime: (now: number) => void;
  /** The gateway's time by now; undefined as long as it was not told. */
  gatewayNow: () => number | undefined;
  listen: (listener: PaymentsEventListener) => () => void;
  /** Calls back when the gateway told of an operation. */
  onRow: (listener: (id: string) => void) => () => void;
}

interface RowsContext {
  clock: Clock;
  notes: PressNotes;
  scope: string | undefined;
}

/** So many operations are known before the oldest of those that are over and seen are dropped: a page may stay open for weeks. */
const mostKnown = 500;
/** A clock that differs by less is right. */
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
    // The answer to a press may be faster than the row that is being sent.
    const isBehind = row?.phase === 'sending' && press !== undefined && press.phase !== 'sending';
    const base = row && !isBehind ? fromRow(row, note, { scope, aheadMs: told.aheadMs }) : press;
    if (!base) return undefined;
    const left = goneAt === undefined ? base : withGone(base, goneAt);
    const shown = note ? withSaid(left, note, row?.seq ?? 0) : left;
    return isOpen(shown) ? { ...shown, ...told.line } : shown;
  };

  /** Draws an operation anew. What was begun in this browser is told as events. */
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

  /** Notes what was told, once the host has heard it: what it said meanwhile is in the note by now. */
  const keep = (id: string, isChanged: boolean) => {
    const [note, shown, row] = [notes.get(id), store.get(id), known.get(id)?.row];
    if (!note || !shown) return;
    const phase = isChanged ? shown.phase : note.phase;
    const isAccepted = shown.msgIdentifier !== undefined || shown.phase === 'complete';
    const isTaken = note.isTaken || row !== undefined || isAccepted;
    const isOver = note.isOver || (row?.acknowledgedAt !== undefined && !isUntold(note));
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
  /** A change has one name in all tabs and after a reload; how the line stands has one of its own each time. */
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
    // What a person said of it is told all the same.
    if (note && !isUntold(note)) notes.remove(id);
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
    reread(id) {
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
    setLine(line) {
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

/** The note of a press, or of another browser's operation of which a person of this one says something. */
export function noteOf(operation: TerminalOperation): PressNote {
  const { id, kind, terminalId, amountCents, currency, flowKey, phase, createdAt } = operation;
  return { id, kind, terminalId, amountCents, currency, flowKey, phase, at: createdAt };
}

/** Flow of what another browser, or another till, has begun: no part of this page shows it as its own. */
const elsewhere = '';

/** A row as this page shows it: by this page's clock, and in the flow that began it. */
function fromRow(
  { seq: _seq, isOwn, actor, ...row }: RecordedOperation,
  note: PressNote | undefined,
  { scope, aheadMs }: { scope: string | undefined; aheadMs: number },
): TerminalOperation {
  const here = (at: number | undefined) => (at === undefined ? undefined : at + aheadMs);
  return {
    ...row,
    // "0:03" counts from the press.
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

/** What nobody tells of any more is not known, unless it had ended. */
function withGone(operation: TerminalOperation, at: number): TerminalOperation {
  const isSent: OperationFact = { type: 'lost', reason: 'no-response', at };
  return reduceOperation(reduceOperation(operation, isSent), { type: 'gave-up', reason: 'gone', at });
}

/** An operation with what this browser knows and a person of it said, of the state that it has. */
function withSaid(operation: TerminalOperation, note: PressNote, seq: number): TerminalOperation {
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

/** That another person resolved it. What is said here is told with its note by whoever calls. */
function resolvedBetween(
  before: TerminalOperation,
  { phase, resolution }: TerminalOperation,
  more: readonly PaymentsEventDetail[],
): PaymentsEventDetail[] {
  const isNew = phase === 'resolved' && before.phase !== 'resolved' && resolution !== undefined;
  return isNew && !more.some(({ type }) => type === 'resolved') ? [{ type: 'resolved', ...resolution }] : [];
}
