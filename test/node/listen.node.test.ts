import { Agent, request } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { listen } from '../../src/node/listen.ts';

let close = async () => {};
afterEach(() => close());

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
      const outgoing = request(url, { method: 'POST', agent }, (response) => {
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
  await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce());
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
  await vi.waitFor(() => expect(cancelled).toHaveBeenCalledOnce());
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
