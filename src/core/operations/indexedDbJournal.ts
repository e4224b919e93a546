import type { DBSchema } from 'idb';
import { PaymentsError } from '../errors/PaymentsError.ts';
import { createDatabase, type Database } from '../storage/database.ts';
import { type Journal, matchesFilter, type OperationRecord } from './journal.ts';
import { readRecord } from './recordSchema.ts';
import { createTabChannel } from '../page/tabChannel.ts';
import { isOpen } from './terminalOperation.ts';

/** `holds` is the lock, and there only while the operation is open. It is looked up in the transaction that adds. */
type StoredRecord = OperationRecord & { holds?: string };

interface Schema extends DBSchema {
  operations: {
    key: string;
    value: StoredRecord;
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
  const channel = createTabChannel(name);
  let leaveChannel: (() => void) | undefined;

  const database = createDatabase<Schema>(name, { operations: { keyPath: 'id', index: 'holds' } });
  const withDatabase: Database<Schema> = async (work) => {
    try {
      return await database(work);
    } catch (cause) {
      throw storageError(cause);
    }
  };
  const tellHere = () => listeners.forEach((listener) => listener());
  const changed = () => {
    channel?.post('changed');
    tellHere();
  };

  return {
    durable: true,
    async claim(record, { over = [] } = {}) {
      const holder = await withDatabase(async (opened) => {
        const tx = opened.transaction('operations', 'readwrite', strict);
        const holders = await tx.store.index('holds').getAll(record.lock);
        const found = holders.find(({ id }) => !over.includes(id));
        await Promise.all([found ? undefined : tx.store.add({ ...record, holds: record.lock }), tx.done]);
        return found;
      });
      if (holder) return { ok: false, holder: readRecord(holder) };
      changed();
      return { ok: true };
    },
    async update(id, patch, seq) {
      const isWritten = await withDatabase(async (opened) => {
        const tx = opened.transaction('operations', 'readwrite', strict);
        const stored = await tx.store.get(id);
        // As it is believed: what cannot be read of it must neither refuse the change nor outlive it.
        const record = stored && readRecord(stored);
        const isNewer = record !== undefined && record.seq < seq;
        await Promise.all([
          isNewer ? tx.store.put(withHold({ ...record, ...patch, seq })) : undefined,
          tx.done,
        ]);
        return isNewer;
      });
      if (isWritten) changed();
      return isWritten;
    },
    get: (id) =>
      withDatabase(async (opened) => {
        const stored = await opened.get('operations', id);
        return stored && readRecord(stored);
      }),
    list: (filter) =>
      withDatabase(async (opened) => {
        const stored = await opened.getAll('operations');
        return stored.map(readRecord).filter((record) => matchesFilter(record, filter));
      }),
    async remove(id) {
      await withDatabase((opened) => opened.delete('operations', id));
      changed();
    },
    subscribe(listener) {
      // What a message says is not believed: it only means that the records are to be read again.
      leaveChannel ??= channel?.listen(tellHere);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        leaveChannel?.();
        leaveChannel = undefined;
      };
    },
  };
}

function withHold({ holds: _, ...record }: StoredRecord): StoredRecord {
  return isOpen(record) ? { ...record, holds: record.lock } : record;
}

function storageError(cause: unknown): PaymentsError {
  if (cause instanceof PaymentsError) return cause;
  return new PaymentsError('storage', 'This browser does not let the page store data.', { cause });
}
