import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { tableShapes } from '../../../src/gateway/tableShapes.ts';
import { openSqlite, removeSqliteFiles, sqliteDrivers, sqlitePath } from './sqliteFiles.ts';

removeSqliteFiles();
const [driver = ''] = Object.keys(sqliteDrivers);

test('tables that a tillkit before the first published version made are refused, and nothing is sent', async () => {
  const path = await sqlitePath();
  const connection = openSqlite(path, driver);
  await createSqlStore(connection).open();
  expect(connection.prepare('select version from tillkit_store').all()).toMatchObject([{ version: 6 }]);
  connection.exec('update tillkit_store set version = 5');
  await expect(createSqlStore(openSqlite(path, driver)).open()).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringMatching(/version 5.*before 0\.1\.0 made them, so nothing is sent/),
  });
});

test('the tables of version 6 keep their shape: another shape needs another version, and steps to it', () => {
  const hash = createHash('sha256').update(JSON.stringify(tableShapes)).digest('hex');
  expect(hash.slice(0, 16)).toBe('4c0599b506c3afb8');
});
