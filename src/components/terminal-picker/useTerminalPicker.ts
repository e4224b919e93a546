'use client';
import { useId, useMemo } from 'react';
import { useCount, useLabels } from '../../hooks/useLabels.ts';
import { useOperations } from '../../hooks/useOperations.ts';
import { useMorePages } from '../../hooks/useTerminals.ts';
import type { TerminalEntry } from './terminalEntries.ts';
import { type TerminalPickerLabels, terminalPickerLabels } from './terminalPickerLabels.ts';
import { terminalProgress } from './terminalProgress.ts';
import { type ChosenTerminalOptions, useChosenTerminal } from './useChosenTerminal.ts';
import { useCombobox } from './useCombobox.ts';
import { useFormControl } from './useFormControl.ts';
import { useShownTerminal } from './useShownTerminal.ts';
import { useSpoken } from './useSpoken.ts';
import { useTerminalDetails } from './useTerminalDetails.ts';
import { useTerminalList } from './useTerminalList.ts';

export interface UseTerminalPickerOptions extends ChosenTerminalOptions {
  /** Puts the chosen id into the form around it, under this name. */
  name?: string | undefined;
  /** The id of a form elsewhere on the page that it belongs to. */
  form?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  label?: string | undefined;
  hint?: string | undefined;
  /** The sentence that says what is wrong with the choice. */
  error?: string | undefined;
  /** The input's; default a new one. */
  id?: string | undefined;
  labels?: Partial<TerminalPickerLabels> | undefined;
}

const keyOf = ({ id }: TerminalEntry) => id;
// So near the end of what is loaded, the next pages are asked for.
const nearEnd = 10;

/**
 * All that `TerminalPicker` knows and does, for elements of one's own: spread the props it gives on them.
 *
 * @example
 * const { rows, inputProps, listProps, optionProps } = useTerminalPicker({ onValueChange });
 */
export function useTerminalPicker(options: UseTerminalPickerOptions = {}) {
  const { disabled = false, readOnly = false } = options;
  const labels = useLabels('terminalPicker', terminalPickerLabels, options.labels);
  const countOf = useCount();
  const ownId = useId();
  const id = options.id ?? ownId;

  const list = useTerminalList();
  const { entries, isComplete, pages } = list;
  const { data } = pages;
  const choice = useChosenTerminal(options, list);
  const { chosenId, listed, remembered } = choice;
  const chosen = useShownTerminal({
    chosenId,
    listed,
    remembered,
    isWhole: isComplete && !pages.isError,
    loadedAt: pages.dataUpdatedAt,
  });
  const combobox = useCombobox({
    id,
    find: list.find,
    keyOf,
    chosenKey: chosenId,
    chosenText: chosen.shown?.title ?? '',
    canGrow: !isComplete,
    isLocked: disabled || readOnly,
    onChoose: (entry) => choice.choose(entry.id, 'user'),
  });
  const { isOpen, query, items, rows } = combobox;
  const isSearching = query !== null && query.trim() !== '';
  const isAtEnd = isOpen && (rows.at(-1) ?? 0) >= items.length - nearEnd;
  useMorePages(pages, choice.isSought || isSearching || isAtEnd);

  const detailsOf = useTerminalDetails(labels);
  const open = useOperations({ open: true });
  const holders = useMemo(() => new Map(open.map((operation) => [operation.terminalId, operation])), [open]);
  const progress = terminalProgress({ list, isSearching, labels, countOf });
  const total = isSearching || !data ? items.length : data.total;
  useSpoken(spokenSentence());

  useFormControl({
    input: combobox.inputRef,
    problem: options.required && !disabled && !readOnly && chosenId === null ? labels.required : '',
    onReset: choice.reset,
  });

  function spokenSentence(): string {
    if (list.hasFailed) return labels.loadError;
    if (!isOpen) return '';
    if (!data) return labels.loading;
    const counted = labels.resultCount({ count: countOf(total) });
    return progress?.action ? `${counted}. ${progress.sentence}` : counted;
  }

  return {
    ...combobox,
    id,
    labels,
    list,
    progress,
    entries,
    chosenId,
    chosen,
    disabled,
    readOnly,
    isSearching,
    hintText: list.isEmpty ? labels.emptyHint : options.hint,
    detailsOf,
    options,
    retry: () => void pages.refetch(),
    holderOf: (terminalId: string) => holders.get(terminalId),
    optionProps: (index: number) => ({
      ...combobox.optionProps(index),
      'aria-selected': items[index]?.id === chosenId,
      'aria-setsize': isComplete ? items.length : isSearching ? -1 : total,
    }),
  };
}

export type UseTerminalPickerResult = ReturnType<typeof useTerminalPicker>;
