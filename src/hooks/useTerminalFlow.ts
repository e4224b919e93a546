'use client';
import { useMemo, useState } from 'react';
import type { TerminalRequests } from '../core/client/terminalOperations.ts';
import type { MoneyOperation } from '../core/wire/routes.ts';
import type { Resolution, StartOptions } from '../core/operations/createTerminalOperations.ts';
import { createFlowView, type FlowState } from '../core/operations/flowView.ts';
import type { TerminalOperation } from '../core/operations/terminalOperation.ts';
import type { CheckResult } from '../core/polling/messageWatcher.ts';
import { operationFields } from './operationFields.ts';
import { trackFields } from './trackedFields.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';
import { useSnapshot } from './useSnapshot.ts';

export interface UseTerminalFlowOptions {
  /** Tells flows of one kind on one page apart; default `default`. */
  flowKey?: string | undefined;
}

/** A flow's state, a union on `phase`, and what a person can do about it. */
export type UseTerminalFlowResult<Kind extends MoneyOperation> = FlowState & {
  /** Sends one request at most, and never rejects: what was refused is in `refusal`. */
  start: (request: TerminalRequests[Kind], options?: Omit<StartOptions, 'flowKey'>) => Promise<void>;
  checkNow: () => CheckResult;
  stopWaiting: () => void;
  resolveUnknown: (resolution: Resolution) => void;
  /** Takes note of how the shown operation ended, and shows it no more. One that is open goes on. */
  reset: () => void;
};

const nothingToCheck: CheckResult = { asked: false, nextAllowedAt: Infinity };

/** The shared flow behind `useTerminalPayment` and its siblings: a view of the operation, never its owner. */
export function useTerminalFlow<Kind extends MoneyOperation>(
  kind: Kind,
  { flowKey = 'default' }: UseTerminalFlowOptions = {},
): UseTerminalFlowResult<Kind> {
  const { operations, currency } = usePaymentsContext();
  const flow = useMemo(
    () => createFlowView(operations, kind, flowKey, currency),
    [operations, kind, flowKey, currency],
  );
  const [tracked] = useState(trackFlow);
  const state = useSnapshot(flow, serverState, tracked.areAlike);
  const id = state.operation?.id;
  const actions = useMemo(
    () => ({
      start: flow.start,
      reset: flow.reset,
      checkNow: () => (id === undefined ? nothingToCheck : operations.checkNow(id)),
      stopWaiting: () => (id === undefined ? undefined : operations.stopWaiting(id)),
      resolveUnknown: (resolution: Resolution) =>
        id === undefined ? undefined : operations.resolveUnknown(id, resolution),
    }),
    [flow, operations, id],
  );
  return useMemo(() => Object.assign(tracked.view(state), actions), [tracked, state, actions]);
}

/** A flow shows each change of its phase and refusal, and of its operation only what is read: not every poll. */
function trackFlow() {
  const operation = trackFields<TerminalOperation>(operationFields);
  const flow = trackFields<FlowState>(
    ['phase', 'operation', 'refusal'],
    (before, after, name) => name !== 'operation' || operation.areAlike(before.operation, after.operation),
  );
  return {
    areAlike: (before: FlowState, after: FlowState) =>
      before.phase === after.phase &&
      before.refusal === after.refusal &&
      before.operation?.id === after.operation?.id &&
      flow.areAlike(before, after),
    view: (state: FlowState) =>
      flow.view(
        state.operation ? ({ ...state, operation: operation.view(state.operation) } as FlowState) : state,
      ),
  };
}

const idle: FlowState = { phase: 'idle' };
const serverState = () => idle;
