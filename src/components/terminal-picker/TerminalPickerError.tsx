'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useTerminalPickerContext } from './useTerminalPickerContext.ts';

export interface TerminalPickerErrorProps extends PartProps<'p'> {}

/** What is wrong with the choice. */
export const TerminalPickerError = forwardRef<HTMLParagraphElement, TerminalPickerErrorProps>(
  function TerminalPickerError(props, ref) {
    const { id, options } = useTerminalPickerContext();
    if (!options.error) return null;
    const children = (
      <>
        <Icon name="alert" />
        <span>{options.error}</span>
      </>
    );
    return (
      <Part
        as="p"
        ref={ref}
        own={{ className: 'tillkit-error', id: `${id}-error`, children }}
        given={props}
      />
    );
  },
);
