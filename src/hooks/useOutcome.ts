'use client';
import { useCallback, useEffect, useRef } from 'react';
import { runHostCallback } from '../core/errors.ts';
import { isUnseen, type Phase, type TerminalOperation } from '../core/operations/terminalOperation.ts';
import type { MoneyOperation } from '../core/wire/routes.ts';
import { statePerOperations, useTerminalOperations } from './useOperations.ts';
import { untracked } from './useSnapshot.ts';

/**
 * The host's callbacks for outcomes. Each outcome is delivered at least once. On one page, only the first hook or
 * component that listens delivers it. Another page that shows the operation before it is acknowledged delivers it again.
 */
export interface OutcomeCallbacks {
  onPaymentComplete?: ((operation: TerminalOperation) => unknown) | undefined;
  /** Less was approved than asked for: `confirmedCents` of `amountCents`. */
  onPaymentPartial?: ((operation: TerminalOperation) => unknown) | undefined;
  onPaymentFailed?: ((operation: TerminalOperation) => unknown) | undefined;
  onPaymentRejected?: ((operation: TerminalOperation) => unknown) | undefined;
  onPaymentUnknown?: ((operation: TerminalOperation) => unknown) | undefined;
  /** What acknowledges an outcome: a person's press, or the callback once its promise is fulfilled. Default `person`. */
  acknowledgeOn?: 'person' | 'callback' | undefined;
}

const deliveredOutcomes = /*#__PURE__*/ statePerOperations(() => new Set<string>());

/** The operations of a flow, including those that no component shows. */
interface OutcomeFlow {
  kinds: readonly MoneyOperation[];
  flowKey: string;
}

/**
 * Calls the host's callback when the shown operation reaches an outcome: on each page, once for each outcome. With a
 * flow, also calls it for the flow's other operations whose outcome no callback has got yet (`toldPhase`). An operation
 * that another open page shows is left to that page until its outcome is acknowledged.
 */
export function useOutcome(
  operation: TerminalOperation | undefined,
  callbacks: OutcomeCallbacks,
  { kinds = none, flowKey }: Partial<OutcomeFlow> = {},
): void {
  const operations = useTerminalOperations();
  const newest = useRef(callbacks);
  const shownId = useRef<string>(undefined);
  const deliver = useCallback(
    (ended: TerminalOperation) => {
      const { id, phase } = ended;
      const { acknowledgeOn } = newest.current;
      const name = callbackOf[phase];
      const callback = name && newest.current[name];
      const delivered = deliveredOutcomes(operations);
      if (!callback || delivered.has(`${id} ${phase}`)) return;
      delivered.add(`${id} ${phase}`);
      const noteDelivered = () => {
        // While the callback ran, the phase may have changed. This callback did not get the new phase.
        const now = operations.get(id);
        if (now?.phase !== phase) return;
        operations.markReported(id, phase);
        // If an anomaly came while the callback ran, a person must see it: the outcome is not acknowledged.
        const isAsGot = now.anomalies.length === ended.anomalies.length;
        if (acknowledgeOn === 'callback' && isUnseen(ended) && isAsGot) operations.acknowledge(id);
      };
      runHostCallback(async () => {
        await callback(ended);
        noteDelivered();
      });
    },
    [operations],
  );

  useEffect(() => {
    newest.current = callbacks;
    shownId.current = operation?.id;
    if (operation) deliver(untracked(operation));
  });
  const kindNames = kinds.join(' ');
  const isHeard = Object.values(callbackOf).some((name) => callbacks[name]);
  useEffect(() => {
    if (flowKey === undefined || !isHeard) return undefined;
    const isOfThisPage = ({ id, acknowledgedAt }: TerminalOperation) =>
      acknowledgedAt !== undefined || operations.isOwn(id) || operations.isOrphan(id);
    const deliverOverlooked = () =>
      operations
        .list({ flowKey })
        .filter(({ id, scope }) => scope === operations.scope && id !== shownId.current)
        .filter(({ kind, phase, toldPhase }) => kindNames.split(' ').includes(kind) && toldPhase !== phase)
        .filter(isOfThisPage)
        .forEach(deliver);
    deliverOverlooked();
    return operations.subscribe(deliverOverlooked);
  }, [operations, kindNames, flowKey, isHeard, deliver]);
}

const none: readonly never[] = [];

const callbackOf: { readonly [P in Phase]?: Exclude<keyof OutcomeCallbacks, 'acknowledgeOn'> } = {
  complete: 'onPaymentComplete',
  partial: 'onPaymentPartial',
  failed: 'onPaymentFailed',
  rejected: 'onPaymentRejected',
  unknown: 'onPaymentUnknown',
};

/** A component's props without the outcome callbacks, which its HTML element must not get. */
export function withoutOutcomeCallbacks<Props extends OutcomeCallbacks>(props: Props) {
  const { onPaymentComplete: _, onPaymentPartial: __, onPaymentFailed: ___, ...others } = props;
  const { onPaymentRejected: _r, onPaymentUnknown: _u, acknowledgeOn: _a, ...rest } = others;
  return rest;
}
