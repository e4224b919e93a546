export { AmountField, type AmountFieldProps } from '../../components/amount-field/AmountField.tsx';
export type { AmountFieldLabels, AmountProblem } from '../../components/amount-field/amountFieldLabels.ts';
export {
  AmountFieldRoot,
  type AmountFieldState,
  type AmountFieldRootProps,
} from '../../components/amount-field/AmountFieldRoot.tsx';
export {
  AmountFieldControl,
  type AmountFieldControlState,
  type AmountFieldControlProps,
} from '../../components/amount-field/AmountFieldControl.tsx';
export { AmountFieldCurrency } from '../../components/amount-field/AmountFieldCurrency.tsx';
export { AmountFieldError } from '../../components/amount-field/AmountFieldError.tsx';
export { AmountFieldHint } from '../../components/amount-field/AmountFieldHint.tsx';
export { AmountFieldInput } from '../../components/amount-field/AmountFieldInput.tsx';
export { AmountFieldLabel } from '../../components/amount-field/AmountFieldLabel.tsx';
export {
  type AmountChangeDetails,
  useAmountField,
  type UseAmountFieldOptions,
  type UseAmountFieldResult,
} from '../../components/amount-field/useAmountField.ts';
export { useAmountFieldContext } from '../../components/amount-field/useAmountFieldContext.ts';
