import type { TerminalRequests } from '../client/terminalOperations.ts';
import type { MoneyOperation } from '../contract/operationName.ts';
import type { StartOptions, TerminalOperations } from './createTerminalOperations.ts';
import type { Refusal } from './startResult.ts';
import type { Phase, TerminalOperation } from './terminalOperation.ts';

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
  start: (request: TerminalRequests[Kind], options?: Omit<StartOptions, 'flowKey'>) => Promise<void>;
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
  let isDetached = false;
  // What another page left behind is taken over once, at the beginning: later it would appear out of nowhere.
  let hasLooked = false;
  let refusal: Refusal | undefined;
  let shown: FlowState = { phase: 'idle' };

  const attached = () => {
    if (attachedId === undefined && !isDetached) {
      const open = operations
        .list({ kind, flowKey, open: true })
        .filter(({ scope }) => scope === operations.scope);
      attachedId = open.find(({ id }) => operations.isOwn(id) || (!hasLooked && operations.isOrphan(id)))?.id;
      hasLooked ||= operations.isReady();
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
    async start(request, options) {
      const previous = attached();
      const repeats = previous?.phase === 'complete' ? previous.id : undefined;
      const result = await operations.start(kind, request, { repeats, ...options, flowKey });
      if (result.started) attachedId = result.operation.id;
      refusal = result.started || result.refusal.code === 'already-started' ? undefined : result.refusal;
      changed();
    },
    reset() {
      attachedId = undefined;
      isDetached = true;
      refusal = undefined;
      changed();
    },
  };
}
