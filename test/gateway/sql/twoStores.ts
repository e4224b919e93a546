import { createVirtualClock } from '../../../src/core/time.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { longKnown } from '../gatewayTill.ts';
import { openSqlite, sqlitePath } from './sqliteFiles.ts';

/** The stores of two instances, with a connection each to one SQLite file. */
export async function twoStores() {
  const path = await sqlitePath();
  const clock = createVirtualClock(Date.UTC(2026, 10, 22, 12));
  const open = () => longKnown(createSqlStore(openSqlite(path), { clock, timeoutMs: 20_000 }));
  const [store, second] = [open(), open()] as const;
  await store.open();
  return { clock, store, second };
}
