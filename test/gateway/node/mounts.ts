import { once } from 'node:events';
import type { Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { vi } from 'vitest';
import { createGatewayClient, type Fetcher } from 'tillkit/core';
import type { Gateway } from 'tillkit/gateway';
import { createSandbox } from 'tillkit/sandbox';
import { listen } from '../../../src/node/listen.ts';
import { hashOf } from '../../../examples/gateway/host.ts';
import { createScaledClock } from '../../pages/till/scaledClock.ts';

const origin = 'https://till.example';
const tokens = Object.fromEntries(
  ['mila', 'zoe', 'ben', 'ida', 'tom', 'eva'].map((name) => [
    name,
    `0123456789abcdef0123456789abcdef-${name}`,
  ]),
);
/** What the page of a signed-in operator sends with every request. */
export const headersOf = (operator: string) => ({ origin, cookie: `theme=dark; till=${tokens[operator]}` });
export const pageHeaders = headersOf('mila');

/** The code with which Maria, the manager, approves. */
export const managersCode = '481516';

/** How an example stands on a server: its gateway's address, and what asks it. */
export interface Mount {
  url: string;
  fetcher: Fetcher;
  /** Only for what runs by itself. */
  close?: () => Promise<void>;
  /** For what its platform would end. */
  stop?: () => Promise<void>;
}

/** Starts an example that listens itself, and ends it as a system does. */
export async function serverMount(load: () => Promise<{ server: unknown }>): Promise<Mount> {
  const before = process.listeners('SIGTERM');
  const server = (await load()).server as Server;
  if (!server.listening) await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/api/payments`,
    fetcher: (request) => fetch(request),
    async close() {
      const closed = once(server, 'close');
      for (const end of process.listeners('SIGTERM').filter((listener) => !before.includes(listener))) {
        process.off('SIGTERM', end);
        end('SIGTERM');
      }
      await closed;
    },
  };
}

/** Calls the exports of a Next route as Next does: by the request's method. */
export async function routeMount(
  load: () => Promise<Record<'GET' | 'POST' | 'DELETE' | 'OPTIONS', (request: Request) => Promise<Response>>>,
): Promise<Mount> {
  const route: Record<string, unknown> = await load();
  let isOver = false;
  const fetcher: Fetcher = async (request, init) => {
    if (isOver) throw new TypeError('fetch failed');
    const handler = route[request.method] as (request: Request) => Promise<Response>;
    return handler(init?.signal ? new Request(request, { signal: init.signal }) : request);
  };
  const opened = globalThis as typeof globalThis & { paymentsGateway?: Gateway };
  const stop = async () => {
    isOver = true;
    await opened.paymentsGateway?.stop();
  };
  return { url: 'http://127.0.0.1:3000/api/payments', fetcher, stop };
}

/** The service over HTTP, and the environment that an example reads. Its clock runs a hundred times as fast. */
export async function startService() {
  const clock = createScaledClock(Date.now(), 100);
  const sandbox = createSandbox({ clock, latencyMs: 0 });
  /** What reached the service, as it arrived. */
  const arrived: Request[] = [];
  let before: (request: Request) => Promise<void> = async () => undefined;
  const service = await listen(async (request) => {
    arrived.push(request);
    await before(request);
    return sandbox.fetch(request);
  });
  const folder = await mkdtemp(join(tmpdir(), 'tillkit-mount-'));
  vi.stubEnv('PAYMENTS_URL', service.url);
  vi.stubEnv('PAYMENTS_AUTHORIZATION', 'sandbox');
  vi.stubEnv('PAYMENTS_STORE', join(folder, 'payments.db'));
  const letGo = vi.spyOn(Database.prototype, 'close');
  vi.stubEnv('TILL_ORIGIN', origin);
  vi.stubEnv('TILL_OPERATORS', JSON.stringify(tokens));
  vi.stubEnv(
    'TILL_MANAGER',
    JSON.stringify({ name: 'maria', salt: 'salt', hash: hashOf(managersCode, 'salt') }),
  );
  vi.stubEnv('PORT', '0');
  return {
    sandbox,
    arrived,
    isStoreInUse: () => letGo.mock.calls.length === 0,
    /** Runs something with each request before the service sees it. */
    holdBy: (hold: typeof before) => (before = hold),
    async close() {
      vi.unstubAllEnvs();
      letGo.mockRestore();
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
}

export function clientOn({ url, fetcher }: Pick<Mount, 'url' | 'fetcher'>) {
  const clock = createScaledClock(Date.now(), 20);
  return createGatewayClient({
    baseUrl: url,
    headers: pageHeaders,
    fetcher,
    clock,
  });
}
