import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { pipeline } from 'node:stream/promises';

export type WebHandler = (request: Request) => Promise<Response>;

type Incoming = IncomingMessage | Http2ServerRequest;
type Outgoing = ServerResponse | Http2ServerResponse;

/** An upload may take 600 s, and Node ends a request after 300 s by itself; it looks every 30 s. */
const nodesRequestMs = 300_000;
const longestRequestMs = 660_000;
/** How long what is left of a body may take once it is answered: a page may read the answer only then. */
const leftoverMs = 30_000;
/** What is no longer is written in one piece (bytes). */
const mostAtOnce = 16_384;

function bodyOf(incoming: Incoming): ReadableStream<Uint8Array> {
  let isCancelled = false;
  return new ReadableStream({
    start(controller) {
      if (incoming.readableEnded) {
        return controller.error(new TypeError('The body was read before, as by a body parser.'));
      }
      incoming.on('data', (chunk: Uint8Array) => {
        if (isCancelled) return;
        controller.enqueue(chunk);
        incoming.pause(); // until someone reads: an upload must not pile up in memory
      });
      incoming.once('end', () => isCancelled || controller.close());
      incoming.once('error', (error) => controller.error(error));
    },
    pull: () => void incoming.resume(),
    cancel() {
      isCancelled = true;
    },
  });
}

/**
 * The address as it was asked for. Throws where it is spelled so that others may take it for another one: `..`, `\`, an
 * address of its own instead of a path, a path in `Host`.
 */
function addressOf({ url: target = '/', headers, socket }: Incoming): URL {
  const host = (headers[':authority'] as string | undefined) ?? headers.host ?? 'localhost';
  const scheme = 'encrypted' in socket ? 'https' : 'http';
  const url = new URL(`${scheme}://${host}${target}`);
  const [path] = target.split('?');
  if (/[/\\?#@\s]/.test(host) || url.pathname !== path) throw new TypeError('Not an address of this server.');
  return url;
}

function toRequest(incoming: Incoming, signal: AbortSignal): Request {
  const headers = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    const name = incoming.rawHeaders[at] ?? '';
    if (!name.startsWith(':')) headers.append(name, incoming.rawHeaders[at + 1] ?? ''); // HTTP/2 says there what is asked
  }
  const method = incoming.method ?? 'GET';
  const url = addressOf(incoming);
  if (method === 'GET' || method === 'HEAD' || !hasBody(incoming))
    return new Request(url, { method, headers, signal });
  const body = bodyOf(incoming);
  const streaming: RequestInit & { duplex: 'half' } = { method, headers, signal, body, duplex: 'half' };
  return new Request(url, streaming);
}

function hasBody(incoming: Incoming): boolean {
  if ('stream' in incoming) return !incoming.stream.endAfterHeaders;
  return 'transfer-encoding' in incoming.headers || Number(incoming.headers['content-length'] ?? 0) > 0;
}

/** Nothing where a handler of the Web cannot be given it: a strange address, TRACE. */
function requestOrNone(incoming: Incoming, signal: AbortSignal): Request | undefined {
  try {
    return toRequest(incoming, signal);
  } catch {
    return undefined;
  }
}

async function send(response: Response, outgoing: Outgoing, isHead: boolean): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
  if (!('stream' in outgoing)) {
    if (response.statusText) outgoing.statusMessage = response.statusText;
    if (response.status === 408) outgoing.setHeader('connection', 'close');
  }
  if (!response.body || isHead) {
    await response.body?.cancel();
    outgoing.end();
    return;
  }
  const sink = outgoing as ServerResponse; // http2 has all of it that is used here
  if (Number(response.headers.get('content-length') ?? Infinity) <= mostAtOnce) {
    sink.end(new Uint8Array(await response.arrayBuffer())); // one write for head and body
    return;
  }
  sink.flushHeaders();
  await pipeline(response.body, sink);
}

/** What the handler left unread would hold up the connection; what never comes would hold it for good. */
function endLeftover(incoming: Incoming, outgoing: Outgoing): void {
  incoming.removeAllListeners('data').resume();
  if (incoming.complete) return;
  const isSlow = outgoing.statusCode === 408;
  const cut = () => ('stream' in incoming ? incoming.stream.close() : incoming.destroy());
  const timer = setTimeout(cut, isSlow ? 0 : leftoverMs);
  incoming.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}

// A host that set a limit of its own has its reasons.
function allowLongUploads(incoming: Incoming): void {
  const { server } = incoming.socket as { server?: Partial<Server> };
  if (server?.requestTimeout === nodesRequestMs) server.requestTimeout = longestRequestMs;
}

/**
 * Puts a handler of Web requests on Node's http or http2. The request's signal aborts when the client goes away; a handler that
 * rejects breaks the connection. Node's limit of 300 s for a request, where it was not changed, becomes 660 s: uploads may be slow.
 */
export function toNodeListener(handler: WebHandler): (incoming: Incoming, outgoing: Outgoing) => void {
  const answer = async (incoming: Incoming, outgoing: Outgoing) => {
    allowLongUploads(incoming);
    const gone = new AbortController();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) gone.abort();
    });
    const written = 'stream' in outgoing ? outgoing.stream : outgoing;
    written.once('finish', () => endLeftover(incoming, outgoing));
    const request = requestOrNone(incoming, gone.signal);
    if (!request) {
      if (!('stream' in outgoing)) outgoing.setHeader('connection', 'close');
      outgoing.statusCode = 400;
      outgoing.end();
      return;
    }
    try {
      const response = await handler(request);
      await send(response, outgoing, incoming.method === 'HEAD');
    } catch {
      // A handler that rejects gives no answer, as a broken line would: that is how the sandbox loses one.
      if ('stream' in outgoing) outgoing.stream.destroy(new Error('No answer.'));
      else outgoing.destroy();
    }
  };
  return (incoming, outgoing) => void answer(incoming, outgoing);
}
