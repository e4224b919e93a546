import { createListeners } from '../listeners.ts';
import type { TerminalRequests } from '../wire/requests.ts';
import type { MoneyOperation } from '../wire/routes.ts';
import type { StartOptions, TerminalOperations } from './terminalOperations.ts';
import {
  byStartTime,
  isOpen,
  isUnseen,
  type Phase,
  type Refusal,
  type StartResult,
  type TerminalOperation,
} from './terminalOperation.ts';

/**
 * What one part of a page shows: nothing yet, a refused start, or one operation. If a start is refused while an operation
 * is shown, the operation stays and `refusal` says why. `isPending` is false in `unknown`, although the terminal stays
 * taken: the flow then waits for a person, not for the service.
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

/**
 * A flow as a store. It shows the operation that it started, else an open or unacknowledged operation of the same kind
 * and key. Once the shown ending is acknowledged, the next operation of this kind and key is shown.
 */
export interface FlowView<Kind extends MoneyOperation> {
  getSnapshot: () => FlowState;
  subscribe: (listener: () => void) => () => void;
  /** Sends one request at most, never rejects. A refusal is also set as `refusal`, except `already-started` (a second press). */
  start: (request: TerminalRequests[Kind], options?: Omit<StartOptions, 'flowKey'>) => Promise<StartResult>;
  /** Acknowledges the shown ending and clears the view. An open operation goes on. */
  reset: () => void;
  /** Clears the view without acknowledging: the ending stays unacknowledged. */
  leave: () => void;
}

// Ids of unknown operations that a person wants to decide later. The key is the operations' promise `ready`, because
// clients with the same options share it.
const postponedIds = /*#__PURE__*/ new WeakMap<object, Set<string>>();

/** Remembers that a person decides later about an unknown operation. A new flow then does not show the operation. */
export function postponeDecision({ ready }: TerminalOperations, id: string): void {
  postponedIds.set(ready, (postponedIds.get(ready) ?? new Set()).add(id));
}

export const isOutcomeDecisionPostponed = ({ ready }: TerminalOperations, id: string): boolean =>
  postponedIds.get(ready)?.has(id) ?? false;

/** What a flow shows. It is kept when a view ends, so that the next view shows an operation whose `start` is under way. */
interface FlowMemory {
  listeners: { add: (listener: () => void) => () => void; notify: () => void };
  attachedId?: string | undefined;
  isDetached?: boolean;
  /** Whether the flow has looked for an operation of a closed page. It looks once, so that none appears unexpectedly later. */
  hasLooked?: boolean;
  refusal?: Refusal | undefined;
}

export const createFlowMemory = (): FlowMemory => ({ listeners: createListeners() });

export function createFlowView<Kind extends MoneyOperation>(
  operations: TerminalOperations,
  kind: Kind,
  flowKey: string,
  /** The currency of the amounts that the flow starts; see `StartOptions`. */
  currency?: string,
  own = createFlowMemory(),
): FlowView<Kind> {
  const { add, notify: changed } = own.listeners;
  let shown = idleFlow;

  const attached = () => {
    const before = own.attachedId === undefined ? undefined : operations.get(own.attachedId);
    // If the ending is acknowledged, perhaps in another view of this flow, this view may show the next operation.
    const mayFollow = before?.acknowledgedAt !== undefined;
    if (!mayFollow && (own.attachedId !== undefined || own.isDetached)) return before;
    const standing = operations
      .list({ kind, flowKey, standing: true })
      .filter(({ scope }) => scope === operations.scope)
      .filter((operation) => !before || byStartTime(operation, before) > 0)
      .filter(({ id }) => !isOutcomeDecisionPostponed(operations, id))
      .filter(({ id }) => operations.isOwn(id) || (!own.hasLooked && operations.isOrphan(id)));
    const next = standing.find(isOpen) ?? standing[0];
    own.hasLooked ||= operations.isReady();
    if (!next) return before;
    own.attachedId = next.id;
    operations.attach(next.id);
    return operations.get(next.id);
  };
  const detach = () => {
    own.attachedId = undefined;
    own.isDetached = true;
    own.refusal = undefined;
    changed();
  };

  return {
    getSnapshot() {
      const operation = attached();
      if (shown.operation !== operation || shown.refusal !== own.refusal)
        shown = flowState(operation, own.refusal);
      return shown;
    },
    subscribe(listener) {
      const leave = [add(listener), operations.subscribe(listener)];
      return () => leave.forEach((stop) => stop());
    },
    async start(request, options) {
      const result = await operations.start(kind, request, {
        repeats: attached()?.id,
        currency,
        ...options,
        flowKey,
      });
      if (result.started) own.attachedId = result.operation.id;
      own.refusal = result.started || result.refusal.code === 'already-started' ? undefined : result.refusal;
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
