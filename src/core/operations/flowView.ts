import type { TerminalRequests } from '../client/terminalOperations.ts';
import type { MoneyOperation } from '../contract/operationName.ts';
import type { TerminalOperations } from './createTerminalOperations.ts';
import type { Refusal } from './startResult.ts';
import { isOpen, type Phase, type TerminalOperation } from './terminalOperation.ts';

/** What one part of a page shows: nothing yet, or one operation. */
export type FlowState =
  | { phase: 'idle'; operation?: undefined; refusal?: Refusal | undefined }
  | {
      [P in Phase]: { phase: P; operation: TerminalOperation & { phase: P }; refusal?: Refusal | undefined };
    }[Phase];

/** A flow as a store: it shows the operation it started, or the newest open one of its kind and key. */
export interface FlowView<Kind extends MoneyOperation> {
  getSnapshot: () => FlowState;
  subscribe: (listener: () => void) => () => void;
  start: (request: TerminalRequests[Kind], options?: { confirmed?: string | undefined }) => Promise<void>;
  /** Only detaches: the operation goes on. */
  reset: () => void;
}

export function createFlowView<Kind extends MoneyOperation>(
  operations: TerminalOperations,
  kind: Kind,
  flowKey: string,
): FlowView<Kind> {
  const listeners = new Set<() => void>();
  let attachedId: string | undefined;
  let isSettled = false;
  let refusal: Refusal | undefined;
  let shown: FlowState = { phase: 'idle' };

  const attached = () => {
    if (attachedId === undefined && !isSettled) {
      attachedId = operations
        .list({ kind, flowKey })
        .find(
          (found) => isOpen(found) && found.scope === operations.scope && operations.canAttach(found.id),
        )?.id;
      if (attachedId !== undefined) operations.attach(attachedId);
    }
    return attachedId === undefined ? undefined : operations.get(attachedId);
  };
  const changed = () => listeners.forEach((listener) => listener());

  return {
    getSnapshot() {
      const operation = attached();
      if (shown.operation !== operation || shown.refusal !== refusal) {
        shown = operation
          ? ({ phase: operation.phase, operation, refusal } as FlowState)
          : { phase: 'idle', refusal };
      }
      return shown;
    },
    subscribe(listener) {
      listeners.add(listener);
      const leave = operations.subscribe(listener);
      return () => {
        listeners.delete(listener);
        leave();
      };
    },
    async start(request, { confirmed } = {}) {
      const result = await operations.start(kind, request, { flowKey, confirmed });
      if (result.started) attachedId = result.operation.id;
      refusal = result.started || result.refusal.code === 'already-started' ? undefined : result.refusal;
      changed();
    },
    reset() {
      attachedId = undefined;
      isSettled = true;
      refusal = undefined;
      changed();
    },
  };
}
