import { afterEach, describe, expect, test } from 'vitest';
import { checkShop, runShop } from './fleet/shop.ts';
import { stopServers } from './fleet/startServer.ts';
import { postgresIsInstalled, startPostgres } from './postgresServer.ts';

const minuteMs = 60_000;
let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  stopServers();
  await stop?.();
});

describe.skipIf(!postgresIsInstalled)(
  'a shop before two instances on one PostgreSQL, which are killed in turn',
  () => {
    test('1,000 sales whose pages go away: the record is the ledger less what it names as unknown, and every event arrives in order', async () => {
      const server = await startPostgres();
      stop = server.stop;
      const day = await runShop({
        postgres: server.address,
        sales: 1_000,
        terminals: 400,
        speed: 10,
        everyMs: 2_500,
        latencyMs: 1_500,
        killEveryMs: 20_000,
        downFromMs: 10 * minuteMs,
        downForMs: 10 * minuteMs,
        patienceMs: 30 * minuteMs,
      });
      const figures = checkShop(day);
      console.log(JSON.stringify(figures));
      expect(figures.requests).toBeGreaterThan(800);
      expect(figures.unknown).toBeGreaterThanOrEqual(20);
    });
  },
);
