import { afterEach, describe, expect, test } from 'vitest';
import { postgresIsInstalled } from '../sql/postgresServer.ts';
import { startPostgresPair } from '../sql/postgresPair.ts';
import { checkShop, runShop } from './shop.ts';
import { stopServers } from './startServer.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  stopServers();
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const minuteMs = 60_000;
const speed = 10;
const everyMs = 3_000;
/** TILLKIT_REAL_MINUTES=60: an hour of the machine's, which is ten of the shop's. */
const minutes = Number(process.env['TILLKIT_REAL_MINUTES'] ?? 3);

describe.skipIf(!postgresIsInstalled)('a shop on real parts', () => {
  test(
    `${minutes} minutes on PostgreSQL with a synchronous standby: gateways are killed, the database crashes and fails over, proxies cut, and the record is the ledger`,
    { timeout: (minutes + 15) * minuteMs },
    async () => {
      const pair = await startPostgresPair();
      cleanups.push(pair.stop);
      const figures = checkShop(
        await runShop({
          postgres: pair.address,
          sales: Math.floor((minutes * minuteMs * speed) / everyMs),
          terminals: 400,
          speed,
          everyMs,
          latencyMs: 1_500,
          killEveryMs: 80_000,
          outages: [pair.failOver, pair.cut, pair.crash, pair.cut, () => pair.loseStandby(3_000), pair.cut],
          hasFaultyProxy: true,
          downFromMs: 5 * minuteMs,
          downForMs: 5 * minuteMs,
          patienceMs: 60 * minuteMs,
        }),
      );
      console.log(JSON.stringify(figures));
      expect(figures.outages).toBeGreaterThanOrEqual(5); // each kind
      expect(figures.paid).toBeGreaterThan(figures.sales / 4);
    },
  );
});
