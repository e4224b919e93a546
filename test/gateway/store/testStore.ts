import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { createMemoryStore, type StoreOptions } from '../../../src/gateway/createMemoryStore.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';

/** In memory; or where the whole run is to be on SQLite, a file that goes with the process. */
export function createTestStore(options: StoreOptions): GatewayStore {
  if (process.env['TILLKIT_TEST_STORE'] !== 'sqlite') return createMemoryStore(options);
  return createSqlStore(new Database(join(folder(), `${crypto.randomUUID()}.db`)), options);
}

let made: string | undefined;
function folder(): string {
  if (made !== undefined) return made;
  const path = mkdtempSync(join(tmpdir(), 'tillkit-stores-'));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  made = path;
  return path;
}
