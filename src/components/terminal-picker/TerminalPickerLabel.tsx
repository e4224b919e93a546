'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useTerminalPickerContext } from './useTerminalPickerContext.ts';

export interface TerminalPickerLabelProps extends PartProps<'label'> {}

/** The picker's name, over it. */
export const TerminalPickerLabel = forwardRef<HTMLLabelElement, TerminalPickerLabelProps>(
  function TerminalPickerLabel(props, ref) {
    const { id, options, labels } = useTerminalPickerContext();
    const own = {
      className: 'tillkit-label',
      id: `${id}-label`,
      htmlFor: id,
      children: options.label ?? labels.label,
    };
    return <Part as="label" ref={ref} own={own} given={props} />;
  },
);
