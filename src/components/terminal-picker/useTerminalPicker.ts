'use client';
import {
  createContext,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Terminal } from '../../core/wire/terminal.ts';
import { useCount, useLabels } from '../../hooks/useLabels.ts';
import { useTakenOperations } from '../../hooks/useOperations.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useMorePages } from '../../hooks/useTerminals.ts';
import { terminalPicker } from '../../words/en.ts';
import type { Count } from '../../words/plural.ts';
import type { TerminalPickerLabels } from '../../words/words.ts';
import { partsOf, usePartContext } from '../kit/part.tsx';
import { useCombobox } from './useCombobox.ts';
import {
  type TerminalEntry,
  type TerminalListState,
  unlistedEntry,
  useTerminalDetails,
  useTerminalList,
} from './useTerminalList.ts';

/** How far the list is loaded, in words, and what a person can do about it. */
export interface TerminalProgress {
  kind: 'searching' | 'loading' | 'partial' | 'refreshing' | 'paused' | 'failed' | 'stale';
  sentence: string;
  action?: { label: string; isWaiting: boolean; press: () => void } | undefined;
}

export interface TerminalProgressOptions {
  list: TerminalListState;
  /** Something was typed, so every page counts. */
  isSearching: boolean;
  labels: TerminalPickerLabels;
  countOf: (value: number) => Count;
}

/** Undefined where every page is there and nothing is under way. */
function terminalProgress(options: TerminalProgressOptions): TerminalProgress | undefined {
  const { list, isSearching, labels, countOf } = options;
  const { pages: query, isPausing } = list;
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

/** The terminal that was last chosen on this device. */
export interface RememberedTerminal {
  id: string;
  name: string;
}

/** One choice for each service and client: two merchants on one device do not share it. */
export function rememberedKey({ baseUrl, clientId }: { baseUrl: string; clientId?: string | undefined }) {
  return `tillkit:terminal:${baseUrl}:${clientId ?? ''}`;
}

/** A device that lets nothing be stored only does not remember. */
export function keptUnder(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keepUnder(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    return; // The same.
  }
}

/** What was kept, where it says what it should. */
export function readRemembered(kept: string | null): RememberedTerminal | undefined {
  try {
    const value: unknown = JSON.parse(kept ?? 'null');
    return isRemembered(value) ? { id: value.id, name: value.name } : undefined;
  } catch {
    return undefined;
  }
}

function isRemembered(value: unknown): value is RememberedTerminal {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'name' in value &&
    typeof value.name === 'string'
  );
}

const neverSaid = () => () => undefined;

/** The terminal last chosen on this device, known once the page has hydrated. */
function useRememberedTerminal(isWanted: boolean) {
  const key = rememberedKey(usePaymentsContext().client.options);
  const kept = useSyncExternalStore(
    neverSaid,
    () => (isWanted ? keptUnder(key) : null),
    () => null,
  );
  const remembered = useMemo(() => readRemembered(kept), [kept]);
  return {
    remembered,
    remember: ({ id, name }: Terminal) => {
      if (isWanted) keepUnder(key, JSON.stringify({ id, name }));
    },
  };
}

export interface TerminalChangeDetails {
  /** Undefined where nothing is chosen any more. */
  terminal: Terminal | undefined;
  /** `single`: the only one there is. `remembered`: the last one used on this device. `reset`: by the form around it. */
  reason: 'user' | 'remembered' | 'single' | 'reset';
}

export interface ChosenTerminalOptions {
  /** Controlled where it is not undefined; null is "none". */
  value?: string | null | undefined;
  defaultValue?: string | null | undefined;
  onValueChange?: ((terminalId: string | null, details: TerminalChangeDetails) => void) | undefined;
  /** Whether the last choice on this device is made again. Default true. */
  remembers?: boolean | undefined;
}

/** What pages were loaded of the list, and whether they are all. */
export interface LoadedTerminals {
  entries: readonly TerminalEntry[] | undefined;
  isComplete: boolean;
}

/** Which terminal is chosen, controlled or not. The only one, else the one remembered, is chosen by itself, once. */
function useChosenTerminal(options: ChosenTerminalOptions, { entries, isComplete }: LoadedTerminals) {
  const { value, defaultValue = null, onValueChange, remembers = true } = options;
  const [own, setOwn] = useState(defaultValue);
  const [isUntouched, setUntouched] = useState(true);
  const { remembered, remember } = useRememberedTerminal(remembers);
  const chosenId = value === undefined ? own : value;
  const offered = useRef<string>(undefined);
  const findEntry = (id: string | null) =>
    id === null ? undefined : entries?.find((entry) => entry.id === id);

  const choose = (id: string | null, reason: TerminalChangeDetails['reason']) => {
    const terminal = findEntry(id)?.terminal;
    setOwn(id);
    setUntouched(false);
    onValueChange?.(id, { terminal, reason });
    if (reason === 'user' && terminal) remember(terminal);
  };

  const isFree = chosenId === null;
  const single = isFree && isComplete && entries?.length === 1 ? entries[0]?.id : undefined;
  const wanted = isFree && isUntouched ? remembered : undefined;
  const offer = single ?? findEntry(wanted?.id ?? null)?.id;
  useEffect(() => {
    if (offer === undefined || offered.current === offer) return;
    offered.current = offer;
    choose(offer, single === undefined ? 'remembered' : 'single');
  });

  const listed = findEntry(chosenId);
  return {
    chosenId,
    listed,
    remembered,
    /** One that further pages may have: the chosen one, or the one to be chosen again. */
    isSought: isFree ? wanted !== undefined && offer === undefined : listed === undefined,
    choose,
    reset: () => {
      offered.current = undefined;
      choose(defaultValue, 'reset');
    },
  };
}

export interface FormControlOptions {
  input: RefObject<HTMLInputElement | null>;
  /** Why the form around it cannot be sent; empty where it can. */
  problem: string;
  onReset: () => void;
}

/** Makes an input whose text is not its value a control as any other: it holds up its form, and hears of its reset. */
function useFormControl({ input, problem, onReset }: FormControlOptions): void {
  const heard = useRef(onReset);
  useEffect(() => {
    heard.current = onReset;
  });
  // A host may have another element stand in the input's place.
  useEffect(() => input.current?.setCustomValidity?.(problem), [input, problem]);
  useEffect(() => {
    const page = input.current?.ownerDocument;
    const listen = (event: Event) => {
      if (event.target === input.current?.form && !event.defaultPrevented) heard.current();
    };
    page?.addEventListener('reset', listen);
    return () => page?.removeEventListener('reset', listen);
  }, [input]);
}

const recentMs = 300_000;

export interface ShownTerminalOptions {
  chosenId: string | null;
  listed: TerminalEntry | undefined;
  remembered: RememberedTerminal | undefined;
  /** Every page is loaded, and the last load did not fail. */
  isWhole: boolean;
  loadedAt: number;
}

/** The chosen terminal with the best name known of it, and whether a person should look at it again. */
function useShownTerminal(options: ShownTerminalOptions) {
  const { chosenId, listed, remembered, isWhole, loadedAt } = options;
  const [last, setLast] = useState(listed);
  const [accepted, setAccepted] = useState<string | null>(null);
  const isOld = useIsOld(loadedAt);
  if (listed && listed !== last) setLast(listed);

  const shown = useMemo(() => {
    if (chosenId === null) return null;
    if (listed) return listed;
    if (last?.id === chosenId) return last;
    return unlistedEntry(chosenId, remembered?.id === chosenId ? remembered.name : chosenId);
  }, [chosenId, listed, last, remembered]);

  return {
    shown,
    /** An old list proves nothing. */
    isUnlisted: chosenId !== null && !listed && isWhole && !isOld && accepted !== chosenId,
    accept: () => setAccepted(chosenId),
  };
}

/** Whether a list that was loaded then has stood for five minutes. */
function useIsOld(loadedAt: number): boolean {
  const { clock } = usePaymentsContext();
  const [old, setOld] = useState<number>();
  useEffect(() => {
    const timer = clock.setTimeout(() => setOld(loadedAt), recentMs);
    return () => clock.clearTimeout(timer);
  }, [loadedAt, clock]);
  return old === loadedAt;
}

const pauseMs = 400;

/** Says a sentence in the provider's live region once it has stood for a moment: not one for each key. */
function useSpoken(sentence: string): void {
  const { announce, clock } = usePaymentsContext();
  useEffect(() => {
    if (sentence === '') return undefined;
    const timer = clock.setTimeout(() => announce(sentence), pauseMs);
    return () => clock.clearTimeout(timer);
  }, [sentence, announce, clock]);
}

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
  const labels = useLabels('terminalPicker', terminalPicker, options.labels);
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
  const open = useTakenOperations({ open: true });
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

/** What the input, the list and the messages of one picker share. */
export const TerminalPickerContext = /*#__PURE__*/ createContext<UseTerminalPickerResult | null>(null);

/** The picker a part belongs to. */
function useTerminalPickerContext(): UseTerminalPickerResult {
  return usePartContext(TerminalPickerContext, 'TerminalPicker.Root');
}

export interface TerminalPickerState {
  open: boolean;
  /** The first page of terminals. */
  loading: boolean;
  empty: boolean;
  invalid: boolean;
  disabled: boolean;
  readonly: boolean;
  /** An operation holds the chosen terminal. */
  busy: boolean;
}

export const stateOf = ({
  isOpen,
  list,
  options,
  disabled,
  readOnly,
  chosenId,
  holderOf,
}: UseTerminalPickerResult): TerminalPickerState => ({
  open: isOpen,
  loading: list.isPending,
  empty: list.isEmpty,
  invalid: Boolean(options.error),
  disabled,
  readonly: readOnly,
  busy: chosenId !== null && Boolean(holderOf(chosenId)),
});

export const definePart = /*#__PURE__*/ partsOf(useTerminalPickerContext, stateOf);
