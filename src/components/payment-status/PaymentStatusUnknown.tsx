'use client';
import { forwardRef } from 'react';
import { useOperation } from '../../hooks/useOperation.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { PaymentStatusCheck } from './PaymentStatusCheck.tsx';
import { PaymentStatusConnection } from './PaymentStatusConnection.tsx';
import { PaymentStatusFindOut } from './PaymentStatusFindOut.tsx';
import { PaymentStatusResolve } from './PaymentStatusResolve.tsx';
import { usePaymentStatusContext } from './usePaymentStatusContext.ts';

export interface PaymentStatusUnknownProps extends PartProps<'div'> {}

/** How to find out what became of it, and a person's answer. */
export const PaymentStatusUnknown = forwardRef<HTMLDivElement, PaymentStatusUnknownProps>(
  function PaymentStatusUnknown(props, ref) {
    const { view } = usePaymentStatusContext();
    if (view?.operation.phase !== 'unknown') return null;
    const { id, msgIdentifier } = view.operation;
    const own = {
      className: 'tillkit-payment-status-unknown',
      children: (
        <>
          <PaymentStatusFindOut />
          {msgIdentifier !== undefined && (
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
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);

function StillAsking({ id, sentence }: { id: string; sentence: string }) {
  const isAsked = useOperation(id)?.nextCheckAt !== undefined;
  return isAsked && <p className="tillkit-hint">{sentence}</p>;
}
