import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';

/** Runs work on a database, which is opened when it is first needed and again after it was closed. */
export type Database<Schema extends DBSchema> = <Result>(
  work: (database: IDBPDatabase<Schema>) => Promise<Result>,
) => Promise<Result>;

export function createDatabase<Schema extends DBSchema>(
  name: string,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
): Database<Schema> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = () => {
    opened = undefined;
  };
  // Async, so that a browser that throws at the mere mention of its database rejects like any other.
  const open = async () =>
    openDB<Schema>(name, 1, {
      upgrade,
      // Another tab upgrades or deletes the database: let it.
      blocking(_current, _blocked, event) {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    });
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
