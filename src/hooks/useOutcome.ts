'use client';
import { useCallback, useEffect, useRef } from 'react';
import type { MoneyOperation } from '../core/wire/routes.ts';
import { callHost } from '../core/errors.ts';
import { isUnseen, type TerminalOperation } from '../core/operations/terminalOperation.ts';
import { keptPer } from './keptPer.ts';
import { untracked } from './trackedFields.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

/** What a host wants to hear of a payment: each at least once, and again on a page that shows it anew while it stands. */
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

const toldOf = keptPer(() => new Set<string>());

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
  const { operations } = usePaymentsContext();
  const newest = useRef(callbacks);
  const tell = useCallback(
    (ended: TerminalOperation) => {
      const { id, phase } = ended;
      const { acknowledgeOn } = newest.current;
      const callback = callbackFor(ended, newest.current);
      const told = toldOf(operations);
      if (!callback || told.has(`${id} ${phase}`)) return;
      told.add(`${id} ${phase}`);
      const wasTold = () => {
        operations.noteTold(id, phase);
        if (acknowledgeOn === 'callback' && isUnseen(ended)) operations.acknowledge(id);
      };
      callHost(async () => {
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
  useEffect(() => {
    if (flowKey === undefined) return undefined;
    const tellOverlooked = () =>
      operations
        .list({ flowKey, standing: false })
        .filter(({ scope }) => scope === operations.scope)
        .filter(({ kind, phase, toldPhase }) => kindNames.split(' ').includes(kind) && toldPhase !== phase)
        .forEach(tell);
    tellOverlooked();
    return operations.subscribe(tellOverlooked);
  }, [operations, kindNames, flowKey, tell]);
}

const none: readonly never[] = [];

function callbackFor({ phase }: TerminalOperation, callbacks: OutcomeCallbacks) {
  switch (phase) {
    case 'complete':
      return callbacks.onPaymentComplete;
    case 'partial':
      return callbacks.onPaymentPartial;
    case 'failed':
      return callbacks.onPaymentFailed;
    case 'rejected':
      return callbacks.onPaymentRejected;
    case 'unknown':
      return callbacks.onPaymentUnknown;
    case 'sending':
    case 'waiting':
    case 'resolved':
      return undefined;
  }
}

/** What is left of a component's props for its element. */
export function withoutOutcomeCallbacks<Props extends OutcomeCallbacks>(props: Props) {
  const { onPaymentComplete: _, onPaymentPartial: __, onPaymentFailed: ___, ...others } = props;
  const { onPaymentRejected: _r, onPaymentUnknown: _u, acknowledgeOn: _a, ...rest } = others;
  return rest;
}
