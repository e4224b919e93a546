'use client';
import { forwardRef, type ReactNode } from 'react';
import { PaymentStatusActions } from './PaymentStatusActions.ts';
import { PaymentStatusAnomalies } from './PaymentStatusAnomalies.tsx';
import { PaymentStatusConnection } from './PaymentStatusConnection.tsx';
import { PaymentStatusDetails } from './PaymentStatusDetails.tsx';
import { PaymentStatusEmpty } from './PaymentStatusEmpty.tsx';
import { PaymentStatusHead } from './PaymentStatusHead.tsx';
import { PaymentStatusNotDurable } from './PaymentStatusNotDurable.tsx';
import { PaymentStatusNow } from './PaymentStatusNow.tsx';
import { PaymentStatusOutcome } from './PaymentStatusOutcome.tsx';
import { PaymentStatusProgress } from './PaymentStatusProgress.tsx';
import { PaymentStatusRoot, type PaymentStatusRootProps } from './PaymentStatusRoot.tsx';
import { PaymentStatusSentences } from './PaymentStatusSentences.tsx';
import { PaymentStatusSteps } from './PaymentStatusSteps.tsx';
import { PaymentStatusUnknown } from './PaymentStatusUnknown.tsx';
import { PaymentStatusWaiting } from './PaymentStatusWaiting.tsx';

export interface PaymentStatusProps extends Omit<PaymentStatusRootProps, 'children'> {
  /** What a person can do after the outcome, as a button for the next sale. */
  actions?: ReactNode;
}

/**
 * The life of one operation: steps while it is under way, then its outcome in words and what to do next. The ref is the region.
 *
 * @example
 * <PaymentStatus operationId={operation.id} />
 */
export const PaymentStatus = forwardRef<HTMLElement, PaymentStatusProps>(function PaymentStatus(
  { actions, ...props },
  ref,
) {
  return (
    <PaymentStatusRoot {...props} ref={ref}>
      <PaymentStatusEmpty />
      <PaymentStatusProgress>
        <PaymentStatusHead />
        <PaymentStatusSteps />
        <PaymentStatusNow />
        <PaymentStatusConnection />
        <PaymentStatusNotDurable />
        <PaymentStatusWaiting />
      </PaymentStatusProgress>
      <PaymentStatusOutcome />
      <PaymentStatusSentences />
      <PaymentStatusAnomalies />
      <PaymentStatusDetails />
      <PaymentStatusUnknown />
      {actions && <PaymentStatusActions>{actions}</PaymentStatusActions>}
    </PaymentStatusRoot>
  );
});
