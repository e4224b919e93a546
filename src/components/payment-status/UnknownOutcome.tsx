'use client';
import { useOperation } from '../../hooks/useOperation.ts';
import { CheckNow } from './CheckNow.tsx';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { findSteps } from './findSteps.ts';
import { ResolveUnknown } from './ResolveUnknown.tsx';
import type { PaymentView } from './usePaymentView.ts';

/** How to find out what became of it, and a person's answer. */
export function UnknownOutcome({ view }: { view: PaymentView }) {
  const { operation, labels } = view;
  return (
    <div className="tillkit-payment-status-unknown">
      <div className="tillkit-payment-status-find">
        <h3>{labels.findOut}</h3>
        <ol>
          {findSteps(view).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      {operation.msgIdentifier !== undefined && (
        <div className="tillkit-payment-status-late">
          <StillAsking view={view} />
          <CheckNow view={view} />
        </div>
      )}
      <ConnectionNotice view={view} />
      <ResolveUnknown operation={operation} labels={labels} />
    </div>
  );
}

function StillAsking({ view: { operation, labels } }: { view: PaymentView }) {
  const isAsked = useOperation(operation.id)?.nextCheckAt !== undefined;
  return isAsked && <p className="tillkit-hint">{labels.stillAsking}</p>;
}
