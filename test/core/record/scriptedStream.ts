import type { RecordedOperation } from '../../../src/core/operations/recorded.ts';
import type { Fetcher } from '../../../src/exports/core.ts';

/** What pages load when they need it, loaded before: that takes real time, and theirs stands still. */
export const loadWhatPagesLoad = () =>
  Promise.all([
    import('../../../src/core/mirror/askRecord.ts'),
    import('../../../src/core/mirror/streamOperations.ts'),
    import('../../../src/core/mirror/createGatewayOperations.ts'),
  ]);
await loadWhatPagesLoad();

/** One connection of a page to its gateway's stream, in the hands of a test. */
export interface StreamConnection {
  request: Request;
  isOpen: () => boolean;
  write: (text: string | Uint8Array) => void;
  event: (type: string, data: unknown, id?: string) => void;
  /** The gateway ends it. */
  end: () => void;
  /** The line breaks. */
  break: () => void;
}

type Way = (connection: StreamConnection) => Response | undefined;

/** The streams of a gateway: each opens at once unless something else is said. */
export function createScriptedStream() {
  const connections: StreamConnection[] = [];
  let cursor = 0;
  let way: Way = (connection) => {
    connection.event('open', {});
    return undefined;
  };
  const nextId = () => `c${(cursor += 1)}`;

  const connect: Fetcher = async (request, init) => {
    const encoder = new TextEncoder();
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    let isOpen = true;
    const close = (end: (of: ReadableStreamDefaultController<Uint8Array>) => void) => {
      if (isOpen && controller) end(controller);
      isOpen = false;
    };
    const body = new ReadableStream<Uint8Array>({
      start: (given) => void (controller = given),
      cancel: () => void (isOpen = false),
    });
    const connection: StreamConnection = {
      request,
      isOpen: () => isOpen,
      write: (text) => controller?.enqueue(typeof text === 'string' ? encoder.encode(text) : text),
      event: (type, data, id = nextId()) =>
        connection.write(`event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`),
      end: () => close((of) => of.close()),
      break: () => close((of) => of.error(new TypeError('network error'))),
    };
    init?.signal?.addEventListener('abort', () => close((of) => of.error(init.signal?.reason)));
    connections.push(connection);
    return (
      way(connection) ??
      new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
    );
  };

  return {
    connect,
    connections,
    last: () => connections.at(-1)!,
    open: () => connections.filter(({ isOpen }) => isOpen()),
    /** How the next ones begin; a response takes the place of the stream. */
    begin: (next: Way) => void (way = next),
    tell: (operation: RecordedOperation) =>
      connections
        .filter(({ isOpen }) => isOpen())
        .forEach(({ event }) => event('operation', { operation, event: null })),
  };
}

export function recorded(changes: Partial<RecordedOperation> = {}): RecordedOperation {
  return {
    id: 'op-0123456789abcdef',
    kind: 'pay',
    phase: 'waiting',
    terminalId: 'T1',
    amountCents: 1250,
    msgIdentifier: 'msg-1',
    anomalies: [],
    seenProcessing: false,
    createdAt: Date.UTC(2026, 0, 15),
    seq: 2,
    isOwn: true,
    ...changes,
  };
}
