import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

export type WebHandler = (request: Request) => Promise<Response>;

function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
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
function addressOf({ url: target = '/', headers, socket }: IncomingMessage): URL {
  const { host = 'localhost' } = headers;
  const scheme = 'encrypted' in socket ? 'https' : 'http';
  const url = new URL(`${scheme}://${host}${target}`);
  const [path] = target.split('?');
  if (/[/\\?#@\s]/.test(host) || url.pathname !== path) throw new TypeError('Not an address of this server.');
  return url;
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    headers.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '');
  }
  const method = incoming.method ?? 'GET';
  const url = addressOf(incoming);
  const hasBody =
    method !== 'GET' &&
    method !== 'HEAD' &&
    ('transfer-encoding' in incoming.headers || Number(incoming.headers['content-length'] ?? 0) > 0);
  if (!hasBody) return new Request(url, { method, headers, signal });
  const body = bodyOf(incoming);
  const streaming: RequestInit & { duplex: 'half' } = { method, headers, signal, body, duplex: 'half' };
  return new Request(url, streaming);
}

/** Nothing where a handler of the Web cannot be given it: a strange address, TRACE. */
function requestOrNone(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  try {
    return toRequest(incoming, signal);
  } catch {
    return undefined;
  }
}

async function send(response: Response, outgoing: ServerResponse, isHead: boolean): Promise<void> {
  outgoing.statusCode = response.status;
  if (response.statusText) outgoing.statusMessage = response.statusText;
  outgoing.setHeaders(response.headers);
  if (!response.body || isHead) {
    await response.body?.cancel();
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  await pipeline(response.body, outgoing);
}

/**
 * Puts a handler of Web requests on Node's http. The request's signal aborts when the client goes away; a handler that
 * rejects breaks the connection.
 */
export function toNodeListener(handler: WebHandler): RequestListener {
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const gone = new AbortController();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) gone.abort();
    });
    const request = requestOrNone(incoming, gone.signal);
    if (!request) {
      outgoing.writeHead(400, { connection: 'close' }).end();
      incoming.resume();
      return;
    }
    try {
      const response = await handler(request);
      await send(response, outgoing, incoming.method === 'HEAD');
    } catch {
      // A handler that rejects gives no answer, as a broken line would: that is how the sandbox loses one.
      outgoing.destroy();
    } finally {
      incoming.removeAllListeners('data').resume(); // what the handler left unread would hold up the connection
    }
  };
  return (incoming, outgoing) => void answer(incoming, outgoing);
}
