export {
  TerminalCheckoutAction as Action,
  TerminalCheckoutQuestion as Question,
  TerminalCheckoutRefusal as Refusal,
  TerminalCheckoutRoot as Root,
  type TerminalCheckoutRootProps as RootProps,
} from '../../components/terminal-checkout/TerminalCheckout.tsx';
export {
  TerminalCheckoutBack as Back,
  TerminalCheckoutLast as Last,
  TerminalCheckoutLater as Later,
  TerminalCheckoutLaterHint as LaterHint,
  TerminalCheckoutNext as Next,
  TerminalCheckoutRest as Rest,
  TerminalCheckoutStatus as Status,
  TerminalCheckoutTryAgain as TryAgain,
} from '../../components/terminal-checkout/TerminalCheckoutStatus.tsx';
export { type TerminalCheckoutSale as Sale } from '../../components/terminal-checkout/useCheckoutSale.ts';
export {
  TerminalCheckoutAddresses as Addresses,
  TerminalCheckoutAmount as Amount,
  TerminalCheckoutAmountField as AmountField,
  TerminalCheckoutCharge as Charge,
  TerminalCheckoutCustomValues as CustomValues,
  TerminalCheckoutEntry as Entry,
  TerminalCheckoutHint as Hint,
  TerminalCheckoutOrderNumber as OrderNumber,
  TerminalCheckoutPair as Pair,
  TerminalCheckoutQuickAmount as QuickAmount,
  TerminalCheckoutQuickAmounts as QuickAmounts,
  TerminalCheckoutReceipt as Receipt,
  TerminalCheckoutReceiptWanted as ReceiptWanted,
  TerminalCheckoutTerminal as Terminal,
} from '../../components/terminal-checkout/TerminalCheckoutEntry.tsx';
export type { TerminalCheckoutState as State } from '../../components/terminal-checkout/useCheckoutSale.ts';
