import { isDeepStrictEqual } from 'node:util';
import { createOperationMatcher } from '../../../src/core/operations/operationSearch.ts';
import { createRecordReaderForCallers } from '../../../src/gateway/createRecordReaderForCallers.ts';
import type { OperationRow } from '../../../src/gateway/recordRows.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import type { Caller } from '../../../src/gateway/visibility.ts';
import { account } from '../store/storeEntries.ts';
import { fillSqlite } from './manyOperations.ts';
import { openSqlite, sqlitePath } from './sqliteFiles.ts';

interface Seen {
  sees: Caller['sees'];
  isSeen: (row: OperationRow) => boolean;
}
const callers: Record<string, Seen> = {
  all: { sees: 'all', isSeen: () => true },
  own: { sees: 'own', isSeen: ({ subject }) => subject === 'subject1' },
  'two terminals': {
    sees: { terminals: ['T3', 'T4'] },
    isSeen: ({ terminalId }) => terminalId === 'T3' || terminalId === 'T4',
  },
};

/** The searches whose pages do not hold each operation that is found by it, once, newest first. */
export async function wrongSearches(count: number, searches: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  const connection = openSqlite(await sqlitePath());
  const store = createSqlStore(connection, { timeoutMs: 60_000 });
  await store.open();
  fillSqlite(connection, 'operations', count);
  const records = createRecordReaderForCallers({ store });
  const all = await store.transact(account, 'read', (tx) =>
    tx.operations.list({ account }, { by: ['createdAt', 'id'], isDescending: true }),
  );
  for (const search of searches) {
    const isFound = createOperationMatcher(search);
    const found = all.filter(({ operation }) => operation !== null && isFound(operation));
    for (const [name, { sees, isSeen }] of Object.entries(callers)) {
      const ids: string[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined;) {
        const asked = new URLSearchParams({ search, cursor });
        const caller: Caller = { account, subject: 'subject1', actor: undefined, sees };
        const page = await records.listOperations(caller, asked);
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.cursor;
      }
      const expected = found.filter(isSeen).map(({ id }) => id);
      if (!isDeepStrictEqual(ids, expected)) wrong.push(`${search}, seen by ${name}`);
    }
  }
  return wrong;
}
