'use client';
import { forwardRef, type ReactNode } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { TerminalPickerOption } from './TerminalPickerOption.tsx';
import { useTerminalPickerContext } from './useTerminalPickerContext.ts';

export interface TerminalPickerOptionsProps extends Omit<PartProps<'ul'>, 'children'> {
  /** Draws the terminal at a place of what was found; default `TerminalPickerOption`. */
  children?: ((index: number) => ReactNode) | undefined;
}

/** The list of what was found. Only the rows in view are drawn, however many there are. */
export const TerminalPickerOptions = forwardRef<HTMLUListElement, TerminalPickerOptionsProps>(
  function TerminalPickerOptions({ children = drawOption, ...props }, ref) {
    const { listProps, listRef, isOpen, items, rows, options, labels } = useTerminalPickerContext();
    const own = {
      ...listProps,
      className: 'tillkit-terminal-picker-options',
      'aria-label': options.label ?? labels.label,
      'data-empty': items.length === 0 ? '' : undefined,
      style: isOpen ? { '--tillkit-terminal-picker-count': items.length } : undefined,
      children: rows.map(children),
    };
    return <Part as="ul" ref={ref} partRef={listRef} own={own} given={props} />;
  },
);

function drawOption(index: number): ReactNode {
  return <TerminalPickerOption key={index} index={index} />;
}
