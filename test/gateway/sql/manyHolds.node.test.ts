import { expect, test, vi } from 'vitest';
import { computeReportWithoutLegs } from '../../../src/gateway/computeReport.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { account } from '../store/storeEntries.ts';
import { callerOf } from '../store/recordRows.ts';
import { fillSqlite } from './manyOperations.ts';
import { openSqlite, removeSqliteFiles, sqlitePath } from './sqliteFiles.ts';

removeSqliteFiles();

test('a report of many holds finds each by its reference, and goes through the whole period only for its sums', async () => {
  const connection = openSqlite(await sqlitePath());
  const store = createSqlStore(connection);
  await store.open();
  fillSqlite(connection, 'operations', 3000);
  connection.exec(
    `update tillkit_operations set terminal_id = 'T1', kind = 'preAuth', operation = replace(operation, '"pay"', '"preAuth"')
      where kind = 'pay' and phase = 'complete'`,
  );
  const prepare = vi.spyOn(connection, 'prepare');
  const where = {
    account,
    terminalId: 'T1',
    phase: { not: null },
    createdAt: { from: 0, below: Date.now() },
  };
  const { holds } = await store.transact(account, 'read', (tx) =>
    computeReportWithoutLegs(tx, callerOf({ account }), [where]),
  );
  expect(holds.length).toBeGreaterThan(2000);
  const byReference = prepare.mock.calls
    .map(([text]) => text)
    .filter((text) => text.includes('ref_num in ('));
  expect(byReference.length).toBeGreaterThan(2);
  for (const text of byReference) {
    const [step] = connection.prepare(`explain query plan ${text}`).all() as { detail: string }[];
    expect(step?.detail).toMatch(/pn_ref_num=\?/);
  }
});
