import { Agent, request as httpRequest } from 'node:http';
import { afterEach, expect, test, vi, describe, it } from 'vitest';
import { listen } from '../../src/node/listen.ts';
import { readRawRequest, writeRawAnswer, listenRaw, type RawServer, type SocketFault } from './listenRaw.ts';
import {
  createMemoryJournal,
  createPaymentsClient,
  createPollBudget,
  createTerminalOperations,
  type TerminalOperation,
} from '../../src/exports/core.ts';
import { createSandbox, type SandboxOptions } from '../../src/exports/sandbox.ts';

let close = async () => {};
afterEach(async () => {
  await close();
  close = async () => {};
});

/** Serves a handler until the test ends. */
async function serve(handler: (incoming: Request) => Promise<Response>) {
  const server = await listen(handler);
  ({ close } = server);
  return server.url;
}

test('hands over method, address, headers and body, and sends back status, headers and body', async () => {
  const url = await serve(async (incoming) => {
    const headers = new Headers({ 'x-asked': `${incoming.method} ${incoming.url}` });
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2');
    const body = `${incoming.headers.get('x-name')}: ${await incoming.text()}`;
    return new Response(body, { status: 201, statusText: 'Made', headers });
  });
  const response = await fetch(`${url}/a/b?c=1`, {
    method: 'POST',
    body: 'grüezi',
    headers: { 'x-name': 'n' },
  });
  expect([response.status, response.statusText]).toEqual([201, 'Made']);
  expect(response.headers.get('x-asked')).toBe(`POST ${url}/a/b?c=1`);
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await response.text()).toBe('n: grüezi');
});

test('knows requests and answers without a body', async () => {
  const url = await serve(async (incoming) =>
    incoming.method === 'POST'
      ? new Response(null, { status: incoming.body === null ? 204 : 500 })
      : new Response('not for HEAD', { headers: { 'x-length': '12' } }),
  );
  expect((await fetch(url, { method: 'POST' })).status).toBe(204);
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.headers.get('x-length'), await head.text()]).toEqual(['12', '']);
});

test('takes an upload whole', async () => {
  const url = await serve(async (incoming) => {
    const file = (await incoming.formData()).get('file');
    return Response.json(file instanceof File ? [file.name, file.size] : []);
  });
  const form = new FormData();
  form.append('file', new File([new Uint8Array(5_000_000)], 'receipt.pdf'));
  expect(await (await fetch(url, { method: 'POST', body: form })).json()).toEqual(['receipt.pdf', 5_000_000]);
});

test('an upload the handler does not read leaves the connection usable', async () => {
  const url = await serve(async () => new Response(null, { status: 413 }));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const upload = () =>
    new Promise<number | undefined>((resolve, reject) => {
      const outgoing = httpRequest(url, { method: 'POST', agent }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      });
      outgoing.on('error', reject).end(Buffer.alloc(5_000_000));
    });
  expect([await upload(), await upload()]).toEqual([413, 413]);
  agent.destroy();
});

test('aborts the request when the client goes away', async () => {
  const aborted = vi.fn<() => void>();
  const client = new AbortController();
  const url = await serve(
    (incoming) =>
      new Promise((_, reject) => {
        client.abort();
        incoming.signal.addEventListener('abort', () => {
          aborted();
          reject(incoming.signal.reason);
        });
      }),
  );
  await expect(fetch(url, { signal: client.signal })).rejects.toThrow('aborted');
  await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce(), 20_000);
});

test('stops reading a streamed answer when the client goes away', async () => {
  const cancelled = vi.fn<() => void>();
  const url = await serve(
    async () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(1000)),
          cancel: cancelled,
        }),
      ),
  );
  const client = new AbortController();
  const response = await fetch(url, { signal: client.signal });
  expect(response.status).toBe(200);
  client.abort();
  await vi.waitFor(() => expect(cancelled).toHaveBeenCalledOnce(), 20_000);
});

test('breaks the connection when the handler rejects', async () => {
  const url = await serve(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('rejects when the port is taken', async () => {
  const url = await serve(async () => new Response());
  await expect(listen(async () => new Response(), { port: Number(new URL(url).port) })).rejects.toThrow(
    'EADDRINUSE',
  );
});

const bytes = (text: string) => Buffer.from(text);
const post = (body: string, length = Buffer.byteLength(body)) =>
  `POST /pay?x=1 HTTP/1.1\r\nHost: localhost\r\nX-Name:  two words \r\nContent-Length: ${length}\r\n\r\n${body}`;

describe('what came over a socket', () => {
  test('is a request once its last byte is there, and not before', () => {
    const whole = bytes(post('{"amount":"€"}'));
    for (let end = 0; end < whole.length; end += 1)
      expect(readRawRequest(whole.subarray(0, end))).toBeUndefined();
    const { request, rest } = readRawRequest(whole)!;
    expect([request.method, request.path, request.body.toString()]).toEqual([
      'POST',
      '/pay?x=1',
      '{"amount":"€"}',
    ]);
    expect([...request.headers]).toEqual([
      ['content-length', '16'],
      ['host', 'localhost'],
      ['x-name', 'two words'],
    ]);
    expect(rest).toHaveLength(0);
  });

  test('may be two requests in one piece: the second is what is left of the first', () => {
    const get = 'GET /terminals HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const first = readRawRequest(bytes(post('one') + get + get))!;
    expect(first.request.body.toString()).toBe('one');
    const second = readRawRequest(first.rest)!;
    expect([second.request.method, second.request.path]).toEqual(['GET', '/terminals']);
    expect(second.request.body).toHaveLength(0);
    expect(second.rest.toString()).toBe(get);
  });

  test('has the body that its length tells, whatever else follows', () => {
    const { request, rest } = readRawRequest(bytes(post('four more', 4)))!;
    expect([request.body.toString(), rest.toString()]).toEqual(['four', ' more']);
  });
});

test('an answer tells the length of its bytes, and keeps the connection', async () => {
  const { head, body } = await writeRawAnswer(
    new Response('grüezi', { status: 201, statusText: 'Made', headers: { 'x-name': 'n' } }),
  );
  expect(head.split('\r\n')).toEqual([
    'HTTP/1.1 201 Made',
    'connection: keep-alive',
    'content-length: 7',
    'content-type: text/plain;charset=UTF-8',
    'x-name: n',
    '',
    '',
  ]);
  expect(body.toString()).toBe('grüezi');
});

let server: RawServer | undefined;
afterEach(() => server?.close());

async function till(fault: SocketFault, options: SandboxOptions = {}) {
  const sandbox = createSandbox({ latencyMs: 0, ...options });
  const isPay = ({ path, method }: { path: string; method: string }) => path === '/pay' && method === 'POST';
  const raw = await listenRaw({
    handler: sandbox.fetch,
    fault: (request) => (isPay(request) && raw.sent.filter(isPay).length === 1 ? fault : undefined),
  });
  server = raw;
  const client = createPaymentsClient({
    baseUrl: raw.url,
    headers: { authorization: 'sandbox' },
    // Only where no end comes does the test wait for it.
    requestTimeoutMs: fault === 'silence' || fault === 'slow-body' ? 400 : 10_000,
    pollBudget: createPollBudget(),
  });
  const operations = createTerminalOperations({ client, journal: createMemoryJournal() });
  const ended = new Promise<TerminalOperation>((resolve) => {
    operations.subscribe(() => {
      const [operation] = operations.list();
      if (operation && operation.phase !== 'sending') resolve(operation);
    });
  });
  const terminalId = sandbox.terminals[0]!.id;
  const result = await operations.start('pay', { terminalId, amount: 1250, receipt: false });
  expect(result.started).toBe(true);
  const operation = await ended;
  operations.dispose();
  return { operation, pays: raw.sent.filter(isPay), sandbox };
}

describe('a payment over a line that breaks', () => {
  it.each<[string, SocketFault, string, number]>([
    ['F1: reset before anything was read', 'reset-before', 'no-response', 0],
    ['F2: closed without an answer', 'close-after', 'no-response', 1],
    ['reset after it took effect', 'reset-after', 'no-response', 1],
    ['half a status line', 'half-status-line', 'no-response', 1],
    ['F5: a body that is cut off', 'body-cut', 'bad-response', 1],
    ['F6: no answer in time', 'silence', 'no-response', 0],
    ['a body that never ends', 'slow-body', 'no-response', 1],
    ['F7: 408', 'timeout-408', 'http-error', 1],
    ['F10: a redirect', 'redirect', 'redirect', 0],
    ['F12: a login page', 'html', 'bad-response', 1],
    ['F36: 50 MB', 'huge-body', 'bad-response', 1],
  ])('is unknown: %s', async (_, fault, reason, effects) => {
    const { operation, pays, sandbox } = await till(fault);
    expect(operation).toMatchObject({ phase: 'unknown', reason });
    expect(pays).toHaveLength(1);
    expect(sandbox.ledger.requests.filter((request) => request.operation === 'pay')).toHaveLength(effects);
  });
});
