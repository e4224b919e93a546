import { createServer, type IncomingMessage } from 'node:http';

export interface Clock {
  now(): number;
}

/** A request whose body is read. */
export interface Asked {
  method: string;
  url: URL;
  headers: Headers;
  body: unknown;
  /** The parts of a multipart body. */
  parts: [name: string, value: File | string][];
  /** The status to answer with, where the body is nothing that the service reads. */
  unreadable?: 400 | 415;
}

export interface Reply {
  status: number;
  text: string;
  headers?: Record<string, string>;
}

/** What a test may look at afterwards. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
  status: number;
}

export interface Handler {
  fetch: (request: Request) => Promise<Response>;
  requests: SeenRequest[];
}

/** Web requests answered by `answer`, for pages of every origin that send the named headers and no others. */
export function openToPages(pageHeaders: string, answer: (asked: Asked) => Reply): Handler {
  const requests: SeenRequest[] = [];
  async function fetch(request: Request): Promise<Response> {
    const origin = request.headers.get('origin');
    const cors = { vary: 'origin', ...(origin && { 'access-control-allow-origin': origin }) };
    if (request.method === 'OPTIONS') {
      const allowed = {
        'access-control-allow-methods': 'GET, POST, PUT',
        'access-control-allow-headers': pageHeaders,
      };
      return new Response(null, { status: 204, headers: { ...cors, ...allowed } });
    }
    const asked = await read(request);
    const { status, text, headers } = answer(asked);
    const { method, url, body, parts } = asked;
    requests.push({
      method,
      path: url.pathname + url.search,
      headers: Object.fromEntries(request.headers),
      body: parts.length > 0 ? parts.map(([name]) => name) : body,
      status,
    });
    return new Response(text, {
      status,
      headers: {
        ...cors,
        'access-control-expose-headers': 'retry-after, date',
        'content-type': 'application/json; charset=utf-8',
        ...headers,
      },
    });
  }
  return { fetch, requests };
}

async function read(request: Request): Promise<Asked> {
  const { method, headers } = request;
  const asked: Asked = { method, headers, url: new URL(request.url), body: undefined, parts: [] };
  const type = headers.get('content-type') ?? '';
  try {
    if (type.startsWith('multipart/form-data'))
      return { ...asked, parts: [...(await request.formData()).entries()] };
    const text = await request.text();
    if (text !== '' && !type.startsWith('application/json')) return { ...asked, unreadable: 415 };
    return { ...asked, body: text === '' ? undefined : JSON.parse(text) };
  } catch {
    return { ...asked, unreadable: 400 };
  }
}

/** Serves a handler on this machine, on any free port. */
export async function listen(fetch: Handler['fetch']): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const respond = async () => {
      const answer = await fetch(await requestOf(incoming));
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
      outgoing.end(await answer.text());
    };
    respond().catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method = 'GET', url = '/', rawHeaders } = incoming;
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return new Request(new URL(url, 'http://127.0.0.1'), {
    method,
    headers,
    ...(method !== 'GET' && method !== 'HEAD' && { body: Buffer.concat(chunks) }),
  });
}

/** One thing that is wrong with a request. Each service puts it in its own words. */
export interface Fault {
  name: string;
  is: 'missing' | 'unknown' | 'wrong';
  text: string;
}

export type Check = (value: unknown, name: string) => Fault[];

export const must =
  (text: string, isRight: (value: unknown) => boolean): Check =>
  (value, name) =>
    isRight(value) ? [] : [{ name, is: value === undefined ? 'missing' : 'wrong', text }];

export const optional =
  (check: Check): Check =>
  (value, name) =>
    value === undefined ? [] : check(value, name);

export const listOf =
  (check: Check): Check =>
  (value, name) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => check(item, `${name}.${index}`))
      : must('must be an array', Array.isArray)(value, name);

/** An object of these fields and no others. */
export const fields =
  (checks: Record<string, Check>): Check =>
  (value, name) => {
    if (!isRecord(value)) return must('must be an object', isRecord)(value, name || 'body');
    const at = (field: string) => (name ? `${name}.${field}` : field);
    const unknown = Object.keys(value).filter((field) => !Object.hasOwn(checks, field));
    return [
      ...unknown.map((field): Fault => ({ name: at(field), is: 'unknown', text: '' })),
      ...Object.entries(checks).flatMap(([field, check]) => check(value[field], at(field))),
    ];
  };

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
export const isFlag = (value: unknown) => typeof value === 'boolean';
export const isCents = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;
/** A number in a query, from 1 to `most`. */
export const isCount = (most: number) => (value: unknown) =>
  isText(value) && /^[1-9]\d{0,8}$/.test(value) && Number(value) <= most;

/** At most 50 polls in 60 s. Gives how long to wait (ms), 0 for a poll that may pass. */
export function createPollLimit(clock: Clock): () => number {
  let passed: number[] = [];
  return () => {
    const now = clock.now();
    passed = passed.filter((at) => at > now - 60_000);
    const [oldest] = passed;
    if (oldest !== undefined && passed.length >= 50) return oldest + 60_000 - now;
    passed.push(now);
    return 0;
  };
}
