import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'libsql';
import { Pool } from 'pg';
import { sleep } from '../../../src/core/time.ts';
import { defineService } from '../../../src/core/wire/defineService.ts';
import { createGateway } from '../../../src/gateway/createGateway.ts';
import { createMemoryStore } from '../../../src/gateway/createMemoryStore.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { toNodeListener } from '../../../src/gateway/node/toNodeListener.ts';
import type { GatewayEvent } from '../../../src/gateway/webhooks.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { createScaledClock } from '../../pages/till/scaledClock.ts';
import { deaf, type PostgresServer } from '../sql/postgresServer.ts';

export interface ServerPlan {
  kind: 'gateway' | 'proxy';
  service: string;
  /** Else it keeps everything in memory. */
  postgres?: PostgresServer['address'] | undefined;
  sqlite?: string | undefined;
  /** Follows what it accepted, and tells of it: there, or to a receiver that does nothing about it. */
  events?: string | undefined;
  follows?: boolean | undefined;
  /** Does so for 25 s once a minute only, as where a clock calls. */
  isCalled?: boolean | undefined;
  /** Its connections to PostgreSQL hear nothing, as behind a pooler. */
  isDeaf?: boolean | undefined;
  paymentTimeoutMs?: number | undefined;
  speed: number;
  origin: number;
}

/** Starts what a plan says on a free port of this machine. */
export async function serve(plan: ServerPlan): Promise<string> {
  const server = createServer(
    toNodeListener(plan.kind === 'proxy' ? forwardTo(plan.service) : gatewayOf(plan)),
  );
  // Longer than a bench or a test leaves a connection alone: one that closes as it is used is an error of neither.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const minuteMs = 60_000;

function gatewayOf(plan: ServerPlan) {
  const { service, speed, origin, events, follows = events !== undefined, isCalled, paymentTimeoutMs } = plan;
  const clock = createScaledClock(origin, speed);
  const gateway = createGateway({
    baseUrl: service,
    headers: { authorization: 'sandbox' },
    authorize: () => true,
    allowedOrigins: ['https://till.example'],
    service: defineService({ operationIdHeader: 'x-operation-id' }),
    store: storeOf(plan),
    clock,
    paymentTimeoutMs,
    onEvent: follows ? (event) => (events === undefined ? undefined : tell(events, event)) : undefined,
  });
  if (isCalled) void callAgain();
  else if (follows) gateway.start();
  async function callAgain(): Promise<void> {
    await sleep(clock, minuteMs - ((clock.now() - origin) % minuteMs));
    await gateway.work({ forMs: 25_000 });
    return callAgain();
  }
  return gateway.fetch;
}

export function storeOf({
  postgres,
  sqlite,
  isDeaf,
  speed,
  origin,
}: Pick<ServerPlan, 'postgres' | 'sqlite' | 'isDeaf' | 'speed' | 'origin'>): GatewayStore {
  const clock = createScaledClock(origin, speed);
  if (postgres) return createSqlStore(isDeaf ? deaf(new Pool(postgres)) : new Pool(postgres), { clock });
  return sqlite === undefined
    ? createMemoryStore({ clock })
    : createSqlStore(new Database(sqlite), { clock });
}

async function tell(receiver: string, event: GatewayEvent): Promise<void> {
  const { ok, status } = await fetch(receiver, { method: 'POST', body: JSON.stringify(event) });
  if (!ok) throw new Error(`The receiver answered with ${status}.`);
}

/** The least a proxy can do: the same request to another address. */
function forwardTo(service: string) {
  return async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.delete('host');
    headers.delete('connection');
    headers.set('authorization', 'sandbox');
    const { method, body } = request;
    const init: RequestInit & { duplex: 'half' } = { method, headers, body, duplex: 'half' };
    const answer = await fetch(service + pathname + search, init);
    return new Response(answer.body, { status: answer.status });
  };
}
