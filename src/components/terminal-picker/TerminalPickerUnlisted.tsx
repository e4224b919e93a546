'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useTerminalPickerContext } from './useTerminalPickerContext.ts';

export interface TerminalPickerUnlistedProps extends PartProps<'div'> {}

/** Warns, once, that the chosen terminal is not among the merchant's any more. */
export const TerminalPickerUnlisted = forwardRef<HTMLDivElement, TerminalPickerUnlistedProps>(
  function TerminalPickerUnlisted(props, ref) {
    const { chosen, labels, inputRef } = useTerminalPickerContext();
    if (!chosen.isUnlisted) return null;
    const press = () => {
      inputRef.current?.focus(); // The button goes away.
      chosen.accept();
    };
    const own = {
      className: 'tillkit-notice tillkit-terminal-picker-notice',
      'data-tone': 'attention',
      children: (
        <>
          <Icon name="alert" />
          <p>{labels.unlisted}</p>
          <button type="button" className="tillkit-button" data-size="small" onClick={press}>
            {labels.useAnyway}
          </button>
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);
