'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useTerminalPickerContext } from './useTerminalPickerContext.ts';

export interface TerminalPickerToggleProps extends PartProps<'button'> {}

/** Opens and closes the list without a keyboard. */
export const TerminalPickerToggle = forwardRef<HTMLButtonElement, TerminalPickerToggleProps>(
  function TerminalPickerToggle(props, ref) {
    const { toggleProps, toggleRef, disabled, readOnly, labels } = useTerminalPickerContext();
    const own = {
      ...toggleProps,
      className: 'tillkit-terminal-picker-toggle',
      type: 'button',
      disabled: disabled || readOnly,
      'aria-label': labels.toggle,
      children: <Icon name="chevron" />,
    };
    return <Part as="button" ref={ref} partRef={toggleRef} own={own} given={props} />;
  },
);
