'use client';
import { forwardRef } from 'react';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { useOperation } from '../../hooks/useOperations.ts';
import { type OutcomeCallbacks, useOutcome, withoutOutcomeCallbacks } from '../../hooks/useTerminalFlow.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { paymentEnding } from './paymentEnding.ts';
import { PaymentStatusContext } from './paymentStatusContext.ts';
import { paymentStatusLabels } from './paymentStatusEnglish.ts';
import type { PaymentStatusLabels } from './paymentStatusLabels.ts';
import { useOutcomeFocus } from './useOutcomeFocus.ts';
import { usePaymentAnnouncement } from './usePaymentAnnouncement.ts';
import { usePaymentView } from './usePaymentView.ts';

export interface PaymentStatusState extends Partial<
  Pick<TerminalOperation, 'phase' | 'kind' | 'reason' | 'status' | 'connection'>
> {
  /** There is no such operation. */
  empty: boolean;
}

export interface PaymentStatusRootProps extends PartProps<'section', PaymentStatusState>, OutcomeCallbacks {
  operationId: string;
  labels?: Partial<PaymentStatusLabels> | undefined;
}

/** Holds one operation for the parts in it, says its phases aloud and tells the host its outcome. */
export const PaymentStatusRoot = forwardRef<HTMLElement, PaymentStatusRootProps>(
  function PaymentStatusRoot(props, ref) {
    const { operationId, labels: words, ...rest } = props;
    const given = withoutOutcomeCallbacks(rest);
    const labels = useLabels('paymentStatus', paymentStatusLabels, words);
    const operation = useOperation(operationId);
    const view = usePaymentView(operation, labels);
    const { heading, ...focusHandlers } = useOutcomeFocus(operation);
    usePaymentAnnouncement(view);
    useOutcome(operation, props);
    const own = {
      className: 'tillkit-payment-status tillkit-card',
      'data-tillkit': 'payment-status',
      'aria-label': labels.region,
      tabIndex: -1,
      ...focusHandlers,
    };
    const ending = view && paymentEnding(view);
    return (
      <PaymentStatusContext.Provider value={{ labels, view, ending, heading }}>
        <Part as="section" ref={ref} own={own} given={given} state={stateOf(operation)} />
      </PaymentStatusContext.Provider>
    );
  },
);

function stateOf(operation: TerminalOperation | undefined): PaymentStatusState {
  if (!operation) return { empty: true };
  const { phase, kind, reason, status, connection } = operation;
  // The word "failed" has no place where the outcome is unknown.
  const isMisleading = phase === 'unknown' && status !== 'timeout';
  return { empty: false, phase, kind, reason, status: isMisleading ? undefined : status, connection };
}
