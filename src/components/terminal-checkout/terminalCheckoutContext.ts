import { createContext, type RefObject } from 'react';
import type { TerminalChangeDetails } from '../terminal-picker/useChosenTerminal.ts';
import type { CheckoutErrors } from './checkoutErrors.ts';
import type { TerminalCheckoutLabels } from './terminalCheckoutLabels.ts';
import type { CheckoutSale } from './useCheckoutSale.ts';
import type { RefFor } from './useFirstInvalid.ts';

export interface TerminalCheckoutSale {
  sale: CheckoutSale;
  labels: TerminalCheckoutLabels;
  /** Amounts in cents that one press enters. */
  quickAmountsCents: readonly number[];
  onTerminalChange: ((terminalId: string | null, details: TerminalChangeDetails) => void) | undefined;
  /** The form comes back after a sale. */
  isAfterSale: boolean;
  /** Takes the focus when it takes the place of the form. */
  status: RefObject<HTMLElement | null>;
  /** Back to the form as it was. */
  back: () => void;
  /** Back to the form, for what is still due. */
  takeRest: (dueCents: number) => void;
  /** Back to the form, for the next customer. */
  next: () => void;
}

export const TerminalCheckoutContext = createContext<TerminalCheckoutSale | null>(null);

/** A payment that is being entered. */
export interface CheckoutEntry extends Pick<
  TerminalCheckoutSale,
  'sale' | 'labels' | 'quickAmountsCents' | 'onTerminalChange'
> {
  /** What to say at each field. */
  errors: CheckoutErrors;
  /** For the control of a field, which gets the focus when it is the first that is not right. */
  refFor: RefFor;
  /** It was to be sent, and what is missing is said at the fields. */
  isTried: boolean;
  /** A question stands in the place of the button. */
  isAsked: boolean;
  button: RefObject<HTMLButtonElement | null>;
  hintId: string;
}

export const CheckoutEntryContext = createContext<CheckoutEntry | null>(null);
