'use client';
import { useMemo, useState } from 'react';
import { terminalOperationFieldNames } from '../core/operations/operationFields.ts';
import {
  createFlowMemory,
  createFlowView,
  type FlowState,
  type FlowView,
  idleFlow,
} from '../core/operations/flowView.ts';
import type { Resolution, TerminalOperation } from '../core/operations/terminalOperation.ts';
import type { CheckNowResult } from '../core/polling/messageWatcher.ts';
import type { MoneyOperation } from '../core/wire/routes.ts';
import { useTerminalOperations } from './useOperations.ts';
import { type OutcomeCallbacks, useOutcome } from './useOutcome.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';
import { trackFields, useSnapshot } from './useSnapshot.ts';

export interface UseTerminalFlowOptions extends OutcomeCallbacks {
  /** Tells flows of one kind on one page apart; default `default`. */
  flowKey?: string | undefined;
}

/** A flow's state, a union on `phase`, with its actions. */
export type UseTerminalFlowResult<Kind extends MoneyOperation> = FlowState &
  Pick<FlowView<Kind>, 'start' | 'reset' | 'leave'> & {
    checkNow: () => CheckNowResult;
    stopWaiting: () => void;
    resolveUnknown: (resolution: Resolution) => void;
  };

const nothingToCheck: CheckNowResult = { asked: false, nextAllowedAt: Infinity };

/** The hook behind `useTerminalPayment` and its siblings. Unmounting it ends no operation. */
export function useTerminalFlow<Kind extends MoneyOperation>(
  kind: Kind,
  options: UseTerminalFlowOptions = {},
): UseTerminalFlowResult<Kind> {
  const { flowKey = 'default' } = options;
  const operations = useTerminalOperations();
  const { currency } = usePaymentsContext();
  const { ready } = operations;
  // If a new client has the same options, the memory stays.
  // oxlint-disable-next-line react/exhaustive-deps -- `ready` is the identity of the operations
  const memory = useMemo(createFlowMemory, [ready, kind, flowKey]);
  const flow = useMemo(
    () => createFlowView(operations, kind, flowKey, currency, memory),
    [operations, kind, flowKey, currency, memory],
  );
  const [tracked] = useState(trackFlow);
  const state = useSnapshot(flow, () => idleFlow, tracked.areAlike);
  useOutcome(state.operation, options, { kinds: [kind], flowKey });
  const id = state.operation?.id;
  const actions = useMemo(
    () => ({
      start: flow.start,
      reset: flow.reset,
      leave: flow.leave,
      checkNow: () => (id === undefined ? nothingToCheck : operations.checkNow(id)),
      stopWaiting: () => (id === undefined ? undefined : operations.stopWaiting(id)),
      resolveUnknown: (resolution: Resolution) =>
        id === undefined ? undefined : operations.resolveUnknown(id, resolution),
    }),
    [flow, operations, id],
  );
  return useMemo(() => Object.assign(tracked.view(state), actions), [tracked, state, actions]);
}

/** Lets a flow render again only if its phase, its refusal, or a field that the component read has changed. */
function trackFlow() {
  const operation = trackFields<TerminalOperation>(terminalOperationFieldNames);
  const flow = trackFields<FlowState>(
    ['phase', 'isPending', 'operation', 'refusal'],
    (before, after, name) => name !== 'operation' || operation.areAlike(before.operation, after.operation),
  );
  return {
    areAlike: (before: FlowState, after: FlowState) => {
      const isAlike =
        before.phase === after.phase &&
        before.refusal === after.refusal &&
        before.operation?.id === after.operation?.id &&
        flow.areAlike(before, after);
      if (isAlike) operation.follow(before.operation, after.operation);
      return isAlike;
    },
    view: (state: FlowState) =>
      flow.view(
        state.operation ? ({ ...state, operation: operation.view(state.operation) } as FlowState) : state,
      ),
  };
}

export type UseTerminalPaymentOptions = UseTerminalFlowOptions;
export type UseTerminalPaymentResult = UseTerminalFlowResult<'pay'>;

/**
 * A sale on a terminal, from the start to its outcome.
 *
 * @example
 * const { phase, operation, start } = useTerminalPayment();
 * await start({ terminalId: 'T-1', amount: 1250, receipt: false });
 */
export function useTerminalPayment(options?: UseTerminalPaymentOptions): UseTerminalPaymentResult {
  return useTerminalFlow('pay', options);
}

export type UseTerminalPreAuthOptions = UseTerminalFlowOptions;
export type UseTerminalPreAuthResult = UseTerminalFlowResult<'preAuth'>;

/**
 * A pre-authorization on a terminal: an amount is held on the card, and captured later.
 *
 * @example
 * const { phase, operation, start } = useTerminalPreAuth();
 * await start({ terminalId: 'T-1', amount: 5000, receipt: false });
 */
export function useTerminalPreAuth(options?: UseTerminalPreAuthOptions): UseTerminalPreAuthResult {
  return useTerminalFlow('preAuth', options);
}

export type UseTerminalCaptureOptions = UseTerminalFlowOptions;
export type UseTerminalCaptureResult = UseTerminalFlowResult<'capture'>;

/**
 * Captures what a pre-authorization holds: once, and never more than it holds.
 *
 * @example
 * const { start } = useTerminalCapture();
 * await start({ terminalId: 'T-1', pnRefNum: '123', amount: 4200 }, { transaction });
 */
export function useTerminalCapture(options?: UseTerminalCaptureOptions): UseTerminalCaptureResult {
  return useTerminalFlow('capture', options);
}

export type UseTerminalVoidOptions = UseTerminalFlowOptions;
export type UseTerminalVoidResult = UseTerminalFlowResult<'void'>;

/**
 * Voids a transaction that is not settled yet, in full.
 *
 * @example
 * const { start } = useTerminalVoid();
 * await start({ terminalId: 'T-1', pnRefNum: '123' }, { transaction });
 */
export function useTerminalVoid(options?: UseTerminalVoidOptions): UseTerminalVoidResult {
  return useTerminalFlow('void', options);
}

export type UseTerminalRefundOptions = UseTerminalFlowOptions;
export type UseTerminalRefundResult = UseTerminalFlowResult<'refund'>;

/**
 * Refunds a settled transaction, in full or in part.
 *
 * @example
 * const { start } = useTerminalRefund();
 * await start({ terminalId: 'T-1', pnRefNum: '123', amount: 500 }, { transaction });
 */
export function useTerminalRefund(options?: UseTerminalRefundOptions): UseTerminalRefundResult {
  return useTerminalFlow('refund', options);
}

export type UseCloseBatchOptions = UseTerminalFlowOptions;
export type UseCloseBatchResult = UseTerminalFlowResult<'closeBatch'>;

/**
 * Closes a terminal's batch, which starts settlement. Refused while an operation of that terminal is open, unless that one
 * is `unknown` and more than a day old.
 *
 * @example
 * const { start } = useCloseBatch();
 * await start({ terminalId: 'T-1' });
 */
export function useCloseBatch(options?: UseCloseBatchOptions): UseCloseBatchResult {
  return useTerminalFlow('closeBatch', options);
}
