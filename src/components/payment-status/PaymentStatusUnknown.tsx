'use client';
import { useOperation } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { definePart } from '../part/definePart.tsx';
import { PaymentStatusCheck } from './PaymentStatusCheck.tsx';
import { PaymentStatusConnection } from './PaymentStatusConnection.tsx';
import { PaymentStatusFindOut } from './PaymentStatusFindOut.tsx';
import { PaymentStatusResolve } from './PaymentStatusResolve.tsx';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

/** How to find out what became of it, and a person's answer. */
export const PaymentStatusUnknown = definePart('div', function PaymentStatusUnknown() {
  const { view } = usePaymentStatusContext();
  const { operations } = usePaymentsContext();
  if (view?.operation.phase !== 'unknown') return undefined;
  const { id } = view.operation;
  return {
    className: 'tillkit-payment-status-unknown',
    children: (
      <>
        <PaymentStatusFindOut />
        {operations.canCheck(id) && (
          <div className="tillkit-payment-status-late">
            <StillAsking id={id} sentence={view.labels.stillAsking} />
            <PaymentStatusCheck />
          </div>
        )}
        <PaymentStatusConnection />
        <PaymentStatusResolve />
      </>
    ),
  };
});

function StillAsking({ id, sentence }: { id: string; sentence: string }) {
  const isAsked = useOperation(id)?.nextCheckAt !== undefined;
  return isAsked && <p className="tillkit-hint">{sentence}</p>;
}
