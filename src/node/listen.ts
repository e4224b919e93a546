import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

type WebHandler = (request: Request) => Promise<Response>;

function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      incoming.on('data', (chunk: Uint8Array) => {
        controller.enqueue(chunk);
        incoming.pause(); // until someone reads: an upload must not pile up in memory
      });
      incoming.once('end', () => controller.close());
      incoming.once('error', (error) => controller.error(error));
    },
    pull: () => void incoming.resume(),
  });
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    headers.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '');
  }
  const method = incoming.method ?? 'GET';
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`);
  const hasBody =
    method !== 'GET' &&
    method !== 'HEAD' &&
    ('transfer-encoding' in incoming.headers || Number(incoming.headers['content-length'] ?? 0) > 0);
  if (!hasBody) return new Request(url, { method, headers, signal });
  const body = bodyOf(incoming);
  const streaming: RequestInit & { duplex: 'half' } = { method, headers, signal, body, duplex: 'half' };
  return new Request(url, streaming);
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
    try {
      const response = await handler(toRequest(incoming, gone.signal));
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

/** Serves a handler on this machine alone, unless another `host` is asked for. Port 0 takes any free one. */
export async function listen(
  handler: WebHandler,
  { port = 0, host = '127.0.0.1' }: { port?: number | undefined; host?: string | undefined } = {},
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(toNodeListener(handler));
  // On a connection that was used before, a browser sends a lost payment again by itself (faults, M1): use each once.
  server.maxRequestsPerSocket = 1;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const taken = typeof address === 'object' ? address?.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
