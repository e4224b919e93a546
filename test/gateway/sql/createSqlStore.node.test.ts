import { Pool } from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { createVirtualClock } from '../../../src/core/time.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { type PostgresServer, postgresIsInstalled, startPostgres } from '../postgresServer.ts';
import { openSqlite, removeSqliteFiles, sqliteDrivers, sqlitePath } from '../sqliteFiles.ts';
import { type CreateHarness, testOperations } from '../storeConformance.ts';
import { startedAt } from '../storeEntries.ts';
import { testPolls } from '../storePolls.ts';

const tables = ['store', 'operations', 'messages', 'poll_slots', 'poll_wanted', 'poll_rests'];

describe.each(Object.keys(sqliteDrivers))('createSqlStore on %s', (driver) => {
  removeSqliteFiles();

  const create: CreateHarness = async ({ keepMs } = {}) => {
    const clock = createVirtualClock(startedAt);
    const path = await sqlitePath();
    const connection = openSqlite(path, driver);
    return {
      store: createSqlStore(connection, { keepMs, clock }),
      clock,
      another: async () => createSqlStore(openSqlite(path, driver), { keepMs, clock }),
      letTimePass: clock.advance,
      kept: async () =>
        JSON.stringify(tables.map((table) => connection.prepare(`select * from tillkit_${table}`).all())),
    };
  };
  testOperations(create);
  testPolls(create, { runs: 15 });
});

describe.skipIf(!postgresIsInstalled)('createSqlStore on pg', { timeout: 60_000 }, () => {
  let server: PostgresServer;
  let pool: Pool;
  let other: Pool;
  let prefixes = 0;

  beforeAll(async () => {
    server = await startPostgres();
    pool = new Pool(server.address);
    other = new Pool(server.address);
  });
  afterAll(async () => {
    await Promise.all([pool.end(), other.end()]);
    await server.stop();
  });

  const create: CreateHarness = async ({ keepMs } = {}) => {
    const clock = createVirtualClock(startedAt);
    prefixes += 1;
    const options = { prefix: `test_${prefixes}_`, keepMs, clock, timeoutMs: 20_000 };
    const rowsOf = async (table: string) =>
      (await pool.query(`select * from ${options.prefix}${table}`)).rows;
    return {
      store: createSqlStore(pool, options),
      clock,
      another: async () => createSqlStore(other, options),
      letTimePass: clock.advance,
      kept: async () => JSON.stringify(await Promise.all(tables.map(rowsOf))),
    };
  };
  testOperations(create);
  testPolls(create, { runs: 8 });
});
