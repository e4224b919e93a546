import type { Clock, TimerHandle } from '../core/time.ts';
import type { Cursors, CursorPlace } from './createCursors.ts';
import { maySeeEvent, type EventRowWithActor, type StreamStartAndMissedEvents } from './streamedEvents.ts';
import { type Caller, isSecondScreen, toRecordedOperation } from './visibility.ts';

const heartbeatMs = 15_000;
/** How many events may wait for a page that reads slowly. With more, the stream breaks off. */
const maxQueuedEvents = 1000;
/** How many written bytes a slow reader may leave unread. */
const maxBufferedBytes = 64 * 1024;

/** A cursor is valid for this caller with this visibility only. With another one, the page must read the list again. */
export const streamCursorScopeOf = ({ account, subject, sees }: Caller) => ['stream', account, subject, sees];

export type StreamToPage = ReturnType<typeof createStreamToPage>;

const nothing = () => undefined as void;
const encoder = /*#__PURE__*/ new TextEncoder();
const block = (event: string, data: unknown, id = '') =>
  encoder.encode(`event: ${event}\n${id}data: ${JSON.stringify(data)}\n\n`);

interface StreamToPageOptions {
  cursors: Cursors;
  clock: Clock;
  endsAfterMs: number;
  onEnd: () => void;
}

/** The stream of one page. Events wait until the stream's beginning (`start`) has been written. */
export function createStreamToPage(
  caller: Caller,
  start: Promise<StreamStartAndMissedEvents>,
  { cursors, clock, endsAfterMs, onEnd }: StreamToPageOptions,
) {
  const endsAt = clock.monotonic() + endsAfterMs;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let timer: TimerHandle;
  let hasRoom = nothing;
  let isOver = false;
  let waiting = 0;
  let position = 0;

  const leave = () => {
    if (isOver) return false;
    isOver = true;
    clock.clearTimeout(timer);
    hasRoom();
    onEnd();
    return true;
  };
  const isFull = () => !isOver && (controller?.desiredSize ?? 0) <= 0;
  // Breaks the stream off and drops queued events. The page reconnects and continues from its cursor.
  const fail = (cause: unknown) => void (leave() && controller?.error(cause));
  const end = () => {
    // If the page does not read, the stream is broken off. With `close`, the connection would stay open until the page
    // has read all, and a stopping server would wait for it.
    if (isFull()) fail(new Error('The page does not read.'));
    else if (leave()) controller?.close();
  };

  const body = new ReadableStream<Uint8Array>(
    {
      start: (given) => {
        controller = given;
      },
      pull: () => hasRoom(),
      cancel: () => void leave(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxBufferedBytes }),
  );

  const write = async (event: string, data: unknown, place?: CursorPlace) => {
    const id = place ? `id: ${await cursors.seal(streamCursorScopeOf(caller), place)}\n` : '';
    while (isFull()) await new Promise<void>((resolve) => (hasRoom = resolve));
    if (!isOver) controller?.enqueue(block(event, data, id));
  };
  const writeAll = async (rows: readonly EventRowWithActor[]) => {
    for (const row of rows) {
      if (isOver || row.id <= position) continue;
      position = row.id;
      await write(...eventFor(caller, row), [row.id, row.at]);
    }
  };
  const begin = async ({
    from,
    head,
    rows,
    mustReadList,
    hasCursor,
    now,
    knownForMs,
  }: StreamStartAndMissedEvents) => {
    // A page that must read the list gets the new cursor with `reset` only. If the stream breaks off before `reset`,
    // the page comes back with its old cursor, and is told again to read the list.
    await write('open', { now, knownForMs, hasCursor }, mustReadList ? undefined : from);
    if (mustReadList) await write('reset', {}, from);
    await writeAll(rows);
    position = head;
  };
  let writing = start.then(begin).catch(fail);

  const beat = () => {
    const leftMs = endsAt - clock.monotonic();
    if (leftMs <= 0) return end();
    if (!isFull()) controller?.enqueue(encoder.encode(':\n\n'));
    timer = clock.setTimeout(beat, Math.min(heartbeatMs, leftMs));
  };
  timer = clock.setTimeout(beat, Math.min(heartbeatMs, endsAfterMs));

  return {
    subject: caller.subject,
    body,
    end,
    endWithReason(reason: string) {
      if (!isOver) controller?.enqueue(block('end', { reason }));
      end();
    },
    push(all: readonly EventRowWithActor[], now: number) {
      const rows = all.filter((row) => maySeeEvent(caller, row, now));
      if (rows.length === 0) return;
      waiting += rows.length;
      if (waiting > maxQueuedEvents) return fail(new Error('The page reads more slowly than events arrive.'));
      writing = writing
        .then(() => writeAll(rows))
        .catch(fail)
        .finally(() => {
          waiting -= rows.length;
        });
    },
  };
}

/** The name and the data of a stream event. The data has only what the caller may see. */
function eventFor(caller: Caller, { operation, detail: event, ...row }: EventRowWithActor): [string, object] {
  if ('order' in operation) return ['order', { ...operation, event }];
  const recorded = toRecordedOperation({ ...row, operation }, caller);
  return ['operation', { operation: recorded, event: isSecondScreen(caller.sees) ? null : event }];
}
