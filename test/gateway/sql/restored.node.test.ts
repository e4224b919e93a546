import { utimes } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createVirtualClock } from '../../../src/core/time.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import type { Gateway } from '../../../src/gateway/createGateway.ts';
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

/**
 * A payment was sent. Then the gateway's file is what a backup of last night is, which was copied over it: the same file by
 * its identity, written now, and used twelve hours ago. The payment is not in it.
 */
async function copiedOver() {
  const till = createGatewayTill();
  const sell = async (gateway: Gateway) => (await gateway.fetch(sale(operationId(1)))).status;
  expect(await sell(till.gateway())).toBe(200);
  const path = await sqlitePath();
  const connection = openSqlite(path);
  await createSqlStore(connection, { timeoutMs: 20_000 }).open();
  const ago = 12 * 3_600_000;
  connection.exec(`update tillkit_store set seen_at = seen_at - ${ago}, since = since - ${ago}`);
  connection.exec('pragma wal_checkpoint(truncate)');
  const restart = () => till.gateway({ store: createSqlStore(openSqlite(path), { timeoutMs: 20_000 }) });
  return { till, path, ago, sellAgain: () => sell(restart()) };
}

test('F113 a backup that was copied over the file is noticed: a late copy of a request is not sent', async () => {
  const { till, sellAgain } = await copiedOver();
  expect(await sellAgain()).toBe(503);
  expect(till.sent).toHaveLength(1);
});

test('payments are taken at once after a night in which no process used the file, and nothing wrote to it', async () => {
  const { till, path, ago, sellAgain } = await copiedOver();
  const lastNight = (Date.now() - ago) / 1000;
  await utimes(path, lastNight, lastNight);
  await sellAgain();
  expect(till.sent).toHaveLength(2);
});
