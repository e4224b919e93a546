/** One HTTP/1.1 request as it came over a socket. */
export interface RawRequest {
  method: string;
  path: string;
  headers: Headers;
  body: Buffer;
}

/** The first whole request in what a socket has sent so far, and what is left after it. Knows bodies by their length only. */
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

/** A whole answer as it goes over a socket. */
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
