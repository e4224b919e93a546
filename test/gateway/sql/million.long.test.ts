import { readFileSync } from 'node:fs';
import { Pool } from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import type { GatewayStore, RowOrderAndLimit, Where } from '../../../src/gateway/gatewayStore.ts';
import { claimIdOrReadHolder } from '../../../src/gateway/claimIdOrReadHolder.ts';
import { createGateway } from '../../../src/gateway/createGateway.ts';
import { findOperationRow } from '../../../src/gateway/record.ts';
import type { OperationRow } from '../../../src/gateway/recordRows.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { days, fillPostgres, fillSqlite, million } from './manyOperations.ts';
import { type PostgresServer, postgresIsInstalled, startPostgres } from './postgresServer.ts';
import { openSqlite, removeSqliteFiles, sqlitePath } from './sqliteFiles.ts';
import { wrongSearches } from './wrongSearches.ts';
import { account, operationId } from '../store/storeEntries.ts';

const dayMs = 24 * 60 * 60_000;
const rounds = 200;

removeSqliteFiles();
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** A store with operations, and how many pages its database has read. */
interface Filled {
  store: GatewayStore;
  pagesRead: () => Promise<number>;
}

async function sqliteWith(count: number): Promise<Filled> {
  const connection = openSqlite(await sqlitePath());
  const store = createSqlStore(connection, { timeoutMs: 60_000 });
  await store.open();
  fillSqlite(connection, 'operations', count);
  fillSqlite(connection, 'closings', count);
  return {
    store,
    async pagesRead() {
      connection.exec('pragma shrink_memory'); // what it read before does not help
      const read = /rchar: (\d+)/.exec(readFileSync('/proc/thread-self/io', 'utf8'))?.[1];
      return Math.floor(Number(read) / 4096);
    },
  };
}

async function postgresWith(count: number, server: PostgresServer): Promise<Filled> {
  const schema = `of_${count}`;
  // The one connection that reads says how much it has read.
  const pool = new Pool({ ...server.address, options: `-c search_path=${schema}`, max: 1 });
  closers.push(() => pool.end());
  await pool.query(`create schema ${schema}`);
  const store = createSqlStore(pool, { timeoutMs: 60_000 });
  await store.open();
  await fillPostgres(pool, 'operations', count);
  await fillPostgres(pool, 'closings', count);
  return {
    store,
    async pagesRead() {
      await pool.query('select pg_stat_force_next_flush()');
      const { rows } = await pool.query(
        `select sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit) as pages
          from pg_statio_user_tables where schemaname = '${schema}'`,
      );
      return Number(rows[0]?.pages);
    },
  };
}

const newest = {
  by: ['createdAt', 'id'],
  isDescending: true,
  limit: 51,
} as const satisfies RowOrderAndLimit<OperationRow>;
const listing =
  (where: Where<OperationRow>, order: RowOrderAndLimit<OperationRow> = newest) =>
  (store: GatewayStore) =>
    store.transact(account, 'read', (tx) =>
      tx.operations.list({ account, phase: { not: null }, ...where }, order),
    );

let claimed = 0;
const claiming = (of: string, id: string) => (store: GatewayStore) => {
  claimed += 1;
  const draft = { kind: 'pay', terminalId: `T${claimed % 20}`, amountCents: 30_000 + claimed } as const;
  const about = {
    account: of,
    subject: 'till',
    actor: undefined,
    bodyHash: 'hash',
    draftHash: 'hash',
    claimedBy: 'copy',
  };
  return store.transact(of, 'durable', (tx) =>
    claimIdOrReadHolder(
      tx,
      {
        ...about,
        id,
        kind: 'pay',
        answerWithinMs: 90_000,
        draft: { ...draft, orderNumber: `B-${claimed}`, currency: 'EUR' },
      },
      { duplicateGuard: {}, unknownReferences: 'refuse', storeOrderNumber: true },
    ),
  );
};
const questions: Record<string, (store: GatewayStore) => Promise<unknown>> = {
  'a page of the list': listing({}),
  'a page of a terminal': listing({ terminalId: 'T3' }),
  'a page of a kind': listing({ kind: 'refund' }),
  'a page of a phase': listing({ phase: 'failed' }),
  'a page of a terminal, a kind and a phase': listing({ terminalId: 'T3', kind: 'pay', phase: 'failed' }),
  'a page of a kind that there never was': listing({ kind: 'closeBatch' }),
  'a page of what is open': listing({ isOpen: true }),
  'an order number': listing({ orderNumber: 'A-100' }),
  'an amount': listing({ amountCents: 4711 }),
  'a page of a person': listing({ actor: 'actor7' }),
  'the sums of a day': (store) =>
    store.transact(account, 'read', (tx) =>
      tx.operations.sums(
        {
          account,
          phase: { not: null },
          kind: { in: ['pay', 'preAuth', 'capture', 'refund'] },
          createdAt: { from: tx.now - dayMs, below: tx.now },
        },
        { by: ['currency', 'terminalId', 'kind', 'phase'], of: ['amountCents', 'movedCents'] },
      ),
    ),
  'a claim': (store) => claiming(account, operationId(10 * million + claimed))(store),
};

/** How long each of two takes, in ms from the quickest on: in turn, so that what else the machine does is in both. */
async function timesOf(...pair: [() => Promise<unknown>, () => Promise<unknown>]) {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const turns = [...pair.entries()];
    for (const [at, ask] of round % 2 === 0 ? turns : turns.toReversed()) {
      const from = performance.now();
      await ask();
      times[at]?.push(performance.now() - from);
    }
  }
  const [one, other] = times;
  return [one, other].map((all) => all.toSorted((a, b) => a - b)) as [number[], number[]];
}

const at = (times: readonly number[], share: number) => times[Math.floor(rounds * share)] ?? NaN;

/** How much longer each takes of many than of a few. */
async function compare(few: GatewayStore, many: GatewayStore): Promise<Record<string, number>> {
  const ratios: Record<string, number> = {};
  let ofAPage = 0; // where a few have none or few of what is asked for
  for (const [name, ask] of Object.entries(questions)) {
    const [ofFew, ofMany] = await timesOf(
      () => ask(few),
      () => ask(many),
    );
    // Of the quicker ones: what else the machine does makes the others slower.
    ofAPage ||= at(ofFew, 0.25);
    ratios[name] = at(ofMany, 0.25) / Math.max(at(ofFew, 0.25), name === 'a claim' ? 0 : ofAPage);
    console.log(
      `${name}: ${at(ofFew, 0.5).toFixed(2)} ms of a few, ${at(ofMany, 0.5).toFixed(2)} ms of a million ` +
        `(p95 ${at(ofMany, 0.95).toFixed(2)} ms)`,
    );
  }
  return ratios;
}

/** What another account is told sooner or later where this one has what it asks for, than where no account has it. */
async function toldByTime(store: GatewayStore): Promise<string[]> {
  const other = 'another account';
  const find = (id: string) => store.transact(other, 'read', (tx) => findOperationRow(tx, other, id));
  const list = (orderNumber: string) =>
    store.transact(other, 'read', (tx) => tx.operations.list({ account: other, orderNumber }, newest));
  let turn = 1_000;
  const next = () => (turn += 1);
  const pairs: Record<string, Parameters<typeof timesOf>> = {
    'an id': [() => find(operationId(next())), () => find(operationId(20 * million + next()))],
    'an order number': [() => list(`A-${next()}`), () => list(`C-${next()}`)],
    'a claim': [
      () => claiming(other, operationId(next()))(store),
      () => claiming(other, operationId(20 * million + next()))(store),
    ],
  };
  const told: string[] = [];
  for (const [name, pair] of Object.entries(pairs)) {
    const [there, nowhere] = await timesOf(...pair);
    const ratio = at(there, 0.25) / at(nowhere, 0.25);
    console.log(
      `${name} that another account has: ${ratio.toFixed(2)} of the time of one that no account has`,
    );
    if (ratio < 0.75 || ratio > 1.33) told.push(name);
  }
  return told;
}

/** Those that are slower, by more than a claim may be, or than a few more pages of a longer index are. */
const slower = (ratios: Record<string, number>) =>
  Object.entries(ratios).filter(([name, ratio]) => ratio > (name === 'a claim' ? 1.3 : 5));

const dayBegan = (daysAgo: number) => Date.now() - daysAgo * dayMs;
const yesterday = `from=${dayBegan(2)}&to=${dayBegan(1)}`;
const longAgo = `from=${dayBegan(300)}&to=${dayBegan(299)}`;

/**
 * What a back office asks for, and how many pages of a database its first and its next page may read. All operations have
 * about 400,000, with their indexes. A time depends on what else the machine does; `npm run bench:record` tells it.
 */
const mostPages: Record<string, number> = {
  'operations?': 50,
  [`operations?${longAgo}`]: 50,
  'operations?terminalId=T3': 150,
  'operations?phase=unknown': 150,
  'operations?open=true': 50,
  'operations?open=false': 50,
  'operations?unseen=true': 200,
  'operations?unseen=false': 50,
  'operations?actor=actor7': 150,
  'operations?amount=4711': 300,
  'operations?orderNumber=A-500345': 50,
  'operations?pnRefNum=R500345': 50,
  'operations?search=A-500345': 100,
  'operations?search=500345': 100, // an order number's end
  'operations?search=A-1234': 800, // the beginning of 111
  'operations?search=A-50': 10_000, // the beginning of 11,111, half a year ago
  'operations?search=A-9': 30_000, // the beginning of a tenth
  'operations?search=A-': 10_000, // the beginning of all
  'operations?search=345': 3000, // the end of a thousand
  'operations?search=345&sees=own': 10_000,
  'operations?search=45': 20_000, // the end of many
  'operations?search=R777777': 50,
  'operations?search=m-777777': 50,
  'operations?search=none': 50,
  'operations?search=99&actor=actor7': 30_000,
  'transactions?search=345': 3000,
  'transactions/-/R500345?': 50,
  [`report?${yesterday}`]: 3000,
  'orders/A-500345?orderTotal=5000&currency=EUR': 50,
  'closings?': 50,
  'closings?terminalId=T3': 150,
  [`closings?${longAgo}`]: 3000,
};

/** The questions whose answer reads more than it may. */
async function readTooMuch({ store, pagesRead }: Filled): Promise<string[]> {
  const { fetch } = createGateway({
    baseUrl: 'http://127.0.0.1:1',
    headers: { authorization: 'none' },
    authorize: ({ url }) => ({ account, subject: 'subject1', sees: url.includes('own=') ? 'own' : 'all' }),
    store,
  });
  const found: string[] = [];
  for (const [path, most] of Object.entries(mostPages)) {
    const asked = path.replace('&sees=own', '&own=');
    for (let cursor: string | undefined = '', page = 1; cursor !== undefined && page <= 2; page += 1) {
      const url = `https://till.example/${asked}${cursor && `&cursor=${cursor}`}`;
      const before = await pagesRead();
      const answer = await fetch(new Request(url, { headers: { origin: 'https://till.example' } }));
      if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`);
      ({ cursor } = (await answer.json()) as { cursor?: string });
      const read = (await pagesRead()) - before;
      console.log(`${path}, page ${page}: reads ${read} pages of ${most}`);
      if (read > most) found.push(`${path}, page ${page}: ${read}`);
    }
  }
  return found;
}

// Of the last day both have as many.
const ofADay = million / days;

describe('a million operations are found like those of a day', () => {
  test('in SQLite', async () => {
    const many = await sqliteWith(million);
    expect(await readTooMuch(many)).toEqual([]);
    const few = await sqliteWith(ofADay);
    expect(slower(await compare(few.store, many.store))).toEqual([]);
    expect(await toldByTime(many.store)).toEqual([]);
  });

  test.skipIf(!postgresIsInstalled)('in PostgreSQL', async () => {
    const server = await startPostgres();
    closers.push(server.stop);
    const many = await postgresWith(million, server);
    expect(await readTooMuch(many)).toEqual([]);
    const few = await postgresWith(ofADay, server);
    expect(slower(await compare(few.store, many.store))).toEqual([]);
    expect(await toldByTime(many.store)).toEqual([]);
  });
});

test('a search of 23,000 finds each operation once, newest first', async () => {
  expect(await wrongSearches(23_000, ['A-', 'A-1', '45', '345', 'A-2299', 'R77', 'none'])).toEqual([]);
});
