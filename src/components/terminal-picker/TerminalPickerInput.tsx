'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useTerminalPickerContext } from './useTerminalPickerContext.ts';

export interface TerminalPickerInputProps extends PartProps<'input'> {}

/** Shows the chosen terminal, and takes what is typed to find another. */
export const TerminalPickerInput = forwardRef<HTMLInputElement, TerminalPickerInputProps>(
  function TerminalPickerInput(props, ref) {
    const { id, inputProps, inputRef, options, list, labels, disabled, readOnly, hintText } =
      useTerminalPickerContext();
    const { isPending, isEmpty } = list;
    const described = [hintText && `${id}-hint`, options.error && `${id}-error`];
    const own = {
      ...inputProps,
      className: 'tillkit-input',
      type: 'text',
      dir: inputProps.value === '' ? undefined : 'auto', // or a placeholder would be written the other way
      spellCheck: false,
      disabled,
      readOnly,
      form: options.form,
      placeholder: isPending ? labels.loading : isEmpty ? labels.empty : labels.placeholder,
      'aria-required': options.required,
      'aria-busy': isPending,
      'aria-invalid': options.error ? true : undefined,
      'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    };
    return <Part as="input" ref={ref} partRef={inputRef} own={own} given={props} />;
  },
);
