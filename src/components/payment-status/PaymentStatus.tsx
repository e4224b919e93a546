'use client';
import { forwardRef, type ReactNode, type RefObject } from 'react';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { useOperation } from '../../hooks/useOperation.ts';
import { type OutcomeCallbacks, useOutcome } from '../../hooks/useOutcome.ts';
import { paymentEnding } from './paymentEnding.ts';
import { PaymentOutcome } from './PaymentOutcome.tsx';
import { PaymentProgress } from './PaymentProgress.tsx';
import { paymentStatusLabels } from './paymentStatusEnglish.ts';
import type { PaymentStatusLabels } from './paymentStatusLabels.ts';
import { useOutcomeFocus } from './useOutcomeFocus.ts';
import { usePaymentAnnouncement } from './usePaymentAnnouncement.ts';
import { usePaymentView } from './usePaymentView.ts';

export interface PaymentStatusProps extends OutcomeCallbacks {
  operationId: string;
  /** What a person can do after the outcome, as a button for the next sale. */
  actions?: ReactNode;
  className?: string | undefined;
  labels?: Partial<PaymentStatusLabels> | undefined;
}

/**
 * The life of one operation: steps while it is under way, then its outcome in words and what to do next. The ref is the region.
 *
 * @example
 * <PaymentStatus operationId={operation.id} />
 */
export const PaymentStatus = forwardRef<HTMLElement, PaymentStatusProps>(function PaymentStatus(props, ref) {
  const { operationId, actions, className } = props;
  const labels = useLabels('paymentStatus', paymentStatusLabels, props.labels);
  const operation = useOperation(operationId);
  const { heading, ...focusHandlers } = useOutcomeFocus(operation);
  useOutcome(operation, props);
  return (
    <section
      ref={ref}
      className={['tillkit-payment-status tillkit-card', className].filter(Boolean).join(' ')}
      data-tillkit="payment-status"
      {...stateAttributes(operation)}
      {...focusHandlers}
      aria-label={labels.region}
      tabIndex={-1}
    >
      {operation ? (
        <PaymentContent operation={operation} labels={labels} heading={heading} />
      ) : (
        <p className="tillkit-hint">{labels.nothing}</p>
      )}
      {actions && <div className="tillkit-actions">{actions}</div>}
    </section>
  );
});

interface PaymentContentProps {
  operation: TerminalOperation;
  labels: PaymentStatusLabels;
  heading: RefObject<HTMLHeadingElement | null>;
}

function PaymentContent({ operation, labels, heading }: PaymentContentProps) {
  const view = usePaymentView(operation, labels);
  usePaymentAnnouncement(view);
  const ending = paymentEnding(view);
  return ending ? (
    <PaymentOutcome view={view} ending={ending} heading={heading} />
  ) : (
    <PaymentProgress view={view} />
  );
}

function stateAttributes(operation: TerminalOperation | undefined) {
  if (!operation) return { 'data-empty': '' };
  const { phase, kind, reason, status, connection } = operation;
  return {
    'data-phase': phase,
    'data-kind': kind,
    'data-reason': reason,
    // The word "failed" has no place where the outcome is unknown.
    'data-status': phase === 'unknown' && status !== 'timeout' ? undefined : status,
    'data-connection': connection,
  };
}
