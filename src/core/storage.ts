import { type DBSchema, type IDBPDatabase, openDB, unwrap } from 'idb';
import { PaymentsError, warnOnce } from './errors.ts';

/** Runs work on a database, which is opened when it is first needed and again after it was closed. */
export type Database<Schema extends DBSchema> = <Result>(
  work: (database: IDBPDatabase<Schema>) => Promise<Result>,
) => Promise<Result>;

/** The stores of a database: what is made where there is none, and what one that is there is held against. */
export type DatabaseStores = Readonly<Record<string, { keyPath?: string; index?: string }>>;

/**
 * Opens without asking for a version, so that a page goes on with what a newer build has made of the database. Rejects
 * with `storage`, which names the database, where its stores are not those that are needed.
 */
export function createDatabase<Schema extends DBSchema>(
  name: string,
  stores: DatabaseStores,
): Database<Schema> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = () => {
    opened = undefined;
  };
  // Async, so that a browser that throws at the mere mention of its database rejects like any other.
  const open = async () => {
    const database = await openDB<Schema>(name, undefined, {
      upgrade: (made) => makeStores(unwrap(made), stores),
      // Another tab upgrades or deletes the database: let it.
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
      // Some browsers lose a connection without a word. Nothing was done on one that is closed already.
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

/** The first store that is not there, or not as this build uses it. */
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
  const sentence = `The database "${database}" of this site is not tillkit's, or a newer build has changed it: its store "${store}" is not there as this build needs it. Nothing in it was touched. Give createIndexedDbJournal a name of its own, or delete that database where nothing is lost with it.`;
  warnOnce(sentence);
  return new PaymentsError('storage', sentence, { field: 'name' });
}
