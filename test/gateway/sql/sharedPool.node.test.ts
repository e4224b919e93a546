import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { poolWith, type PostgresServer, postgresIsInstalled, startPostgres } from './postgresServer.ts';
import { claim } from '../store/storeEntries.ts';

describe.skipIf(!postgresIsInstalled)('a pool of the host’s application', { timeout: 60_000 }, () => {
  let server: PostgresServer;
  let pool: Pool;

  /** The application uses a connection, and gives it back like this. */
  async function leave(...statements: string[]): Promise<void> {
    const client = await pool.connect();
    for (const statement of statements) await client.query(statement).catch(() => undefined);
    client.release();
  }

  beforeAll(async () => {
    server = await startPostgres();
  });
  beforeEach(() => {
    pool = new Pool({ ...server.address, max: 1 });
    pool.on('error', () => undefined);
  });
  afterEach(async () => {
    await pool.query(
      'rollback; reset all; drop schema if exists tenant cascade; drop schema public cascade; create schema public',
    );
    await pool.end();
  });
  afterAll(() => server.stop());

  test('may leave the search path at another merchant’s schema: an id is claimed once all the same', async () => {
    await pool.query('create schema tenant');
    const tenants = new Pool({ ...server.address, options: '-c search_path=tenant' });
    await createSqlStore(tenants).open();
    await tenants.end();
    const store = createSqlStore(pool, { timeoutMs: 20_000 });
    expect(await claim(store, 1)).toBeUndefined();
    await leave('set search_path to tenant');
    expect(await claim(store, 1)).toMatchObject({ state: 'sent' });
  });

  test('may leave it there before the gateway begins: an id that another instance claimed is claimed once', async () => {
    await pool.query('create schema tenant');
    const tenants = new Pool({ ...server.address, options: '-c search_path=tenant' });
    await createSqlStore(tenants).open();
    await tenants.end();
    expect(await claim(createSqlStore(pool, { timeoutMs: 20_000 }), 1)).toBeUndefined();
    for (const left of [
      ['set search_path to tenant'],
      ['set search_path to tenant', 'begin', 'select 1/0'],
    ]) {
      await leave(...left);
      const store = createSqlStore(pool, { timeoutMs: 20_000 });
      expect(await claim(store, 1)).toMatchObject({ state: 'sent' });
    }
  });

  test('may leave it on a connection that is made and used while the gateway waits for its first', async () => {
    await pool.query('create schema tenant');
    const tenants = new Pool({ ...server.address, options: '-c search_path=tenant' });
    await createSqlStore(tenants).open();
    await tenants.end();
    expect(await claim(createSqlStore(pool, { timeoutMs: 20_000 }), 1)).toBeUndefined();
    await pool.end();
    pool = new Pool({ ...server.address, max: 1 });
    const leaving = leave('set search_path to tenant');
    const store = createSqlStore(pool, { timeoutMs: 20_000 });
    expect(await Promise.all([claim(store, 1), leaving])).toMatchObject([{ state: 'sent' }, undefined]);
  });

  test('may set the search path of each new connection: the tables are there, also if its first one was used before', async () => {
    await pool.query('create schema shop');
    const shop = new Pool({ ...server.address, max: 1 });
    shop.on('connect', (client) => void client.query('set search_path to shop'));
    await shop.query('select 1');
    expect(await claim(createSqlStore(shop, { timeoutMs: 20_000 }), 1)).toBeUndefined();
    expect(await claim(createSqlStore(shop, { timeoutMs: 20_000 }), 1)).toMatchObject({ state: 'sent' });
    const { rows } = await shop.query("select to_regclass('shop.tillkit_store') is not null as found");
    await shop.query('drop schema shop cascade');
    await shop.end();
    expect(rows).toEqual([{ found: true }]);
  });

  test('may leave the search path where the tables are not: an id is claimed once all the same', async () => {
    const store = createSqlStore(pool, { timeoutMs: 20_000 });
    expect(await claim(store, 1)).toBeUndefined();
    await leave('create schema tenant', 'set search_path to tenant');
    expect(await claim(store, 1)).toMatchObject({ state: 'sent' });
  });

  test('may leave another search path while a migration fails: an id is claimed once all the same', async () => {
    await pool.query('create schema tenant');
    const tenants = new Pool({ ...server.address, options: '-c search_path=tenant' });
    await createSqlStore(tenants).open();
    await tenants.end();
    expect(await claim(createSqlStore(pool), 1)).toBeUndefined();
    await pool.query('alter table tillkit_operations drop column tip_cents');
    await pool.query('update tillkit_store set version = 5');
    let failures = 0;
    const failing = poolWith(pool, async (text, query) => {
      if (text.includes('add column tip_cents') && (failures += 1) === 1) throw new Error('disk full');
      return query();
    });
    const store = createSqlStore(failing, { timeoutMs: 20_000 });
    await expect(store.open()).rejects.toMatchObject({ code: 'storage' });
    await leave('set search_path to tenant');
    expect(await claim(store, 1)).toMatchObject({ state: 'sent' });
  });

  test.each([
    'set session characteristics as transaction read only',
    'set statement_timeout = 1',
    'begin; select 1',
    'begin isolation level serializable read only; select 1',
    'begin; select 1/0',
  ])(
    'may leave its connection after "%s": it is refused once at most, and an id is claimed once',
    async (left) => {
      const store = createSqlStore(pool, { timeoutMs: 20_000 });
      expect(await claim(store, 1)).toBeUndefined();
      await leave(left);
      const states = [];
      for (let tries = 0; tries < 3; tries += 1)
        states.push(
          await claim(store, 2).then(
            (holder) => holder?.state ?? 'claimed',
            () => 'refused',
          ),
        );
      expect(states.filter((state) => state !== 'refused').slice(0, 2)).toEqual(['claimed', 'sent']);
    },
  );
});
