'use client';
import { useCombobox } from 'downshift';
import { useMemo, useState } from 'react';
import { findEntries, type TerminalEntry } from './terminalEntries.ts';

const { stateChangeTypes } = useCombobox;
const mostShown = 100; // beyond it one types; a row costs, and nobody reads thousands

export interface TerminalComboboxOptions {
  entries: readonly TerminalEntry[];
  /** What is chosen, also where the list does not have it. */
  chosen: TerminalEntry | null;
  inputId: string;
  onChoose: (entry: TerminalEntry) => void;
}

/** Downshift's combobox, so set that nothing is chosen or lost without a press on it. */
export function useTerminalCombobox({ entries, chosen, inputId, onChoose }: TerminalComboboxOptions) {
  const [query, setQuery] = useState<string | null>(null);
  const found = useMemo(() => findEntries(entries, query ?? ''), [entries, query]);
  const items = useMemo(() => found.slice(0, mostShown), [found]);

  const combobox = useCombobox<TerminalEntry>({
    items,
    inputId,
    labelId: `${inputId}-label`,
    itemToString: (entry) => entry?.title ?? '',
    itemToKey: (entry) => entry?.id,
    selectedItem: chosen,
    inputValue: query ?? chosen?.title ?? '',
    stateReducer(state, { type, changes }) {
      switch (type) {
        case stateChangeTypes.InputBlur:
          return { ...changes, selectedItem: state.selectedItem }; // leaving is not choosing
        case stateChangeTypes.InputKeyDownEscape:
          return { ...changes, selectedItem: state.selectedItem, inputValue: state.inputValue };
        case stateChangeTypes.InputChange:
          return { ...changes, highlightedIndex: changes.inputValue?.trim() ? 0 : -1 };
        case stateChangeTypes.InputClick:
          return state.isOpen ? state : changes;
        default:
          return changes;
      }
    },
    onStateChange({ isOpen, selectedItem }) {
      if (isOpen === false) setQuery(null);
      if (selectedItem) onChoose(selectedItem);
    },
  });
  return { ...combobox, items, count: found.length, query, setQuery };
}
