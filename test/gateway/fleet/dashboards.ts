import { createGatewayClient } from '../../../src/core/mirror/createGatewayClient.ts';
import { type Clock, sleep } from '../../../src/core/time.ts';
import type { TraceEntry } from '../../../src/sandbox/ledger.ts';

export interface FleetPlan {
  dashboards: number;
  clock: Clock;
  /** Stops the selling, not the waiting. */
  until: number;
  /** How long a till rests between two sales (ms). */
  restMs: number;
  random: () => number;
  /** Where the next request goes, as a load balancer decides. */
  pick: (request: Request) => string;
}

/** How long a till waits for what is not known before its person looks elsewhere (ms). */
const patienceMs = 6 * 60_000;

/**
 * Tills that sell through gateways, each with the kit's own client and operations. Resolves, with everything
 * that was shown, when all have their results.
 */
export async function runDashboards(plan: FleetPlan): Promise<TraceEntry[]> {
  const trace: TraceEntry[] = [];
  const tills = Array.from({ length: plan.dashboards }, (_, index) =>
    runDashboard(plan, `terminal-${index + 1}`, trace),
  );
  await Promise.all(tills);
  return trace;
}

async function runDashboard(plan: FleetPlan, terminalId: string, trace: TraceEntry[]): Promise<void> {
  const { clock, until, restMs, random, pick } = plan;
  const client = createGatewayClient({
    baseUrl: 'http://127.0.0.1:1',
    clientId: 'till',
    clock,
    fetcher: (request) => viaGateway(request, pick(request)),
  });
  const operations = await client.loadOperations({});
  operations.listen(({ operation }) => void (operation && trace.push(operation)));
  operations.subscribe(() => undefined);
  await operations.ready;
  await sleep(clock, random() * restMs);
  while (clock.now() < until) {
    const amount = 1000 + Math.floor(random() * 9) * 100 + 10 + Math.floor(random() * 89);
    const started = await operations.start('pay', { terminalId, amount, receipt: false });
    if (!started.started) return; // its last sale is not known yet: the terminal stays taken
    await ended(started.operation.id);
    await sleep(clock, restMs * (0.5 + random()));
  }

  async function ended(id: string): Promise<void> {
    const giveUpAt = clock.now() + patienceMs;
    while (operations.get(id)?.endedAt === undefined && clock.now() < giveUpAt) await sleep(clock, 5_000);
  }
}

async function viaGateway(request: Request, target: string): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set('origin', 'https://till.example');
  const { method, signal } = request;
  const body = method === 'POST' ? await request.text() : null;
  return fetch(target + new URL(request.url).pathname, { method, headers, signal, body });
}
