import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Database from 'libsql';
import { Pool } from 'pg';
import { createGateway, type GatewayStore } from 'tillkit/gateway';
import { createSqlStore } from 'tillkit/gateway/sql';
import { fillPostgres, fillSqlite } from '../../test/gateway/sql/manyOperations.ts';
import { postgresIsInstalled, startPostgres } from '../../test/gateway/sql/postgresServer.ts';
import { account } from '../../test/gateway/store/storeEntries.ts';
import { aligned, median, quantile, tellGoals, tellLoad } from '../shared/figures.mjs';

/** A store with the tables of a shop, and how rows are added to them. */
interface FilledStore {
  store: GatewayStore;
  fill: (what: 'operations' | 'closings' | 'events', count: number) => Promise<void> | void;
  close: () => Promise<void>;
}

interface Amount {
  /** Operations in the store. */
  count: number;
  /** How many times each page is read in a pass. */
  rounds: number;
  /** The quickest of so many passes over all queries counts. */
  passes: number;
  /** Only this store. */
  only?: string | undefined;
}

/** A quantile of the times of each page (ms), and the processor time of this process in the median. */
type Pass = Record<string, { p95: number; cpu: number }>;

/** What a back office asks a gateway that holds a million operations. */
export async function main({ count, rounds, passes, only }: Amount): Promise<void> {
  const stores = { SQLite: openSqlite, ...(postgresIsInstalled && { PostgreSQL: openPostgres }) };
  const best: Record<string, Pass> = {};
  for (const [name, open] of Object.entries(stores)) {
    if (only !== undefined && name.toLowerCase() !== only) continue;
    const filled = await open();
    try {
      const gateway = createShopGateway(filled.store);
      await filled.fill('operations', count);
      await filled.fill('closings', count);
      const all: Pass[] = [];
      for (let pass = 1; pass <= passes; pass += 1) {
        const asked = await askAll(gateway.fetch, count, rounds);
        console.log(`${name}, pass ${pass}: the slowest takes ${slowest(asked).p95.toFixed(1)} ms`);
        tellLoad();
        all.push(asked);
      }
      best[name] = all.toSorted((one, other) => slowest(one).p95 - slowest(other).p95)[0] ?? {};
      console.log(`${name}: ${await exportAll(gateway.fetch, count)}`);
      console.log(`${name}: ${await comeBackLate(gateway.fetch, filled, count / 10)}`);
      tellLoad();
      await gateway.stop();
    } finally {
      await filled.close();
    }
  }
  const rows = [...new Set(Object.values(best).flatMap((pass) => Object.keys(pass)))].map((page) => [
    page,
    ...Object.values(best).flatMap((pass) => [
      pass[page]?.p95.toFixed(1) ?? '',
      pass[page]?.cpu.toFixed(1) ?? '',
    ]),
  ]);
  const head = ['ms', ...Object.keys(best).flatMap((name) => [`${name} p95`, 'CPU here'])];
  console.log(`\n${aligned([head, ...rows])}\n`);
  tellGoals(
    Object.entries(best).map(([name, pass]) => {
      const { page, p95 } = slowest(pass);
      return { goal: `P-H3  p95 ms of the slowest page, ${name} (${page})`, value: p95, limit: 100 };
    }),
  );
}

function slowest(pass: Pass): { page: string; p95: number } {
  const pages = Object.entries(pass).map(([page, { p95 }]) => ({ page, p95 }));
  return pages.toSorted((one, other) => other.p95 - one.p95)[0] ?? { page: '', p95: NaN };
}

async function openSqlite(): Promise<FilledStore> {
  const folder = await mkdtemp(join(tmpdir(), 'tillkit-bench-'));
  const connection = new Database(join(folder, 'gateway.db'));
  const store = createSqlStore(connection, { timeoutMs: 60_000 });
  await store.open();
  return {
    store,
    fill: (what, count) => fillSqlite(connection, what, count),
    async close() {
      connection.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openPostgres(): Promise<FilledStore> {
  const server = await startPostgres();
  const pool = new Pool(server.address);
  const store = createSqlStore(pool, { timeoutMs: 60_000 });
  await store.open();
  return {
    store,
    fill: (what, count) => fillPostgres(pool, what, count),
    async close() {
      await pool.end();
      await server.stop();
    },
  };
}

type Ask = (request: Request) => Promise<Response>;

const origin = 'https://till.example';

/** A gateway whose callers say themselves what they see. */
function createShopGateway(store: GatewayStore) {
  return createGateway({
    baseUrl: 'http://127.0.0.1:1',
    headers: { authorization: 'none' },
    authorize: ({ headers }) => ({
      account,
      subject: headers.get('x-subject') ?? 'subject1',
      sees: headers.get('x-sees') === 'own' ? 'own' : 'all',
    }),
    store,
  });
}

const request = (path: string, headers: Record<string, string> = {}) =>
  new Request(`${origin}/${path}`, { headers: { origin, ...headers } });

/** Reads the first and the next page of each query. */
async function askAll(ask: Ask, count: number, rounds: number): Promise<Pass> {
  const times: Record<string, { took: number[]; cpu: number[] }> = {};
  for (const [path, headers] of queriesOf(count)) {
    for (let round = 0; round < rounds; round += 1) {
      let cursor: string | undefined = '';
      for (const page of ['first', 'next']) {
        if (cursor === undefined) break;
        const [start, cpuStart] = [performance.now(), process.cpuUsage()];
        const answer: Response = await ask(request(cursor ? `${path}&cursor=${cursor}` : path, headers));
        ({ cursor } = (await answer.json()) as { cursor?: string });
        const { user, system } = process.cpuUsage(cpuStart);
        if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`);
        const name = `${path.replaceAll(/\d{13}/g, '…')}${headers ? ' (own)' : ''}, ${page}`;
        const { took, cpu } = (times[name] ??= { took: [], cpu: [] });
        took.push(performance.now() - start);
        cpu.push((user + system) / 1000);
      }
    }
  }
  const pages = Object.entries(times).map(([name, { took, cpu }]) => [
    name,
    { p95: quantile(took, 0.95), cpu: median(cpu) },
  ]);
  return Object.fromEntries(pages) as Pass;
}

const dayMs = 24 * 60 * 60_000;
const own = { 'x-sees': 'own' };

function queriesOf(count: number): [path: string, headers?: Record<string, string>][] {
  const yesterday = `from=${Date.now() - 2 * dayMs}&to=${Date.now() - dayMs}`;
  const lastYear = `from=${Date.now() - 300 * dayMs}&to=${Date.now() - 299 * dayMs}`;
  const middle = `${Math.floor(count / 2) + 345}`;
  return [
    ['operations?'],
    ['operations?', own],
    ['operations?limit=200'],
    [`operations?${lastYear}`],
    ['operations?terminalId=T3'],
    ['operations?terminalId=T3&terminalId=T4&phase=failed'],
    ['operations?kind=refund'],
    ['operations?phase=unknown'],
    ['operations?phase=unknown&kind=void'],
    ['operations?kind=closeBatch'],
    ['operations?open=true'],
    ['operations?open=false'],
    ['operations?unseen=true'],
    ['operations?unseen=true&terminalId=T3', own],
    ['operations?unseen=false'],
    [`operations?orderNumber=A-${middle}`],
    [`operations?pnRefNum=R${middle}`],
    ['operations?amount=4711'],
    ['operations?amount=4711', own],
    ['operations?actor=actor7'],
    ['operations?actor=actor7&kind=refund&phase=failed'],
    [`operations?search=A-${middle}`],
    [`operations?search=${middle}`],
    ['operations?search=A-1234'],
    ['operations?search=A-50'], // the beginning of many, of half a year ago
    ['operations?search=A-9'], // the beginning of a tenth
    ['operations?search=A-'], // the beginning of all
    ['operations?search=345'], // the end of a thousand
    ['operations?search=345', own],
    ['operations?search=45'], // the end of many
    ['operations?search=45', own],
    [`operations?search=R${middle}`],
    [`operations?search=m-${middle}`],
    ['operations?search=none'],
    ['operations?actor=actor7&search=99'],
    ['transactions?'],
    ['transactions?search=345'],
    [`transactions/-/R${middle}?`],
    [`report?${yesterday}`],
    [`report?${yesterday}`, own],
    [`report?${yesterday}&terminalId=T3`],
    [`orders/A-${middle}?orderTotal=5000&currency=EUR`],
    ['closings?'],
    ['closings?terminalId=T3'],
    [`closings?${lastYear}`],
    [`closings?terminalId=T3&${lastYear}`],
    ['health?'],
  ];
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const usedMb = () => {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};

/** A file of as many operations as it may hold. */
async function exportAll(ask: Ask, count: number): Promise<string> {
  const from = Date.now() - (Math.min(count, 99_000) * 400 * dayMs) / 1_000_000;
  collect();
  const [before, start] = [usedMb(), performance.now()];
  const answer = await ask(request(`operations.csv?timeZone=Europe/Berlin&from=${from.toFixed(0)}`));
  const begunMs = performance.now() - start;
  if (!answer.body) throw new Error('There is no file.');
  let [bytes, lines, chunks, most, longest] = [0, 0, 0, 0, 0];
  let last = performance.now();
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    longest = Math.max(longest, performance.now() - last);
    bytes += chunk.length;
    lines += chunk.reduce((sum, byte) => sum + (byte === 10 ? 1 : 0), 0);
    if ((chunks += 1) % 20 === 0) {
      collect();
      most = Math.max(most, usedMb() - before);
    }
    last = performance.now();
  }
  return (
    `a file of ${lines - 1} operations, ${(bytes / 1e6).toFixed(1)} MB: begins after ${begunMs.toFixed(0)} ms, ends after ` +
    `${(performance.now() - start).toFixed(0)} ms, at most ${longest.toFixed(0)} ms a page, ` +
    `${most.toFixed(1)} MB of memory more than before`
  );
}

/** A page whose stream missed so many changes: how soon a new stream says where it begins. */
async function comeBackLate(ask: Ask, { fill }: FilledStore, missed: number): Promise<string> {
  const opened = await openStream(ask, {});
  await fill('events', missed);
  const headers = { 'last-event-id': /^id: (.*)$/m.exec(opened)?.[1] ?? '' };
  const callers = { all: {}, own, 'own, and did nothing': { ...own, 'x-subject': 'another' } };
  const told: string[] = [];
  for (const [name, caller] of Object.entries(callers)) {
    const times: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const start = performance.now();
      await openStream(ask, { ...headers, ...caller });
      times.push(performance.now() - start);
    }
    told.push(`${quantile(times, 0.95).toFixed(1)} ms (sees ${name})`);
  }
  return `a stream that missed ${missed} changes begins after ${told.join(', ')}, p95`;
}

/** The first event of a stream. */
async function openStream(ask: Ask, headers: Record<string, string>): Promise<string> {
  const { body } = await ask(request('operations/stream', headers));
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}
