import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createVirtualClock } from '../../../src/core/time.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { type PostgresServer, poolWith, postgresIsInstalled, startPostgres } from './postgresServer.ts';
import { openSqlite, removeSqliteFiles, sqliteDrivers, sqlitePath } from './sqliteFiles.ts';
import { type CreateHarness, testStore } from '../store/storeConformance.ts';
import { knownForMs, startedAt } from '../store/storeEntries.ts';
import { runs } from '../../runs.ts';

describe.each(Object.keys(sqliteDrivers))('createSqlStore on %s', (driver) => {
  removeSqliteFiles();

  const create: CreateHarness = async ({ keepMs } = {}) => {
    const clock = createVirtualClock(startedAt);
    const path = await sqlitePath();
    const open = () => createSqlStore(openSqlite(path, driver), { keepMs, clock, timeoutMs: 20_000 });
    return { store: open(), clock, another: async () => open() };
  };
  testStore(create, { runs: runs(3, 25) });
});

describe.skipIf(!postgresIsInstalled)('createSqlStore on pg', { timeout: 60_000 }, () => {
  let server: PostgresServer;
  let pool: Pool;
  let other: Pool;
  let prefixes = 0;

  beforeAll(async () => {
    server = await startPostgres();
    const admin = new Pool(server.address);
    // Where letters are sorted as in a dictionary. Some servers are built without that.
    const sorted = `create database sorted template template0 locale_provider icu icu_locale 'en' locale 'C'`;
    const database = await admin.query(sorted).then(
      () => 'sorted',
      () => server.address.database,
    );
    await admin.end();
    pool = new Pool({ ...server.address, database });
    other = new Pool({ ...server.address, database });
  });
  afterAll(async () => {
    await Promise.all([pool.end(), other.end()]);
    await server.stop();
  });

  const create: CreateHarness = async ({ keepMs } = {}) => {
    const clock = createVirtualClock(startedAt);
    prefixes += 1;
    const options = { prefix: `test_${prefixes}_`, keepMs, clock, timeoutMs: 20_000 };
    return {
      store: createSqlStore(pool, options),
      clock,
      another: async () => createSqlStore(other, options),
    };
  };
  testStore(create, { runs: runs(2, 10) });

  test.each(['25006', '55000'])('keeps no connection to what became a standby (%s)', async (code) => {
    let isStandby = false;
    const removed = vi.fn();
    const store = createSqlStore(
      poolWith(pool, async (text, query) => {
        if (!isStandby || text === 'rollback') return query();
        throw Object.assign(new Error('recovery is in progress'), { code });
      }),
      { prefix: `standby_${code}_`, timeoutMs: 20_000 },
    );
    await store.open();
    pool.on('remove', removed);
    isStandby = true;
    await expect(knownForMs(store)).rejects.toMatchObject({ code: 'storage' });
    await vi.waitFor(() => expect(removed).toHaveBeenCalledOnce());
    pool.off('remove', removed);
    isStandby = false;
    expect(await knownForMs(store)).toBeGreaterThanOrEqual(0);
  });
});
