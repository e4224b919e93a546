'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';

export interface TerminalPickerControlProps extends PartProps<'div'> {}

/** Input and toggle, drawn as one. */
export const TerminalPickerControl = forwardRef<HTMLDivElement, TerminalPickerControlProps>(
  function TerminalPickerControl(props, ref) {
    return <Part as="div" ref={ref} own={{ className: 'tillkit-input-group' }} given={props} />;
  },
);
