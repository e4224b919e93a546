'use client';
import { createContext, useEffect, useId, useMemo, useRef } from 'react';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useCount, useLabels } from '../../hooks/useLabels.ts';
import { useActiveOperations } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useLoadMorePages } from '../../hooks/useTerminalPages.ts';
import { terminalPicker } from '../../words/en.ts';
import type { Count } from '../../words/plural.ts';
import type { TerminalPickerLabels } from '../../words/words.ts';
import { type ElementRefObject, partsOf, usePartContext } from '../kit/part.tsx';
import { useNewest } from '../kit/useLatestValue.ts';
import { type ChosenTerminalOptions, useChosenTerminal, useShownTerminal } from './useChosenTerminal.ts';
import { useCombobox } from './useCombobox.ts';
import {
  isReachable,
  type TerminalEntry,
  type TerminalListState,
  type TerminalState,
  terminalStateOf,
  useTerminalDetails,
  useTerminalList,
} from './useTerminalList.ts';

/** A sentence about how far the list is loaded, and what a person can do about it. */
interface TerminalProgress {
  kind: 'searching' | 'loading' | 'partial' | 'refreshing' | 'paused' | 'failed' | 'stale';
  sentence: string;
  action?: { label: string; isWaiting: boolean; press: () => void } | undefined;
}

/** What the picker says while further pages load, or if loading failed; undefined if there is nothing to say. */
function terminalProgress(
  { pages: query, isPausing }: TerminalListState,
  isSearching: boolean,
  labels: TerminalPickerLabels,
  countOf: (value: number) => Count,
): TerminalProgress | undefined {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage } = query;
  if (!data) return undefined;
  const values = { searched: countOf(data.searched), pages: countOf(data.pages) };
  if (isFetchingNextPage || (hasNextPage && isSearching && !error)) {
    return isSearching
      ? { kind: 'searching', sentence: labels.searching(values) }
      : { kind: 'loading', sentence: labels.loadingMore };
  }
  if (isFetching) return { kind: 'refreshing', sentence: labels.refreshing };
  if (query.isFetchNextPageError) {
    const isPaused = error?.code === 'rate-limited';
    const press = () => void query.fetchNextPage({ cancelRefetch: false });
    return {
      kind: isPaused ? 'paused' : 'failed',
      sentence: isPaused ? labels.searchPaused(values) : labels.searchFailed(values),
      action: { label: labels.searchOn, isWaiting: isPausing, press },
    };
  }
  if (error) {
    const press = () => void query.refetch();
    return {
      kind: 'stale',
      sentence: labels.refreshError,
      action: { label: labels.retry, isWaiting: isPausing, press },
    };
  }
  if (!hasNextPage) return undefined;
  const counts = { shown: countOf(data.terminals.length), count: countOf(data.total) };
  return { kind: 'partial', sentence: labels.moreResults(counts) };
}

/** Makes an input invalid while `problem` is not empty, and calls `onReset` when the input's form is reset. */
function useFormControl(
  input: ElementRefObject<HTMLInputElement>,
  problem: string,
  onReset: () => void,
): void {
  const newest = useNewest(onReset);
  // A host may render another element in place of the input, which may have no `setCustomValidity`.
  useEffect(() => input.current?.setCustomValidity?.(problem), [input, problem]);
  useEffect(() => {
    const page = input.current?.ownerDocument;
    const listen = (event: Event) => {
      if (event.target === input.current?.form && !event.defaultPrevented) newest.current();
    };
    page?.addEventListener('reset', listen);
    return () => page?.removeEventListener('reset', listen);
  }, [input, newest]);
}

const pauseMs = 400;

/** Announces a sentence once it has stayed the same for `pauseMs`, so that not every typed key is announced. */
function useDelayedAnnouncement(sentence: string): void {
  const { announce, clock } = usePaymentsContext();
  useEffect(() => {
    if (sentence === '') return undefined;
    const timer = clock.setTimeout(() => announce(sentence), pauseMs);
    return () => clock.clearTimeout(timer);
  }, [sentence, announce, clock]);
}

export interface UseTerminalPickerOptions extends ChosenTerminalOptions {
  /** `chips`: up to four terminals are shown as chips, more terminals as one chip that opens the list. Default `field`. */
  layout?: 'field' | 'chips' | undefined;
  /** Operations of other tills or pages that hold terminals. The picker knows this page's own operations. */
  holders?: readonly Pick<TerminalOperation, 'terminalId' | 'phase'>[] | undefined;
  /** The name under which the surrounding form submits the chosen id. */
  name?: string | undefined;
  /** The id of a form elsewhere on the page to which the picker belongs. */
  form?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  label?: string | undefined;
  hint?: string | undefined;
  /** The sentence that says what is wrong with the choice. */
  error?: string | undefined;
  /** The input's id; default a new one. */
  id?: string | undefined;
  labels?: Partial<TerminalPickerLabels> | undefined;
}

const troubles = {
  free: undefined,
  busy: 'chosenBusy',
  unknown: 'chosenUnresolved',
  unreachable: 'chosenUnreachable',
} as const satisfies Record<TerminalState, unknown>;
/** With the layout `field`, the list shows that a terminal is busy or unknown, so no sentence says it. */
const fieldTroubles = { ...troubles, busy: undefined, unknown: undefined };

// The next pages are loaded if a visible row is this close to the end of the list.
const loadMoreWithin = 10;
const maxChips = 4;

/** How chips are arranged: one that cannot be changed, one for each terminal, or one that opens the list. */
type ChipsForm = 'fact' | 'each' | 'one';

/**
 * The state, props and actions of `TerminalPicker`, for your own elements: spread the props on them.
 *
 * @example
 * const { rows, inputProps, listProps, optionProps } = useTerminalPicker({ onValueChange });
 */
export function useTerminalPicker(options: UseTerminalPickerOptions = {}) {
  const { disabled = false, layout = 'field', terminals } = options;
  const readOnly = options.readOnly === true || terminals?.lock !== undefined;
  const labels = useLabels('terminalPicker', terminalPicker, options.labels);
  const countOf = useCount();
  const ownId = useId();
  const id = options.id ?? ownId;

  const list = useTerminalList(terminals?.allow);
  const { entries, isComplete, pages } = list;
  const { data } = pages;
  const choice = useChosenTerminal(options, list);
  const { chosenId, listed, remembered, barred } = choice;
  const choose = (terminalId: string) => choice.choose(terminalId, 'user');
  const chosen = useShownTerminal(choice, list);
  const form = layout === 'field' ? undefined : chipsForm(list, readOnly, Boolean(listed || barred));
  const combobox = useCombobox({
    id,
    isInputOnDemand: form !== undefined,
    find: list.find,
    chosenId,
    chosenText: chosen.shown?.title ?? '',
    canGrow: !isComplete,
    isLocked: disabled || readOnly,
    onChoose: choose,
  });
  const { isOpen, query, items, rows } = combobox;
  const isSearching = query !== null && query.trim() !== '';
  const isAtEnd = isOpen && (rows.at(-1) ?? 0) >= items.length - loadMoreWithin;
  // With `allow`, all pages are loaded: otherwise the number of allowed terminals is not known.
  useLoadMorePages(pages, choice.isSought || isSearching || isAtEnd || terminals?.allow !== undefined);

  const detailsOf = useTerminalDetails(labels);
  const holders = useTerminalHolders(options.holders);
  const stateOfEntry = (entry: TerminalEntry) => terminalStateOf(entry, holders.get(entry.id));
  const standing = chosen.shown ?? barred;
  const standingState = standing && stateOfEntry(standing);
  const isLost = standingState === 'unreachable';
  const troubleLabel = standingState && (form === undefined ? fieldTroubles : troubles)[standingState];
  const trouble = troubleLabel ? labels[troubleLabel]({ terminal: standing.title }) : undefined;
  const progress = terminalProgress(list, isSearching, labels, countOf);
  const total = isSearching || isComplete || !data ? items.length : data.total;
  const results = data && labels.resultCount({ count: countOf(total) });
  const found = progress?.action ? `${results}. ${progress.sentence}` : results;
  const now = isOpen ? (found ?? labels.loading) : (trouble ?? '');
  useDelayedAnnouncement(list.hasFailed ? labels.loadError : now);

  const chips = useChips(form, entries, chosenId, (!listed && chosen.shown) || undefined);
  const isMissing = options.required && !disabled && !readOnly && chosenId === null;
  const formInput = form === undefined ? combobox.inputRef : chips.formRef;
  useFormControl(formInput, isMissing ? labels.required : '', choice.reset);

  const hintText = list.isEmpty ? labels.emptyHint : options.hint;
  const described = [hintText && `${id}-hint`, options.error && `${id}-error`, trouble && `${id}-notice`];
  const describedBy = described.filter(Boolean).join(' ') || undefined;

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
    remembered,
    hintText,
    describedBy,
    detailsOf,
    /** All that is known of a terminal, for a tooltip. */
    titleOf: (entry: TerminalEntry) => [entry.title, detailsOf(entry)].filter(Boolean).join(' · '),
    options,
    retry: () => void pages.refetch(),
    holderOf: (terminalId: string) => holders.get(terminalId),
    layout,
    /** How the chips are arranged; undefined with `layout="field"`. */
    form,
    ...chips,
    /** The chosen terminal. Before any choice: the initial terminal if it cannot be reached, which is shown but not chosen. */
    standing,
    /** Why the `standing` terminal cannot take a payment. With `layout="field"` only set if it cannot be reached. */
    trouble,
    /** Whether the `standing` terminal cannot be reached. */
    isLost,
    terminalState: stateOfEntry,
    choose,
    optionProps: (index: number) => ({
      ...combobox.optionProps(index),
      'aria-selected': items[index]?.id === chosenId,
      'aria-disabled': (items[index] && !isReachable(items[index])) || undefined,
      'aria-setsize': isComplete ? items.length : isSearching ? -1 : total,
    }),
  };
}

/** The operations that hold terminals, by terminal id: the open operations of this page and the host's `holders`. */
function useTerminalHolders(given: UseTerminalPickerOptions['holders']) {
  const open = useActiveOperations({ open: true });
  return useMemo(
    () => new Map([...(given ?? []), ...open].map((operation) => [operation.terminalId, operation])),
    [given, open],
  );
}

/** The chips of the form `each`, with one for a chosen terminal that is not in the list, and the refs of chips. */
function useChips(
  form: ChipsForm | undefined,
  entries: readonly TerminalEntry[] = [],
  chosenId: string | null,
  unlisted: TerminalEntry | undefined,
) {
  const chips = [...(unlisted ? [unlisted] : []), ...(form === 'each' ? entries : [])];
  const reachable = chips.filter(isReachable);
  return {
    chips,
    /** The chip that the Tab key reaches: the chosen one if reachable, else the first reachable one, else the first. */
    tabStop: reachable.find(({ id }) => id === chosenId) ?? reachable[0] ?? chips[0],
    chipRef: useRef<HTMLButtonElement>(null) as ElementRefObject<HTMLButtonElement>,
    /** The hidden form input of the chips. */
    formRef: useRef<HTMLInputElement>(null) as ElementRefObject<HTMLInputElement>,
  };
}

function chipsForm(
  { entries, isComplete, isEmpty }: TerminalListState,
  isLocked: boolean,
  hasTerminal: boolean,
): ChipsForm {
  if (!entries || isLocked || isEmpty) return 'fact';
  if (!isComplete || entries.length > maxChips) return 'one';
  return entries.length === 1 && hasTerminal ? 'fact' : 'each';
}

export type UseTerminalPickerResult = ReturnType<typeof useTerminalPicker>;

export const TerminalPickerContext = /*#__PURE__*/ createContext<UseTerminalPickerResult | null>(null);

function useTerminalPickerContext(): UseTerminalPickerResult {
  return usePartContext(TerminalPickerContext, 'TerminalPicker.Root');
}

export interface TerminalPickerState {
  open: boolean;
  /** The first page of terminals is loading. */
  loading: boolean;
  empty: boolean;
  invalid: boolean;
  disabled: boolean;
  readonly: boolean;
  /** An operation holds the chosen terminal. */
  busy: boolean;
  /** `chips` with the layout `chips`; false with the layout `field`. */
  layout: 'chips' | false;
}

export const stateOf = (picker: UseTerminalPickerResult): TerminalPickerState => ({
  open: picker.isOpen,
  loading: picker.list.isPending,
  empty: picker.list.isEmpty,
  invalid: Boolean(picker.options.error),
  disabled: picker.disabled,
  readonly: picker.readOnly,
  busy: picker.chosenId !== null && Boolean(picker.holderOf(picker.chosenId)),
  layout: picker.layout !== 'field' && picker.layout,
});

export const definePart = /*#__PURE__*/ partsOf(useTerminalPickerContext, stateOf);
