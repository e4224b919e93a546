import { expect, test } from 'vitest';
import type { TransactionMode, GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { openSqlite, removeSqliteFiles, sqlitePath } from './sqliteFiles.ts';
import {
  account,
  claim,
  find,
  operationRow,
  reading,
  slotOf,
  timeOf,
  writing,
} from '../store/storeEntries.ts';

removeSqliteFiles();

/** A store that was used, what its connection is set to at each commit, and a way to have these fail. */
async function opened({ timeoutMs = 20_000 } = {}) {
  const path = await sqlitePath();
  const connection = openSqlite(path);
  const store = createSqlStore(connection, { timeoutMs });
  await store.open();
  const commits: string[] = [];
  const failing = { error: undefined as Error | undefined };
  const exec = connection.exec.bind(connection);
  connection.exec = (sql) => {
    if (sql !== 'commit') return exec(sql);
    const [setting] = connection.prepare('pragma synchronous').all() as { synchronous: number }[];
    commits.push(['off', 'normal', 'full'][setting?.synchronous ?? 3] ?? '');
    if (failing.error) throw failing.error;
    return exec(sql);
  };
  return { path, connection, store, commits, failing };
}

const claimAll = (store: GatewayStore, count: number) =>
  Promise.allSettled(Array.from({ length: count }, (_, number) => claim(store, number)));
const countOf = async (store: GatewayStore) => {
  const [sum] = await reading(store, (tx) => tx.operations.sums({}, { by: [], of: [] }));
  return sum?.count ?? 0;
};

test('what is written at the same time is one transaction, of many accounts too', async () => {
  const { store, commits } = await opened();
  const accounts = ['a', 'b', 'c', 'd'];
  await Promise.all([
    claimAll(store, 40),
    ...accounts.map((of) =>
      store.transact(of, 'durable', (tx) => tx.operations.put(operationRow(1, { account: of }))),
    ),
  ]);
  expect(commits).toEqual(['full']);
  expect(await countOf(store)).toBe(44);
});

test('no transaction is without an end: 120 at once are three', async () => {
  const { store, commits } = await opened();
  await claimAll(store, 120);
  expect(commits).toHaveLength(3);
  expect(await countOf(store)).toBe(120);
});

test.each<[TransactionMode[], string]>([
  [['write', 'write'], 'normal'],
  [['background'], 'normal'],
  [['background', 'durable'], 'full'],
  [['write', 'durable'], 'full'],
])('of %j the disk is waited for as by the strictest', async (accesses, setting) => {
  const { store, commits } = await opened();
  await Promise.all(
    accesses.map((access) => store.transact(account, access, (tx) => tx.slots.add(slotOf()))),
  );
  expect(commits).toEqual([setting]);
});

test('where the transaction fails, it fails for all, and nothing of it is there', async () => {
  const { store, failing } = await opened();
  failing.error = new Error('disk I/O error');
  const results = await claimAll(store, 10);
  const refusal = { code: 'storage', message: expect.stringContaining('disk I/O error') };
  for (const result of results) {
    expect(result).toEqual({ status: 'rejected', reason: expect.objectContaining(refusal) });
  }
  failing.error = undefined;
  expect(await countOf(store)).toBe(0);
  expect(await claim(store, 1)).toBeUndefined();
});

test('a disk that is full in the middle refuses all of them, and says that it is full', async () => {
  const { store, connection } = await opened();
  connection.prepare('pragma max_page_count = 60').all();
  const big = { status: 200, body: 'x'.repeat(100_000) };
  const results = await Promise.allSettled(
    [1, 2, 3, 4, 5].map((number) =>
      writing(store, (tx) => tx.operations.put(operationRow(number, { answer: number === 3 ? big : null }))),
    ),
  );
  const kept = await countOf(store);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(kept).toBe(5 - refused.length);
  for (const { reason } of refused) {
    expect(reason).toMatchObject({ code: 'storage', message: expect.stringContaining('full') });
  }
  expect(await find(store, 3)).toBeUndefined();
  connection.prepare('pragma max_page_count = 100000').all();
  expect(await claim(store, 3)).toBeUndefined();
});

/** Steps that write, and are counted each time they run. */
function counting(store: GatewayStore) {
  let runs = 0;
  return {
    runs: () => runs,
    write: (number: number) =>
      writing(store, function* (tx) {
        runs += 1;
        yield* tx.operations.put(operationRow(number));
      }),
  };
}
/** Steps that read, and then refuse because of what they read. */
const refusing = (store: GatewayStore) =>
  writing(store, function* (tx) {
    const rows = yield* tx.operations.list({ account });
    throw new Error(`refused after ${rows.length}`);
  });

test('steps that refuse before they have written cost the others of their transaction nothing', async () => {
  const { store, commits } = await opened();
  const { write, runs } = counting(store);
  const results = await Promise.allSettled([write(1), refusing(store), write(2), refusing(store), write(3)]);
  expect(results).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { message: 'refused after 1' } },
    { status: 'fulfilled' },
    { status: 'rejected', reason: { message: 'refused after 2' } },
    { status: 'fulfilled' },
  ]);
  expect([runs(), commits]).toEqual([3, ['full']]);
  expect(await countOf(store)).toBe(3);
});

test('of steps that write and then throw nothing is kept, and of the others all', async () => {
  const { store } = await opened();
  const { write } = counting(store);
  const throwing = writing(store, function* (tx) {
    yield* tx.operations.put(operationRow(2));
    throw new Error('refused');
  });
  const results = await Promise.allSettled([write(1), throwing, write(3)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect([await find(store, 2), await countOf(store)]).toEqual([undefined, 2]);
});

test('a refusal because of what another one wrote is not given if that was not committed', async () => {
  const { store, failing } = await opened();
  failing.error = new Error('disk I/O error');
  const [, refused] = await Promise.allSettled([counting(store).write(1), refusing(store)]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'storage' } });
});

test('what has to begin anew because another process writes is done once', async () => {
  const { path, store } = await opened();
  const other = openSqlite(path);
  other.exec('begin immediate');
  const claiming = claimAll(store, 10);
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  other.exec('rollback');
  expect((await claiming).every((result) => result.status === 'fulfilled' && !result.value)).toBe(true);
  expect(await countOf(store)).toBe(10);
});

test('a statement that failed is a failure, whatever the steps make of it', async () => {
  const { store } = await opened();
  const hiding = () =>
    writing(store, function* (tx) {
      yield* tx.operations.put(operationRow(1));
      try {
        yield { text: 'insert into nowhere values (1)', values: [] };
      } catch {
        return 'done';
      }
      return undefined;
    });
  const refusal = { code: 'storage', message: expect.stringContaining('nowhere') };
  await expect(hiding()).rejects.toMatchObject(refusal);
  const results = await Promise.allSettled([claim(store, 2), hiding(), claim(store, 3)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await find(store, 1)).toBeUndefined();
  expect(await countOf(store)).toBe(2);
});

test('who had no turn in time is refused, and does nothing late', async () => {
  const { path, store } = await opened({ timeoutMs: 300 });
  const other = openSqlite(path);
  other.exec('begin immediate');
  const from = performance.now();
  const results = await claimAll(store, 200);
  expect(performance.now() - from).toBeLessThan(30_000); // one after another they would take 60 s
  const reasons = results.map((result) => (result.status === 'rejected' ? String(result.reason) : 'done'));
  expect(reasons.every((reason) => reason.includes('nothing is sent'))).toBe(true);
  expect(reasons.at(-1)).toContain('did not finish');
  other.exec('rollback');
  expect(await countOf(store)).toBe(0);
  expect((await timeOf(store)).forgotAt).toBe(0);
});
