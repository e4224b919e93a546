'use client';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { TerminalOption } from './TerminalOption.tsx';
import type { TerminalPickerLabels } from './terminalPickerLabels.ts';
import type { useTerminalCombobox } from './useTerminalCombobox.ts';

export interface TerminalListProps {
  combobox: ReturnType<typeof useTerminalCombobox>;
  chosenId: string | null;
  isLoading: boolean;
  openOperations: readonly TerminalOperation[];
  labels: TerminalPickerLabels;
}

/** The floating list under the combobox. */
export function TerminalList({ combobox, chosenId, isLoading, openOperations, labels }: TerminalListProps) {
  const { isOpen, items, count, query, highlightedIndex, getMenuProps, getItemProps } = combobox;
  const sentence = isLoading ? labels.loading : query ? labels.noMatch({ query }) : labels.empty;
  return (
    <div className="tillkit-terminal-picker-list" hidden={!isOpen}>
      <ul {...getMenuProps()} className="tillkit-terminal-picker-options">
        {isOpen &&
          items.map((entry, index) => (
            <TerminalOption
              key={entry.id}
              entry={entry}
              holder={openOperations.find(({ terminalId }) => terminalId === entry.id)}
              isChosen={entry.id === chosenId}
              isActive={index === highlightedIndex}
              labels={labels}
              itemProps={getItemProps({ item: entry, index, 'aria-selected': entry.id === chosenId })}
            />
          ))}
      </ul>
      {isOpen && items.length === 0 && <p className="tillkit-terminal-picker-note">{sentence}</p>}
      {isOpen && count > items.length && (
        <p className="tillkit-terminal-picker-note">{labels.moreResults({ shown: items.length, count })}</p>
      )}
    </div>
  );
}
