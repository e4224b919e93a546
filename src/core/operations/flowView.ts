import type { TerminalRequests } from '../client/terminalOperations.ts';
import type { MoneyOperation } from '../wire/routes.ts';
import type { StartOptions, TerminalOperations } from './createTerminalOperations.ts';
import { isOpen, isUnseen, type Phase, type Refusal, type TerminalOperation } from './terminalOperation.ts';

/** What one part of a page shows: nothing yet, or one operation. */
export type FlowState =
  | { phase: 'idle'; operation?: undefined; refusal?: Refusal | undefined }
  | {
      [P in Phase]: { phase: P; operation: TerminalOperation & { phase: P }; refusal?: Refusal | undefined };
    }[Phase];

/** A flow as a store: it shows the operation it started, or the newest of its kind and key that stands. */
export interface FlowView<Kind extends MoneyOperation> {
  getSnapshot: () => FlowState;
  subscribe: (listener: () => void) => () => void;
  start: (request: TerminalRequests[Kind], options?: Omit<StartOptions, 'flowKey'>) => Promise<void>;
  /** Takes note of how the shown operation ended, and shows it no more. One that is open goes on. */
  reset: () => void;
}

export function createFlowView<Kind extends MoneyOperation>(
  operations: TerminalOperations,
  kind: Kind,
  flowKey: string,
  /** Of its amounts; see `StartOptions`. */
  currency?: string,
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
      const standing = operations
        .list({ kind, flowKey, standing: true })
        .filter(({ scope }) => scope === operations.scope)
        .filter(({ id }) => operations.isOwn(id) || (!hasLooked && operations.isOrphan(id)));
      attachedId = (standing.find(isOpen) ?? standing[0])?.id;
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
      const result = await operations.start(kind, request, {
        repeats: attached()?.id,
        currency,
        ...options,
        flowKey,
      });
      if (result.started) attachedId = result.operation.id;
      refusal = result.started || result.refusal.code === 'already-started' ? undefined : result.refusal;
      changed();
    },
    reset() {
      const ended = attached();
      if (ended && isUnseen(ended)) operations.acknowledge(ended.id);
      attachedId = undefined;
      isDetached = true;
      refusal = undefined;
      changed();
    },
  };
}
