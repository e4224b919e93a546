import { afterEach, describe, expect, test } from 'vitest';
import { checkShop, runShop } from '../fleet/shop.ts';
import { stopServers } from '../fleet/startServer.ts';
import { removeSqliteFiles, sqlitePath } from '../sql/sqliteFiles.ts';

afterEach(stopServers);
removeSqliteFiles();

describe('a shop before two instances on one SQLite file, which are killed in turn', () => {
  test('40 sales whose pages go away: the record is the ledger less what it names as unknown, and every event arrives in order', async () => {
    const day = await runShop({
      sqlite: await sqlitePath(),
      sales: 40,
      terminals: 40,
      speed: 20,
      everyMs: 2_000,
      latencyMs: 4_000,
      killEveryMs: 20_000,
      downFromMs: 20_000,
      downForMs: 60_000,
      paymentTimeoutMs: 40_000,
      patienceMs: 10 * 60_000,
    });
    const { requests, unknown, kills } = checkShop(day);
    expect(requests).toBeGreaterThan(25);
    expect(kills).toBeGreaterThan(1);
    expect(unknown).toBeGreaterThan(0);
  });
});
