import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach } from 'vitest';
import type { SqliteConnection } from '../../../src/gateway/sql/sqliteDatabase.ts';

export type TestConnection = SqliteConnection & { close: () => unknown };

const require = createRequire(import.meta.url);
const DatabaseSync = nodeDriver();

/** Who can open a SQLite file here, by name. */
export const sqliteDrivers: Record<string, (path: string) => TestConnection> = {
  libsql: (path) => new Database(path),
  ...(DatabaseSync ? { 'node:sqlite': (path: string) => new DatabaseSync(path) } : {}),
};

function nodeDriver(): (new (path: string) => TestConnection) | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 13)) return require('node:sqlite').DatabaseSync;
  console.log(
    `Tests with node:sqlite are skipped: it is in Node 22.13 and later, and this is ${process.version}.`,
  );
  return undefined;
}

const cleanups: (() => unknown)[] = [];

/** Closes and removes what tests of this file made. */
export function removeSqliteFiles(): void {
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  });
}

export async function sqlitePath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tillkit-sqlite-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'gateway.db');
}

/** A connection that is closed when the test ends. */
export function openSqlite(path: string, driver = 'libsql'): TestConnection {
  const connection = sqliteDrivers[driver]?.(path);
  if (!connection) throw new Error(`There is no ${driver} here.`);
  let isOpen = true;
  const close = connection.close.bind(connection);
  connection.close = () => {
    if (isOpen) close();
    isOpen = false;
  };
  cleanups.push(() => connection.close());
  return connection;
}
