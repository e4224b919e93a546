'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';

export interface TerminalPickerAnchorProps extends PartProps<'div'> {}

/** What the list hangs under: the control and the popup stand in it. */
export const TerminalPickerAnchor = forwardRef<HTMLDivElement, TerminalPickerAnchorProps>(
  function TerminalPickerAnchor(props, ref) {
    return <Part as="div" ref={ref} own={{ className: 'tillkit-terminal-picker-anchor' }} given={props} />;
  },
);
