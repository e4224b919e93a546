'use client';
import { useEffect } from 'react';
import { callHost } from '../core/operations/callHost.ts';
import { isUnseen, type TerminalOperation } from '../core/operations/terminalOperation.ts';
import { keptPer } from './keptPer.ts';
import { untracked } from './trackedFields.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

/** What a host wants to hear of a payment: each at least once an operation, again after a reload while it stands. */
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

/** Calls the host back when the shown operation reaches an outcome, once a page, however often it is mounted. */
export function useOutcome(operation: TerminalOperation | undefined, callbacks: OutcomeCallbacks): void {
  const { operations } = usePaymentsContext();
  useEffect(() => {
    const callback = operation && callbackFor(operation, callbacks);
    const told = toldOf(operations);
    const outcome = `${operation?.id} ${operation?.phase}`;
    if (!callback || told.has(outcome)) return;
    told.add(outcome);
    callHost(async () => {
      await callback(untracked(operation));
      if (callbacks.acknowledgeOn === 'callback' && isUnseen(operation)) operations.acknowledge(operation.id);
    });
  });
}

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
