import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { toNodeListener, type WebHandler } from '../../src/gateway/node/toNodeListener.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(listener: RequestListener) {
  const server = createServer(listener);
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

test('an upload that nobody reads does not hold up its connection', async () => {
  const { ask } = await mount(async () => new Response('refused', { status: 413 }));
  const body = 'x'.repeat(2_000_000);
  expect((await ask('POST', { body })).text).toBe('refused');
  const next = await ask('POST', { body: '{}' });
  expect([next.text, next.isReused]).toEqual(['refused', true]);
});

test('an upload waits until somebody reads it, and then comes whole', async () => {
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

test('a body that was read before it is an error to whoever reads it, not an empty body', async () => {
  const listener = toNodeListener(async (request) => {
    const read = await request.text().catch((error: unknown) => String(error));
    return new Response(read);
  });
  const { ask } = await serve((incoming, outgoing) => {
    void textOf(incoming).then(() => listener(incoming, outgoing));
  });
  expect((await ask('POST', { body: '{"amount":1}' })).text).toContain('read before');
});
