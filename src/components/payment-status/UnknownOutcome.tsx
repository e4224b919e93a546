'use client';
import { useOperation } from '../../hooks/useOperation.ts';
import { CheckNow, type CheckNowProps } from './CheckNow.tsx';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { ResolveUnknown } from './ResolveUnknown.tsx';
import type { PaymentView } from './usePaymentView.ts';

/** How to find out what became of it, and a person's answer. */
export function UnknownOutcome({ view }: { view: PaymentView }) {
  const { operation, labels, terminal, amount } = view;
  const { id, kind, orderNumber, msgIdentifier } = operation;
  return (
    <div className="tillkit-payment-status-unknown">
      <div className="tillkit-payment-status-find">
        <h3>{labels.findOut}</h3>
        <ol>
          <li>{labels.findOnTerminal({ kind, terminal })}</li>
          <li>{labels.findOnReceipt}</li>
          <li>{labels.findInBackOffice({ orderNumber, amount })}</li>
        </ol>
      </div>
      {msgIdentifier !== undefined && (
        <div className="tillkit-payment-status-late">
          <StillAsking operationId={id} labels={labels} />
          <CheckNow operationId={id} labels={labels} />
        </div>
      )}
      <ConnectionNotice view={view} />
      <ResolveUnknown operation={operation} labels={labels} />
    </div>
  );
}

function StillAsking({ operationId, labels }: CheckNowProps) {
  const isAsked = useOperation(operationId)?.nextCheckAt !== undefined;
  return isAsked && <p className="tillkit-hint">{labels.stillAsking}</p>;
}
