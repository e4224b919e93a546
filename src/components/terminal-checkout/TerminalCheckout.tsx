'use client';
import { useState } from 'react';
import type { TransactionRequest } from '../../core/contract/transactionRequest.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { type OutcomeCallbacks, useOutcome } from '../../hooks/useOutcome.ts';
import { useStatusFocus } from '../flow/useStatusFocus.ts';
import type { CustomValueOption } from '../payment-link-form/linkFormValues.ts';
import { PaymentStatus } from '../payment-status/PaymentStatus.tsx';
import type { TerminalChangeDetails } from '../terminal-picker/useChosenTerminal.ts';
import type { CheckoutConfirm } from './checkoutConfirm.ts';
import type { CheckoutFields } from './checkoutFields.ts';
import { CheckoutForm } from './CheckoutForm.tsx';
import { SaleActions } from './SaleActions.tsx';
import { type TerminalCheckoutLabels, terminalCheckoutLabels } from './terminalCheckoutLabels.ts';
import { type CheckoutKind, useCheckoutSale } from './useCheckoutSale.ts';

export interface TerminalCheckoutProps extends OutcomeCallbacks, CheckoutConfirm {
  /** A sale, or a pre-authorization: the amount is held, and captured later. Default `pay`. */
  kind?: CheckoutKind | undefined;
  /** Tells several checkouts on one page apart; default `default`. */
  flowKey?: string | undefined;
  /** Which fields are hidden, read-only, required or filled in before. */
  fields?: CheckoutFields | undefined;
  defaultTerminalId?: string | null | undefined;
  /** Cents of the first payment. */
  defaultAmountCents?: number | null | undefined;
  /** The host's own; the field is then read-only. */
  orderNumber?: string | undefined;
  /** Amounts in cents that one press enters. */
  quickAmountsCents?: readonly number[] | undefined;
  /** Custom values that are entered at the till. */
  customFields?: readonly CustomValueOption[] | undefined;
  /** Sent with every payment, and not shown. */
  customValues?: TransactionRequest['customValues'];
  onTerminalChange?: ((terminalId: string | null, details: TerminalChangeDetails) => void) | undefined;
  /** The form came back empty, after "Next customer" or "Decide later". */
  onNextCustomer?: (() => void) | undefined;
  className?: string | undefined;
  labels?: Partial<TerminalCheckoutLabels> | undefined;
}

const none: readonly never[] = [];

/**
 * A whole sale or pre-authorization: terminal, amount, receipt and order number, then its status, then the next customer.
 *
 * @example
 * <TerminalCheckout onPaymentComplete={({ pnRefNum }) => save(pnRefNum)} />
 */
export function TerminalCheckout(props: TerminalCheckoutProps) {
  const { kind = 'pay', customFields = none, quickAmountsCents = none } = props;
  const { flowKey, fields, defaultTerminalId, defaultAmountCents, orderNumber, customValues } = props;
  const { confirm, confirmAboveCents } = props;
  const labels = useLabels('terminalCheckout', terminalCheckoutLabels, props.labels);
  const sale = useCheckoutSale({
    kind,
    flowKey,
    fields,
    defaultTerminalId,
    defaultAmountCents,
    orderNumber,
    customFields,
    customValues,
    confirm,
    confirmAboveCents,
  });
  const { operation, phase } = sale.payment;
  const [isAfterSale, setIsAfterSale] = useState(false);
  const status = useStatusFocus(operation?.id);
  useOutcome(operation, props);

  return (
    <div
      className={['tillkit-terminal-checkout', !operation && 'tillkit-card', props.className]
        .filter(Boolean)
        .join(' ')}
      data-tillkit="terminal-checkout"
      data-kind={kind}
      data-phase={phase}
    >
      {operation ? (
        <PaymentStatus
          ref={status}
          operationId={operation.id}
          actions={
            <SaleActions
              sale={sale}
              labels={labels}
              onBack={() => setIsAfterSale(true)}
              onNext={props.onNextCustomer}
            />
          }
        />
      ) : (
        <CheckoutForm
          sale={sale}
          labels={labels}
          quickAmountsCents={quickAmountsCents}
          focusesAmount={isAfterSale}
          onTerminalChange={props.onTerminalChange}
        />
      )}
    </div>
  );
}
