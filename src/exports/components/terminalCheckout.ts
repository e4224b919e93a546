export {
  TerminalCheckout,
  type TerminalCheckoutProps,
} from '../../components/terminal-checkout/TerminalCheckout.tsx';
export type { CheckoutConfirm } from '../../components/terminal-checkout/checkoutConfirm.ts';
export type { CheckoutFields } from '../../components/terminal-checkout/checkoutFields.ts';
export type { CheckoutKind } from '../../components/terminal-checkout/useCheckoutSale.ts';
export type { TerminalCheckoutLabels } from '../../components/terminal-checkout/terminalCheckoutLabels.ts';
export { TerminalCheckoutAction } from '../../components/terminal-checkout/TerminalCheckoutAction.tsx';
export { TerminalCheckoutAddresses } from '../../components/terminal-checkout/TerminalCheckoutAddresses.tsx';
export { TerminalCheckoutAmount } from '../../components/terminal-checkout/TerminalCheckoutAmount.tsx';
export { TerminalCheckoutAmountField } from '../../components/terminal-checkout/TerminalCheckoutAmountField.tsx';
export { TerminalCheckoutBack } from '../../components/terminal-checkout/TerminalCheckoutBack.tsx';
export {
  TerminalCheckoutCharge,
  type TerminalCheckoutChargeProps,
} from '../../components/terminal-checkout/TerminalCheckoutCharge.tsx';
export { TerminalCheckoutCustomValues } from '../../components/terminal-checkout/TerminalCheckoutCustomValues.tsx';
export {
  TerminalCheckoutEntry,
  type TerminalCheckoutEntryProps,
} from '../../components/terminal-checkout/TerminalCheckoutEntry.tsx';
export { TerminalCheckoutHint } from '../../components/terminal-checkout/TerminalCheckoutHint.tsx';
export { TerminalCheckoutLater } from '../../components/terminal-checkout/TerminalCheckoutLater.tsx';
export { TerminalCheckoutLaterHint } from '../../components/terminal-checkout/TerminalCheckoutLaterHint.tsx';
export { TerminalCheckoutRest } from '../../components/terminal-checkout/TerminalCheckoutRest.tsx';
export { TerminalCheckoutVoid } from '../../components/terminal-checkout/TerminalCheckoutVoid.tsx';
export { TerminalCheckoutNext } from '../../components/terminal-checkout/TerminalCheckoutNext.tsx';
export { TerminalCheckoutOrderNumber } from '../../components/terminal-checkout/TerminalCheckoutOrderNumber.tsx';
export { TerminalCheckoutPair } from '../../components/terminal-checkout/TerminalCheckoutPair.ts';
export { TerminalCheckoutQuestion } from '../../components/terminal-checkout/TerminalCheckoutQuestion.tsx';
export {
  TerminalCheckoutQuickAmount,
  type TerminalCheckoutQuickAmountProps,
} from '../../components/terminal-checkout/TerminalCheckoutQuickAmount.tsx';
export {
  TerminalCheckoutQuickAmounts,
  type TerminalCheckoutQuickAmountsProps,
} from '../../components/terminal-checkout/TerminalCheckoutQuickAmounts.tsx';
export { TerminalCheckoutReceipt } from '../../components/terminal-checkout/TerminalCheckoutReceipt.tsx';
export { TerminalCheckoutReceiptWanted } from '../../components/terminal-checkout/TerminalCheckoutReceiptWanted.tsx';
export { TerminalCheckoutRefusal } from '../../components/terminal-checkout/TerminalCheckoutRefusal.tsx';
export {
  TerminalCheckoutRoot,
  type TerminalCheckoutState,
  type TerminalCheckoutRootProps,
} from '../../components/terminal-checkout/TerminalCheckoutRoot.tsx';
export {
  TerminalCheckoutStatus,
  type TerminalCheckoutStatusProps,
} from '../../components/terminal-checkout/TerminalCheckoutStatus.tsx';
export { TerminalCheckoutTerminal } from '../../components/terminal-checkout/TerminalCheckoutTerminal.tsx';
export type {
  CheckoutEntry,
  TerminalCheckoutSale,
} from '../../components/terminal-checkout/terminalCheckoutContext.ts';
export { useCheckoutEntry } from '../../components/terminal-checkout/useCheckoutEntry.ts';
export { useTerminalCheckoutContext } from '../../components/terminal-checkout/useTerminalCheckoutContext.ts';
