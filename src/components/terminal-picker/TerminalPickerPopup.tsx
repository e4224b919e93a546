'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useTerminalPickerContext } from './useTerminalPickerContext.ts';

export interface TerminalPickerPopupProps extends PartProps<'div'> {}

/** What floats under the control while the list is open. */
export const TerminalPickerPopup = forwardRef<HTMLDivElement, TerminalPickerPopupProps>(
  function TerminalPickerPopup(props, ref) {
    const { popupProps, popupRef } = useTerminalPickerContext();
    const own = { ...popupProps, className: 'tillkit-terminal-picker-popup' };
    return <Part as="div" ref={ref} partRef={popupRef} own={own} given={props} />;
  },
);
