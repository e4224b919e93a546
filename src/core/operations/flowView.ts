import type { TerminalRequests } from '../wire/requests.ts';
import type { MoneyOperation } from '../wire/routes.ts';
import type { StartOptions, TerminalOperations } from './terminalOperations.ts';
import {
  isOpen,
  isUnseen,
  type Phase,
  type Refusal,
  type StartResult,
  type TerminalOperation,
} from './terminalOperation.ts';

/**
 * What one part of a page shows: nothing yet, why nothing was sent, or one operation. `refused` is never in the place of an
 * operation: beside one, a start that was refused is its `refusal` only. `isPending` is false in `unknown`: what is to come
 * then is a person's answer, and the terminal stays taken.
 */
export type FlowState =
  | { phase: 'idle'; isPending: false; operation?: undefined; refusal?: undefined }
  | { phase: 'refused'; isPending: false; operation?: undefined; refusal: Refusal }
  | {
      [P in Phase]: {
        phase: P;
        isPending: P extends 'sending' | 'waiting' ? true : false;
        operation: TerminalOperation & { phase: P };
        refusal?: Refusal | undefined;
      };
    }[Phase];

export const idleFlow: FlowState = { phase: 'idle', isPending: false };

function flowState(operation: TerminalOperation | undefined, refusal: Refusal | undefined): FlowState {
  if (!operation) return refusal ? { phase: 'refused', isPending: false, refusal } : idleFlow;
  const { phase } = operation;
  const isPending = phase === 'sending' || phase === 'waiting';
  return { phase, isPending, operation, refusal } as FlowState;
}

/** A flow as a store: it shows the operation it started, or the newest of its kind and key that stands. */
export interface FlowView<Kind extends MoneyOperation> {
  getSnapshot: () => FlowState;
  subscribe: (listener: () => void) => () => void;
  /**
   * Sends one request at most, and never rejects. What was refused is the `refusal` too, but not a second press on what is
   * being sent.
   */
  start: (request: TerminalRequests[Kind], options?: Omit<StartOptions, 'flowKey'>) => Promise<StartResult>;
  /** Takes note of how the shown operation ended, and shows it no more. One that is open goes on. */
  reset: () => void;
  /** Shows it no more, and takes no note of how it ended: the ending stands. */
  leave: () => void;
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
  let shown = idleFlow;

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
  const detach = () => {
    attachedId = undefined;
    isDetached = true;
    refusal = undefined;
    changed();
  };

  return {
    getSnapshot() {
      const operation = attached();
      if (shown.operation !== operation || shown.refusal !== refusal) shown = flowState(operation, refusal);
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
      return result;
    },
    reset() {
      const ended = attached();
      if (ended && isUnseen(ended)) operations.acknowledge(ended.id);
      detach();
    },
    leave: detach,
  };
}
