import { PaymentsError } from '../errors.ts';
import type { OperationHistory, RecordedOperation } from '../operations/recorded.ts';
import { sleep } from '../time.ts';
import type { MirrorContext } from './mirrorRows.ts';
import { hasPendingCommand, type BrowserOperationNote } from './browserOperationNotes.ts';

const firstPauseMs = 2000;
const longestPauseMs = 60_000;
/** Sends this browser's pending resolutions and acknowledgements until the gateway takes each, or refuses it for good. */
export function createCommandSender({ client, clock, rows, notes }: MirrorContext) {
  const sending = new Set<string>();
  const stopping = new AbortController();

  const sendNext = async (id: string, note: BrowserOperationNote): Promise<void> => {
    const { resolution, seen } = note;
    const row = rows.rowOf(id);
    if (!row && (resolution ?? seen)?.seq === 0)
      throw new Error('The gateway has not reported this operation yet.');
    const taken = (told: OperationHistory) => rows.batch(() => removeCommand(id, note, told.operation));
    if (resolution) {
      const { charged, basis, note: text } = resolution;
      const seq = resolution.seq || row?.seq;
      // The operator resolved the operation before its row arrived. If the row now is `waiting`, the service accepted
      // the request and a result may still come. So the resolution is dropped.
      if (resolution.seq === 0 && row?.phase === 'waiting') return refuse(id, note);
      return taken(await client.resolveOperation(id, { charged, basis, note: text, seq }));
    }
    const isThis = row?.phase === seen?.phase && row?.anomalies.length === seen?.anomalies;
    const seq = seen?.seq || (isThis ? row?.seq : undefined);
    // Nothing is sent if the row is acknowledged already, or if it is not the ending that the operator acknowledged.
    if (seq === undefined || isSeen(row)) return removeCommand(id, note, row);
    return taken(await client.acknowledgeOperation(id, { seq }));
  };

  /** Removes a command from its note, because the gateway has the command or does not need it. `now`: the current row. */
  const removeCommand = (
    id: string,
    sent: BrowserOperationNote,
    now: RecordedOperation | undefined,
  ): void => {
    if (now && rows.get(id)) rows.take(now);
    const change = afterTaken(sent, notes.get(id), now);
    if (change) rows.note(id, change);
  };

  /** Drops a command that the gateway refused for good, and shows the ending or the unknown outcome again. */
  const refuse = (id: string, note: BrowserOperationNote, error?: unknown) => {
    rows.batch(() => {
      rows.note(id, afterRefusal(note, error));
      if (codeOf(error) === 'not-found') rows.lose(id);
    });
  };

  const sendPending = async (id: string): Promise<void> => {
    let failures = 0;
    for (let note = notes.get(id); note && hasPendingCommand(note); note = notes.get(id)) {
      try {
        await sendNext(id, note);
        failures = 0;
      } catch (error) {
        if (isForGood(error)) refuse(id, note, error);
        else await sleep(clock, pauseAfter(failures, error), stopping.signal);
        failures += 1;
      }
    }
  };

  const send = (id: string) => {
    const note = notes.get(id);
    // Until the gateway has the operation, no command is sent.
    if (!note?.isTaken || !hasPendingCommand(note) || stopping.signal.aborted || sending.has(id)) return;
    sending.add(id);
    const over = () => void sending.delete(id);
    sendPending(id).then(over, over);
  };
  const sendAll = () => notes.list().forEach(({ id }) => send(id));

  return { send, sendAll, stop: () => stopping.abort() };
}

/**
 * How a note changes once its command (a resolution or acknowledgement) need not be sent any more. `sent`: the note
 * when the command was sent. Undefined if the note has another command by now.
 */
function afterTaken(
  sent: BrowserOperationNote,
  { resolution, seen }: Partial<BrowserOperationNote> = {},
  now: RecordedOperation | undefined,
): Partial<BrowserOperationNote> | undefined {
  const [command, other] = [sent.resolution ?? sent.seen, sent.resolution ? resolution : seen];
  if (command?.seq !== other?.seq || command?.at !== other?.at) return undefined;
  if (!sent.resolution) return { seen: undefined, isOver: isSeen(now) };
  // If the operator also acknowledged the resolved operation, that acknowledgement is sent next. It is dropped if the
  // row has another outcome than the operator named, or a new anomaly.
  const isSaid = now?.phase === 'resolved' && now.resolution?.charged === resolution?.charged;
  const isOfIt = seen?.seq === resolution?.seq;
  const after = isSaid && now.anomalies.length === seen?.anomalies ? { ...seen, seq: now.seq } : undefined;
  return { resolution: undefined, isResolutionRefused: undefined, ...(isOfIt && { seen: after }) };
}

/** The change of a note whose command the gateway refused for good. */
function afterRefusal({ resolution }: BrowserOperationNote, error: unknown): Partial<BrowserOperationNote> {
  const code = codeOf(error);
  // If the gateway has no such operation or route, no command can be sent: the operation is over in this browser.
  const isLost = code === 'not-found' || code === 'no-route';
  // A gateway that is too old for this route has not refused the resolution.
  const isResolutionRefused = (resolution !== undefined && code !== 'no-route') || undefined;
  return {
    ...(isLost ? { isOver: true } : { resolution: undefined, seen: undefined }),
    ...(isResolutionRefused && { isResolutionRefused }),
  };
}

const codeOf = (error: unknown) => (error instanceof PaymentsError ? error.refusal?.code : undefined);
const isSeen = (row: RecordedOperation | undefined) => row?.acknowledgedAt !== undefined;

const pauseAfter = (failures: number, error: unknown) => {
  const { retryAfterMs = 0 } = error instanceof PaymentsError ? error : {};
  return Math.min(longestPauseMs, Math.max(firstPauseMs * 2 ** failures, retryAfterMs));
};

/** Whether sending the command again is useless. Only a refusal by the gateway itself proves that, not one by a proxy. */
function isForGood(error: unknown): boolean {
  const { refusal, status = 0 } = error instanceof PaymentsError ? error : {};
  // After a 401 the operator may sign in again, and then the command can be sent.
  return refusal !== undefined && status !== 401 && status < 500;
}
