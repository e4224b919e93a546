import { applyFactWithoutPoll, type FactWithoutPoll } from '../operations/operationFacts.ts';
import type { RecordedOperation } from '../operations/recorded.ts';
import { isOpen, isUnseen, type TerminalOperation } from '../operations/terminalOperation.ts';
import type { Clock } from '../time.ts';
import type { BrowserOperationNote, BrowserOperationNotes } from './browserOperationNotes.ts';

/** The state of the connection to the gateway, shown with every open operation. */
export type ConnectionFields = Pick<TerminalOperation, 'connection' | 'lastCheckedAt' | 'nextCheckAt'>;

/** A smaller difference between this clock and the gateway's is ignored (ms). */
export const toleratedSkewWithGatewayMs = 2000;

/** What this page knows of one operation. `press`: what the page itself knows; dropped once the row is past `sending`. */
export interface OperationSources {
  row?: RecordedOperation | undefined;
  press?: TerminalOperation | undefined;
  /** When the page asked for this row (epoch ms of the gateway's clock): see `RowTimes`. */
  heardAt?: number | undefined;
  /** When the page learned that the gateway no longer knows the operation, as after it lost its store (epoch ms). */
  goneAt?: number | undefined;
}

interface ShownTo {
  /** The operator's name, hashed. */
  scope: string | undefined;
  /** How far this machine's clock is ahead of the gateway's (ms). */
  aheadMs: number;
}

export interface RowViewOptions extends Pick<ShownTo, 'scope'> {
  clock: Clock;
  notes: BrowserOperationNotes;
}

/** What is known of the operations, and how this page shows each of them now. */
export function createRowView({ clock, notes, scope }: RowViewOptions) {
  const known = new Map<string, OperationSources>();
  let connection: ConnectionFields = { connection: 'ok' };
  /** How far this machine's clock is ahead of the gateway's (ms). */
  let aheadMs = 0;
  let told: { now: number; at: number } | undefined;
  return {
    known,
    shown(id: string): TerminalOperation | undefined {
      const shown = shownOperation(known.get(id) ?? {}, notes.get(id), { scope, aheadMs });
      if (!shown || !isOpen(shown)) return shown;
      // The host refused the request for lack of a sign-in. The stream was opened before, so `connection` may be `ok`.
      const isRefused = shown.error?.code === 'unauthorized' && !known.get(id)?.row;
      return { ...shown, ...connection, ...(isRefused && { connection: 'needs-auth' }) };
    },
    /** Sets the state of the connection. Returns whether the state has changed. */
    setConnection(next: ConnectionFields): boolean {
      const isChanged = JSON.stringify(next) !== JSON.stringify(connection);
      connection = next;
      return isChanged;
    },
    /** Sets the gateway's time. Returns whether this changes how operations are shown. */
    setTime(now: number): boolean {
      const nextMs = clock.now() - now;
      told = { now, at: clock.monotonic() };
      if (Math.abs(nextMs - aheadMs) < toleratedSkewWithGatewayMs) return false;
      aheadMs = Math.abs(nextMs) < toleratedSkewWithGatewayMs ? 0 : nextMs;
      return true;
    },
    /** The gateway's current time (epoch ms); undefined until the gateway has sent it. */
    gatewayNow: () => told && told.now + clock.monotonic() - told.at,
  };
}

/** An operation as this page shows it: its row or its `press`, changed by this browser's note. */
export function shownOperation(
  { row, press, goneAt }: OperationSources,
  note: BrowserOperationNote | undefined,
  to: ShownTo,
): TerminalOperation | undefined {
  // The answer to the request may arrive before the row with the same news. Then `press` is ahead of the row.
  const isBehind = row?.phase === 'sending' && press !== undefined && press.phase !== 'sending';
  const base = row && !isBehind ? fromRow(row, note, to) : press;
  if (!base) return undefined;
  const left = goneAt === undefined ? base : asGone(base, goneAt);
  return note ? withNote(left, note, row?.seq ?? 0) : left;
}

/** The flow key of operations that another browser or till started: no part of this page shows them as its own. */
const elsewhere = '';

/** A row as an operation of this page: with times by this machine's clock, and with the flow that started it. */
function fromRow(
  { seq: _seq, isOwn, actor, ...row }: RecordedOperation,
  note: BrowserOperationNote | undefined,
  { scope, aheadMs }: ShownTo,
): TerminalOperation {
  const here = (at: number | undefined) => (at === undefined ? undefined : at + aheadMs);
  return {
    ...row,
    // If the operation was started in this browser, that start counts, so that waiting times are right.
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
  const isSent: FactWithoutPoll = { type: 'lost', reason: 'no-response', at };
  return applyFactWithoutPoll(applyFactWithoutPoll(operation, isSent), {
    type: 'gave-up',
    reason: 'gone',
    at,
  });
}

/** Applies this browser's note to an operation. A resolution or acknowledgement counts only if it was given for `seq`. */
function withNote(operation: TerminalOperation, note: BrowserOperationNote, seq: number): TerminalOperation {
  const { refused, lost, stoppedAt, resolution, isResolutionRefused, seen } = note;
  const facts: FactWithoutPoll[] = [];
  if (lost) facts.push({ ...lost, type: 'lost' });
  if (stoppedAt !== undefined) facts.push({ type: 'gave-up', at: stoppedAt, reason: 'stopped' });
  if (resolution?.seq === seq) facts.push({ ...resolution, type: 'resolved' });
  if (refused && seq === 0) facts.push({ ...refused, type: 'refused', isProof: true });
  if (isResolutionRefused) facts.push({ type: 'anomaly', kind: 'resolution-refused' });
  const said = facts.reduce(applyFactWithoutPoll, operation);
  return seen?.seq === seq && isUnseen(said)
    ? applyFactWithoutPoll(said, { type: 'acknowledged', at: seen.at, seen: said })
    : said;
}
