import { Pool } from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { account, operationId, operationRow } from '../store/storeEntries.ts';
import { postgresIsInstalled, startPostgres } from './postgresServer.ts';
import { openSqlite, removeSqliteFiles, sqliteDrivers, sqlitePath } from './sqliteFiles.ts';

removeSqliteFiles();
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Takes away what later versions added. */
const toVersionOne = [
  'alter table tillkit_operations drop column approved_by',
  'drop table tillkit_closings',
  'drop table tillkit_orders',
  'drop table tillkit_legs',
  'drop index tillkit_operations_17',
  'drop index tillkit_operations_18',
  'drop index tillkit_operations_19',
  'alter table tillkit_operations drop column order_number_lower',
  'alter table tillkit_operations drop column order_number_reversed',
  'update tillkit_store set version = 1',
];

const orderNumbers = ['A-17', 'ÉTÉ-1\u0000', 'x😀Y', '\uD7FF \uD800', ''];

/** More rows than are read at a time, some without an order number. */
async function fill(store: GatewayStore): Promise<void> {
  await store.transact(account, 'durable', function* (tx) {
    for (let number = 0; number < 1203; number += 1) {
      const orderNumber = number > 9 && number % 3 === 0 ? null : (orderNumbers[number] ?? `Order-${number}`);
      yield* tx.operations.put(operationRow(number, { orderNumber, account: `shop ${number % 2}` }));
    }
  });
}

const rowsOf = (store: GatewayStore) =>
  store.transact(account, 'read', (tx) => tx.operations.list({}, { by: ['account', 'id'] }));

async function checkFilled(store: GatewayStore): Promise<void> {
  const rows = await rowsOf(store);
  expect(rows).toHaveLength(1203);
  for (const { orderNumber, orderNumberLower, orderNumberReversed } of rows) {
    const lower = orderNumber?.toLowerCase() ?? null;
    expect(orderNumberLower).toBe(lower);
    expect(orderNumberReversed).toBe(lower && Array.from(lower).toReversed().join(''));
  }
  const of = (where: object) =>
    store.transact(account, 'read', (tx) => tx.operations.list({ account: 'shop 1', ...where }));
  expect((await of({ orderNumberReversed: { from: '71-', below: '71.' } })).map(({ id }) => id)).toEqual([
    operationId(17),
  ]);
  expect((await of({ orderNumberLower: 'été-1\u0000' })).map(({ id }) => id)).toEqual([operationId(1)]);
  const leg = {
    account,
    id: operationId(1),
    orderNumber: 'A-17',
    name: 'cash',
    currency: 'EUR',
    cents: 1,
    at: 2,
  };
  await store.transact(account, 'durable', (tx) => tx.legs.put({ ...leg, actor: null, subject: '' }));
  expect(await store.transact(account, 'read', (tx) => tx.legs.list({ orderNumber: 'A-17' }))).toHaveLength(
    1,
  );
}

describe.each(Object.keys(sqliteDrivers))('a SQLite database of version 1 on %s', (driver) => {
  test('gets what a search needs, for its rows too, and is then as a new one', async () => {
    const path = await sqlitePath();
    const connection = openSqlite(path, driver);
    const before = createSqlStore(connection);
    await before.open();
    await fill(before);
    for (const statement of toVersionOne) connection.exec(statement);
    connection.exec(
      `delete from sqlite_stat1 where idx in ('tillkit_operations_17', 'tillkit_operations_18', 'tillkit_operations_19')`,
    );

    const store = createSqlStore(openSqlite(path, driver), { timeoutMs: 20_000 });
    await store.open();
    await checkFilled(store);

    const newConnection = openSqlite(await sqlitePath(), driver);
    await createSqlStore(newConnection).open();
    const shapeOf = ({ prepare }: { prepare: (text: string) => { all: () => unknown[] } }) => [
      prepare(
        `select name, sql from sqlite_master where type = 'index' and sql is not null order by name`,
      ).all(),
      prepare(
        `select name, type, "notnull" from pragma_table_info('tillkit_operations') order by name`,
      ).all(),
      prepare('select tbl, idx, stat from sqlite_stat1 where idx is not null order by idx').all(),
      prepare('select version from tillkit_store').all(),
    ];
    const bound = (on: typeof connection) => ({ prepare: (text: string) => on.prepare(text) });
    expect(shapeOf(bound(openSqlite(path, driver)))).toEqual(shapeOf(bound(newConnection)));
  });
});

test.skipIf(!postgresIsInstalled)(
  'a PostgreSQL database of version 1 gets what a search needs, for its rows too, and is then as a new one',
  { timeout: 60_000 },
  async () => {
    const server = await startPostgres();
    closers.push(server.stop);
    const poolOf = (schema: string) => {
      const pool = new Pool({ ...server.address, options: `-c search_path=${schema}` });
      closers.push(() => pool.end());
      return pool;
    };
    const [pool, newPool] = [poolOf('old'), poolOf('new')];
    for (const schema of ['old', 'new']) await pool.query(`create schema ${schema}`);
    const before = createSqlStore(pool, { timeoutMs: 20_000 });
    await before.open();
    await fill(before);
    for (const statement of toVersionOne) await pool.query(statement);

    const store = createSqlStore(pool, { timeoutMs: 20_000 });
    await store.open();
    await checkFilled(store);

    await createSqlStore(newPool).open();
    const shapeOf = async (on: Pool) => [
      (
        await on.query(
          `select indexname, split_part(indexdef, ' USING ', 2) as columns from pg_indexes
            where schemaname = current_schema() order by indexname`,
        )
      ).rows,
      (
        await on.query(
          `select column_name, data_type, collation_name, is_nullable from information_schema.columns
            where table_schema = current_schema() and table_name = 'tillkit_operations' order by column_name`,
        )
      ).rows,
    ];
    expect(await shapeOf(pool)).toEqual(await shapeOf(newPool));
  },
);
