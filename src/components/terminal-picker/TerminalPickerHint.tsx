'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useTerminalPickerContext } from './useTerminalPickerContext.ts';

export interface TerminalPickerHintProps extends PartProps<'p'> {}

/** A sentence that helps, under the control; where the merchant has no terminal, what to do about it. */
export const TerminalPickerHint = forwardRef<HTMLParagraphElement, TerminalPickerHintProps>(
  function TerminalPickerHint(props, ref) {
    const { id, hintText } = useTerminalPickerContext();
    if (!hintText) return null;
    return (
      <Part
        as="p"
        ref={ref}
        own={{ className: 'tillkit-hint', id: `${id}-hint`, children: hintText }}
        given={props}
      />
    );
  },
);
