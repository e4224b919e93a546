import { tryToWarn, PaymentsError, warnOnce } from './errors.ts';

/** The single store of a database. A new database is created with this store; an existing database must have it. */
interface StoreShape {
  store: string;
  keyPath?: string;
  index?: string;
}

/**
 * Runs `work` in a transaction on the store. Once the promise resolves, the changes are stored. The database is opened
 * when first needed, and again after it was closed. `work` must wait for nothing but requests of its store.
 */
export type Transact = <Result>(
  mode: 'readonly' | 'readwrite',
  work: (store: IDBObjectStore) => Promise<Result>,
  options?: IDBTransactionOptions,
) => Promise<Result>;

export function indexedDbResult<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(errorOf(request)));
  });
}

/** Resolves when a transaction is complete; rejects if it was undone. */
function completionOf(tx: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    tx.addEventListener('complete', () => resolve());
    tx.addEventListener('abort', () => reject(errorOf(tx)));
  });
}

const errorOf = ({ error }: { error: DOMException | null }) =>
  error ?? new DOMException('The transaction was undone.', 'AbortError');

/**
 * Returns a function that runs work on a database's store. It opens a database of any version, because a newer build may
 * have upgraded it, and rejects with `storage` if the store does not fit.
 */
export function createIndexedDbTransact(name: string, shape: StoreShape): Transact {
  let opened: Promise<IDBDatabase> | undefined;
  const forget = () => {
    opened = undefined;
  };
  // Async, so that an error thrown on access to `indexedDB` becomes a rejection like any other failure.
  const open = async () => {
    const request = indexedDB.open(name);
    request.addEventListener('upgradeneeded', () => {
      const store = request.result.createObjectStore(shape.store, { keyPath: shape.keyPath ?? null });
      if (shape.index !== undefined) store.createIndex(shape.index, shape.index);
    });
    const database = await indexedDbResult(request);
    // Another tab wants to upgrade or delete the database: close this connection.
    database.addEventListener('versionchange', () => {
      forget();
      database.close();
    });
    database.addEventListener('close', forget);
    if (fits(database, shape)) return database;
    database.close();
    throw incompatibleDatabase(name, shape.store);
  };
  return async (mode, work, options) => {
    const run = async () => {
      opened ??= open();
      opened.catch(forget);
      const tx = (await opened).transaction(shape.store, mode, options);
      const completion = mode === 'readwrite' ? completionOf(tx) : undefined;
      const [result] = await Promise.all([work(tx.objectStore(shape.store)), completion]);
      return result;
    };
    const used = opened;
    try {
      return await run();
    } catch (error) {
      // Some browsers close a connection without an event. Nothing was done on it then, so the work may run again.
      const isClosed = error instanceof Error && error.name === 'InvalidStateError';
      const isLost = isClosed || (error instanceof Error && error.name === 'UnknownError');
      if (isLost && opened === used) forget();
      if (used === undefined || !isClosed) throw error;
      return run();
    }
  };
}

/** Whether a database has the store that this build needs. */
function fits(database: IDBDatabase, { store: name, keyPath, index }: StoreShape): boolean {
  if (!database.objectStoreNames.contains(name)) return false;
  const store = database.transaction(name).objectStore(name);
  const isIndexed = index === undefined || store.indexNames.contains(index);
  return store.keyPath === (keyPath ?? null) && !store.autoIncrement && isIndexed;
}

function incompatibleDatabase(database: string, store: string): PaymentsError {
  const sentence = `The database "${database}" is not tillkit's, or a newer build has changed it: its store "${store}" is not as this build needs it. Nothing was touched. Give createIndexedDbJournal another name, or delete the database if nothing is lost with it.`;
  tryToWarn(() => process.env.NODE_ENV === 'development' && warnOnce(sentence));
  return new PaymentsError('storage', sentence, { field: 'name' });
}
