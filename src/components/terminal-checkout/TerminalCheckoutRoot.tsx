'use client';
import { forwardRef, useState } from 'react';
import type { TransactionRequest } from '../../core/wire/requests.ts';
import { callHost } from '../../core/errors.ts';
import type { Phase } from '../../core/operations/terminalOperation.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { type OutcomeCallbacks, useOutcome, withoutOutcomeCallbacks } from '../../hooks/useTerminalFlow.ts';
import { useStatusFocus } from '../flow/useStatusFocus.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import type { CustomValueOption } from '../payment-link-form/linkFormValues.ts';
import type { TerminalChangeDetails } from '../terminal-picker/useChosenTerminal.ts';
import type { CheckoutConfirm } from './checkoutConfirm.ts';
import type { CheckoutFields } from './checkoutFields.ts';
import { TerminalCheckoutContext } from './terminalCheckoutContext.ts';
import { type TerminalCheckoutLabels, terminalCheckoutLabels } from './terminalCheckoutLabels.ts';
import { type CheckoutKind, useCheckoutSale } from './useCheckoutSale.ts';

export interface TerminalCheckoutState {
  kind: CheckoutKind;
  phase: 'idle' | Phase;
}

export interface TerminalCheckoutRootProps
  extends PartProps<'div', TerminalCheckoutState>, OutcomeCallbacks, CheckoutConfirm {
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
  labels?: Partial<TerminalCheckoutLabels> | undefined;
}

const none: readonly never[] = [];

/** Holds a sale for the parts in it, and tells the host what became of it. */
export const TerminalCheckoutRoot = forwardRef<HTMLDivElement, TerminalCheckoutRootProps>(
  function TerminalCheckoutRoot(props, ref) {
    const { kind = 'pay', customFields = none, quickAmountsCents = none, labels: words, ...others } = props;
    const { flowKey, fields, defaultTerminalId, defaultAmountCents, orderNumber, ...further } = others;
    const { customValues, confirm, confirmAboveCents, onTerminalChange, onNextCustomer, ...rest } = further;
    const given = withoutOutcomeCallbacks(rest);
    const labels = useLabels('terminalCheckout', terminalCheckoutLabels, words);
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
    const { operation, phase, reset } = sale.payment;
    const [isAfterSale, setIsAfterSale] = useState(false);
    const status = useStatusFocus(operation?.id);
    useOutcome(operation, props, { kinds: [kind], flowKey: flowKey ?? 'default' });
    const value = {
      sale,
      labels,
      quickAmountsCents,
      onTerminalChange,
      isAfterSale,
      status,
      back: () => {
        reset();
        setIsAfterSale(true);
      },
      takeRest: (dueCents: number) => {
        sale.takeRest(dueCents);
        setIsAfterSale(true);
      },
      next: () => {
        sale.next();
        setIsAfterSale(true);
        if (onNextCustomer) callHost(onNextCustomer);
      },
    };
    const own = {
      className: operation ? 'tillkit-terminal-checkout' : 'tillkit-terminal-checkout tillkit-card',
      'data-tillkit': 'terminal-checkout',
    };
    return (
      <TerminalCheckoutContext.Provider value={value}>
        <Part as="div" ref={ref} own={own} given={given} state={{ kind, phase }} />
      </TerminalCheckoutContext.Provider>
    );
  },
);
