'use client';
import { createContext, type RefCallback, type RefObject } from 'react';
import { isOpen, type Phase, type TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useOperation } from '../../hooks/useOperations.ts';
import type { TerminalCheckoutLabels } from '../../words/words.ts';
import type { AmountEntry } from '../amount-field/amountTyping.ts';
import { partsOf, usePartContext } from '../kit/part.tsx';
import type { KeyGuard } from '../kit/useKeyGuard.ts';
import type { TerminalChangeDetails } from '../terminal-picker/useChosenTerminal.ts';
import type { CheckoutErrors } from './checkoutDraft.ts';
import { type CheckoutKind, type CheckoutSale } from './useCheckoutSale.ts';
import { useTypedAmount } from './useCheckoutDraft.ts';
import type { useUnknownSales } from './useUnknownSales.ts';

export type Control = HTMLInputElement | HTMLSelectElement;
type RefFor = (field: string) => RefCallback<Control>;

/** What the parts of a checkout share. */
export interface CheckoutContextValue {
  sale: CheckoutSale;
  /** The other operations whose outcome is unknown, those that ended after a person checked or postponed them, and what to do. */
  unknown: ReturnType<typeof useUnknownSales>;
  labels: TerminalCheckoutLabels;
  /** Amounts in cents, each with a button that enters it. */
  quickAmountsCents: readonly number[];
  entry: AmountEntry;
  layout: 'display' | 'keypad';
  onTerminalChange: ((terminalId: string | null, details: TerminalChangeDetails) => void) | undefined;
  /** Whether the form came back after a sale. */
  isAfterSale: boolean;
  /** The status element, focused when it replaces the form. */
  status: RefObject<HTMLElement | null>;
  /** Tells whether a key press is meant for what is on the screen now. */
  keys: KeyGuard;
  /** Returns to an empty form. The outcome of the sale is shown as one line above the form. */
  leave: () => void;
  /** Returns to the form with the sale's values, or to an empty form if the host now names another order. */
  back: () => void;
  /** Sends the same sale again. */
  tryAgain: () => void;
  /** Returns to the form for the amount still due. */
  takeRest: (dueCents: number) => void;
  /** Returns to the form for the next customer. */
  next: () => void;
}

export const TerminalCheckoutContext = /*#__PURE__*/ createContext<CheckoutContextValue | null>(null);

/** What the parts of a `TerminalCheckout.Entry` share while a payment is being entered. */
export interface CheckoutEntry extends Pick<
  CheckoutContextValue,
  'sale' | 'labels' | 'quickAmountsCents' | 'onTerminalChange'
> {
  errors: CheckoutErrors;
  /** Returns the ref for a field's control. After a submit, the first invalid control gets the focus. */
  refFor: RefFor;
  /** Focuses a field, and returns whether it exists. */
  focus: (field: string) => boolean;
  /** A submit was tried, so the fields show what is missing. */
  isTried: boolean;
  /** False while a question or the operation that holds the terminal is shown: a press by habit must not charge. */
  canCharge: boolean;
  /** What is missing, or that the terminal is busy; undefined if the hint is not shown. */
  hint: string | undefined;
  button: RefObject<HTMLButtonElement | null>;
  hintId: string;
  amountId: string;
  /** The id of the terminal picker. The picker's notice has the id with `-notice` added. */
  terminalFieldId: string;
}

/**
 * The entry without its hint. Typing an amount does not update it: a part that shows the amount uses
 * `useTypedAmount`.
 */
type RenderedEntry = Omit<CheckoutEntry, 'hint'>;

export const CheckoutEntryContext = /*#__PURE__*/ createContext<RenderedEntry | null>(null);

/** The checkout that a part of the kit belongs to. Typing an amount does not update it. */
export function useCheckout(): CheckoutContextValue {
  return usePartContext(TerminalCheckoutContext, 'TerminalCheckout.Root');
}

/** The sale with the values that are in the form now. The part renders again at each change of the amount. */
export function useLiveSale(sale: CheckoutSale): CheckoutSale {
  useTypedAmount(sale, (typed) => typed);
  return { ...sale, ...sale.live() };
}

export interface TerminalCheckoutState {
  kind: CheckoutKind;
  phase: 'idle' | Phase;
}

export const stateOf = ({ sale }: CheckoutContextValue): TerminalCheckoutState => ({
  kind: sale.kind,
  phase: sale.shown?.phase ?? 'idle',
});

export const definePart = /*#__PURE__*/ partsOf(useCheckout, stateOf);

/** Whether the operation is complete and has no anomalies, so that it needs no second look. */
export function isCleanSale(operation: TerminalOperation | undefined): boolean {
  return operation?.phase === 'complete' && operation.anomalies.length === 0;
}

/** The payment being entered, for a part of the kit. Typing an amount does not update it. */
export function useEntry(): RenderedEntry {
  return usePartContext(CheckoutEntryContext, 'TerminalCheckout.Entry');
}

/** The payment that is being entered. Throws outside of a `TerminalCheckout.Entry`. */
export function useCheckoutEntry(): CheckoutEntry {
  const entry = useEntry();
  const sale = useLiveSale(entry.sale);
  return { ...entry, sale, hint: hintOf(entry, sale.amountText) };
}

/** Whether a start was refused because an open operation holds the terminal, and the page knows it. */
export function useIsTerminalHeld({ payment }: CheckoutSale): boolean {
  const holder = useOperation(payment.refusal?.operationId);
  return payment.refusal?.code === 'terminal-busy' && holder !== undefined && isOpen(holder);
}

/** What is missing or, unless the picker or a refusal says so, that the terminal is busy. Undefined after a submit. */
export function hintOf(
  { sale, labels, isTried }: RenderedEntry,
  amountText: string | undefined,
): string | undefined {
  const { terminalTitle, isTaken, payment, terminals, fields } = sale;
  if (isTried) return undefined;
  const isSaidThere = terminals?.layout !== 'field' && !fields.terminalId?.hidden;
  if (amountText === undefined)
    return terminalTitle === undefined ? labels.missingBoth : labels.missingAmount;
  if (terminalTitle === undefined) return labels.missingTerminal;
  return isTaken && !isSaidThere && !payment.refusal
    ? labels.terminalBusy({ terminal: terminalTitle })
    : undefined;
}
