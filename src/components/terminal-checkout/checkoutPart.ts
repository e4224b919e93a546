import type { TerminalChangeDetails } from '../terminal-picker/useChosenTerminal.ts';
import type { CheckoutErrors } from './checkoutErrors.ts';
import type { TerminalCheckoutLabels } from './terminalCheckoutLabels.ts';
import type { CheckoutSale } from './useCheckoutSale.ts';
import type { RefFor } from './useFirstInvalid.ts';

/** What each group of fields is told. */
export interface CheckoutPartProps {
  sale: CheckoutSale;
  errors: CheckoutErrors;
  labels: TerminalCheckoutLabels;
  refFor: RefFor;
}

/** What the host wants of the first two fields. */
export interface CheckoutEntryProps {
  /** Amounts in cents that one press enters. */
  quickAmountsCents: readonly number[];
  onTerminalChange: ((terminalId: string | null, details: TerminalChangeDetails) => void) | undefined;
}
