import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { defineService } from '../../../src/core/wire/defineService.ts';
import { createGateway } from '../../../src/gateway/createGateway.ts';
import { createMemoryStore } from '../../../src/gateway/createMemoryStore.ts';
import { toNodeListener } from '../../../src/gateway/node/toNodeListener.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { createScaledClock } from '../../pages/till/scaledClock.ts';
import type { PostgresServer } from '../postgresServer.ts';

export interface ServerPlan {
  kind: 'gateway' | 'proxy';
  service: string;
  postgres?: PostgresServer['address'] | undefined;
  speed: number;
  origin: number;
}

/** Starts what a plan says on a free port of this machine. */
export async function serve(plan: ServerPlan): Promise<string> {
  const server = createServer(
    toNodeListener(plan.kind === 'proxy' ? forwardTo(plan.service) : gatewayOf(plan)),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function gatewayOf({ service, postgres, speed, origin }: ServerPlan) {
  const clock = createScaledClock(origin, speed);
  const store = postgres ? createSqlStore(new Pool(postgres), { clock }) : createMemoryStore({ clock });
  const gateway = createGateway({
    baseUrl: service,
    headers: { authorization: 'sandbox' },
    authorize: () => true,
    allowedOrigins: ['https://till.example'],
    service: defineService({ operationIdHeader: 'x-operation-id' }),
    store,
    clock,
  });
  return gateway.fetch;
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
