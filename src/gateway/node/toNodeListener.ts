import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { attempt, ConfigurationError } from '../../core/errors.ts';

export type WebHandler = (request: Request) => Promise<Response>;

type Incoming = IncomingMessage | Http2ServerRequest;
type Outgoing = ServerResponse | Http2ServerResponse;

/** Node breaks off requests that take longer than this (ms), unless the host sets another limit. */
const nodesRequestMs = 300_000;
/** Replaces Node's limit (ms): an upload may take 600 s, and Node checks every 30 s. */
const longestRequestMs = 660_000;
/** How long the rest of a request is read after its answer (ms). Some pages read no answer until all is sent. */
const leftoverMs = 30_000;
/** If the client reads nothing for this long (ms), a download breaks off: it could keep a server from closing. */
const unreadMs = 30_000;
/** The body of an answer is written in one piece up to this size (bytes). */
const mostAtOnce = 16_384;

function bodyOf(incoming: Incoming): ReadableStream<Uint8Array> {
  let isOver = false;
  return new ReadableStream({
    start(controller) {
      if (incoming.readableEnded) {
        return controller.error(
          new TypeError('The body was read already, perhaps by a body parser. Mount the gateway before it.'),
        );
      }
      incoming.on('data', (chunk: Uint8Array) => {
        if (isOver) return;
        controller.enqueue(chunk);
        incoming.pause(); // until the reader pulls: an upload must not pile up in memory
      });
      // If the body breaks off, HTTP/2 emits `aborted`, then `end`. This `end` must not close the body as complete.
      incoming.once('aborted', () => {
        isOver = true;
        controller.error(new TypeError('The body broke off.'));
      });
      incoming.once('end', () => isOver || controller.close());
      incoming.once('error', (error) => controller.error(error));
    },
    pull: () => void incoming.resume(),
    cancel() {
      isOver = true;
    },
  });
}

/** The request's URL. Throws if another program could read it differently: `..`, `\`, a full URL, a path in `Host`. */
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
    if (!name.startsWith(':')) headers.append(name, incoming.rawHeaders[at + 1] ?? ''); // HTTP/2 pseudo-headers are skipped
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

/** The stream to which an answer is written. An HTTP/2 response does not pass on all events of its stream. */
const writtenOf = (outgoing: Outgoing) => ('stream' in outgoing ? outgoing.stream : outgoing);

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
  const sink = outgoing as ServerResponse; // the http2 response has every method used here
  if (Number(response.headers.get('content-length') ?? Infinity) <= mostAtOnce) {
    sink.end(new Uint8Array(await response.arrayBuffer()));
    return;
  }
  sink.flushHeaders();
  const stopWatching = breakOffUnread(outgoing);
  // If the Web stream breaks off, `Readable.fromWeb` notices at once. A pipeline directly from the Web stream would
  // notice only when the client reads.
  await pipeline(Readable.fromWeb(response.body as NodeReadableStream), sink).finally(stopWatching);
}

/** Breaks the connection without the rest of the answer. */
function breakOff(outgoing: Outgoing): void {
  if ('stream' in outgoing) outgoing.stream.destroy(new Error('No answer.'));
  else outgoing.destroy();
}

/** Breaks an answer off if the client reads nothing for `unreadMs`. Returns a function that ends the watch. */
function breakOffUnread(outgoing: Outgoing): () => void {
  const written: Writable = writtenOf(outgoing);
  let unreadBytes = 0;
  written.on('drain', () => (unreadBytes = 0));
  const timer = setInterval(() => {
    if (unreadBytes > 0 && unreadBytes === written.writableLength) breakOff(outgoing);
    unreadBytes = written.writableLength;
  }, unreadMs);
  return () => clearInterval(timer);
}

/** Reads and drops the rest of a body, which would block the connection. Cuts off a body that takes too long. */
function endLeftover(incoming: Incoming, outgoing: Outgoing): void {
  incoming.removeAllListeners('data').resume();
  if (incoming.complete) return;
  const isSlow = outgoing.statusCode === 408;
  const cut = () => ('stream' in incoming ? incoming.stream.close() : incoming.destroy());
  const timer = setTimeout(cut, isSlow ? 0 : leftoverMs);
  incoming.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}

// Gives slow uploads more time than Node's default. If the host set a limit of its own, that limit stays.
function allowLongUploads(incoming: Incoming): void {
  const { server } = incoming.socket as { server?: Partial<Server> };
  if (server?.requestTimeout === nodesRequestMs) server.requestTimeout = longestRequestMs;
}

/**
 * Runs a Web handler on Node's http or http2. The request's signal aborts when the client disconnects. If the handler
 * rejects, the connection breaks. Node's default limit of 300 s for a request becomes 660 s, since uploads may be
 * slow. Throws `configuration` for a handler that is no function.
 */
export function toNodeListener(handler: WebHandler): (incoming: Incoming, outgoing: Outgoing) => void {
  if (typeof handler !== 'function')
    throw new ConfigurationError('handler', 'handler must be a function, such as gateway.fetch.');
  const answer = async (incoming: Incoming, outgoing: Outgoing) => {
    allowLongUploads(incoming);
    const gone = new AbortController();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) gone.abort();
    });
    // In HTTP/2, only `aborted` tells that the answer broke off: `writableFinished` is true nevertheless.
    incoming.once('aborted', () => gone.abort());
    writtenOf(outgoing).once('finish', () => endLeftover(incoming, outgoing));
    // `toRequest` throws for an ambiguous URL, and for the method TRACE, which `Request` does not allow.
    const request = attempt(() => toRequest(incoming, gone.signal));
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
      // If the handler rejects, the connection breaks without an answer. The sandbox simulates lost answers this way.
      breakOff(outgoing);
    }
  };
  return (incoming, outgoing) => void answer(incoming, outgoing);
}
