'use client';
import { forwardRef, useId, useState } from 'react';
import { useLabels } from '../../hooks/useLabels.ts';
import { Field } from '../field/Field.tsx';
import { type AmountFieldLabels, amountFieldLabels, type AmountProblem } from './amountFieldLabels.ts';
import { amountProblem } from './amountProblem.ts';
import { useAmountInput } from './useAmountInput.ts';
import { useAmountText } from './useAmountText.ts';
import { useMoney } from './useMoney.ts';

export interface AmountChangeDetails {
  /** What stands in the field. */
  text: string;
  /** Why the text is no amount; `empty` too. */
  error: AmountProblem | undefined;
}

export interface AmountFieldProps {
  /** Cents, minor units of the provider's currency; null while there is no valid amount. */
  value: number | null;
  onValueChange: (cents: number | null, details: AmountChangeDetails) => void;
  label?: string | undefined;
  hint?: string | undefined;
  /** A sentence about what the host found wrong; what the field itself finds comes first. */
  error?: string | undefined;
  /** Shows what is wrong before the field was left, as after a try to submit; then `required` counts too. */
  showError?: boolean | undefined;
  /** Cents; default 1. */
  min?: number | undefined;
  /** Cents; default 99 999 999. */
  max?: number | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  id?: string | undefined;
  name?: string | undefined;
  className?: string | undefined;
  labels?: Partial<AmountFieldLabels> | undefined;
}

/**
 * Money input in the host's locale. The ref is the input.
 *
 * @example
 * <AmountField value={cents} onValueChange={setCents} />
 */
export const AmountField = forwardRef<HTMLInputElement, AmountFieldProps>(function AmountField(props, ref) {
  const { value, onValueChange, hint, error, showError, min = 1, max = 99_999_999, required } = props;
  const { disabled, readOnly, id, name, className } = props;
  const labels = useLabels('amountField', amountFieldLabels, props.labels);
  const money = useMoney();
  const field = useAmountText(value, { money, min, max });
  const [wasLeft, setWasLeft] = useState(false);
  const currencyId = useId();
  const sign = currencySign(money.amountParts(0));

  const input = useAmountInput(field, !disabled && !readOnly, {
    onRead: (text, { cents, error: found }) => {
      if (cents !== null) setWasLeft(false);
      onValueChange(cents, { text, error: found });
    },
    onLeave: () => setWasLeft(true),
  });

  const isEmpty = field.reading.error === 'empty';
  const isTold = isEmpty ? showError && required : showError || wasLeft;
  const isShown = isTold && !field.isComposing;
  const problem = isShown ? field.reading.error : undefined;
  const sentence = problem ? amountProblem(problem, labels, { money, min, max }) : error;

  return (
    <div
      className={['tillkit-amount-field', className].filter(Boolean).join(' ')}
      data-tillkit="amount-field"
      data-invalid={sentence ? '' : undefined}
      data-disabled={disabled ? '' : undefined}
      data-readonly={readOnly ? '' : undefined}
    >
      <Field
        label={props.label ?? labels.label}
        hint={hint}
        error={sentence}
        id={id}
        describedBy={currencyId}
      >
        {(control) => (
          <div className="tillkit-input-group" data-sign={sign.position}>
            <span className="tillkit-amount-field-currency" aria-hidden="true">
              <bdi>{sign.text}</bdi>
            </span>
            <span className="tillkit-visually-hidden" id={currencyId}>
              {money.currency}
            </span>
            <input
              {...control}
              {...input}
              ref={ref}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              className="tillkit-input tillkit-amount-field-input"
              name={name}
              required={required}
              disabled={disabled}
              readOnly={readOnly}
            />
          </div>
        )}
      </Field>
    </div>
  );
});

function currencySign(parts: readonly Intl.NumberFormatPart[] | undefined) {
  const at = parts?.findIndex(({ type }) => type === 'currency') ?? -1;
  const number = parts?.findIndex(({ type }) => type === 'integer') ?? -1;
  return { text: parts?.[at]?.value ?? '', position: at < number ? 'before' : 'after' };
}
