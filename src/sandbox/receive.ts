import type { Arrival } from './arrival.ts';
import { numberField, stringField } from './bodyFields.ts';
import { catchUp } from './catchUp.ts';
import type { LedgerRequest } from './ledger.ts';
import { refuseRemote } from './localOnly.ts';
import { operate } from './operate.ts';
import type { Outcome } from './replies.ts';
import { findRoute } from './router.ts';
import type { World } from './world.ts';

/** Notes a request in the ledger and carries it out. */
export function receive(world: World, arrival: Arrival): { outcome: Outcome; entry: LedgerRequest } {
  catchUp(world);
  const route = findRoute(arrival.method, arrival.url.pathname);
  const operation = 'operation' in route ? route.operation : 'unknown';
  const entry = createEntry(world, arrival, operation);
  world.requests.push(entry);
  const refusal = world.settings.allowRemote ? undefined : refuseRemote(arrival.url);
  if (refusal) return { outcome: refusal, entry };
  return { outcome: 'operation' in route ? operate(world, arrival, route, entry) : route, entry };
}

function createEntry(world: World, arrival: Arrival, operation: LedgerRequest['operation']): LedgerRequest {
  const { method, url, headers, body, files } = arrival;
  return {
    at: world.now(),
    index: world.requests.length,
    operation,
    method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    body: files.length > 0 ? files.map(({ name, size }) => ({ name, size })) : body,
    outcome: 'open',
    terminalId: stringField(body, 'terminalId'),
    amount: numberField(body, 'amount'),
    orderNumber: stringField(body, 'orderNumber'),
    operationId: headers.get('x-operation-id') ?? undefined,
  };
}
