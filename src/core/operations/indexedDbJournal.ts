import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { PaymentsError } from '../errors/PaymentsError.ts';
import { type Journal, matchesFilter, type OperationRecord } from './journal.ts';
import { readRecord } from './recordSchema.ts';
import { isOpen } from './terminalOperation.ts';

interface Schema extends DBSchema {
  operations: {
    key: string;
    /** `holds` is the lock, and there only while the operation is open. It is looked up in the transaction that adds. */
    value: OperationRecord & { holds?: string };
    indexes: { holds: string };
  };
}

export interface IndexedDbJournalOptions {
  /** Name of the database, and of the channel on which tabs tell each other of changes. Default `tillkit`. */
  name?: string | undefined;
}

// Power loss must not take back what was said to be recorded (faults, M5).
const strict = { durability: 'strict' } as const;

/**
 * The journal of a browser: it outlives reloads and crashes, and its claim is one transaction, which makes it the lock
 * between tabs too. Nothing is opened before it is used; where no database can be had, every call rejects with `storage`.
 */
export function createIndexedDbJournal({ name = 'tillkit' }: IndexedDbJournalOptions = {}): Journal {
  const listeners = new Set<() => void>();
  const changedHere = () => listeners.forEach((listener) => listener());
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  let channel: BroadcastChannel | undefined;

  const open = () => {
    opened ??= openDatabase(name, () => (opened = undefined));
    return opened.catch((cause: unknown) => {
      opened = undefined;
      throw storageError(cause);
    });
  };

  // What a message says is not believed: it only means that the records are to be read again.
  const listen = () => {
    if (channel || typeof BroadcastChannel === 'undefined') return;
    channel = new BroadcastChannel(name);
    channel.addEventListener('message', changedHere);
  };

  const changed = () => {
    listen();
    channel?.postMessage('changed');
    changedHere();
  };

  return {
    durable: true,
    async claim(record, { over = [] } = {}) {
      const database = await open();
      const tx = database.transaction('operations', 'readwrite', strict);
      const holders = await tx.store.index('holds').getAll(record.lock);
      const holder = holders.find(({ id }) => !over.includes(id));
      if (holder) {
        await tx.done;
        return { ok: false, holder: readRecord(holder) };
      }
      await Promise.all([tx.store.add({ ...record, holds: record.lock }), tx.done]).catch(
        (cause: unknown) => {
          throw storageError(cause);
        },
      );
      changed();
      return { ok: true };
    },
    async update(id, patch, seq) {
      const database = await open();
      const tx = database.transaction('operations', 'readwrite', strict);
      const stored = await tx.store.get(id);
      if (!stored || stored.seq >= seq) {
        await tx.done;
        return false;
      }
      const { holds: _, ...record } = { ...stored, ...patch, seq };
      await Promise.all([tx.store.put(isOpen(record) ? { ...record, holds: record.lock } : record), tx.done]);
      changed();
      return true;
    },
    async get(id) {
      const stored = await (await open()).get('operations', id);
      return stored && readRecord(stored);
    },
    async list(filter) {
      const stored = await (await open()).getAll('operations');
      return stored.map(readRecord).filter((record) => matchesFilter(record, filter));
    },
    async remove(id) {
      const database = await open();
      const tx = database.transaction('operations', 'readwrite', strict);
      await Promise.all([tx.store.delete(id), tx.done]);
      changed();
    },
    subscribe(listener) {
      listen();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        channel?.close();
        channel = undefined;
      };
    },
  };
}

function openDatabase(name: string, closed: () => void): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(name, 1, {
    upgrade(database) {
      const store = database.createObjectStore('operations', { keyPath: 'id' });
      store.createIndex('holds', 'holds');
    },
    // Another tab upgrades or deletes the database: let it, and open again when it is needed.
    blocking(_current, _blocked, event) {
      closed();
      (event.target as IDBDatabase).close();
    },
    terminated: closed,
  });
}

function storageError(cause: unknown): PaymentsError {
  if (cause instanceof PaymentsError) return cause;
  return new PaymentsError(
    'storage',
    'This browser does not let the page store data, so nothing can be recorded.',
    { cause },
  );
}
