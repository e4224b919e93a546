import { afterEach, describe, expect, test, vi } from 'vitest';
import { sleep } from '../../../src/core/time.ts';
import { listen } from '../../../src/node/listen.ts';
import { createSandbox } from '../../../src/sandbox/createSandbox.ts';
import { createSeededRandom } from '../../../src/sandbox/terminals.ts';
import { type PostgresServer, postgresIsInstalled, startPostgres } from '../sql/postgresServer.ts';
import { runDashboards } from './dashboards.ts';
import { createScaledClock } from '../../pages/till/scaledClock.ts';
import { startServer, stopServers, type TestServer } from './startServer.ts';

const speed = 10;
const dashboards = 200;
const minuteMs = 60_000;

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  stopServers();
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function ownPostgres(): Promise<PostgresServer> {
  const server = await startPostgres();
  cleanups.push(server.stop);
  return server;
}

async function ownService(handler: (request: Request) => Promise<Response>) {
  const service = await listen(handler);
  cleanups.push(service.close);
  return service;
}

describe.skipIf(!postgresIsInstalled)('a fleet behind two gateways on one PostgreSQL', () => {
  test('F49 200 dashboards, ten minutes, one gateway killed: 50 polls a minute, nothing sent twice, no result lost', async () => {
    const origin = Date.now();
    const clock = createScaledClock(origin, speed);
    const sandbox = createSandbox({ clock, terminals: dashboards });
    const service = await ownService(sandbox.fetch);
    const { address } = await ownPostgres();
    const plan = { kind: 'gateway', service: service.url, postgres: address, speed, origin } as const;
    let targets: TestServer[] = await Promise.all([startServer(plan), startServer(plan)]);
    let turn = 0;
    let streams = 0;
    const pick = ({ url }: Request) => {
      turn += 1;
      if (url.includes('/operations/stream')) streams += 1;
      return targets[turn % targets.length]?.url ?? '';
    };

    const startedAt = clock.now();
    const killedAt = (async () => {
      await sleep(clock, 4 * minuteMs);
      const [victim, survivor] = targets as [TestServer, TestServer];
      await victim.kill();
      const at = clock.now();
      await sleep(clock, 5_000); // until the load balancer has noticed
      targets = [survivor];
      const successor = await startServer(plan);
      targets = [survivor, successor];
      return at;
    })();
    const trace = await runDashboards({
      dashboards,
      clock,
      pick,
      until: startedAt + 10 * minuteMs,
      restMs: 8 * minuteMs,
      random: createSeededRandom(7),
    });

    const { polls, requests, charges } = sandbox.ledger;
    const times = polls.map(({ at }) => at);
    const worst = Math.max(
      ...times.map((from) => times.filter((at) => at >= from && at < from + minuteMs).length),
    );
    const last = new Map(trace.map((entry) => [entry.id, entry]));
    const unknown = [...last.values()].filter(({ phase }) => phase === 'unknown');
    const others = [...last.values()].filter(
      ({ phase }) => !['complete', 'partial', 'failed', 'rejected', 'unknown'].includes(phase),
    );
    console.log(
      `${last.size} sales, ${charges.length} charges, ${polls.length} polls, at most ${worst} in a minute, ${unknown.length} not known, ` +
        `${((turn - streams) / last.size).toFixed(2)} requests of pages a sale and ${(streams / dashboards).toFixed(2)} streams a page`,
    );

    sandbox.assertSafe(trace); // nothing sent twice, nothing charged twice, nothing told wrong
    expect(worst).toBeLessThanOrEqual(50);
    expect(last.size).toBeGreaterThan(dashboards);
    expect((turn - streams) / last.size).toBeLessThanOrEqual(3);
    // Each ends within five minutes, and all of an instance that is killed.
    expect(streams / dashboards).toBeLessThanOrEqual(8);
    expect(others).toStrictEqual([]);
    // Only what the killed gateway had asked and not yet heard may be unknown.
    const at = await killedAt;
    const wasUnderWay = (id: string) =>
      requests.some((request) => request.operationId === id && request.at <= at && request.at > at - 2_000);
    expect(unknown.filter(({ id }) => !wasUnderWay(id))).toStrictEqual([]);
  });
});

test('median latency of a payment, next to a bare forwarding proxy', async () => {
  const origin = Date.now();
  let accepted = 0;
  const service = await ownService(async () => {
    await sleep(createScaledClock(), 20);
    accepted += 1;
    return Response.json({ data: { msgIdentifier: `M-${accepted}` } });
  });
  const server = postgresIsInstalled ? await ownPostgres() : undefined;
  const plan = { service: service.url, speed: 1, origin };
  const subjects = {
    proxy: await startServer({ ...plan, kind: 'proxy' }),
    memory: await startServer({ ...plan, kind: 'gateway' }),
    ...(server
      ? { postgres: await startServer({ ...plan, kind: 'gateway', postgres: server.address }) }
      : {}),
  };
  const times: Record<string, number[]> = {};
  for (let round = 0; round < 320; round += 1) {
    for (const [name, { url }] of Object.entries(subjects)) {
      const tookMs = await timeOfSale(url, round);
      if (round >= 20) (times[name] ??= []).push(tookMs);
    }
  }
  const median = (name: string) => times[name]?.toSorted((a, b) => a - b)[150] ?? Number.NaN;
  console.log(
    Object.keys(subjects)
      .map((name) => `${name} ${median(name).toFixed(2)} ms`)
      .join(', '),
  );
  expect(median('memory') / median('proxy')).toBeLessThanOrEqual(1.5);
  if (server) expect(median('postgres') / median('proxy')).toBeLessThanOrEqual(3);
});

describe.skipIf(!postgresIsInstalled)('a screen at one instance, and sales at another', () => {
  const many = 60;

  /** How long after the answer to a sale a stream tells of it (ms). */
  async function lateOn(plan: { isDeaf: boolean }): Promise<number> {
    let accepted = 0;
    const service = await ownService(async ({ method, url }) => {
      if (method === 'POST') accepted += 1;
      const id = method === 'POST' ? `M-${accepted}` : new URL(url).pathname.split('/').at(-1);
      return Response.json({ data: { msgIdentifier: id, status: 'processing' } });
    });
    const { address } = await ownPostgres();
    const server = {
      kind: 'gateway',
      service: service.url,
      postgres: address,
      speed: 1,
      origin: Date.now(),
    } as const;
    const [selling, showing] = [
      await startServer({ ...server, ...plan }),
      await startServer({ ...server, ...plan }),
    ];
    const heardAt = new Map<string, number>();
    const screen = new AbortController();
    const stream = await fetch(`${showing.url}/operations/stream`, {
      headers: { origin: 'https://till.example' },
      signal: screen.signal,
    });
    const reading = (async () => {
      let text = '';
      for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        for (const [, data = ''] of text.matchAll(/^data: (.*)\n/gm)) {
          const { operation } = JSON.parse(data) as { operation?: { id: string; phase: string } };
          if (operation?.phase === 'waiting' && !heardAt.has(operation.id))
            heardAt.set(operation.id, Date.now());
        }
        text = text.slice(text.lastIndexOf('\n') + 1);
      }
    })().catch(() => undefined);
    const answeredAt: number[] = [];
    for (let round = 0; round < many; round += 1) {
      await timeOfSale(selling.url, round);
      answeredAt.push(Date.now());
      await sleep(createScaledClock(), 170);
    }
    await vi.waitUntil(() => heardAt.size === many, 20_000);
    screen.abort();
    await reading;
    const late = answeredAt.map((at, round) => (heardAt.get(`${round}`.padStart(32, '0')) ?? Infinity) - at);
    return late.toSorted((a, b) => a - b)[Math.floor(0.95 * many)] ?? Infinity;
  }

  test('tells at once where PostgreSQL notifies, and within two looks where a pooler swallows that', async () => {
    const [hearing, deaf] = [await lateOn({ isDeaf: false }), await lateOn({ isDeaf: true })];
    console.log(`p95 after the answer: ${hearing} ms, and ${deaf} ms without notifications`);
    expect(hearing).toBeLessThan(deaf / 2);
    expect(deaf).toBeLessThan(2_000);
  });
});

async function timeOfSale(url: string, round: number): Promise<number> {
  const id = `${round}`.padStart(32, '0');
  const sale = { clientId: 'till', terminalId: `terminal-${round}`, amount: 1250, receipt: false };
  const from = performance.now();
  const response = await fetch(`${url}/pay`, {
    method: 'POST',
    headers: { origin: 'https://till.example', 'content-type': 'application/json', 'x-operation-id': id },
    body: JSON.stringify({ ...sale, amount: 1_250 + round }),
  });
  await response.text();
  if (response.status !== 200) throw new Error(`A sale was answered with ${response.status}.`);
  return performance.now() - from;
}
