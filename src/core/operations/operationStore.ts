import { createListeners } from '../listeners.ts';
import { isOpen, isUnseen, type TerminalOperation } from './terminalOperation.ts';
import type { OperationFilter } from './terminalOperations.ts';

const stands = (operation: TerminalOperation) => isOpen(operation) || isUnseen(operation);

/** Operations sorted by age, newest first. They are sorted again when they are asked for after a change. */
function createSortedList() {
  const kept = new Map<string, TerminalOperation>();
  let sorted: readonly TerminalOperation[] | undefined;
  return {
    all: () => (sorted ??= [...kept.values()].toSorted((a, b) => b.createdAt - a.createdAt)),
    put(operation: TerminalOperation) {
      kept.set(operation.id, operation);
      sorted = undefined;
    },
    remove(id: string) {
      if (kept.delete(id)) sorted = undefined;
    },
  };
}

export function createOperationStore() {
  const operations = new Map<string, TerminalOperation>();
  const newest = createSortedList();
  // A second list, of open and unacknowledged operations, so that frequent queries need not search all operations.
  const standing = createSortedList();
  const { add: subscribe, notify: notifyAll } = createListeners();
  let isHeld = false;
  let isChanged = false;
  const changed = () => {
    isChanged = isHeld;
    if (!isHeld) notifyAll();
  };
  return {
    get: (id: string) => operations.get(id),
    /** Returns the operations that pass the filter, newest first. */
    list: (filter: OperationFilter = {}): TerminalOperation[] => {
      const { all } = filter.open || filter.standing ? standing : newest;
      return all().filter(
        (operation) =>
          (filter.open === undefined || isOpen(operation) === filter.open) &&
          (filter.standing === undefined || stands(operation) === filter.standing) &&
          (['kind', 'terminalId', 'flowKey'] as const).every(
            (name) => filter[name] === undefined || operation[name] === filter[name],
          ),
      );
    },
    put: (operation: TerminalOperation): void => {
      if (operations.get(operation.id) === operation) return;
      operations.set(operation.id, operation);
      newest.put(operation);
      if (stands(operation)) standing.put(operation);
      else standing.remove(operation.id);
      changed();
    },
    remove: (id: string): void => {
      newest.remove(id);
      standing.remove(id);
      if (operations.delete(id)) changed();
    },
    /** Runs several changes and notifies subscribers once. */
    batch: (work: () => void) => {
      if (isHeld) return work();
      isHeld = true;
      try {
        work();
      } finally {
        isHeld = false;
        if (isChanged) changed();
      }
    },
    notify: changed,
    subscribe,
  };
}
