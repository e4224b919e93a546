'use client';
import type { ComponentPropsWithoutRef, Ref } from 'react';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { Icon } from '../icon/Icon.tsx';
import { shownText, type TerminalEntry } from './terminalEntries.ts';
import type { TerminalPickerLabels } from './terminalPickerLabels.ts';

export interface TerminalOptionProps {
  entry: TerminalEntry;
  /** The operation that holds the terminal. */
  holder: TerminalOperation | undefined;
  isChosen: boolean;
  isActive: boolean;
  labels: TerminalPickerLabels;
  /** What the combobox wants on the element. */
  itemProps: ComponentPropsWithoutRef<'li'> & { ref?: Ref<HTMLLIElement> };
}

/** One terminal in the list: its name, what is known of it, and whether it is busy. */
export function TerminalOption({
  entry,
  holder,
  isChosen,
  isActive,
  labels,
  itemProps,
}: TerminalOptionProps) {
  const { title, details, terminal } = entry;
  const isUnresolved = holder?.phase === 'unknown';
  return (
    <li
      {...itemProps}
      className="tillkit-terminal-picker-option"
      data-active={isActive ? '' : undefined}
      data-busy={holder ? '' : undefined}
    >
      <span className="tillkit-terminal-picker-name">{title}</span>
      {holder ? (
        <span className="tillkit-terminal-picker-state" data-phase={holder.phase}>
          <Icon name={isUnresolved ? 'question' : 'clock'} />
          {isUnresolved ? labels.unresolved : labels.busy}
        </span>
      ) : (
        terminal.status !== undefined && (
          <span className="tillkit-terminal-picker-state">{shownText(terminal.status)}</span>
        )
      )}
      {details.length > 0 && <span className="tillkit-terminal-picker-details">{details.join(' · ')}</span>}
      <span className="tillkit-terminal-picker-check">{isChosen && <Icon name="check" />}</span>
    </li>
  );
}
