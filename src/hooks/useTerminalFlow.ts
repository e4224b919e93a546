'use client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { runHostCallback } from '../core/errors.ts';
import { allFields } from '../core/operations/operationFields.ts';
import { createFlowView, type FlowState, type FlowView, idleFlow } from '../core/operations/flowView.ts';
import {
  isUnseen,
  type Phase,
  type Resolution,
  type TerminalOperation,
} from '../core/operations/terminalOperation.ts';
import type { CheckResult } from '../core/polling/messageWatcher.ts';
import type { MoneyOperation } from '../core/wire/routes.ts';
import { keptPer, trackFields, untracked, useSnapshot, useTerminalOperations } from './useOperations.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

/**
 * What a host wants to hear of a payment: each at least once, and again on a page that shows it anew while it stands. On one
 * page the first that listens hears it, be it a hook or a component.
 */
export interface OutcomeCallbacks {
  onPaymentComplete?: ((operation: TerminalOperation) => unknown) | undefined;
  /** Less was approved than asked for: `confirmedCents` of `amountCents`. */
  onPaymentPartial?: ((operation: TerminalOperation) => unknown) | undefined;
  onPaymentFailed?: ((operation: TerminalOperation) => unknown) | undefined;
  onPaymentRejected?: ((operation: TerminalOperation) => unknown) | undefined;
  onPaymentUnknown?: ((operation: TerminalOperation) => unknown) | undefined;
  /**
   * What takes note of an ending: a person, by the button that ends the flow, or the callback, once it has returned or its
   * promise is fulfilled. Default `person`.
   */
  acknowledgeOn?: 'person' | 'callback' | undefined;
}

const toldOf = /*#__PURE__*/ keptPer(() => new Set<string>());

/** Which operations' outcomes belong to a part of the page, also those that it does not show. */
export interface OutcomeFlow {
  kinds: readonly MoneyOperation[];
  flowKey: string;
}

/**
 * Calls the host back when the shown operation reaches an outcome, once a page however often it is mounted. Of its flow also
 * what was acknowledged in another place before the host could hear of it, by `toldPhase` in any page.
 */
export function useOutcome(
  operation: TerminalOperation | undefined,
  callbacks: OutcomeCallbacks,
  { kinds = none, flowKey }: Partial<OutcomeFlow> = {},
): void {
  const operations = useTerminalOperations();
  const newest = useRef(callbacks);
  const tell = useCallback(
    (ended: TerminalOperation) => {
      const { id, phase } = ended;
      const { acknowledgeOn } = newest.current;
      const name = callbackOf[phase];
      const callback = name && newest.current[name];
      const told = toldOf(operations);
      if (!callback || told.has(`${id} ${phase}`)) return;
      told.add(`${id} ${phase}`);
      const wasTold = () => {
        operations.noteTold(id, phase);
        if (acknowledgeOn === 'callback' && isUnseen(ended)) operations.acknowledge(id);
      };
      runHostCallback(async () => {
        await callback(ended);
        wasTold();
      });
    },
    [operations],
  );

  useEffect(() => {
    newest.current = callbacks;
    if (operation) tell(untracked(operation));
  });
  const kindNames = kinds.join(' ');
  const isHeard = Object.values(callbackOf).some((name) => name && callbacks[name]);
  useEffect(() => {
    if (flowKey === undefined || !isHeard) return undefined;
    const tellOverlooked = () =>
      operations
        .list({ flowKey, standing: false })
        .filter(({ scope }) => scope === operations.scope)
        .filter(({ kind, phase, toldPhase }) => kindNames.split(' ').includes(kind) && toldPhase !== phase)
        .forEach(tell);
    tellOverlooked();
    return operations.subscribe(tellOverlooked);
  }, [operations, kindNames, flowKey, isHeard, tell]);
}

const none: readonly never[] = [];

const callbackOf = {
  sending: undefined,
  waiting: undefined,
  complete: 'onPaymentComplete',
  partial: 'onPaymentPartial',
  failed: 'onPaymentFailed',
  rejected: 'onPaymentRejected',
  unknown: 'onPaymentUnknown',
  resolved: undefined,
} as const satisfies Record<Phase, keyof OutcomeCallbacks | undefined>;

/** What is left of a component's props for its element. */
export function withoutOutcomeCallbacks<Props extends OutcomeCallbacks>(props: Props) {
  const { onPaymentComplete: _, onPaymentPartial: __, onPaymentFailed: ___, ...others } = props;
  const { onPaymentRejected: _r, onPaymentUnknown: _u, acknowledgeOn: _a, ...rest } = others;
  return rest;
}

export interface UseTerminalFlowOptions extends OutcomeCallbacks {
  /** Tells flows of one kind on one page apart; default `default`. */
  flowKey?: string | undefined;
}

/** A flow's state, a union on `phase`, and what a person can do about it. */
export type UseTerminalFlowResult<Kind extends MoneyOperation> = FlowState &
  Pick<FlowView<Kind>, 'start' | 'reset' | 'leave'> & {
    checkNow: () => CheckResult;
    stopWaiting: () => void;
    resolveUnknown: (resolution: Resolution) => void;
  };

const nothingToCheck: CheckResult = { asked: false, nextAllowedAt: Infinity };

/** The shared flow behind `useTerminalPayment` and its siblings: a view of the operation, never its owner. */
export function useTerminalFlow<Kind extends MoneyOperation>(
  kind: Kind,
  options: UseTerminalFlowOptions = {},
): UseTerminalFlowResult<Kind> {
  const { flowKey = 'default' } = options;
  const operations = useTerminalOperations();
  const { currency } = usePaymentsContext();
  const flow = useMemo(
    () => createFlowView(operations, kind, flowKey, currency),
    [operations, kind, flowKey, currency],
  );
  const [tracked] = useState(trackFlow);
  const state = useSnapshot(flow, serverState, tracked.areAlike);
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

/** A flow shows each change of its phase and refusal, and of its operation only what is read: not every poll. */
function trackFlow() {
  const operation = trackFields<TerminalOperation>(allFields);
  const flow = trackFields<FlowState>(
    ['phase', 'isPending', 'operation', 'refusal'],
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

const serverState = () => idleFlow;

export type UseTerminalPaymentOptions = UseTerminalFlowOptions;
export type UseTerminalPaymentResult = UseTerminalFlowResult<'pay'>;

/**
 * A sale on a terminal, from the press to its ending.
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
 * A pre-authorization on a terminal: the amount is held, and captured later.
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
 * Takes what a pre-authorization holds, once, and never more than it holds.
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
 * Undoes a transaction that is not settled yet, the whole of it.
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
 * Gives back money of a settled transaction, all or part of it.
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
 * Closes a terminal's batch, which starts settlement. Refused while an operation of that terminal is open.
 *
 * @example
 * const { start } = useCloseBatch();
 * await start({ terminalId: 'T-1' });
 */
export function useCloseBatch(options?: UseCloseBatchOptions): UseCloseBatchResult {
  return useTerminalFlow('closeBatch', options);
}
