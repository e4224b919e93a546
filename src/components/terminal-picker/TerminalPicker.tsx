'use client';
import { type CSSProperties, type FocusEventHandler, forwardRef } from 'react';
import { TerminalPickerAnchor } from './TerminalPickerAnchor.tsx';
import { TerminalPickerControl } from './TerminalPickerControl.tsx';
import { TerminalPickerError } from './TerminalPickerError.tsx';
import { TerminalPickerHint } from './TerminalPickerHint.tsx';
import { TerminalPickerInput } from './TerminalPickerInput.tsx';
import { TerminalPickerLabel } from './TerminalPickerLabel.tsx';
import { TerminalPickerLoadError } from './TerminalPickerLoadError.tsx';
import { TerminalPickerMessage } from './TerminalPickerMessage.tsx';
import { TerminalPickerOptions } from './TerminalPickerOptions.tsx';
import { TerminalPickerPopup } from './TerminalPickerPopup.tsx';
import { TerminalPickerProgress } from './TerminalPickerProgress.tsx';
import { TerminalPickerRoot } from './TerminalPickerRoot.tsx';
import { TerminalPickerToggle } from './TerminalPickerToggle.tsx';
import { TerminalPickerUnlisted } from './TerminalPickerUnlisted.tsx';
import type { UseTerminalPickerOptions } from './useTerminalPicker.ts';

export interface TerminalPickerProps extends UseTerminalPickerOptions {
  className?: string | undefined;
  style?: CSSProperties | undefined;
  /** Of the input, as `onBlur`. */
  onFocus?: FocusEventHandler<HTMLInputElement> | undefined;
  onBlur?: FocusEventHandler<HTMLInputElement> | undefined;
}

/**
 * A combobox of the merchant's terminals. The ref is its input.
 *
 * @example
 * <TerminalPicker onValueChange={(terminalId) => setTerminalId(terminalId)} />
 */
export const TerminalPicker = forwardRef<HTMLInputElement, TerminalPickerProps>(function TerminalPicker(
  { onFocus, onBlur, ...props },
  ref,
) {
  return (
    <TerminalPickerRoot {...props}>
      <TerminalPickerLabel />
      <TerminalPickerAnchor>
        <TerminalPickerControl>
          <TerminalPickerInput ref={ref} onFocus={onFocus} onBlur={onBlur} />
          <TerminalPickerToggle />
        </TerminalPickerControl>
        <TerminalPickerPopup>
          <TerminalPickerOptions />
          <TerminalPickerMessage />
          <TerminalPickerProgress />
        </TerminalPickerPopup>
      </TerminalPickerAnchor>
      <TerminalPickerHint />
      <TerminalPickerError />
      <TerminalPickerUnlisted />
      <TerminalPickerLoadError />
    </TerminalPickerRoot>
  );
});
