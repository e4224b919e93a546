'use client';
import { useMemo, useSyncExternalStore } from 'react';
import type { TerminalRequests } from '../core/client/terminalOperations.ts';
import type { MoneyOperation } from '../core/contract/operationName.ts';
import type { Resolution, StartOptions } from '../core/operations/createTerminalOperations.ts';
import { createFlowView, type FlowState } from '../core/operations/flowView.ts';
import type { CheckResult } from '../core/polling/messageWatcher.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

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
  /** Only detaches; the operation goes on. */
  reset: () => void;
};

const nothingToCheck: CheckResult = { asked: false, nextAllowedAt: Infinity };

/** The shared flow behind `useTerminalPayment` and its siblings: a view of the operation, never its owner. */
export function useTerminalFlow<Kind extends MoneyOperation>(
  kind: Kind,
  { flowKey = 'default' }: UseTerminalFlowOptions = {},
): UseTerminalFlowResult<Kind> {
  const { operations } = usePaymentsContext();
  const flow = useMemo(() => createFlowView(operations, kind, flowKey), [operations, kind, flowKey]);
  const state = useSyncExternalStore(flow.subscribe, flow.getSnapshot, serverState);
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
  return { ...state, ...actions };
}

const idle: FlowState = { phase: 'idle' };
const serverState = () => idle;
