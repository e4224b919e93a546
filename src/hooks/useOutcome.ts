'use client';
import { useEffect } from 'react';
import { callHost } from '../core/operations/callHost.ts';
import type { TerminalOperations } from '../core/operations/createTerminalOperations.ts';
import type { TerminalOperation } from '../core/operations/terminalOperation.ts';
import { untracked } from './trackedFields.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

/** What a host wants to hear of a payment; each once an operation. */
export interface OutcomeCallbacks {
  onPaymentComplete?: ((operation: TerminalOperation) => void) | undefined;
  onPaymentFailed?: ((operation: TerminalOperation) => void) | undefined;
  onPaymentRejected?: ((operation: TerminalOperation) => void) | undefined;
  onPaymentUnknown?: ((operation: TerminalOperation) => void) | undefined;
}

const told = new WeakMap<TerminalOperations, Set<string>>();

/** Calls the host back when the shown operation reaches an outcome, once, however often it is mounted. */
export function useOutcome(operation: TerminalOperation | undefined, callbacks: OutcomeCallbacks): void {
  const { operations } = usePaymentsContext();
  useEffect(() => {
    const callback = operation && callbackFor(operation, callbacks);
    if (!callback || !isFirst(operations, `${operation.id} ${operation.phase}`)) return;
    callHost(() => callback(untracked(operation)));
  });
}

function callbackFor({ phase }: TerminalOperation, callbacks: OutcomeCallbacks) {
  if (phase === 'complete') return callbacks.onPaymentComplete;
  if (phase === 'failed') return callbacks.onPaymentFailed;
  if (phase === 'rejected') return callbacks.onPaymentRejected;
  return phase === 'unknown' ? callbacks.onPaymentUnknown : undefined;
}

function isFirst(operations: TerminalOperations, key: string): boolean {
  const keys = told.get(operations) ?? new Set<string>();
  told.set(operations, keys);
  if (keys.has(key)) return false;
  keys.add(key);
  return true;
}
