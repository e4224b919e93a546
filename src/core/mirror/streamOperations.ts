import { ContractError, PaymentsError, UnansweredError } from '../errors.ts';
import type { OrderFigures } from '../operations/terminalOperation.ts';
import type { OperationHistory, RecordedOperation } from '../operations/recorded.ts';
import { assertObject, isObject, parseJsonWithLongIntegersAsText } from '../wire/read.ts';
import type { ClientContext } from '../client/clientContext.ts';
import { readSuccessAnswer } from '../client/readAnswer.ts';
import { readOrderFigures, readRecordedOperation } from './readRecord.ts';
import { buildRequest, sendOnceAndRead } from '../client/send.ts';
import type { CallOptions } from '../operations/terminalOperations.ts';

/** An event of the gateway's stream. `id`: where to resume if the stream breaks off. */
export type StreamedEvent = { id: string | undefined } & (
  | { type: 'operation'; operation: RecordedOperation }
  /** The figures of an order, sent after a leg was recorded. `isPaid`: sent because the paid amount reached the total. */
  | { type: 'order'; order: OrderFigures; isPaid: boolean }
  /** The stream is open: every change from now on follows; with `lastEventId`, every change since that event. */
  | ({ type: 'open'; hasCursor: boolean } & Pick<OperationHistory, 'now' | 'knownForMs'>)
  /** The page may have missed changes that the stream does not repeat, so it reads the lists again. */
  | { type: 'reset' }
  /** The gateway ends the stream. `too-many`: the subject has too many streams, and this was the oldest. */
  | { type: 'end'; reason: string }
);

export interface StreamOptions extends CallOptions {
  /** The id of the last event of an earlier stream: the gateway sends what came after that event. */
  lastEventId?: string | undefined;
  onEvent: (event: StreamedEvent) => void;
  /** Called with every piece of the stream, even a comment. */
  onAlive?: (() => void) | undefined;
}

const route = { name: 'streamOperations', method: 'GET', path: '/operations/stream', headers: true } as const;
const accept = 'text/event-stream';
const longestMs = 24 * 60 * 60_000;
const largestEvent = 1_000_000;

/** Receives changes of operations as they happen. Resolves if the gateway ends the stream, rejects if it breaks off. */
export async function streamOperations(context: ClientContext, options: StreamOptions): Promise<void> {
  const { lastEventId, signal, onEvent, onAlive } = options;
  const request = await buildRequest(context, { route, accept });
  if (lastEventId) request.headers.set('last-event-id', lastEventId);
  const limit = { signal, timeoutMs: longestMs, operationName: route.name, isRetryable: true };
  // `EventSource` is not used, because it cannot send headers.
  const send = (stopped: AbortSignal) => context.fetcher(request, { signal: stopped });
  await sendOnceAndRead(context, limit, send, async (response, stopped) => {
    await assertStream(context, response);
    const parse = createServerSentEventParser((event) => {
      const told = streamedEvent(event);
      if (!told || stopped.aborted) return;
      onEvent(told);
      // A proxy may leave out the header with the last event id. Then the gateway does not know what this page has missed.
      if (told.type === 'open' && lastEventId && !told.hasCursor) onEvent({ type: 'reset', id: undefined });
    });
    await readText(response, stopped, (text) => {
      if (stopped.aborted) return;
      onAlive?.();
      parse(text);
    });
  });
}

async function assertStream(context: ClientContext, response: Response): Promise<void> {
  const isStream = response.headers.get('content-type')?.startsWith(accept);
  if (response.status === 200 && !response.redirected && isStream) return;
  const rules = { operation: undefined, operationName: route.name, isRead: true, maxBytes: largestEvent };
  await readSuccessAnswer(context, response, rules);
  throw new ContractError('content-type', 'is not text/event-stream');
}

async function readText(
  { body }: Response,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<void> {
  if (!body) return;
  const decoder = new TextDecoder();
  const reader = body.getReader();
  // The host's fetcher may ignore the signal.
  signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true });
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      onText(decoder.decode(chunk.value, { stream: true }));
    }
  } catch (cause) {
    if (cause instanceof PaymentsError) throw cause;
    throw new UnansweredError({ cause, operationName: route.name, isRetryable: true });
  }
}

interface ServerSentEvent {
  type: string;
  data: string;
  id: string | undefined;
}

/** Parses the gateway's server-sent events from pieces of text that may be cut anywhere. Lines end in `\n`. */
export function createServerSentEventParser(
  onEvent: (event: ServerSentEvent) => void,
): (text: string) => void {
  let rest = '';
  let id: string | undefined;

  const take = (block: string) => {
    const fields = block.split('\n').map((line) => /^(\w+): (.*)$/s.exec(line) ?? []);
    const {
      event: type = '',
      data,
      id: next = id,
    } = Object.fromEntries(fields.map(([, name, value]) => [name, value]));
    id = next;
    if (data !== undefined) onEvent({ type, data, id });
  };
  return (text) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    if (rest.length > largestEvent)
      throw new PaymentsError('too-large', 'An event of the stream is too long.');
    blocks.forEach(take);
  };
}

/** Reads an event of the stream. Undefined if this page does not know the event's type. */
function streamedEvent({ type, data, id }: ServerSentEvent): StreamedEvent | undefined {
  if (type === 'reset') return { type, id };
  if (type !== 'open' && type !== 'end' && type !== 'operation' && type !== 'order') return undefined;
  try {
    const { now, knownForMs, hasCursor, reason, operation, order, event } = assertObject(
      parseJsonWithLongIntegersAsText(data),
      '',
    );
    // An older gateway sends neither `knownForMs` nor `hasCursor`.
    if (type === 'open')
      return {
        type,
        id,
        now: finite(now),
        knownForMs: finite(knownForMs) ?? Infinity,
        hasCursor: hasCursor === true,
      };
    if (type === 'end') return { type, id, reason: String(reason) };
    if (type === 'order') {
      const isPaid = isObject(event) && event['type'] === 'order-paid';
      return { type, id, order: readOrderFigures(order, 'order'), isPaid };
    }
    return { type, id, operation: readRecordedOperation(operation, 'operation') };
  } catch {
    // An unreadable change counts as missing. Its id is kept, so that no later stream begins with the same change again.
    return { type: 'reset', id };
  }
}

const finite = (value: unknown) => (Number.isFinite(value) ? Number(value) : undefined);
