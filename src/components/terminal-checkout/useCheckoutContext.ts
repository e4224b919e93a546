'use client';
import { createContext, type RefCallback, type RefObject } from 'react';
import { isOpen, type Phase, type TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useOperation } from '../../hooks/useOperations.ts';
import type { TerminalCheckoutLabels } from '../../words/words.ts';
import type { AmountEntry } from '../amount-field/amountTyping.ts';
import { partsOf, usePartContext } from '../kit/part.tsx';
import type { PressedAnew } from '../kit/usePressedAnew.ts';
import type { TerminalChangeDetails } from '../terminal-picker/useChosenTerminal.ts';
import type { CheckoutErrors } from './checkoutDraft.ts';
import { type CheckoutKind, type CheckoutSale, useTypedAmount } from './useCheckoutSale.ts';
import { type PartialSale, usePartialSale } from './usePartialSale.ts';
import type { UnknownSales } from './useUnknownSales.ts';

export type Control = HTMLInputElement | HTMLSelectElement;
type RefFor = (field: string) => RefCallback<Control>;

/** What the parts of a checkout share. */
export interface CheckoutContextValue {
  sale: CheckoutSale;
  /** What was put off, and what else nobody knows yet. */
  unknown: UnknownSales;
  labels: TerminalCheckoutLabels;
  /** Amounts in cents that one press enters. */
  quickAmountsCents: readonly number[];
  /** How the amount is typed, and drawn. */
  entry: AmountEntry;
  layout: 'display' | 'keypad';
  onTerminalChange: ((terminalId: string | null, details: TerminalChangeDetails) => void) | undefined;
  /** The form comes back after a sale. */
  isAfterSale: boolean;
  /** Takes the focus when it takes the place of the form. */
  status: RefObject<HTMLElement | null>;
  /** Which keys are meant for what is on the screen. */
  keys: PressedAnew;
  /** Back to an empty form; the outcome stands as one line above it. */
  leave: () => void;
  /** Back to the form as it was. */
  back: () => void;
  /** The same once more. */
  tryAgain: () => void;
  /** Back to the form, for what is still due. */
  takeRest: (dueCents: number) => void;
  /** Back to the form, for the next customer. */
  next: () => void;
}

export interface TerminalCheckoutSale extends CheckoutContextValue {
  /** Where less was approved than asked for. */
  partial: PartialSale | undefined;
}

export const TerminalCheckoutContext = /*#__PURE__*/ createContext<CheckoutContextValue | null>(null);

/** A payment that is being entered. */
export interface CheckoutEntry extends Pick<
  TerminalCheckoutSale,
  'sale' | 'labels' | 'quickAmountsCents' | 'onTerminalChange'
> {
  /** What to say at each field. */
  errors: CheckoutErrors;
  /** For the control of a field, which gets the focus when it is the first that is not right. */
  refFor: RefFor;
  /** Puts the focus on a field; whether it is there. */
  focus: (field: string) => boolean;
  /** It was to be sent, and what is missing is said at the fields. */
  isTried: boolean;
  /** Not while a question is to be answered, or what keeps it from the terminal is shown: one does not press by habit. */
  canCharge: boolean;
  /** What is missing until it can be sent, or in its way. */
  hint: string | undefined;
  button: RefObject<HTMLButtonElement | null>;
  hintId: string;
  amountId: string;
  /** The picker's; `-notice` at its end is what keeps a payment from the terminal. */
  terminalFieldId: string;
}

/** As it was drawn last: what stands in the amount is asked for apart. */
type DrawnEntry = Omit<CheckoutEntry, 'hint'>;

export const CheckoutEntryContext = /*#__PURE__*/ createContext<DrawnEntry | null>(null);

/** The sale a part of the kit belongs to, as it was drawn last. */
export function useCheckout(): CheckoutContextValue {
  return usePartContext(TerminalCheckoutContext, 'TerminalCheckout.Root');
}

/** The sale a part belongs to. Throws outside of a `TerminalCheckout.Root`. */
export function useTerminalCheckoutContext(): TerminalCheckoutSale {
  const context = useCheckout();
  return { ...context, sale: useLiveSale(context.sale), partial: usePartialSale(context.sale.shown) };
}

function useLiveSale(sale: CheckoutSale): CheckoutSale {
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

/** Whether it went through and nothing contradicts that: one need not look at it twice. */
export function isPlain(operation: TerminalOperation | undefined): boolean {
  return operation?.phase === 'complete' && operation.anomalies.length === 0;
}

/** What is being entered, for a part of the kit, as it was drawn last. */
export function useEntry(): DrawnEntry {
  return usePartContext(CheckoutEntryContext, 'TerminalCheckout.Entry');
}

/** The payment that is being entered. Throws outside of a `TerminalCheckout.Entry`. */
export function useCheckoutEntry(): CheckoutEntry {
  const entry = useEntry();
  const sale = useLiveSale(entry.sale);
  return { ...entry, sale, hint: hintOf(entry, sale.amountText) };
}

/** Whether the operation that keeps the sale from its terminal is there to be shown. */
export function useIsHeld({ payment }: CheckoutSale): boolean {
  const holder = useOperation(payment.refusal?.operationId);
  return payment.refusal?.code === 'terminal-busy' && holder !== undefined && isOpen(holder);
}

/** What is missing until it can be sent, or in its way. Once it was tried, that is said at the fields. */
export function hintOf(
  { sale, labels, isTried }: DrawnEntry,
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

const addresses = [
  { name: 'email', type: 'email' },
  { name: 'phone', type: 'tel' },
] as const;

export type ReceiptAddress = (typeof addresses)[number];

/** What is asked for where a receipt is wanted. */
export function useReceiptAddresses() {
  const { draft, fields } = useEntry().sale;
  return draft.wantsReceipt ? addresses.filter(({ name }) => !fields[name]?.hidden) : [];
}
