'use client';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Icon } from '../icon/Icon.tsx';
import { CheckNow } from './CheckNow.tsx';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { ElapsedTime } from './ElapsedTime.tsx';
import { MoneyText } from './MoneyText.tsx';
import { PaymentSteps } from './PaymentSteps.tsx';
import type { PaymentView } from './usePaymentView.ts';

/** An operation under way: the amount, where it is, what happens now. */
export function PaymentProgress({ view }: { view: PaymentView }) {
  const { operations } = usePaymentsContext();
  const { operation, labels, terminal, amountParts, isStalled } = view;
  const { id, kind, phase, status, createdAt } = operation;
  const isSending = phase === 'sending';
  const now = status === 'processing' ? labels.processingNow : labels.waitingNow;
  return (
    <>
      <div className="tillkit-payment-status-head">
        {amountParts && (
          <p className="tillkit-payment-status-amount">
            <MoneyText parts={amountParts} />
          </p>
        )}
        <ElapsedTime since={createdAt} label={labels.elapsed} />
      </div>
      <PaymentSteps labels={labels} current={isSending ? 0 : 1} />
      {isStalled ? (
        <div className="tillkit-notice" data-tone="attention">
          <Icon name="clock" />
          <p>{labels.stalled({ kind, terminal })}</p>
        </div>
      ) : (
        <p className="tillkit-payment-status-now">
          {isSending ? labels.sendingNow({ terminal }) : now({ kind, terminal })}
        </p>
      )}
      <ConnectionNotice view={view} />
      {!operations.isDurable && <p className="tillkit-hint">{labels.notDurable}</p>}
      {!isSending && (
        <div className="tillkit-payment-status-waiting">
          <CheckNow view={view} />
          <button
            type="button"
            className="tillkit-button"
            data-variant="quiet"
            onClick={() => operations.stopWaiting(id)}
          >
            {labels.stopWaiting}
          </button>
        </div>
      )}
    </>
  );
}
