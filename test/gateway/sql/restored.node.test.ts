import { expect, test } from 'vitest';
import { createVirtualClock } from '../../../src/core/time.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { createGatewayTill, operationId, sale, saleAt } from '../gatewayTill.ts';
import { openSqlite, removeSqliteFiles, sqlitePath } from './sqliteFiles.ts';

removeSqliteFiles();

/** A gateway that was not started, on an SQLite file that it has known for ten minutes. */
async function gatewayOnSqlite() {
  const virtualClock = createVirtualClock(Date.UTC(2026, 10, 26, 12));
  const connection = openSqlite(await sqlitePath());
  const store = createSqlStore(connection, { clock: virtualClock, timeoutMs: 20_000 });
  const gateway = createGatewayTill({ virtualClock, store }).gateway();
  /** The status of a sale at a terminal of that number. */
  const sell = async (number: number) =>
    (await gateway.fetch(sale(operationId(number), saleAt(`terminal-${number}`)))).status;
  expect(await sell(1)).toBe(200);
  await virtualClock.advance(600_000);
  return { clock: virtualClock, connection, sell };
}

test('F113 the two minutes after a restored backup end, also if the gateway gets nothing but payments', async () => {
  const { clock, connection, sell } = await gatewayOnSqlite();
  connection.exec('update tillkit_store set seen_at = seen_at - 20000');
  expect(await sell(2)).toBe(503);
  await clock.advance(119_000);
  expect(await sell(2)).toBe(503);
  await clock.advance(2_000);
  expect(await sell(2)).toBe(200);
});
