import { callHost } from './callHost.ts';
import { isOpen, isUnseen, type TerminalOperation } from './terminalOperation.ts';
import type { MoneyOperation } from '../contract/operationName.ts';

export interface OperationFilter {
  open?: boolean | undefined;
  /** Those that are open, or have ended and nobody took note of it. */
  standing?: boolean | undefined;
  kind?: MoneyOperation | undefined;
  terminalId?: string | undefined;
  flowKey?: string | undefined;
}

/** The operations this page knows, with who wants to hear of changes. */
export interface OperationStore {
  get: (id: string) => TerminalOperation | undefined;
  /** Newest first. */
  list: (filter?: OperationFilter) => TerminalOperation[];
  put: (operation: TerminalOperation) => void;
  remove: (id: string) => void;
  subscribe: (listener: () => void) => () => void;
  /** Makes everybody look again. */
  touch: () => void;
}

export function createOperationStore(): OperationStore {
  const operations = new Map<string, TerminalOperation>();
  const listeners = new Set<() => void>();
  const changed = () => [...listeners].forEach(callHost);
  return {
    get: (id) => operations.get(id),
    list: (filter = {}) =>
      [...operations.values()]
        .filter((operation) => matches(operation, filter))
        .toSorted((a, b) => b.createdAt - a.createdAt),
    put(operation) {
      if (operations.get(operation.id) === operation) return;
      operations.set(operation.id, operation);
      changed();
    },
    remove(id) {
      if (operations.delete(id)) changed();
    },
    touch: changed,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function matches(
  operation: TerminalOperation,
  { open, standing, kind, terminalId, flowKey }: OperationFilter,
): boolean {
  return (
    (open === undefined || isOpen(operation) === open) &&
    (standing === undefined || (isOpen(operation) || isUnseen(operation)) === standing) &&
    (kind === undefined || operation.kind === kind) &&
    (terminalId === undefined || operation.terminalId === terminalId) &&
    (flowKey === undefined || operation.flowKey === flowKey)
  );
}
