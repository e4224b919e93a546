import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TerminalOperation } from '../../../src/core/operations/terminalOperation.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { orderSearchColumns } from '../../../src/gateway/recordRows.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { account, claim, operationId, operationOf, operationRow } from '../store/storeEntries.ts';
import { poolWith, type PostgresServer, postgresIsInstalled, startPostgres } from './postgresServer.ts';
import { openSqlite, removeSqliteFiles, sqliteDrivers, sqlitePath } from './sqliteFiles.ts';

removeSqliteFiles();
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Takes away what each version added, from version 2 on. */
const added = [
  [
    'drop index tillkit_operations_17',
    'drop index tillkit_operations_18',
    'drop index tillkit_operations_19',
    'alter table tillkit_operations drop column order_number_lower',
    'alter table tillkit_operations drop column order_number_reversed',
  ],
  ['drop table tillkit_orders', 'drop table tillkit_legs'],
  ['alter table tillkit_operations drop column approved_by'],
  ['drop table tillkit_closings'],
  ['alter table tillkit_operations drop column tip_cents'],
];

const olderVersions = added.map((_, index) => index + 1);

/** Brings a new database back to an older version. */
const toVersion = (version: number) => [
  ...added
    .slice(version - 1)
    .toReversed()
    .flat(),
  `update tillkit_store set version = ${version}`,
];

const orderNumbers = ['A-17', 'ÉTÉ-1\u0000', 'x😀Y', '\uD7FF \uD800', ''];

const saleOf = (number: number): TerminalOperation => ({
  ...operationOf(number),
  message: 'Not a "tipCents":5',
  ...(number % 2 === 0 && { tipCents: number }),
});

/** Of version 1 there are more rows than are read at a time. */
const countOf = (version: number) => (version === 1 ? 1203 : 20);

/** Some rows have no order number, every second one has a tip. */
async function fill(store: GatewayStore, count: number): Promise<void> {
  await store.transact(account, 'durable', function* (tx) {
    for (let number = 0; number < count; number += 1) {
      const orderNumber =
        number > 9 && number % 3 === 0 ? undefined : (orderNumbers[number] ?? `Order-${number}`);
      const numbered = { orderNumber: orderNumber ?? null, ...orderSearchColumns(orderNumber) };
      const operation = saleOf(number);
      const tipped = { operation, tipCents: operation.tipCents ?? null };
      const about = { account: `shop ${number % 2}`, ...tipped, ...numbered };
      yield* tx.operations.put(operationRow(number, about));
    }
  });
}

const rowsOf = (store: GatewayStore) =>
  store.transact(account, 'read', (tx) => tx.operations.list({}, { by: ['account', 'id'] }));

async function checkFilled(store: GatewayStore, count: number): Promise<void> {
  const rows = await rowsOf(store);
  expect(rows).toHaveLength(count);
  for (const { orderNumber, orderNumberLower, orderNumberReversed, operation, tipCents } of rows) {
    expect(tipCents).toBe(operation?.tipCents ?? null);
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

describe.each(Object.keys(sqliteDrivers))('a SQLite database on %s', (driver) => {
  test.each(olderVersions)('of version %i is then as a new one, its rows too', async (version) => {
    const path = await sqlitePath();
    const connection = openSqlite(path, driver);
    const before = createSqlStore(connection);
    await before.open();
    await fill(before, countOf(version));
    for (const statement of toVersion(version)) connection.exec(statement);
    // Dropping an index leaves its statistics.
    connection.exec(
      `delete from sqlite_stat1 where idx not in (select name from sqlite_master where type = 'index')`,
    );

    const store = createSqlStore(openSqlite(path, driver), { timeoutMs: 20_000 });
    await store.open();
    await checkFilled(store, countOf(version));

    const newConnection = openSqlite(await sqlitePath(), driver);
    await createSqlStore(newConnection).open();
    const shapeOf = ({ prepare }: { prepare: (text: string) => { all: () => unknown[] } }) => [
      prepare(
        `select name, sql from sqlite_master where type = 'index' and sql is not null order by name`,
      ).all(),
      prepare(
        `select all_tables.name as table_name, column_of.name, column_of.type, "notnull"
          from sqlite_master as all_tables join pragma_table_info(all_tables.name) as column_of
          where all_tables.type = 'table' order by 1, 2`,
      ).all(),
      prepare('select tbl, idx, stat from sqlite_stat1 where idx is not null order by idx').all(),
      prepare('select version from tillkit_store').all(),
    ];
    const bound = (on: typeof connection) => ({ prepare: (text: string) => on.prepare(text) });
    expect(shapeOf(bound(openSqlite(path, driver)))).toEqual(shapeOf(bound(newConnection)));
  });

  test('whose migration breaks off half way is as before, and is then migrated once by many that come at once', async () => {
    const path = await sqlitePath();
    const connection = openSqlite(path, driver);
    const before = createSqlStore(connection);
    await before.open();
    await fill(before, countOf(1));
    for (const statement of toVersion(1)) connection.exec(statement);
    const shape = () => connection.prepare('select sql from sqlite_master order by name').all();
    const old = shape();

    const cut = openSqlite(path, driver);
    const prepare = cut.prepare.bind(cut);
    cut.prepare = (text) => {
      if (text.includes('add column tip_cents')) throw new Error('disk I/O error');
      return prepare(text);
    };
    const broken = createSqlStore(cut, { timeoutMs: 20_000 }).open();
    await expect(broken).rejects.toMatchObject({ code: 'storage' });
    expect(shape()).toEqual(old);

    const stores = Array.from({ length: 4 }, () =>
      createSqlStore(openSqlite(path, driver), { timeoutMs: 20_000 }),
    );
    await Promise.all(stores.map((store) => store.open()));
    await checkFilled(before, countOf(1));
  });
});

describe.skipIf(!postgresIsInstalled)('a PostgreSQL database', { timeout: 60_000 }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  const poolOf = async (schema: string) => {
    const pool = new Pool({ ...server.address, options: `-c search_path=${schema}` });
    closers.push(() => pool.end());
    await pool.query(`create schema ${schema}`);
    return pool;
  };
  const shapeOf = async (on: Pool) => [
    (
      await on.query(
        `select indexname, split_part(indexdef, ' USING ', 2) as columns from pg_indexes
          where schemaname = current_schema() order by indexname`,
      )
    ).rows,
    (
      await on.query(
        `select table_name, column_name, data_type, collation_name, is_nullable from information_schema.columns
          where table_schema = current_schema() order by table_name, column_name`,
      )
    ).rows,
    (await on.query('select version from tillkit_store')).rows,
  ];

  test.each(olderVersions)('of version %i is then as a new one, its rows too', async (version) => {
    const [pool, newPool] = [await poolOf(`old_${version}`), await poolOf(`new_${version}`)];
    const before = createSqlStore(pool, { timeoutMs: 20_000 });
    await before.open();
    await fill(before, countOf(version));
    for (const statement of toVersion(version)) await pool.query(statement);

    const store = createSqlStore(pool, { timeoutMs: 20_000 });
    await store.open();
    await checkFilled(store, countOf(version));
    await createSqlStore(newPool).open();
    expect(await shapeOf(pool)).toEqual(await shapeOf(newPool));
  });

  test('whose migration breaks off half way is as before, and is then migrated once by many that come at once', async () => {
    const [pool, newPool] = [await poolOf('broken'), await poolOf('whole')];
    const before = createSqlStore(pool, { timeoutMs: 20_000 });
    await before.open();
    await fill(before, countOf(1));
    for (const statement of toVersion(1)) await pool.query(statement);
    const old = await shapeOf(pool);

    const ending =
      "select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction'";
    const cut = poolWith(pool, async (text, query) => {
      if (text.includes('add column tip_cents')) await pool.query(ending);
      return query();
    });
    await expect(createSqlStore(cut, { timeoutMs: 20_000 }).open()).rejects.toMatchObject({
      code: 'storage',
    });
    expect(await shapeOf(pool)).toEqual(old);

    const stores = Array.from({ length: 4 }, () => createSqlStore(pool, { timeoutMs: 20_000 }));
    await Promise.all(stores.map((store) => store.open()));
    await checkFilled(before, countOf(1));
    await createSqlStore(newPool).open();
    expect(await shapeOf(pool)).toEqual(await shapeOf(newPool));
  });

  test('whose tables another role makes after an instance began is used by that instance all the same', async () => {
    const admin = await poolOf('made_later');
    await admin.query('create schema made_before; create role till login');
    await admin.query('grant usage on schema made_before, made_later to till');
    const options = '-c search_path=made_before,made_later';
    const tills = new Pool({ ...server.address, user: 'till', options });
    closers.push(() => tills.end());
    const store = createSqlStore(tills, { timeoutMs: 20_000 });
    await expect(store.open()).rejects.toMatchObject({ code: 'storage' });
    await createSqlStore(admin).open();
    await admin.query('grant all on all tables in schema made_later to till');
    await admin.query('grant all on all sequences in schema made_later to till');
    expect(await claim(store, 1)).toBeUndefined();
  });
});
