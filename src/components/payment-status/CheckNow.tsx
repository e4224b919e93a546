'use client';
import { useState } from 'react';
import type { Clock } from '../../core/time/clock.ts';
import { useOperation } from '../../hooks/useOperation.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { PaymentStatusLabels } from './paymentStatusLabels.ts';
import { useNow } from './useNow.ts';

export interface CheckNowProps {
  operationId: string;
  labels: PaymentStatusLabels;
}

/** Asks for the result out of turn; says when, where that is not at once. */
export function CheckNow({ operationId, labels }: CheckNowProps) {
  const { operations } = usePaymentsContext();
  const [pressed, setPressed] = useState<{ checkedBefore: number | undefined; allowedAt: number }>();
  const asked = useOperation(pressed && operationId);
  const isWaiting = pressed !== undefined && pressed.checkedBefore === asked?.lastCheckedAt;
  return (
    <div className="tillkit-payment-status-check">
      <button
        type="button"
        className="tillkit-button"
        aria-disabled={isWaiting}
        onClick={() => {
          if (isWaiting) return;
          const checkedBefore = operations.get(operationId)?.lastCheckedAt;
          const { nextAllowedAt } = operations.checkNow(operationId);
          setPressed({ checkedBefore, allowedAt: nextAllowedAt });
        }}
      >
        {labels.checkNow}
      </button>
      {isWaiting && <CheckWait allowedAt={pressed.allowedAt} clock={operations.clock} labels={labels} />}
    </div>
  );
}

function CheckWait({
  allowedAt,
  clock,
  labels,
}: {
  allowedAt: number;
  clock: Clock;
  labels: PaymentStatusLabels;
}) {
  const seconds = Math.ceil((allowedAt - useNow(clock)) / 1000);
  const isAllowed = seconds <= 0 || !Number.isFinite(seconds);
  return (
    <p className="tillkit-hint tillkit-figures">
      {isAllowed ? labels.checking : labels.checkIn({ seconds })}
    </p>
  );
}
