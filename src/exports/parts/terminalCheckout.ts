export {
  TerminalCheckoutAction as Action,
  TerminalCheckoutRoot as Root,
  type TerminalCheckoutRootProps as RootProps,
} from '../../components/terminal-checkout/TerminalCheckout.tsx';
export {
  TerminalCheckoutQuestion as Question,
  TerminalCheckoutRefusal as Refusal,
} from '../../components/terminal-checkout/TerminalCheckoutOutcome.tsx';
export { TerminalCheckoutOrder as Order } from '../../components/terminal-checkout/TerminalCheckoutOrder.tsx';
export {
  TerminalCheckoutBack as Back,
  TerminalCheckoutLater as Later,
  TerminalCheckoutLaterHint as LaterHint,
  TerminalCheckoutNext as Next,
  TerminalCheckoutRest as Rest,
  TerminalCheckoutStatus as Status,
  TerminalCheckoutTryAgain as TryAgain,
} from '../../components/terminal-checkout/TerminalCheckoutStatus.tsx';
export {
  TerminalCheckoutLast as Last,
  TerminalCheckoutUnknown as Unknown,
} from '../../components/terminal-checkout/TerminalCheckoutUnknown.tsx';
export { type TerminalCheckoutSale as Sale } from '../../components/terminal-checkout/usePartialSale.ts';
export {
  TerminalCheckoutAdd as Add,
  TerminalCheckoutAddresses as Addresses,
  TerminalCheckoutCustomValues as CustomValues,
  TerminalCheckoutOrderNumber as OrderNumber,
  TerminalCheckoutReceipt as Receipt,
  TerminalCheckoutReceiptWanted as ReceiptWanted,
} from '../../components/terminal-checkout/TerminalCheckoutAdd.tsx';
export {
  TerminalCheckoutAmount as Amount,
  TerminalCheckoutAmountField as AmountField,
  TerminalCheckoutCharge as Charge,
  TerminalCheckoutEntry as Entry,
  TerminalCheckoutHint as Hint,
  TerminalCheckoutKeypad as Keypad,
  TerminalCheckoutPair as Pair,
  TerminalCheckoutQuickAmount as QuickAmount,
  TerminalCheckoutQuickAmounts as QuickAmounts,
  TerminalCheckoutTerminal as Terminal,
} from '../../components/terminal-checkout/TerminalCheckoutEntry.tsx';
export type { TerminalCheckoutState as State } from '../../components/terminal-checkout/useCheckoutContext.ts';
