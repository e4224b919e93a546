'use client';
import { useState } from 'react';
import { useOperation } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Freshness } from './Freshness.tsx';
import { useNow } from './useNow.ts';
import type { PaymentView } from './usePaymentView.ts';

/** When the result was asked for, and asking for it out of turn; says when, where that is not at once. */
export function CheckNow({ view }: { view: PaymentView }) {
  const { id } = view.operation;
  const { operations } = usePaymentsContext();
  const [pressed, setPressed] = useState<{ checkedBefore: number | undefined; allowedAt: number }>();
  const asked = useOperation(pressed && id);
  const isWaiting = pressed !== undefined && pressed.checkedBefore === asked?.lastCheckedAt;
  return (
    <>
      <button
        type="button"
        className="tillkit-button"
        aria-disabled={isWaiting}
        onClick={() => {
          if (isWaiting) return;
          const checkedBefore = operations.get(id)?.lastCheckedAt;
          const { nextAllowedAt } = operations.checkNow(id);
          setPressed({ checkedBefore, allowedAt: nextAllowedAt });
        }}
      >
        {view.labels.checkNow}
      </button>
      {isWaiting ? <CheckWait view={view} allowedAt={pressed.allowedAt} /> : <Freshness view={view} />}
    </>
  );
}

function CheckWait({ view: { labels, count }, allowedAt }: { view: PaymentView; allowedAt: number }) {
  const { clock } = usePaymentsContext().operations;
  const seconds = Math.ceil((allowedAt - useNow(clock)) / 1000);
  const isAllowed = seconds <= 0 || !Number.isFinite(seconds);
  return (
    <p className="tillkit-hint tillkit-figures">
      {isAllowed ? labels.checking : labels.checkIn({ seconds: count(seconds) })}
    </p>
  );
}
