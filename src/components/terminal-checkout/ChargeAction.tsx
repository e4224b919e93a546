'use client';
import { type Ref, useId } from 'react';
import { isOpen } from '../../core/operations/terminalOperation.ts';
import { useOperation } from '../../hooks/useOperation.ts';
import { useOperations } from '../../hooks/useOperations.ts';
import type { TerminalCheckoutLabels } from './terminalCheckoutLabels.ts';
import type { CheckoutSale } from './useCheckoutSale.ts';

export interface ChargeActionProps {
  sale: CheckoutSale;
  labels: TerminalCheckoutLabels;
  buttonRef: Ref<HTMLButtonElement>;
  /** Else what is missing is said at the fields. */
  showsHint: boolean;
}

/**
 * The button that sends, which names what it does, and what is missing until it can. It is not there while the operation
 * that keeps it from the terminal is shown: one does not press it by habit.
 */
export function ChargeAction({ sale, labels, buttonRef, showsHint }: ChargeActionProps) {
  const { kind, amountText: amount, terminalTitle: terminal } = sale;
  const nameOf = kind === 'pay' ? labels.charge : labels.authorize;
  const hintId = useId();
  const missing = useHint(sale, labels);
  const hint = showsHint ? missing : undefined;
  const holder = useOperation(sale.payment.refusal?.operationId);
  if (sale.payment.refusal?.code === 'terminal-busy' && holder && isOpen(holder)) return null;
  return (
    <div className="tillkit-terminal-checkout-action">
      <button
        ref={buttonRef}
        type="submit"
        className="tillkit-button"
        data-variant="primary"
        data-size="large"
        aria-describedby={hint ? hintId : undefined}
      >
        <span className="tillkit-figures">{nameOf({ amount, terminal })}</span>
      </button>
      {hint && (
        <p className="tillkit-hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

function useHint(
  { amountText, terminalTitle, draft, payment }: CheckoutSale,
  labels: TerminalCheckoutLabels,
) {
  const open = useOperations({ open: true });
  if (amountText === undefined)
    return terminalTitle === undefined ? labels.missingBoth : labels.missingAmount;
  if (terminalTitle === undefined) return labels.missingTerminal;
  const isBusy = !payment.refusal && open.some(({ terminalId }) => terminalId === draft.terminalId);
  return isBusy ? labels.terminalBusy({ terminal: terminalTitle }) : undefined;
}
