import { afterEach, describe, expect, test } from 'vitest';
import { checkShop, runShop, type ShopPlan } from '../fleet/shop.ts';
import { stopServers } from '../fleet/startServer.ts';
import { postgresIsInstalled, startPostgres } from '../sql/postgresServer.ts';
import { removeSqliteFiles, sqlitePath } from '../sql/sqliteFiles.ts';

const minuteMs = 60_000;
const isRealTime = process.env['TILLKIT_REAL_TIME'] === '1';
const cleanups: (() => Promise<void>)[] = [];
removeSqliteFiles();
afterEach(async () => {
  stopServers();
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const shop = {
  sales: 240,
  terminals: 400,
  speed: 10,
  everyMs: 2_500,
  latencyMs: 1_500,
  killEveryMs: 20_000,
  downFromMs: 3 * minuteMs,
  downForMs: 3 * minuteMs,
  patienceMs: 30 * minuteMs,
} as const satisfies ShopPlan;

async function figuresOf(plan: ShopPlan) {
  const figures = checkShop(await runShop(plan));
  console.log(JSON.stringify(figures));
  return figures;
}

async function ownPostgres() {
  const server = await startPostgres();
  cleanups.push(server.stop);
  return server.address;
}

describe('a shop before two instances, which are killed in turn: the record is the ledger less what it names as unknown, and every event arrives in order', () => {
  test.skipIf(!postgresIsInstalled)('1,000 sales on PostgreSQL, whose pages go away', async () => {
    const postgres = await ownPostgres();
    const down = { downFromMs: 10 * minuteMs, downForMs: 10 * minuteMs };
    const figures = await figuresOf({ ...shop, ...down, postgres, sales: 1_000 });
    expect(figures.requests).toBeGreaterThan(800);
    expect(figures.unknown).toBeGreaterThanOrEqual(20);
  });

  test('ten minutes on one SQLite file', async () => {
    const figures = await figuresOf({ ...shop, sqlite: await sqlitePath() });
    expect(figures.requests).toBeGreaterThan(200);
  });

  test.skipIf(!postgresIsInstalled)('where a clock lets each work for 25 s once a minute', async () => {
    const figures = await figuresOf({ ...shop, postgres: await ownPostgres(), isCalled: true });
    expect(figures.requests).toBeGreaterThan(200);
  });

  // TILLKIT_REAL_TIME=1: ten minutes.
  test.runIf(isRealTime && postgresIsInstalled)('200 sales in real time', async () => {
    const figures = await figuresOf({ ...shop, postgres: await ownPostgres(), sales: 200, speed: 1 });
    expect(figures.requests).toBeGreaterThan(170);
  });
});
