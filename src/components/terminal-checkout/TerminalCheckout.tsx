'use client';
import { useEffect, useRef, useState } from 'react';
import type { TransactionRequest } from '../../core/contract/transactionRequest.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { type OutcomeCallbacks, useOutcome } from '../../hooks/useOutcome.ts';
import { PaymentStatus } from '../payment-status/PaymentStatus.tsx';
import type { TerminalChangeDetails } from '../terminal-picker/useChosenTerminal.ts';
import { CheckoutForm } from './CheckoutForm.tsx';
import { SaleActions } from './SaleActions.tsx';
import { type TerminalCheckoutLabels, terminalCheckoutLabels } from './terminalCheckoutLabels.ts';
import { useCheckoutSale } from './useCheckoutSale.ts';

export interface TerminalCheckoutProps extends OutcomeCallbacks {
  /** Tells several checkouts on one page apart; default `default`. */
  flowKey?: string | undefined;
  defaultTerminalId?: string | null | undefined;
  /** Cents of the first sale. */
  defaultAmountCents?: number | null | undefined;
  /** The host's own; the field is then read-only. */
  orderNumber?: string | undefined;
  /** Sent with every sale. */
  customValues?: TransactionRequest['customValues'];
  onTerminalChange?: ((terminalId: string | null, details: TerminalChangeDetails) => void) | undefined;
  className?: string | undefined;
  labels?: Partial<TerminalCheckoutLabels> | undefined;
}

/**
 * A whole sale: terminal, amount, receipt and order number, then the payment's status, then the next customer.
 *
 * @example
 * <TerminalCheckout onPaymentComplete={({ pnRefNum }) => save(pnRefNum)} />
 */
export function TerminalCheckout(props: TerminalCheckoutProps) {
  const { flowKey, defaultTerminalId, defaultAmountCents, orderNumber, customValues, onTerminalChange } =
    props;
  const labels = useLabels('terminalCheckout', terminalCheckoutLabels, props.labels);
  const sale = useCheckoutSale({ flowKey, defaultTerminalId, defaultAmountCents, orderNumber, customValues });
  const { operation } = sale.payment;
  const [isAfterSale, setIsAfterSale] = useState(false);
  const status = useRef<HTMLElement>(null);
  const hadForm = useRef(false);
  useOutcome(operation, props);

  // The form and its button are gone: whoever pressed it finds the status.
  const operationId = operation?.id;
  useEffect(() => {
    if (operationId !== undefined && hadForm.current) status.current?.focus();
    hadForm.current = operationId === undefined;
  }, [operationId]);

  return (
    <div
      className={['tillkit-terminal-checkout', !operation && 'tillkit-card', props.className]
        .filter(Boolean)
        .join(' ')}
      data-tillkit="terminal-checkout"
      data-phase={sale.payment.phase}
    >
      {operation ? (
        <PaymentStatus
          ref={status}
          operationId={operation.id}
          actions={<SaleActions sale={sale} labels={labels} onNext={() => setIsAfterSale(true)} />}
        />
      ) : (
        <CheckoutForm
          sale={sale}
          labels={labels}
          isOrderNumberFixed={orderNumber !== undefined}
          focusesAmount={isAfterSale}
          onTerminalChange={onTerminalChange}
        />
      )}
    </div>
  );
}
