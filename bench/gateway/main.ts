import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresIsInstalled, startPostgres } from '../../test/gateway/sql/postgresServer.ts';
import { startServer, stopServers, type TestServer } from '../../test/gateway/fleet/startServer.ts';
import { aligned, median, quantile, tellGoals } from '../shared/figures.mjs';
import { shuffled } from '../shared/sessions.mjs';
import { type Call, createCaller, startService } from './calls.ts';

/** The results of one round of each measurement, by subject. */
type Samples = Record<string, Record<string, number[]>>;

interface Amount {
  /** Less than five minutes, after which payments without a poll result are given up. */
  rounds: number;
  /** For the calls of a whole round. */
  share: number;
}

/**
 * A payment and a poll through the gateway, beside a proxy that only calls `fetch`. All are measured in turn, in one
 * run.
 */
export async function main({ rounds, share }: Amount): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tillkit-bench-'));
  const postgres = postgresIsInstalled ? await startPostgres() : undefined;
  const service = await startService(20);
  const plan = { service: service.url, speed: 1, origin: Date.now() };
  const gateway = { ...plan, kind: 'gateway', follows: true } as const;
  try {
    const servers: Record<string, TestServer> = {
      proxy: await startServer({ ...plan, kind: 'proxy' }),
      memory: await startServer(gateway),
      sqlite: await startServer({ ...gateway, sqlite: join(folder, 'gateway.db') }),
      ...(postgres && { postgres: await startServer({ ...gateway, postgres: postgres.address }) }),
    };
    const samples = await measure(servers, { rounds, share });
    tell(samples, Object.keys(servers));
  } finally {
    stopServers();
    service.close();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(servers: Record<string, TestServer>, { rounds, share }: Amount): Promise<Samples> {
  const samples: Samples = {};
  const add = (what: string, name: string, value: number) =>
    ((samples[what] ??= {})[name] ??= []).push(value);
  const callers = Object.entries(servers).map(([name, server]) => ({
    name,
    server,
    call: createCaller(server.url),
  }));
  const ids: Record<string, string[]> = {};
  for (const { name, call } of callers) {
    ids[name] = await Promise.all(Array.from({ length: 8 }, async () => (await call.sale()).msgIdentifier));
    // By then a result is available, and all code has been compiled.
    for (const id of ids[name])
      while (!(await call.poll(id)).isFinal) await new Promise((done) => setTimeout(done, 500));
    await at(50, 600 * share, () => call.sale());
    await at(8, 600 * share, () => call.poll(ids[name]?.[0] ?? ''));
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of shuffled(Object.keys(servers))) {
      const subject = callers.find((one) => one.name === name);
      if (!subject) continue;
      const { call, server } = subject;
      const cpuOf = async (what: string, count: number, ask: Call) => {
        const before = await server.cpuMs();
        await at(8, count, ask);
        add(what, name, ((await server.cpuMs()) - before) / count);
      };
      await cpuOf('cpu of a POST', 300 * share, () => call.sale());
      await cpuOf('cpu of a poll', 300 * share, (number) => call.poll(ids[name]?.[number % 8] ?? ''));
      for (const took of (await at(1, 20 * share, () => call.sale())).tookMs)
        add('ms of one caller', name, took);
      for (const callersAtOnce of [50, 200]) {
        const { perSecond, tookMs, failed } = await at(callersAtOnce, 4 * share * callersAtOnce, () =>
          call.sale(),
        );
        add(`a second at ${callersAtOnce}`, name, perSecond);
        add('errors', name, failed);
        add(`p99 ms at ${callersAtOnce}`, name, quantile(tookMs, 0.99));
      }
    }
    console.log(`round ${round} of ${rounds}`);
  }
  return samples;
}

/** Runs `count` calls, `callers` at a time. */
async function at(callers: number, count: number, ask: Call) {
  const tookMs: number[] = [];
  let failed = 0;
  const start = performance.now();
  let number = 0;
  const work = async () => {
    while (number < count) {
      number += 1;
      const from = performance.now();
      try {
        await ask(number);
        tookMs.push(performance.now() - from);
      } catch {
        failed += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: callers }, work));
  return { tookMs, failed, perSecond: (1000 * tookMs.length) / (performance.now() - start) };
}

const isMemory = (name: string) => name === 'memory';

function tell(samples: Samples, names: readonly string[]): void {
  const of = (what: string, name: string) => median(samples[what]?.[name] ?? []);
  const ratio = (what: string, name: string) => of(what, name) / of(what, 'proxy');
  const gateways = names.filter((name) => name !== 'proxy');
  const rows = Object.keys(samples)
    .filter((what) => what !== 'errors')
    .map((what) => [what, ...gateways.map((name) => ratio(what, name).toFixed(2))]);
  console.log(`\n${aligned([['of the proxy', ...gateways], ...rows])}\n`);
  tellGoals([
    {
      goal: 'P-H1  CPU of a POST, of the proxy, memory',
      value: ratio('cpu of a POST', 'memory'),
      limit: 2.5,
    },
    { goal: 'P-H1  CPU of a poll, of the proxy, memory', value: ratio('cpu of a poll', 'memory'), limit: 1 },
    ...gateways.flatMap((name) => [
      { goal: `P-H2  errors, ${name}`, value: Math.max(...(samples['errors']?.[name] ?? [])), limit: 0 },
      {
        goal: `P-H2  median of one caller, of the proxy, ${name}`,
        value: ratio('ms of one caller', name),
        limit: isMemory(name) ? 1.15 : 1.4,
      },
      ...[50, 200].map((callers) => ({
        goal: `P-H2  payments of the proxy in the time of one, ${callers} callers, ${name}`,
        value: 1 / ratio(`a second at ${callers}`, name),
        limit: isMemory(name) ? 2.5 : 5,
      })),
    ]),
  ]);
}
