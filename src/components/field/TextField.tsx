'use client';
import { type ComponentPropsWithoutRef, forwardRef } from 'react';
import { confirmsComposition } from './confirmsComposition.ts';
import { Field, type FieldProps } from './Field.tsx';

export interface TextFieldProps
  extends
    Omit<ComponentPropsWithoutRef<'input'>, 'value' | 'onChange' | 'children' | 'className' | 'id'>,
    Pick<FieldProps, 'label' | 'hint' | 'error' | 'id' | 'className'> {
  value: string;
  onValueChange: (value: string) => void;
}

// Numbers, addresses and dates are written one way; what people write in words is not. Where there is nothing yet, the page's
// direction holds.
const isWords = ({ type = 'text', inputMode }: Pick<TextFieldProps, 'type' | 'inputMode'>) =>
  type === 'text' && inputMode === undefined;

/** One line of text with its label, hint and error. The ref is the input. */
export const TextField = forwardRef<HTMLInputElement, TextFieldProps>(function TextField(props, ref) {
  const { label, hint, error, id, className, value, onValueChange, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(control) => (
        <input
          type="text"
          dir={value !== '' && isWords(rest) ? 'auto' : undefined}
          {...rest}
          {...control}
          ref={ref}
          className="tillkit-input"
          value={value}
          onKeyDown={(event) => {
            rest.onKeyDown?.(event);
            if (confirmsComposition(event)) event.preventDefault();
          }}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </Field>
  );
});
