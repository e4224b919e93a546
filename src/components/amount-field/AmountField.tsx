'use client';
import { createContext, type CSSProperties, forwardRef } from 'react';
import { Icon } from '../kit/Icon.tsx';
import { Part, type PartProps, usePartContext, partsOf } from '../kit/part.tsx';
import { useAmountField, type UseAmountFieldOptions, type UseAmountFieldResult } from './useAmountField.ts';

/** What the label, the input and the sentences under it share. */
const AmountFieldContext = /*#__PURE__*/ createContext<UseAmountFieldResult | null>(null);

/** The amount a part belongs to. Throws outside of an `AmountField.Root`. */
export function useAmountFieldContext(): UseAmountFieldResult {
  return usePartContext(AmountFieldContext, 'AmountField.Root');
}

export interface AmountFieldState {
  invalid: boolean;
  disabled: boolean;
  readonly: boolean;
}

const stateOf = ({ error, disabled, readOnly }: UseAmountFieldResult): AmountFieldState => ({
  invalid: Boolean(error),
  disabled,
  readonly: readOnly,
});

const definePart = /*#__PURE__*/ partsOf(useAmountFieldContext, stateOf);

export interface AmountFieldControlState {
  /** Where the currency stands. */
  sign: 'before' | 'after';
}

/** The frame around the currency and the input. */
export const AmountFieldControl = /*#__PURE__*/ definePart('div', function AmountFieldControl({ sign }) {
  return { className: 'tillkit-input-group', state: { sign: sign.position } };
});

/** The currency's sign; assistive technology hears its code instead. */
export const AmountFieldCurrency = /*#__PURE__*/ definePart('span', function AmountFieldCurrency({ sign }) {
  return {
    className: 'tillkit-amount-field-currency',
    'aria-hidden': true,
    children: <bdi>{sign.text}</bdi>,
  };
});

/** What is wrong with the amount. */
export const AmountFieldError = /*#__PURE__*/ definePart('p', function AmountFieldError({ errorId, error }) {
  if (!error) return undefined;
  const children = (
    <>
      <Icon name="alert" />
      <span>{error}</span>
    </>
  );
  return { className: 'tillkit-error', id: errorId, children };
});

/** A sentence that helps. */
export const AmountFieldHint = /*#__PURE__*/ definePart('p', function AmountFieldHint({ hintId, hint }) {
  if (!hint) return undefined;
  return { className: 'tillkit-hint', id: hintId, children: hint };
});

/** Takes the amount. */
export const AmountFieldInput = /*#__PURE__*/ definePart('input', function AmountFieldInput({ inputProps }) {
  return {
    ...inputProps,
    type: 'text',
    inputMode: 'decimal',
    autoComplete: 'off',
    className: 'tillkit-input tillkit-amount-field-input',
  };
});

/** Names the input. */
export const AmountFieldLabel = /*#__PURE__*/ definePart('label', function AmountFieldLabel({ id, label }) {
  return { className: 'tillkit-label', htmlFor: id, id: `${id}-label`, children: label };
});

export interface AmountFieldRootProps
  extends
    UseAmountFieldOptions,
    Omit<PartProps<'div', AmountFieldState>, keyof UseAmountFieldOptions | 'onChange' | 'defaultValue'> {}

/** Holds an amount as it is written, for the parts in it; its `id` is the input's. */
export const AmountFieldRoot = /*#__PURE__*/ forwardRef<HTMLDivElement, AmountFieldRootProps>(
  function AmountFieldRoot(props, ref) {
    const { value, onValueChange, label, hint, error, showError, min, max, required, ...rest } = props;
    const { disabled, readOnly, id, name, labels, children, ...given } = rest;
    const field = useAmountField(props);
    const own = {
      className: 'tillkit-amount-field tillkit-field',
      'data-tillkit': 'amount-field',
      children: (
        <>
          {children}
          <span className="tillkit-visually-hidden" id={field.currencyId}>
            {field.currency}
          </span>
        </>
      ),
    };
    return (
      <AmountFieldContext.Provider value={field}>
        <Part as="div" ref={ref} own={own} given={given} state={stateOf(field)} />
      </AmountFieldContext.Provider>
    );
  },
);

export interface AmountFieldProps extends UseAmountFieldOptions {
  className?: string | undefined;
  style?: CSSProperties | undefined;
}

/**
 * Money input in the host's locale. The ref is the input.
 *
 * @example
 * <AmountField value={cents} onValueChange={setCents} />
 */
export const AmountField = /*#__PURE__*/ forwardRef<HTMLInputElement, AmountFieldProps>(
  function AmountField(props, ref) {
    return (
      <AmountFieldRoot {...props}>
        <AmountFieldLabel />
        <AmountFieldControl>
          <AmountFieldCurrency />
          <AmountFieldInput ref={ref} />
        </AmountFieldControl>
        <AmountFieldHint />
        <AmountFieldError />
      </AmountFieldRoot>
    );
  },
);
