'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useTerminalPickerContext } from './useTerminalPickerContext.ts';

export interface TerminalPickerProgressProps extends PartProps<'div'> {}

/** Says how far the list is loaded or searched, and goes on where that stopped. */
export const TerminalPickerProgress = forwardRef<HTMLDivElement, TerminalPickerProgressProps>(
  function TerminalPickerProgress(props, ref) {
    const { isOpen, progress, inputRef } = useTerminalPickerContext();
    if (!isOpen || !progress) return null;
    const { kind, sentence, action } = progress;
    const press = () => {
      if (action?.isWaiting) return;
      inputRef.current?.focus(); // The button goes away.
      action?.press();
    };
    const own = {
      className: 'tillkit-terminal-picker-note tillkit-terminal-picker-progress',
      'data-kind': kind,
      children: (
        <>
          <span>{sentence}</span>
          {action && (
            <button
              type="button"
              className="tillkit-button"
              data-size="small"
              aria-disabled={action.isWaiting}
              onClick={press}
            >
              {action.label}
            </button>
          )}
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);
