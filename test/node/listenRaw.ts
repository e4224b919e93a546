import { createServer, type Socket } from 'node:net';

/** One HTTP/1.1 request as it came over a socket. */
export interface RawRequest {
  method: string;
  path: string;
  headers: Headers;
  body: Buffer;
}

/** The first complete request in the received bytes, and the bytes after it. Knows only bodies with a content length. */
export function readRawRequest(received: Buffer): { request: RawRequest; rest: Buffer } | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [requestLine = '', ...lines] = received.subarray(0, headEnd).toString('latin1').split('\r\n');
  const [method = '', path = ''] = requestLine.split(' ');
  const headers = new Headers(lines.map((line) => splitHeader(line)));
  const bodyStart = headEnd + 4;
  const bodyEnd = bodyStart + Number(headers.get('content-length') ?? 0);
  if (received.length < bodyEnd) return undefined;
  return {
    request: { method, path, headers, body: received.subarray(bodyStart, bodyEnd) },
    rest: received.subarray(bodyEnd),
  };
}

/** A complete answer as bytes for a socket. */
export async function writeRawAnswer(response: Response): Promise<{ head: string; body: Buffer }> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set('content-length', String(body.length));
  headers.set('connection', 'keep-alive');
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  return {
    head: [`HTTP/1.1 ${response.status} ${response.statusText}`, ...lines, '', ''].join('\r\n'),
    body,
  };
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

/**
 * What a connection does to one request. `before`: the service never sees the request. `after`: the request took
 * effect.
 */
export type SocketFault =
  | 'reset-before'
  | 'reset-after'
  | 'close-after'
  | 'half-status-line'
  | 'body-cut'
  | 'slow-body'
  | 'timeout-408'
  | 'redirect'
  | 'html'
  | 'huge-body'
  | 'silence';

/** One request as it was sent. A request that a browser repeats by itself appears twice. */
export interface PhysicalRequest {
  socket: number;
  method: string;
  path: string;
  headers: Headers;
  body: string;
  fault?: SocketFault | undefined;
}

export interface RawServer {
  url: string;
  sent: PhysicalRequest[];
  close: () => Promise<void>;
}

interface RawServerOptions {
  handler: (request: Request) => Promise<Response>;
  /** Decides for each request what the connection does to it. */
  fault: (request: PhysicalRequest, index: number) => SocketFault | undefined;
}

/** Serves a handler on bare sockets of this machine, whose connections can break in ways that HTTP frameworks prevent. */
export async function listenRaw({ handler, fault }: RawServerOptions): Promise<RawServer> {
  const sent: PhysicalRequest[] = [];
  const open = new Set<Socket>();
  let sockets = 0;
  let url = '';

  const answer = async (socket: Socket, raw: RawRequest, id: number) => {
    const physical: PhysicalRequest = { socket: id, ...raw, body: raw.body.toString() };
    physical.fault = fault(physical, sent.push(physical) - 1);
    if (physical.fault === 'reset-before') return void socket.resetAndDestroy();
    if (physical.fault === 'silence') return undefined;
    const { head, body } = await writeRawAnswer(await respond(physical, toRequest(raw, url), handler));
    breakOff(socket, physical.fault, head, body);
    return undefined;
  };

  const server = createServer({ noDelay: true }, (socket) => {
    sockets += 1;
    const id = sockets;
    let received = Buffer.alloc(0);
    let last = Promise.resolve();
    open.add(socket);
    socket.on('error', () => undefined); // broken connections are expected here
    socket.once('close', () => open.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      for (let next = readRawRequest(received); next; next = readRawRequest(received)) {
        const { request } = next;
        received = Buffer.from(next.rest);
        last = last.then(() => answer(socket, request, id)).catch(() => void socket.destroy());
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    url,
    sent,
    close: () =>
      new Promise((resolve) => {
        open.forEach((socket) => socket.destroy());
        server.close(() => resolve());
      }),
  };
}

async function respond(
  { fault }: PhysicalRequest,
  request: Request,
  handler: RawServerOptions['handler'],
): Promise<Response> {
  const cors = { 'access-control-allow-origin': '*' };
  if (fault === 'redirect') {
    return new Response(null, {
      status: 307,
      headers: { ...cors, location: 'http://127.0.0.1:9/elsewhere' },
    });
  }
  const response = await handler(request);
  if (fault === 'timeout-408') return new Response(null, { status: 408, headers: cors });
  if (fault === 'html')
    return new Response('<!doctype html><h1>Log in</h1>', {
      headers: { ...cors, 'content-type': 'text/html' },
    });
  if (fault === 'huge-body')
    return new Response(JSON.stringify({ fill: 'x'.repeat(50_000_000) }), { headers: cors });
  return response;
}

function breakOff(socket: Socket, fault: SocketFault | undefined, head: string, body: Buffer): void {
  switch (fault) {
    case 'reset-after':
      socket.resetAndDestroy();
      break;
    case 'close-after':
      socket.end();
      break;
    case 'half-status-line':
      socket.end('HTTP/1.1 2');
      break;
    case 'body-cut':
      socket.write(head);
      socket.write(body.subarray(0, Math.floor(body.length / 2)), () => socket.destroy());
      break;
    case 'slow-body':
      socket.write(head + body.toString().slice(0, 1));
      break;
    default:
      socket.write(head);
      socket.write(body);
  }
}

function toRequest({ method, path, headers, body }: RawRequest, url: string): Request {
  const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0;
  return new Request(new URL(path, url), {
    method,
    headers,
    ...(hasBody ? { body: new Uint8Array(body) } : {}),
  });
}
