export {
  AmountField,
  type AmountFieldProps,
  AmountFieldRoot,
  type AmountFieldState,
  type AmountFieldRootProps,
  AmountFieldControl,
  type AmountFieldControlState,
  type AmountFieldControlProps,
  AmountFieldCurrency,
  AmountFieldError,
  AmountFieldHint,
  AmountFieldInput,
  AmountFieldLabel,
  useAmountFieldContext,
} from '../../components/amount-field/AmountField.tsx';
export type { AmountFieldLabels } from '../../words/words.ts';
export type { AmountProblem } from '../../words/en.ts';
export {
  type AmountChangeDetails,
  useAmountField,
  type UseAmountFieldOptions,
  type UseAmountFieldResult,
} from '../../components/amount-field/useAmountField.ts';
