'use client';
import { useEffect } from 'react';
import type { Refusal } from '../../core/operations/startResult.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Icon } from '../icon/Icon.tsx';
import type { TerminalCheckoutLabels } from './terminalCheckoutLabels.ts';
import type { CheckoutSale } from './useCheckoutSale.ts';

/** What each kind of refusal is told. */
export interface RefusalProps {
  sale: CheckoutSale;
  refusal: Refusal;
  labels: TerminalCheckoutLabels;
}

/** Why nothing was sent, seen and said. */
export function RefusalNotice({ sentence }: { sentence: string }) {
  const { announce } = usePaymentsContext();
  useEffect(() => announce(sentence, 'assertive'), [announce, sentence]);
  return (
    <div className="tillkit-notice" data-tone="attention">
      <Icon name="alert" />
      <p>{sentence}</p>
    </div>
  );
}
