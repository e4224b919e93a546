import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { toNodeListener, type WebHandler } from '../../../src/gateway/node/toNodeListener.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const serve = (listener: RequestListener) => listening(createServer(listener));

async function listening(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  closers.push(
    () =>
      new Promise((resolve) => {
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  /** Over one connection, as a browser that keeps it. */
  const ask = (
    method: string,
    { body, headers = {} }: { body?: string; headers?: Record<string, string | string[]> } = {},
  ) =>
    new Promise<{ answer: IncomingMessage; text: string; isReused: boolean }>((resolve, reject) => {
      const asking = httpRequest({ port, method, path: '/pay?a=1', agent, headers }, (answer) => {
        void textOf(answer).then((text) => resolve({ answer, text, isReused: asking.reusedSocket }), reject);
      });
      asking.on('error', reject);
      asking.end(body);
    });
  return { url: `http://127.0.0.1:${port}`, port, agent, ask };
}

const mount = (handler: WebHandler) => serve(toNodeListener(handler));

test('a gateway in the place of its fetch is named, before every request would break off', () => {
  const create = () => toNodeListener({ fetch: async () => new Response() } as never);
  expect(create).toThrow(expect.objectContaining({ code: 'configuration', field: 'handler' }));
});

test('hands on the address, every header and the body', async () => {
  let heard: Record<string, unknown> = {};
  const { ask, port } = await mount(async (request) => {
    const { url, method, headers } = request;
    heard = { url, method, twice: headers.get('x-twice'), body: await request.text() };
    return new Response();
  });
  await ask('POST', { body: 'amount: 漢', headers: { 'x-twice': ['1', '2'] } });
  expect(heard).toEqual({
    url: `http://localhost:${port}/pay?a=1`,
    method: 'POST',
    twice: '1, 2',
    body: 'amount: 漢',
  });
});

test('says https where the connection is encrypted', async () => {
  const listener = toNodeListener(async ({ url }) => new Response(new URL(url).protocol));
  const { ask } = await serve((incoming, outgoing) => {
    Object.assign(incoming.socket, { encrypted: true });
    listener(incoming, outgoing);
  });
  expect((await ask('GET')).text).toBe('https:');
});

test('hands back status, its text, every header and the body', async () => {
  const { ask } = await mount(async () => {
    const headers = new Headers({ 'x-operation-state': 'refused' });
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2');
    return new Response('nein', { status: 422, statusText: 'Not so', headers });
  });
  const { answer, text } = await ask('POST', { body: '{}' });
  expect([answer.statusCode, answer.statusMessage, text]).toEqual([422, 'Not so', 'nein']);
  expect(answer.headers).toMatchObject({ 'x-operation-state': 'refused', 'set-cookie': ['a=1', 'b=2'] });
});

test.each(['GET', 'HEAD'])('gives %s no body, and HEAD none back', async (method) => {
  const { ask } = await mount(async (request) => new Response(request.body ? 'some' : 'none'));
  const { text } = await ask(method);
  expect(text).toBe(method === 'HEAD' ? '' : 'none');
});

test('what a stream says arrives before it ends', async () => {
  let finish: () => void = () => undefined;
  const { url } = await mount(async () => {
    const body = new ReadableStream<Uint8Array>({
      start(to) {
        finish = () => {
          to.enqueue(new TextEncoder().encode('late'));
          to.close();
        };
      },
    });
    return new Response(body, { headers: { 'x-early': '1' } });
  });
  const answer = await fetch(url);
  expect(answer.headers.get('x-early')).toBe('1');
  finish();
  expect(await answer.text()).toBe('late');
});

test('a stream that breaks off ends the connection of a page that does not read', async () => {
  let breakOff: () => void = () => undefined;
  const listener = toNodeListener(async () => {
    const body = new ReadableStream<Uint8Array>({
      start(to) {
        to.enqueue(new Uint8Array(20_000_000)); // more than a connection holds
        breakOff = () => to.error(new Error('The page does not read.'));
      },
    });
    return new Response(body);
  });
  let isOpen = true;
  const { port } = await serve((incoming, outgoing) => {
    outgoing.once('close', () => (isOpen = false));
    listener(incoming, outgoing);
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(socket, 'data');
  socket.pause();
  breakOff();
  await vi.waitFor(() => expect(isOpen).toBe(false));
  socket.destroy();
});

describe('a download that is paused', () => {
  /** A page begins a download of 20 MB in pieces of `pieceBytes`, and pauses it. */
  async function paused(pieceBytes: number) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    closers.push(async () => void vi.useRealTimers());
    let answered: ServerResponse | undefined;
    const listener = toNodeListener(async () => {
      let left = 20_000_000;
      const pull = (to: ReadableStreamDefaultController<Uint8Array>) => {
        to.enqueue(new Uint8Array(pieceBytes));
        if ((left -= pieceBytes) === 0) to.close();
      };
      return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
    });
    const server = createServer((incoming, outgoing) => {
      answered = outgoing;
      listener(incoming, outgoing);
    });
    const { port } = await listening(server);
    const socket = connect(port, '127.0.0.1');
    closers.push(async () => void socket.destroy());
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    await once(socket, 'data');
    socket.pause();
    await vi.waitUntil(() => answered && answered.writableLength > 0);
    return { server, socket, answered: answered! };
  }

  test.each([100_000, 20_000_000])(
    'holds up a server that closes for a minute at most (pieces of %d bytes)',
    async (pieceBytes) => {
      const { server, answered } = await paused(pieceBytes);
      const closed = new Promise((resolve) => server.close(resolve));
      vi.advanceTimersByTime(30_000);
      expect(answered.destroyed).toBe(false);
      vi.advanceTimersByTime(30_000);
      await closed;
    },
    3_000,
  );

  test('comes whole if the page reads on', async () => {
    const { socket, answered } = await paused(100_000);
    vi.advanceTimersByTime(30_000);
    const drained = once(answered, 'drain');
    socket.resume();
    await drained;
    vi.advanceTimersByTime(30_000);
    await once(socket, 'end');
    expect(answered.writableFinished).toBe(true);
  }, 3_000);
});

describe('a page that goes away', () => {
  test('is told to the handler while it works', async () => {
    let reached: (signal: AbortSignal) => void = () => undefined;
    const arrived = new Promise<AbortSignal>((resolve) => {
      reached = resolve;
    });
    const { url } = await mount((request) => {
      reached(request.signal);
      return new Promise(() => undefined);
    });
    const page = new AbortController();
    const lost = fetch(url, { signal: page.signal }).catch(() => 'lost');
    const signal = await arrived;
    expect(signal.aborted).toBe(false);
    const told = new Promise((resolve) => signal.addEventListener('abort', resolve));
    page.abort();
    await told;
    expect(await lost).toBe('lost');
  });

  test('after it has its answer is none', async () => {
    let signal: AbortSignal | undefined;
    const { ask, agent } = await mount(async (request) => {
      signal = request.signal;
      return new Response('done');
    });
    await ask('GET');
    agent.destroy();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(signal?.aborted).toBe(false);
  });
});

test('a handler that rejects breaks the connection, and the next request gets its answer', async () => {
  let isBroken = true;
  const { ask } = await mount(async () => {
    if (!isBroken) return new Response('well');
    isBroken = false;
    throw new Error('password hunter2');
  });
  await expect(ask('POST', { body: '{}' })).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect((await ask('GET')).text).toBe('well');
});

test('an upload that the handler does not read does not hold up its connection', async () => {
  const { ask } = await mount(async () => new Response('refused', { status: 413 }));
  const body = 'x'.repeat(2_000_000);
  expect((await ask('POST', { body })).text).toBe('refused');
  const next = await ask('POST', { body: '{}' });
  expect([next.text, next.isReused]).toEqual(['refused', true]);
});

describe('a body that comes slowly', () => {
  /** Sends the beginning of a body, and says when the connection is closed. */
  async function begun(port: number) {
    const socket = connect(port, '127.0.0.1');
    const closed = once(socket, 'close');
    socket.write('POST /pay HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return { socket, closed, answer: answer.toString() };
  }

  test('keeps no connection after a 408', async () => {
    const { port } = await mount(async () => new Response('too slow', { status: 408 }));
    const { closed, answer } = await begun(port);
    expect(answer).toMatch(/^HTTP\/1.1 408 [^]*connection: close/i);
    await closed;
  }, 3_000);

  test('keeps it for half a minute after another answer, which the page may not have read yet', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    closers.push(async () => void vi.useRealTimers());
    const { port } = await mount(async () => new Response('too large', { status: 413 }));
    const { socket, closed } = await begun(port);
    await vi.waitUntil(() => vi.getTimerCount() > 0);
    vi.advanceTimersByTime(29_000);
    expect(socket.destroyed).toBe(false);
    vi.advanceTimersByTime(1_000);
    await closed;
  }, 3_000);
});

test.each([
  ['Node’s own', undefined, 660_000],
  ['the host’s', 20_000, 20_000],
  ['none', 0, 0],
])(
  'an upload may take as long as the gateway lets it, unless the host sets a limit: %s',
  async (_, set, expected) => {
    const server = createServer(toNodeListener(async () => new Response()));
    if (set !== undefined) server.requestTimeout = set;
    const { ask } = await listening(server);
    await ask('GET');
    expect(server.requestTimeout).toBe(expected);
  },
);

describe('HTTP/2', () => {
  async function mountHttp2(handler: WebHandler) {
    const server = createHttp2Server(toNodeListener(handler));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const session = connectHttp2(`http://127.0.0.1:${port}`);
    closers.push(async () => {
      session.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    });
    const ask = async (headers: Record<string, string>, body?: string) => {
      const stream = session.request(headers, { endStream: body === undefined });
      if (body !== undefined) stream.end(body);
      const [answered] = (await once(stream, 'response')) as [Record<string, string | number>];
      return { answer: answered, text: await textOf(stream), session };
    };
    return { port, ask, session };
  }

  test('aborts the signal when the page goes away while it is answered', async () => {
    let gone: boolean | undefined;
    const { session } = await mountHttp2(async ({ signal }) => {
      gone = signal.aborted;
      signal.addEventListener('abort', () => (gone = true));
      return new Response(new ReadableStream({ start: (answer) => answer.enqueue(new Uint8Array(9)) }));
    });
    const stream = session.request({ ':path': '/operations/stream' });
    await once(stream, 'data');
    expect(gone).toBe(false);
    stream.destroy();
    await vi.waitFor(() => expect(gone).toBe(true));
  });

  test('never takes a body that broke off for a whole one', async () => {
    const read = vi.fn<(text: string) => void>();
    const { session } = await mountHttp2(async (request) => {
      const text = await request.text().catch((error: unknown) => `not whole: ${(error as Error).name}`);
      read(text);
      return new Response();
    });
    const stream = session.request({ ':method': 'POST', ':path': '/pay' });
    stream.write('{"amount":100');
    stream.write('0}', () => stream.destroy());
    await vi.waitFor(() => expect(read).toHaveBeenCalledWith('not whole: TypeError'));
  });

  test('hands on the address, every header and the body, and hands the answer back', async () => {
    let heard: Record<string, unknown> = {};
    const { ask, port } = await mountHttp2(async (request) => {
      const { url, method, headers } = request;
      heard = { url, method, names: [...headers.keys()], body: await request.text() };
      const headersBack = new Headers({ 'x-operation-state': 'accepted' });
      headersBack.append('set-cookie', 'a=1');
      headersBack.append('set-cookie', 'b=2');
      return new Response('ja', { status: 202, statusText: 'So be it', headers: headersBack });
    });
    const { answer, text } = await ask({ ':method': 'POST', ':path': '/pay?a=1', 'x-id': '7' }, 'amount: 漢');
    expect(heard).toEqual({
      url: `http://127.0.0.1:${port}/pay?a=1`,
      method: 'POST',
      names: ['x-id'],
      body: 'amount: 漢',
    });
    expect([answer[':status'], text, answer['x-operation-state']]).toEqual([202, 'ja', 'accepted']);
    expect(answer['set-cookie']).toEqual(['a=1', 'b=2']);
  });

  test('a request without a body has none', async () => {
    const { ask } = await mountHttp2(async (request) => new Response(request.body ? 'some' : 'none'));
    expect((await ask({ ':method': 'DELETE', ':path': '/operations/1' })).text).toBe('none');
    expect((await ask({ ':path': '/terminals' })).text).toBe('none');
  });

  test('a strange address is refused, and a handler that rejects gives no answer', async () => {
    const { ask } = await mountHttp2(() => Promise.reject(new Error('hunter2')));
    expect((await ask({ ':path': '/x/../pay' })).answer[':status']).toBe(400);
    await expect(ask({ ':path': '/pay' })).rejects.toThrow(/stream/i);
  });

  test('a download that is paused breaks off after a minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    closers.push(async () => void vi.useRealTimers());
    const { session } = await mountHttp2(
      async () => new Response(new Blob([new Uint8Array(900_000)]).stream()),
    );
    const stream = session.request({ ':path': '/operations.csv' });
    const broken = once(stream.pause(), 'error');
    await vi.waitFor(() => {
      vi.advanceTimersByTime(30_000);
      expect(stream.destroyed).toBe(true);
    });
    expect(await broken).toMatchObject([{ message: expect.stringContaining('INTERNAL_ERROR') }]);
  }, 3_000);

  test('a slow body ends with a 408, and its connection serves the others', async () => {
    const { ask, session } = await mountHttp2(
      async ({ method }) => new Response(method, { status: method === 'GET' ? 200 : 408 }),
    );
    const slow = session.request({ ':method': 'POST', ':path': '/pay' });
    slow.on('error', () => undefined).write('{');
    const [answered] = (await once(slow, 'response')) as [Record<string, number>];
    await once(slow.resume(), 'close');
    expect([answered[':status'], (await ask({ ':path': '/terminals' })).text]).toEqual([408, 'GET']);
  }, 3_000);
});

test('an upload waits until the handler reads it, and then comes whole', async () => {
  const length = 16_000_000;
  let arrived: () => number = () => 0;
  let held = 0;
  const listener = toNodeListener(async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    held = arrived();
    return new Response(`${(await request.arrayBuffer()).byteLength}`);
  });
  const { ask } = await serve((incoming, outgoing) => {
    arrived = () => incoming.socket.bytesRead;
    listener(incoming, outgoing);
  });
  expect((await ask('POST', { body: 'x'.repeat(length) })).text).toBe(`${length}`);
  expect(held).toBeLessThan(length / 4);
});

test('a body that was read before it is an error to the handler that reads it, not an empty body', async () => {
  const listener = toNodeListener(async (request) => {
    const read = await request.text().catch((error: unknown) => String(error));
    return new Response(read);
  });
  const { ask } = await serve((incoming, outgoing) => {
    void textOf(incoming).then(() => listener(incoming, outgoing));
  });
  expect((await ask('POST', { body: '{"amount":1}' })).text).toContain('read already');
});
