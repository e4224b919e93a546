import { Pool } from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import type { GatewayStore, RowOrder, Where } from '../../../src/gateway/gatewayStore.ts';
import { claimOperation } from '../../../src/gateway/claimOperation.ts';
import { createRecordQueries } from '../../../src/gateway/createRecordQueries.ts';
import { findOperation } from '../../../src/gateway/record.ts';
import type { OperationRow } from '../../../src/gateway/recordRows.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { type PostgresServer, postgresIsInstalled, startPostgres } from './postgresServer.ts';
import { openSqlite, removeSqliteFiles, sqlitePath } from './sqliteFiles.ts';
import { account, operationId, operationOf } from '../store/storeEntries.ts';

const million = 1_000_000;
const dayMs = 24 * 60 * 60_000;
const days = 400;
const rounds = 200;

removeSqliteFiles();
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const columns =
  'account, id, state, kind, subject, actor, body_hash, claimed_by, claimed_at, answer_by, answer, seq, operation, phase, ' +
  'is_open, is_unseen, terminal_id, provider, order_number, order_number_lower, order_number_reversed, pn_ref_num, msg_identifier, currency, amount_cents, moved_cents, ' +
  'created_at, ended_at';

/** Operations of one shop, as many a day as a million in 400 days are. `numbers` gives `i`, from 1 to `count`. */
function filling(count: number, numbers: string, padded: string, reversed: string): string {
  const operation = operationOf(1, {
    phase: 'complete',
    orderNumber: 'A-12345',
    msgIdentifier: 'm-123456',
    pnRefNum: '1234567890',
    message: { msgIdentifier: 'm-123456', status: 'complete', receiptLines: { text: 'x'.repeat(300) } },
  } as object);
  // Each column in an order of its own.
  const among = (values: number, seed: number) => `(i * ${7919 + seed * 10_007} % 1000003 % ${values})`;
  const from = Date.now() - (count / million) * days * dayMs;
  return `insert into tillkit_operations (${columns})
    select '${account}', ${padded}, 'sent',
      case ${among(20, 1)} when 0 then 'refund' when 1 then 'void' else 'pay' end,
      'subject' || ${among(40, 2)}, 'actor' || ${among(40, 7)}, 'hash', 'copy', t, t + 90000, null, 4, '${JSON.stringify(operation)}',
      case when ${among(400, 3)} = 0 then 'unknown' when ${among(15, 4)} = 0 then 'failed' else 'complete' end,
      0, 0, 'T' || ${among(20, 5)}, null, 'A-' || i, 'a-' || i, ${reversed} || '-a', 'R' || i, 'm-' || i, 'EUR',
      ${among(20_000, 6)}, ${among(20_000, 6)}, t, t + 5000
    from (select i, ${from} + i * ${(days * dayMs) / million} as t from ${numbers}) as rows`;
}

/** SQLite cannot reverse a text; a number has at most seven digits. */
const reversedInSqlite = [7, 6, 5, 4, 3, 2, 1].map((at) => `substr(i, ${at}, 1)`).join(' || ');

async function sqliteWith(count: number): Promise<GatewayStore> {
  const connection = openSqlite(await sqlitePath());
  const store = createSqlStore(connection, { timeoutMs: 60_000 });
  await store.open();
  connection.exec(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
      ${filling(count, 'n', `printf('%032d', i)`, reversedInSqlite)}`,
  );
  connection.exec('pragma wal_checkpoint(truncate)');
  return store;
}

async function postgresWith(count: number, server: PostgresServer): Promise<GatewayStore> {
  const schema = `of_${count}`;
  const pool = new Pool({ ...server.address, options: `-c search_path=${schema}` });
  closers.push(() => pool.end());
  await pool.query(`create schema ${schema}`);
  const store = createSqlStore(pool, { timeoutMs: 60_000 });
  await store.open();
  await pool.query(
    filling(
      count,
      `generate_series(1::bigint, ${count}) as n(i)`,
      `lpad(i::text, 32, '0')`,
      'reverse(i::text)',
    ),
  );
  await pool.query('vacuum analyze tillkit_operations');
  await pool.query('checkpoint');
  return store;
}

const newest = {
  by: ['createdAt', 'id'],
  isDescending: true,
  limit: 51,
} as const satisfies RowOrder<OperationRow>;
const listing =
  (where: Where<OperationRow>, order: RowOrder<OperationRow> = newest) =>
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
    claimOperation(
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
  const find = (id: string) => store.transact(other, 'read', (tx) => findOperation(tx, other, id));
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

const caller = { account, subject: 'subject1', actor: undefined, sees: 'all' } as const;

/** What a back office asks for: the first page, and the next one. */
const queries = [
  'limit=50',
  'search=12345', // an order number's end, and a few beginnings
  'search=A-12345', // a whole one
  'search=A-1234', // the beginning of eleven
  'search=A-9', // the beginning of many
  'search=A-', // the beginning of all
  'search=45', // the end of many
  'search=345', // the end of a thousand
  'search=R777777',
  'search=m-777777',
  'search=none',
  'amount=4711',
  'actor=actor7',
  'actor=actor7&search=99',
  'search=345&sees=own',
];

/** Of the quicker ones, in ms, the first and the next page: what else the machine does makes the others slower. */
async function msOfPages(store: GatewayStore): Promise<Record<string, number>> {
  const records = createRecordQueries({ store });
  const found: Record<string, number> = {};
  for (const query of queries) {
    const [words, sees] = query.split('&sees=');
    const asking = sees === 'own' ? { ...caller, sees: 'own' as const } : caller;
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < 40; round += 1) {
      let cursor = '';
      for (const page of times) {
        const from = performance.now();
        const asked = new URLSearchParams(`${words}${cursor && `&cursor=${cursor}`}`);
        cursor = (await records.listOperations(asking, asked)).cursor ?? '';
        page.push(performance.now() - from);
        if (cursor === '') break;
      }
    }
    for (const [name, page] of [
      ['first', times[0]],
      ['next', times[1]],
    ] as const) {
      const sorted = page.toSorted((a, b) => a - b);
      const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? NaN;
      if (sorted.length > 0) console.log(`${query}, ${name} page: p95 ${p95.toFixed(1)} ms`);
      if (sorted.length > 0) found[`${query}, ${name} page`] = sorted[Math.floor(sorted.length / 4)] ?? NaN;
    }
  }
  return found;
}

const tooSlow = (found: Record<string, number>) => Object.entries(found).filter(([, ms]) => ms > 100);

// Of the last day both have as many.
const ofADay = million / days;

describe('a million operations are found like those of a day', () => {
  test('in SQLite', async () => {
    const many = await sqliteWith(million);
    expect(slower(await compare(await sqliteWith(ofADay), many))).toEqual([]);
    expect(await toldByTime(many)).toEqual([]);
    expect(tooSlow(await msOfPages(many))).toEqual([]);
  });

  test.skipIf(!postgresIsInstalled)('in PostgreSQL', async () => {
    const server = await startPostgres();
    closers.push(server.stop);
    const few = await postgresWith(ofADay, server);
    const many = await postgresWith(million, server);
    expect(slower(await compare(few, many))).toEqual([]);
    expect(await toldByTime(many)).toEqual([]);
    expect(tooSlow(await msOfPages(many))).toEqual([]);
  });
});
