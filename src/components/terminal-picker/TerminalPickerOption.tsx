'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { TerminalState } from './TerminalState.tsx';
import { useTerminalPickerContext } from './useTerminalPickerContext.ts';

export interface TerminalPickerOptionProps extends PartProps<'li'> {
  /** Its place in what was found. */
  index: number;
}

/** One terminal in the list: its name, what is known of it, and whether it is busy. */
export const TerminalPickerOption = forwardRef<HTMLLIElement, TerminalPickerOptionProps>(
  function TerminalPickerOption({ index, ...props }, ref) {
    const { items, optionProps, chosenId, holderOf, detailsOf, labels } = useTerminalPickerContext();
    const entry = items[index];
    if (!entry) return null;
    const { id, name, mark, terminal } = entry;
    const holder = holderOf(id);
    const details = detailsOf(entry);
    const own = {
      ...optionProps(index),
      className: 'tillkit-terminal-picker-option',
      'data-busy': holder ? '' : undefined,
      style: { '--tillkit-terminal-picker-index': index },
      children: (
        <>
          {mark === undefined ? (
            <span className="tillkit-terminal-picker-name">{name}</span>
          ) : (
            <span className="tillkit-terminal-picker-name" data-marked="">
              <span>{name}</span>
              {` · ${mark}`}
            </span>
          )}
          <TerminalState holder={holder} status={terminal.status} labels={labels} />
          {details && <span className="tillkit-terminal-picker-details">{details}</span>}
          {id === chosenId && (
            <span className="tillkit-terminal-picker-check">
              <Icon name="check" />
            </span>
          )}
        </>
      ),
    };
    return <Part as="li" ref={ref} own={own} given={props} />;
  },
);
