export {
  AmountFieldRoot as Root,
  type AmountFieldState as State,
  type AmountFieldRootProps as RootProps,
  AmountFieldControl as Control,
  type AmountFieldControlState as ControlState,
  AmountFieldCurrency as Currency,
  AmountFieldError as Error,
  AmountFieldHint as Hint,
  AmountFieldInput as Input,
  AmountFieldKeypad as Keypad,
  AmountFieldLabel as Label,
} from '../../components/amount-field/AmountField.tsx';
