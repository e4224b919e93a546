import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'vitest';
import { contractRoutes } from '../../../src/core/wire/routes.ts';
import { createGateway } from '../../../src/gateway/createGateway.ts';
import { createTestStore } from '../store/testStore.ts';
import type { GatewayOptions, GatewayProblem } from '../../../src/gateway/gatewayOptions.ts';
import { toNodeListener } from '../../../src/gateway/node/toNodeListener.ts';
import { longKnown, saleAt } from '../gatewayTill.ts';

/** What the merchant's server keeps to itself: scheme, user, password and a second header. */
export const secrets = {
  authorization: 'Basic dGlsbDpvcGVuL3Nlc2FtZSs3', // till:open/sesame+7
  'key-hash': 'k/9f+"2<b',
};
const serviceUrl = 'https://service.example';

/** One request as the service got it. */
export interface Reached {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: string;
}

let lastId = 0;
export const freshId = () => `${(lastId += 1)}`.padStart(32, 'f');

/** A sale at a terminal that was not used: one that waits for its result holds its own. */
export const freshSale = () => saleAt(`terminal-${(lastId += 1)}`);

/** A gateway before a service that writes down what reaches it. */
export function recordingGateway(own: Partial<GatewayOptions> = {}) {
  const sent: Reached[] = [];
  const problems: GatewayProblem[] = [];
  let accepted = 0;
  const gateway = createGateway({
    baseUrl: serviceUrl,
    headers: secrets,
    authorize: ({ headers }) => ({ subject: headers.get('authorization') ?? 'signed-out' }),
    store: longKnown(createTestStore({ clock: own.clock })), // nothing restarts here
    fetcher: async (request) => {
      const { method, url, headers } = request;
      const body = await request.text();
      sent.push({ method, url: new URL(url), headers: Object.fromEntries(headers), body });
      accepted += 1;
      return Response.json({ data: { msgIdentifier: `M-${accepted}` } });
    },
    onProblem: (problem) => problems.push(problem),
    ...own,
  });
  return { gateway, sent, problems };
}

export interface RawRequest {
  method?: string;
  target?: string;
  /** `undefined` leaves out what a browser would send. */
  headers?: Record<string, string | undefined>;
  /** Lines as they are, after the headers. */
  lines?: readonly string[];
  body?: string | Buffer;
}

/** A gateway on Node's http, and requests over bare sockets, where no client tidies them up. */
export async function mountGateway(own: Partial<GatewayOptions> = {}) {
  const { gateway, sent, problems } = recordingGateway(own);
  const running = new Set<Promise<Response>>();
  const server = createServer(
    toNodeListener((request) => {
      const answer = gateway.fetch(request).finally(() => running.delete(answer));
      running.add(answer);
      return answer;
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const host = `127.0.0.1:${port}`;
  const origin = `http://${host}`;

  const bytesOf = ({ method = 'POST', target = '/pay', headers = {}, lines = [], body }: RawRequest) => {
    const payload = Buffer.from(body ?? (method === 'POST' ? JSON.stringify(freshSale()) : ''));
    const all: Record<string, string | undefined> = {
      host,
      origin,
      'content-type': 'application/json',
      'x-operation-id': freshId(),
      'content-length': `${payload.length}`,
      connection: 'close',
      ...headers,
    };
    const written = Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}: ${value}`],
    );
    const head = [`${method} ${target} HTTP/1.1`, ...written, ...lines, '', ''].join('\r\n');
    return Buffer.concat([Buffer.from(head), payload]);
  };

  // A connection may end before the gateway is done with what came over it.
  const send = async (bytes: Buffer) => {
    const answer = await sendBytes(port, bytes);
    await Promise.all(running);
    return answer;
  };
  const ask = (request: RawRequest) => send(bytesOf(request));
  return {
    gateway,
    sent,
    problems,
    port,
    bytesOf,
    ask,
    /** What was answered, and all that the service was asked because of it. */
    async outcome(request: RawRequest) {
      sent.length = 0;
      const answer = await ask(request);
      sent.forEach(expectContract);
      return { ...answer, sent: sent.map(({ method, url }) => `${method} ${url.pathname}${url.search}`) };
    },
    sendBytes: send,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type MountedGateway = Awaited<ReturnType<typeof mountGateway>>;

/** Sends, and gives all that came until the connection ended. */
function sendBytes(port: number, bytes: Buffer): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => undefined); // a server may cut off who talks nonsense
    socket.once('close', () => resolve({ status: Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 0), text }));
    socket.once('end', () => socket.end());
  });
}

const moneyFields = ['clientId', 'terminalId', 'amount', 'receipt', 'orderNumber', 'email', 'phone'];
const bodyFields = new Set([
  ...moneyFields,
  'customValues',
  'pnRefNum',
  'taxes',
  'showBilling',
  'showShipping',
  'attachments',
  'applyDiscount',
]);
const expectedHeaders = new Set(['accept', 'authorization', 'content-length', 'content-type', 'key-hash']);

/** What the service got is one of the contract's requests, with the gateway's own headers and fields of the contract alone. */
export function expectContract({ method, url, headers, body }: Reached): void {
  const known = Object.values(contractRoutes).some((route) => {
    const pattern = String(route.path).replace(/[.]/g, '\\.').replace('{messageId}', '[^/?#\\\\]+');
    return route.method === method && new RegExp(`^${pattern}$`).test(url.pathname);
  });
  expect(known, `${method} ${url.pathname}`).toBe(true);
  expect(url.origin).toBe(serviceUrl);
  expect(Object.keys(headers).filter((name) => !expectedHeaders.has(name))).toEqual([]);
  expect(headers).toMatchObject({ ...secrets, accept: 'application/json' });
  const queryNames = [...url.searchParams.keys()];
  expect(queryNames.filter((name) => !['page', 'limit', 'clientId', 'timezone'].includes(name))).toEqual([]);
  if (method !== 'POST' || url.pathname === contractRoutes.uploadAttachments.path) return;
  expect(headers['content-length']).toBe(`${Buffer.byteLength(body)}`);
  const fields = Object.keys(JSON.parse(body) as object);
  expect(fields.filter((name) => !bodyFields.has(name))).toEqual([]);
}
