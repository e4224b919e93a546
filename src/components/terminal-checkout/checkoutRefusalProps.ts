import type { Refusal } from '../../core/operations/terminalOperation.ts';
import type { TerminalCheckoutLabels } from './terminalCheckoutLabels.ts';
import type { CheckoutSale } from './useCheckoutSale.ts';

/** What each kind of refusal is told. */
export interface CheckoutRefusalProps {
  sale: CheckoutSale;
  refusal: Refusal;
  labels: TerminalCheckoutLabels;
}
