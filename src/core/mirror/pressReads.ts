import type { OperationHistory, RecordedOperation } from '../operations/recorded.ts';
import {
  mayBeInGatewayRecord,
  type OperationError,
  type TerminalOperation,
} from '../operations/terminalOperation.ts';
import { outcomeOfError } from '../operations/outcomeOfError.ts';
import type { TimerHandle } from '../time.ts';
import type { MirrorContext } from './mirrorRows.ts';
import { toleratedSkewWithGatewayMs } from './shownOperation.ts';

interface PressReadsContext extends MirrorContext {
  /** Reports that a request was answered, or failed with `error`. */
  onAnswer: (error?: unknown) => void;
  /** Makes the page read an operation in rounds, because the stream has not brought its row yet, or never will. */
  noteUnlisted: (id: string) => void;
}

/** The pauses between requests that ask the gateway about an operation without a row (ms). Then `longestGapMs`. */
const gapsMs = [1000, 2000, 4000, 8000, 10_000, 30_000];
const longestGapMs = 60_000;
const askForMs = 24 * 60 * 60_000;
/** How long an operation without an answer stays `sending` (ms). Then it is unknown, and is not sent any more. */
export const staySendingMs = 15_000;
/** The page believes "not seen" only if the gateway's record goes back to this long before the operation's start (ms). */
const doubtMs = 10_000;

const notArrived = 'The gateway did not take the request. Nothing was sent.';

/** Reads from the gateway what became of a press: an operation that was started in this browser and has no row yet. */
export function createPressReads(context: PressReadsContext) {
  const { client, clock, page, rows, notes, presence, onAnswer, noteUnlisted } = context;
  const asking = new Map<string, TimerHandle>();
  /** When this page sent each operation (monotonic ms). */
  const sentAt = new Map<string, number>();
  /** Until when a person should wait before trying an operation again, as its answer said with `Retry-After` (monotonic ms). */
  const restUntil = new Map<string, number>();
  let isStopped = false;
  const isSending = (id: string) => rows.get(id)?.phase === 'sending';

  /** The operation with this id, if it has no row here but may be in the gateway's record. */
  const untold = (id: string) => {
    const operation = rows.rowOf(id) ? undefined : rows.get(id);
    return operation && mayBeInGatewayRecord(operation) ? operation : undefined;
  };

  const ageOf = ({ id, createdAt }: TerminalOperation, gatewayNow = rows.gatewayNow()) => {
    const at = { wall: createdAt, gateway: notes.get(id)?.gatewayAt, mono: sentAt.get(id) };
    return passedSince(at, { wall: clock.now(), gateway: gatewayNow, mono: clock.monotonic() });
  };

  const plan = (id: string, ms: number, count: number) => {
    clock.clearTimeout(asking.get(id));
    // The answer to a request may arrive after `stop`.
    if (isStopped) return;
    asking.set(
      id,
      clock.setTimeout(() => void ask(id, count), ms),
    );
  };

  const ask = async (id: string, count = 0): Promise<void> => {
    const operation = untold(id);
    if (!operation) return [asking, sentAt, restUntil].forEach((times) => times.delete(id));
    const age = ageOf(operation);
    plan(id, gapsMs[count] ?? longestGapMs, count + 1);
    if (!sentAt.has(id) && operation.phase === 'sending' && !(await isAbandoned(operation))) return;
    if (!page.isVisible() && !isSending(id)) return;
    const at = clock.now();
    try {
      const told = await client.getOperation(id);
      rows.setTime(told.now, at);
      await learn(operation, told);
      // Once the gateway has answered, an operation older than a day is read again only when the page wakes.
      if (age > askForMs && age < Infinity) clock.clearTimeout(asking.get(id));
      onAnswer();
    } catch (error) {
      onAnswer(error);
    }
  };

  /**
   * Whether no other tab can be sending this operation. Until `staySendingMs`, a tab that shows the operation may be.
   * After that the page marks the operation as lost, because a tab whose storage is full cannot note the outcome.
   */
  const isAbandoned = async (press: TerminalOperation): Promise<boolean> => {
    if (!presence.isHeldHere(press.id)) await presence.refresh();
    const isOld = ageOf(press) >= staySendingMs;
    if (!isOld && !presence.isHeldHere(press.id) && presence.isHeldElsewhere(press.id))
      return rows.refreshPress(press.id)?.phase !== 'sending';
    if (isOld && isSending(press.id)) rows.note(press.id, { lost: { at: clock.now(), reason: 'reloaded' } });
    return true;
  };

  /** Handles what the gateway says of an operation: there is a row, or the gateway has not seen the operation. */
  const learn = async (press: TerminalOperation, told: OperationHistory): Promise<void> => {
    if (told.operation) return takeRow(told.operation);
    if (told.state !== 'not-seen') return;
    // The gateway had this operation, but has since lost its store, or the caller is now another merchant.
    if (notes.get(press.id)?.isTaken) return rows.lose(press.id);
    if (!reachesBack(press, told)) return;
    if (told.isClosed || told.error) return notSent(press, told);
    // A copy of the request may still be on its way. The gateway refuses the copy once the id is closed.
    const closed = await client.closeOperation(press.id);
    if (closed.operation) return takeRow(closed.operation);
    if (closed.state === 'not-seen' && closed.isClosed && reachesBack(press, closed)) notSent(press, closed);
  };

  const takeRow = (row: RecordedOperation) => {
    noteUnlisted(row.id);
    rows.take(row);
  };

  const reachesBack = (press: TerminalOperation, { knownForMs, now }: OperationHistory) =>
    knownForMs > ageOf(press, now) + doubtMs;

  const notSent = ({ id }: TerminalOperation, { error }: OperationHistory) => {
    const said = error && outcomeOfError(error, clock.now(), () => true);
    const retryAfterMs = Math.max(0, between(clock.monotonic(), restUntil.get(id))) || undefined;
    const unsent: OperationError = { code: 'unanswered', shortMessage: notArrived, retryAfterMs };
    notePressNotSent(context, id, said?.type === 'refused' ? said.error : unsent);
  };

  return {
    noteSent: (id: string) => void sentAt.set(id, clock.monotonic()),
    /** Reads an operation without a row, even one of a closed page. `restMs`: how long the gateway asked to wait (ms). */
    ask: (id: string, restMs?: number) => {
      if (restMs) restUntil.set(id, clock.monotonic() + restMs);
      void ask(id);
    },
    /** Reads an operation one second later, unless its row has arrived by then, for example from the stream. */
    askSoon: (id: string) => plan(id, 1000, 0),
    askAll: () => asking.forEach((_, id) => void ask(id)),
    stop: () => {
      isStopped = true;
      asking.forEach((timer) => clock.clearTimeout(timer));
    },
  };
}

/** Records in this browser that nothing was sent for an operation, and why. */
export function notePressNotSent(
  { clock, rows, notes }: MirrorContext,
  id: string,
  error: OperationError,
): void {
  const refused = { at: clock.now(), error };
  if (mayBeInGatewayRecord({ phase: 'rejected', error }))
    return rows.applyToPress(id, { ...refused, type: 'refused', isProof: true });
  if (rows.rowOf(id)) return;
  const { resolution, seen } = notes.get(id) ?? {};
  // If an operator resolved the operation as charged, the acknowledgement is dropped: they must see that nothing was sent.
  rows.note(id, { refused, seen: resolution?.charged ? undefined : seen });
}

interface Times {
  wall: number;
  gateway: number | undefined;
  mono: number | undefined;
}

const between = (from = Number.NaN, to = Number.NaN) => to - from;

/** The time since a start (ms), by the clock on which most time has passed. Infinite if a wall clock was set back. */
function passedSince(at: Times, now: Times): number {
  const byWall = between(at.wall, now.wall);
  const byGateway = between(at.gateway, now.gateway) + toleratedSkewWithGatewayMs;
  const isSetBack = (Number.isNaN(byGateway) ? byWall : byGateway) < 0;
  const known = [byWall, byGateway, between(at.mono, now.mono)].filter((ms) => !Number.isNaN(ms));
  return isSetBack ? Infinity : Math.max(...known);
}
