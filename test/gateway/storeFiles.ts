import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { createVirtualClock } from '../../src/core/time.ts';
import { createFileStore, type FileStore } from '../../src/gateway/node/createFileStore.ts';
import { type CreateHarness } from './storeConformance.ts';
import { startedAt } from './storeEntries.ts';

const cleanups: (() => Promise<unknown>)[] = [];

/** Removes what tests of this file made. */
export function removeStoreFiles(): void {
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  });
}

export async function storePath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tillkit-store-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'gateway.jsonl');
}

/** A store on a file, which is closed when the test ends. */
export function openStore(path: string, options: Parameters<typeof createFileStore>[1] = {}): FileStore {
  const store = createFileStore(path, options);
  cleanups.push(() => store.close());
  return store;
}

export const createFileHarness: CreateHarness = async ({ keepMs } = {}) => {
  const clock = createVirtualClock(startedAt);
  const path = await storePath();
  const store = openStore(path, { keepMs, clock });
  await store.knownForMs();
  return {
    store,
    clock,
    async another() {
      await store.close();
      return openStore(path, { keepMs, clock });
    },
    letTimePass: clock.advance,
    kept: () => readFile(path, 'utf8'),
  };
};
