import { type Journal, matchesFilter, type OperationRecord } from './journal.ts';
import { isOpen } from './terminalOperation.ts';

/**
 * A journal that is gone with the page. For servers, tests and stories; in a browser a reload then forgets what is open, so
 * it must be passed on purpose.
 */
export function createMemoryJournal(): Journal {
  const records = new Map<string, OperationRecord>();
  const listeners = new Set<() => void>();
  const changed = () => listeners.forEach((listener) => listener());
  return {
    durable: false,
    async claim(record, { over = [] } = {}) {
      const holder = [...records.values()].find(
        (other) => other.lock === record.lock && isOpen(other) && !over.includes(other.id),
      );
      if (holder) return { ok: false, holder };
      records.set(record.id, record);
      changed();
      return { ok: true };
    },
    async update(id, patch, seq) {
      const record = records.get(id);
      if (!record || record.seq >= seq) return false;
      records.set(id, { ...record, ...patch, seq });
      changed();
      return true;
    },
    get: async (id) => records.get(id),
    list: async (filter) => [...records.values()].filter((record) => matchesFilter(record, filter)),
    async remove(id) {
      if (records.delete(id)) changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
