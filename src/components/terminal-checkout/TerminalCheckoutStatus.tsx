'use client';
import type { ReactNode } from 'react';
import { PaymentStatus } from '../payment-status/PaymentStatus.tsx';
import { TerminalCheckoutBack } from './TerminalCheckoutBack.tsx';
import { TerminalCheckoutLater } from './TerminalCheckoutLater.tsx';
import { TerminalCheckoutLaterHint } from './TerminalCheckoutLaterHint.tsx';
import { TerminalCheckoutNext } from './TerminalCheckoutNext.tsx';
import { TerminalCheckoutRest } from './TerminalCheckoutRest.tsx';
import { TerminalCheckoutVoid } from './TerminalCheckoutVoid.tsx';
import { usePartialSale } from './usePartialSale.ts';
import { useTerminalCheckoutContext } from './useTerminalCheckoutContext.ts';

export interface TerminalCheckoutStatusProps {
  /** What a person can do after the outcome; default all that fits it. */
  children?: ReactNode;
}

/** What became of the payment, and what comes after it. */
export function TerminalCheckoutStatus({ children = actions }: TerminalCheckoutStatusProps) {
  const { sale, status } = useTerminalCheckoutContext();
  const { operation } = sale.payment;
  const isVoidShown = usePartialSale()?.isVoidShown === true;
  if (!operation) return null;
  return (
    <>
      {!isVoidShown && <PaymentStatus ref={status} operationId={operation.id} actions={children} />}
      <TerminalCheckoutVoid />
    </>
  );
}

// Where it is unknown nothing stands where "Charge" was.
const actions = (
  <>
    <TerminalCheckoutLaterHint />
    <TerminalCheckoutLater />
    <TerminalCheckoutBack />
    <TerminalCheckoutNext />
    <TerminalCheckoutRest />
  </>
);
