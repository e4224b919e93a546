import { PaymentsError } from '../core/errors.ts';
import { createExpiringMap } from './expiringMap.ts';
import type { HeldOperation, OperationAnswer, OperationEntry } from './gatewayStore.ts';

/** The operation ids of one process. Times are of one clock that never goes back. */
export interface OperationMemory {
  claim: (entry: OperationEntry, now: number) => HeldOperation | undefined;
  find: (id: string, now: number) => HeldOperation | undefined;
  answer: (id: string, answer: OperationAnswer, now: number) => void;
  entries: (now: number) => IterableIterator<[id: string, entry: OperationEntry, at: number]>;
}

export function createOperationMemory(keepMs: number): OperationMemory {
  const kept = createExpiringMap<OperationEntry>(keepMs);
  const find = (id: string, now: number) => {
    const entry = kept.get(id, now);
    return entry && { ...entry, ageMs: kept.ageOf(id, now) };
  };
  return {
    find,
    claim(entry, now) {
      const holder = find(entry.id, now);
      if (!holder) kept.set(entry.id, { ...entry }, now);
      return holder;
    },
    answer(id, answer, now) {
      const entry = kept.get(id, now);
      if (!entry) throw unclaimed();
      entry.answer = answer;
    },
    entries: (now) => kept.entries(now),
  };
}

/** The id to be answered is not there: nobody claimed it, or the store lost it. */
export function unclaimed(): PaymentsError {
  return new PaymentsError(
    'storage',
    'The answer to an operation was not kept: the store does not know its id. What it held before may be lost.',
  );
}
