import { type DBSchema, type IDBPDatabase, openDB, unwrap } from 'idb';
import { PaymentsError, warnOnce } from './errors.ts';

/** Runs work on a database. The database is opened when first needed, and opened again after it was closed. */
export type Database<Schema extends DBSchema> = <Result>(
  work: (database: IDBPDatabase<Schema>) => Promise<Result>,
) => Promise<Result>;

/** The stores of a database: created in a new database, and compared with an existing one. */
type DatabaseStores = Readonly<Record<string, { keyPath?: string; index?: string }>>;

/**
 * Opens whatever version exists, so that an older build can use a database that a newer build upgraded. Rejects with
 * `storage`, naming the database, if its stores do not fit.
 */
export function createDatabase<Schema extends DBSchema>(
  name: string,
  stores: DatabaseStores,
): Database<Schema> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = () => {
    opened = undefined;
  };
  // Async, so that a browser that throws on access to indexedDB rejects like any other failure.
  const open = async () => {
    const database = await openDB<Schema>(name, undefined, {
      upgrade: (made) => makeStores(unwrap(made), stores),
      // Another tab wants to upgrade or delete the database: close this connection.
      blocking(_current, _blocked, event) {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    });
    const missing = missingStore(unwrap(database), stores);
    if (missing === undefined) return database;
    database.close();
    throw incompatibleDatabase(name, missing);
  };
  return async (work) => {
    const run = async () => {
      opened ??= open();
      opened.catch(forget);
      return work(await opened);
    };
    const used = opened;
    try {
      return await run();
    } catch (error) {
      // Some browsers close a connection without an event. On a closed connection no work was done, so the work may run
      // again.
      const isClosed = error instanceof Error && error.name === 'InvalidStateError';
      const isLost = isClosed || (error instanceof Error && error.name === 'UnknownError');
      if (isLost && opened === used) forget();
      if (used === undefined || !isClosed) throw error;
      return run();
    }
  };
}

function makeStores(database: IDBDatabase, stores: DatabaseStores): void {
  for (const [name, { keyPath = null, index }] of Object.entries(stores)) {
    const store = database.createObjectStore(name, { keyPath });
    if (index !== undefined) store.createIndex(index, index);
  }
}

/** The first store that is missing or differs from what this build needs. */
function missingStore(database: IDBDatabase, stores: DatabaseStores): string | undefined {
  const names = Object.keys(stores);
  const absent = names.find((name) => !database.objectStoreNames.contains(name));
  if (absent !== undefined) return absent;
  const tx = database.transaction(names);
  return names.find((name) => {
    const { keyPath = null, index } = stores[name] ?? {};
    const store = tx.objectStore(name);
    const isIndexed = index === undefined || store.indexNames.contains(index);
    return store.keyPath !== keyPath || store.autoIncrement || !isIndexed;
  });
}

function incompatibleDatabase(database: string, store: string): PaymentsError {
  const sentence = `The database "${database}" is not tillkit's, or a newer build has changed it: its store "${store}" is not as this build needs it. Nothing was touched. Give createIndexedDbJournal another name, or delete the database if nothing is lost with it.`;
  warnOnce(sentence);
  return new PaymentsError('storage', sentence, { field: 'name' });
}
