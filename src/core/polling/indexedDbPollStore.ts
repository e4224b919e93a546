import type { DBSchema } from 'idb';
import { createDatabase } from '../storage.ts';
import { type PollLog, readPollLog } from './pollLog.ts';
import type { PollStore } from './pollStore.ts';

interface Schema extends DBSchema {
  polls: { key: string; value: PollLog };
}

/**
 * A log that all tabs of a browser share: each change is one transaction, so that together they never take more than one
 * could alone. `key` names the service whose limit it is.
 */
export function createIndexedDbPollStore(key: string, name = 'tillkit-polls'): PollStore {
  const withDatabase = createDatabase<Schema>(name, { polls: {} });
  return {
    update: (change) =>
      withDatabase(async (database) => {
        // What is lost with the power is a minute of bookkeeping: no need to wait for the disk.
        const tx = database.transaction('polls', 'readwrite', { durability: 'relaxed' });
        const { log, result } = change(readPollLog(await tx.store.get(key)));
        await Promise.all([tx.store.put(log, key), tx.done]);
        return result;
      }),
  };
}
