import { applyFactWithoutPoll, type FactWithoutPoll } from '../operations/operationFacts.ts';
import type { RecordedOperation } from '../operations/recorded.ts';
import { isUnseen, type TerminalOperation } from '../operations/terminalOperation.ts';
import type { BrowserOperationNote } from './browserOperationNotes.ts';

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
