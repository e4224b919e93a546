'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { TerminalPickerContext } from './terminalPickerContext.ts';
import { useTerminalPicker, type UseTerminalPickerOptions } from './useTerminalPicker.ts';

export interface TerminalPickerRootProps
  extends
    UseTerminalPickerOptions,
    Omit<PartProps<'div'>, keyof UseTerminalPickerOptions | 'onChange' | 'defaultChecked'> {}

/** The picker without its looks: it holds the choice, the list and the value in a form, for the parts inside it. */
export const TerminalPickerRoot = forwardRef<HTMLDivElement, TerminalPickerRootProps>(
  function TerminalPickerRoot(props, ref) {
    const {
      value,
      defaultValue,
      onValueChange,
      remembers,
      name,
      form,
      required,
      disabled,
      readOnly,
      label,
      hint,
      error,
      id,
      labels,
      children,
      ...given
    } = props;
    const picker = useTerminalPicker(props);
    const { isOpen, list, chosenId } = picker;
    const own = {
      className: 'tillkit-terminal-picker tillkit-field',
      'data-tillkit': 'terminal-picker',
      'data-open': isOpen ? '' : undefined,
      'data-loading': list.isPending ? '' : undefined,
      'data-empty': list.isEmpty ? '' : undefined,
      'data-invalid': error ? '' : undefined,
      'data-disabled': disabled ? '' : undefined,
      'data-readonly': readOnly ? '' : undefined,
      'data-busy': chosenId !== null && picker.holderOf(chosenId) ? '' : undefined,
      children: (
        <>
          {children}
          {name !== undefined && (
            <input type="hidden" name={name} value={chosenId ?? ''} form={form} disabled={disabled} />
          )}
        </>
      ),
    };
    return (
      <TerminalPickerContext.Provider value={picker}>
        <Part as="div" ref={ref} own={own} given={given} />
      </TerminalPickerContext.Provider>
    );
  },
);
