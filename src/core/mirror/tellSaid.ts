import { PaymentsError } from '../errors.ts';
import type { OperationHistory, RecordedOperation } from '../operations/recorded.ts';
import { type Clock, sleep } from '../time.ts';
import type { GatewayClient } from './gatewayClient.ts';
import type { MirrorRows } from './mirrorRows.ts';
import type { PressNote, PressNotes } from './pressNotes.ts';

interface Telling {
  client: Pick<GatewayClient, 'resolveOperation' | 'acknowledgeOperation'>;
  clock: Clock;
  rows: MirrorRows;
  notes: PressNotes;
  /** Whether another living tab tells it. */
  isElsewhere: (id: string) => boolean;
}

const firstPauseMs = 2000;
const longestPauseMs = 60_000;

/** Tells the gateway what a person of this browser said and saw, until it has it: also what an earlier page could not tell. */
export function createTelling({ client, clock, rows, notes, isElsewhere }: Telling) {
  const telling = new Set<string>();
  const stopping = new AbortController();

  const send = (id: string, { resolution, seen }: PressNote): Promise<OperationHistory> | undefined => {
    if (resolution) {
      const { charged, basis, note } = resolution;
      return client.resolveOperation(id, { charged, basis, note, ...seqOf(resolution) });
    }
    return seen && client.acknowledgeOperation(id, seqOf(seen));
  };

  const settle = (id: string, { resolution }: PressNote, isRefused: boolean, now?: RecordedOperation) => {
    if (!resolution) return rows.note(id, { seen: undefined, isOver: true });
    const seen = notes.get(id)?.seen;
    // What a person took note of meanwhile is what that person said.
    const isSaid = now?.phase === 'resolved' && now.resolution?.charged === resolution.charged;
    rows.note(id, {
      resolution: undefined,
      isResolutionRefused: isRefused || undefined,
      ...(seen && isSaid && { seen: { ...seen, seq: now.seq } }),
    });
  };

  const tellAll = async (id: string): Promise<void> => {
    let failures = 0;
    for (let note = notes.get(id); note && isUntold(note); note = notes.get(id)) {
      try {
        const told = await send(id, note);
        if (told?.operation) rows.take(told.operation);
        settle(id, note, false, told?.operation);
        failures = 0;
      } catch (error) {
        if (isForGood(error)) settle(id, note, !isOlder(error));
        else await sleep(clock, pauseAfter(failures), stopping.signal);
        failures += 1;
      }
    }
  };

  const tell = (id: string) => {
    const note = notes.get(id);
    // The gateway can only be told of what it has.
    if (!note || !isUntold(note) || !rows.rowOf(id)) return;
    if (telling.has(id) || isElsewhere(id) || stopping.signal.aborted) return;
    telling.add(id);
    const over = () => void telling.delete(id);
    tellAll(id).then(over, over);
  };

  return {
    tell,
    tellAll: () => notes.list().forEach(({ id }) => tell(id)),
    stop: () => stopping.abort(new Error('Stopped.')),
  };
}

/** What was judged of an operation that the gateway had not told of yet names no state. */
const seqOf = ({ seq }: { seq: number }) => (seq === 0 ? {} : { seq });

const isUntold = ({ resolution, seen }: PressNote) => resolution !== undefined || seen !== undefined;

const pauseAfter = (failures: number) => Math.min(longestPauseMs, firstPauseMs * 2 ** failures);

/** Whether telling again cannot help. A person who has to sign in may do so. */
function isForGood(error: unknown): boolean {
  const { status = 0 } = error instanceof PaymentsError ? error : {};
  return status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
}

/** A gateway that keeps no such thing. A page that says "resolved" beside a record that refused it says so, too. */
function isOlder(error: unknown): boolean {
  return error instanceof PaymentsError && error.refusal?.code === 'no-route';
}
