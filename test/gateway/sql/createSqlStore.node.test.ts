import { Pool } from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { createVirtualClock } from '../../../src/core/time.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { type PostgresServer, postgresIsInstalled, startPostgres } from './postgresServer.ts';
import { openSqlite, removeSqliteFiles, sqliteDrivers, sqlitePath } from './sqliteFiles.ts';
import { type CreateHarness, testStore } from '../store/storeConformance.ts';
import { startedAt } from '../store/storeEntries.ts';
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
});
